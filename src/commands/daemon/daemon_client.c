#include "commands/daemon/daemon_client.h"

#include <errno.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>
#include "base/descriptor.h"
#include "cli/console.h"
#include "commands/daemon/daemon_base.h"
#include "commands/daemon/daemon_settings.h"
#include "kernel/procfs.h"

/* How long a daemon may take to answer: longer than a ping of a session that hangs. */
#define PATIENCE_S 30
/* How long a command may be silent. */
#define PATIENCE_OF_USER_MS 3000

int daemon_no_base(struct err *err)
{
	(void)err_set(err, -EINVAL, "failed: base not defined");
	err_hint(err, "Name a directory by --base, or in the configuration: perf config daemon.base=DIRECTORY");
	return -EINVAL;
}

int daemon_find_base(const struct daemon_values *values, char **ret, struct err *err)
{
	if (values->base) {
		*ret = xstrdup(values->base);
		return 0;
	}
	struct daemon_settings settings;
	struct warnings *warnings = warnings_new();
	int r = daemon_settings_read(values->config, &settings, warnings, err);
	if (r >= 0) console_warnings(warnings);
	warnings_free(warnings);
	if (r >= 0 && !settings.base) r = daemon_no_base(err);
	else if (r >= 0) *ret = take(settings.base);
	daemon_settings_done(&settings);
	return r;
}

/* Reads all of size bytes. 0 or -errno: -EPIPE when the other end has gone before. */
static int read_all(int fd, void *to, size_t size)
{
	for (uint8_t *p = to; size;) {
		ssize_t n = read(fd, p, size);
		if (n < 0 && errno == EINTR) continue;
		if (n < 0) return errno == EAGAIN ? -ETIMEDOUT : -errno;
		if (n == 0) return -EPIPE;
		p += n;
		size -= (size_t)n;
	}
	return 0;
}

static int read_answer(int fd, struct daemon_state *ret)
{
	uint8_t bytes[DAEMON_HEADER_SIZE];
	struct daemon_header header;
	int r = read_all(fd, bytes, sizeof(bytes));
	if (r >= 0) r = daemon_header_decode(bytes, DAEMON_ANSWER_SIZE_MAX, &header);
	if (r < 0) return r;
	_free_ uint8_t *body = xmalloc((size_t)header.size_bytes + 1);
	r = read_all(fd, body, header.size_bytes);
	if (r >= 0) r = header.kind == DAEMON_STATE ? daemon_state_decode(body, header.size_bytes, ret) : -EPROTO;
	return r;
}

/* Sends the request and reads the answer. 0 or -errno. */
static int exchange(int fd, const struct daemon_request *request, struct daemon_state *ret)
{
	struct timeval patience = { .tv_sec = PATIENCE_S };
	struct outbuf out;
	setsockopt(fd, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof(patience));
	setsockopt(fd, SOL_SOCKET, SO_SNDTIMEO, &patience, sizeof(patience));
	out_init(&out, fd);
	daemon_request_encode(request, &out);
	ssize_t n = send(fd, out.data, out.size, MSG_NOSIGNAL);
	int r = n == (ssize_t)out.size ? 0 : -EPIPE;
	out_done(&out);
	return r < 0 ? r : read_answer(fd, ret);
}

/* The connection ends with the daemon; its process a moment later. */
static void wait_for_end(int fd, pid_t pid)
{
	struct pollfd item = { .fd = fd, .events = POLLIN };
	_close_ int process_fd = procfs_end_fd(pid, false);
	int r = poll(&item, 1, PATIENCE_OF_USER_MS);
	if (r == 0) fprintf(stderr, "Waiting for sessions to complete their files ...\n");
	while (r == 0 || (r < 0 && errno == EINTR)) r = poll(&item, 1, -1);
	item.fd = process_fd;
	if (process_fd >= 0) (void)poll(&item, 1, 10000);
}

int daemon_ask(const char *base_path, const struct daemon_request *request, struct daemon_state *ret, struct err *err)
{
	struct daemon_base base;
	int r = daemon_base_open(base_path, &base, err);
	_close_ int fd = r < 0 ? r : daemon_base_connect(&base, err);
	daemon_base_done(&base);
	if (fd < 0) return fd;
	r = exchange(fd, request, ret);
	if (r >= 0 && ret->error[0]) {
		r = err_set(err, -EPROTO, "failed: the daemon refuses: %s", ret->error);
		daemon_state_done(ret);
	} else if (r < 0) {
		r = err_set_errno(err, r, "failed: no answer of the daemon on %s", base_path);
	}
	if (r == -EPROTO || r == -EPROTONOSUPPORT)
		err_hint(err, "It may be of another version: end it by SIGTERM to the process in the file lock of its "
			      "base, and start it again.");
	if (r >= 0 && request->order == DAEMON_STOP) wait_for_end(fd, (pid_t)ret->pid);
	return r;
}
