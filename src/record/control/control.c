/* Reading orders. Orders are words at the beginning of a line; lines that are none are passed over. FIFOs are opened
 * here and closed again; descriptors of "fd:" are the caller's. */
#include "record/control/control.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* "N" or "N,N". */
static int parse_fds(struct control *control, const char *text, struct err *err)
{
	char *end;
	long fd = strtol(text, &end, 10), ack = -1;
	if (end == text || fd < 0 || (*end && *end != ',')) return err_set(err, -EINVAL, "'%s' is no descriptor", text);
	if (*end) {
		const char *second = end + 1;
		ack = strtol(second, &end, 10);
		if (end == second || *end || ack < 0) return err_set(err, -EINVAL, "'%s' is no descriptor", second);
	}
	control->fd = (int)fd;
	control->ack_fd = (int)ack;
	return 0;
}

/* "PATH" or "PATH,PATH". */
static int open_fifos(struct control *control, const char *text, struct err *err)
{
	_free_ char *path = xstrndup(text, strcspn(text, ","));
	const char *ack = text[strlen(path)] ? text + strlen(path) + 1 : NULL;
	/* for both directions: an open for reading would wait for a writer, and end with the first that goes */
	control->owned = true;
	control->fd = open(path, O_RDWR | O_NONBLOCK | O_CLOEXEC);
	if (control->fd < 0) return err_set(err, -errno, "Failed to open '%s'", path);
	if (ack && *ack) {
		control->ack_fd = open(ack, O_RDWR | O_NONBLOCK | O_CLOEXEC);
		if (control->ack_fd < 0) {
			int r = err_set(err, -errno, "Failed to open '%s'", ack);
			control_close(control);
			return r;
		}
	}
	return 0;
}

int control_open(struct control *control, const char *spec, struct err *err)
{
	*control = (struct control)CONTROL_NONE;
	if (strncmp(spec, "fd:", 3) == 0) return parse_fds(control, spec + 3, err);
	if (strncmp(spec, "fifo:", 5) == 0) return open_fifos(control, spec + 5, err);
	return err_set(err, -EINVAL, "'%s' begins neither with fd: nor with fifo:", spec);
}

void control_close(struct control *control)
{
	if (control->owned && control->fd >= 0) close(control->fd);
	if (control->owned && control->ack_fd >= 0) close(control->ack_fd);
	control->fd = control->ack_fd = -1;
}

/* A word that takes no argument must be all of its line. A command is added to the table by its number in enum
 * control_command. */
static bool parse_line(char *line, enum control_command *ret, const char **ret_argument)
{
	static const struct {
		const char *word;
		bool takes_argument;
	} words[] = {
		[CONTROL_ENABLE] = { "enable", true },      [CONTROL_DISABLE] = { "disable", true },
		[CONTROL_SNAPSHOT] = { "snapshot", false }, [CONTROL_PING] = { "ping", false },
		[CONTROL_STOP] = { "stop", false },         [CONTROL_EVLIST] = { "evlist", true },
	};
	for (unsigned i = 0; i < ARRAY_SIZE(words); i++) {
		size_t n = strlen(words[i].word);
		if (strncmp(line, words[i].word, n) != 0 || (line[n] && (line[n] != ' ' || !words[i].takes_argument)))
			continue;
		*ret = (enum control_command)i;
		*ret_argument = line + n + strspn(line + n, " ");
		return true;
	}
	return false;
}

/* Reads byte by byte, as whoever gave us the descriptor may go on reading from it after us. */
int control_next(struct control *control, enum control_command *ret, const char **ret_argument)
{
	if (control->fd < 0) return 0;
	for (;;) {
		struct pollfd ready = { .fd = control->fd, .events = POLLIN };
		char c;
		if (poll(&ready, 1, 0) <= 0) return 0;
		if (!(ready.revents & POLLIN)) return -EPIPE;
		ssize_t n = read(control->fd, &c, 1);
		if (n < 0 && (errno == EAGAIN || errno == EINTR)) return 0;
		if (n <= 0) return -EPIPE;
		if (c && c != '\n') {
			if (control->size + 1 < sizeof(control->line)) control->line[control->size++] = c;
			else control->too_long = true;
			continue;
		}
		control->line[control->size] = '\0';
		control->size = 0;
		bool whole = !control->too_long;
		control->too_long = false;
		if (whole && parse_line(control->line, ret, ret_argument)) return 1;
	}
}

void control_ack(const struct control *control)
{
	if (control->ack_fd < 0) return;
	ssize_t n = write(control->ack_fd, "ack\n", 4);
	/* A full pipe: whoever does not read the acknowledgements does not wait for them. */
	(void)n;
}
