#include "commands/daemon/daemon_ping.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include "base/descriptor.h"

/* As long as a session that is alive may take on a machine that is busy. */
#define PATIENCE_NS (5ull * 1000000000)

/* A FIFO of the directory, non-blocking; -1 when there is none, or nobody at its other end. */
static int open_fifo(int dir_fd, const char *name, int flags)
{
	struct stat st;
	_close_ int fd = openat(dir_fd, name, flags | O_NONBLOCK | O_CLOEXEC | O_NOFOLLOW);
	if (fd < 0 || fstat(fd, &st) < 0 || !S_ISFIFO(st.st_mode)) return -1;
	int opened = fd;
	fd = -1;
	return opened;
}

static void end(struct daemon_ping *ping, enum daemon_outcome outcome)
{
	descriptor_close(&ping->ack_fd);
	ping->pending = false;
	ping->outcome = outcome;
}

void daemon_ping_start(struct daemon_ping *ping, int dir_fd, uint64_t now_ns)
{
	static const char order[] = "ping\n";
	char old[64];
	if (ping->pending) return;
	_close_ int control_fd = open_fifo(dir_fd, "control", O_WRONLY);
	ping->ack_fd = open_fifo(dir_fd, "ack", O_RDONLY);
	ping->pending = true;
	ping->deadline_ns = now_ns + PATIENCE_NS;
	if (control_fd < 0 || ping->ack_fd < 0) {
		end(ping, DAEMON_NO_ANSWER);
		return;
	}
	/* answers to orders of others, or to a ping that was given up */
	while (read(ping->ack_fd, old, sizeof(old)) > 0) continue;
	if (write(control_fd, order, strlen(order)) != (ssize_t)strlen(order)) end(ping, DAEMON_NO_ANSWER);
}

bool daemon_ping_look(struct daemon_ping *ping, uint64_t now_ns)
{
	char answer[8];
	if (!ping->pending) return false;
	ssize_t n = read(ping->ack_fd, answer, sizeof(answer));
	if (n >= 3 && memcmp(answer, "ack", 3) == 0) end(ping, DAEMON_DONE);
	else if (now_ns >= ping->deadline_ns) end(ping, DAEMON_NO_ANSWER);
	return !ping->pending;
}

void daemon_ping_drop(struct daemon_ping *ping)
{
	if (ping->pending) end(ping, DAEMON_NOT_RUNNING);
}
