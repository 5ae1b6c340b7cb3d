/* Where output ends. Whatever is written, by stdio or by an outbuf, is written or told of: a full disk is an error
 * message and an exit status, a pipe that nobody reads is neither. */
#include "cli/textout.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>
#include "base/printable.h"

/* How output has ended so far; process-wide, because every command's end looks at it. */
static struct {
	bool failed, said_of_stdout;
	/* -errno of the first failed flush of stdout; 0: none. said_of_stdout: it has been reported, which happens
	 * once. */
	int stdio_error;
} ends;

static const char *name_of(int fd, char *buf, size_t size)
{
	if (fd == STDOUT_FILENO) return "standard output";
	if (fd == STDERR_FILENO) return "standard error";
	snprintf(buf, size, "file descriptor %d", fd);
	return buf;
}

static void say(const char *name, int code)
{
	ends.failed = true;
	textout_flush();
	fprintf(stderr, "perf: cannot write %s: %s\n", name, strerror(code));
}

static void say_of_descriptor(int fd, int code)
{
	char buf[32];
	if (fd == STDOUT_FILENO && ends.said_of_stdout) return;
	ends.said_of_stdout |= fd == STDOUT_FILENO;
	say(name_of(fd, buf, sizeof(buf)), code);
}

/* The write function of our stderr: escapes control characters of what is said. 0, which stdio takes for an error,
 * with errno set when it cannot be written. */
static ssize_t write_said(void *cookie _unused_, const char *text, size_t size)
{
	struct outbuf out;
	out_init(&out, STDERR_FILENO);
	out_lines(&out, text, size);
	int r = out_flush(&out);
	out_done(&out);
	errno = -r;
	return r < 0 ? 0 : (ssize_t)size;
}

/* stderr becomes a stream whose write function escapes control characters; unbuffered, so that nothing is lost when
 * the process ends by a signal. */
void textout_init(void)
{
	FILE *said = fopencookie(NULL, "w", (cookie_io_functions_t){ .write = write_said });
	if (said) {
		setvbuf(said, NULL, _IONBF, 0); /* as stderr is */
		stderr = said;
	}
	/* read-only where it would be written, so that writing fails as it does without a descriptor */
	for (int fd = STDIN_FILENO; fd <= STDERR_FILENO; fd++)
		if (fcntl(fd, F_GETFD) < 0 && errno == EBADF)
			(void)!open("/dev/null", fd == STDIN_FILENO ? O_WRONLY : O_RDONLY);
}

void textout_stdout(struct outbuf *out) { out_init(out, STDOUT_FILENO); }
void textout_stderr(struct outbuf *out) { out_init(out, STDERR_FILENO); }

int textout_create(const char *path, bool append, struct outbuf *out)
{
	int fd = open(path, O_WRONLY | O_CREAT | O_CLOEXEC | (append ? O_APPEND : O_TRUNC), 0666);
	if (fd < 0) return -errno;
	out_init(out, fd);
	return 0;
}

/* An error of an earlier write wins over the last one: it says what was lost first. */
int textout_close(struct outbuf *out, const char *path)
{
	int fd = out->fd, r = out_flush(out);
	/* The disk may have room again by now: what was lost before is lost. */
	if (out->error) r = out->error;
	if (path && fd >= 0 && close(fd) < 0 && r == 0) r = -errno;
	out_done(out);
	if (r == 0 || r == -EPIPE) return r;
	if (path) say(path, -r);
	else say_of_descriptor(fd, -r);
	return r;
}

/* Disks over a network, and quotas, may tell only when the file is closed. A copy of the descriptor is: the
 * descriptor itself stays open for what others write to it at exit. */
static int close_copy(int fd)
{
	int copy = fcntl(fd, F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
	return copy >= 0 && close(copy) < 0 && errno != EINTR ? -errno : 0;
}

void textout_flush(void)
{
	if (fflush(stdout) != 0 && !ends.stdio_error) ends.stdio_error = -errno;
}

void textout_fail(void) { ends.failed = true; }

int textout_finish(int status)
{
	textout_flush();
	int r = ends.stdio_error;
	/* A write between two flushes has failed, whose reason is not kept. */
	if (r == 0 && ferror(stdout)) r = -EIO;
	if (r == 0) r = close_copy(STDOUT_FILENO);
	if (r < 0 && r != -EPIPE) say_of_descriptor(STDOUT_FILENO, -r);
	return ends.failed && !status ? 1 : status;
}
