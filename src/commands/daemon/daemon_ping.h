/* Whether a session answers: "ping" into its control FIFO, "ack" out of the other one. Never waits: the server polls
 * the descriptor. */
#ifndef COMMANDS_DAEMON_DAEMON_PING_H
#define COMMANDS_DAEMON_DAEMON_PING_H

#include <stdbool.h>
#include <stdint.h>
#include "commands/daemon/daemon_message.h"

/* ack_fd: what to poll for reading while pending, else -1. deadline_ns: clock_now_ns, when to give up. outcome: of the
 * last ping once it is not pending. */
struct daemon_ping {
	bool pending;
	int ack_fd;
	uint64_t deadline_ns;
	enum daemon_outcome outcome;
};

/* Asks the session of that directory, unless it is being asked already. */
void daemon_ping_start(struct daemon_ping *ping, int dir_fd, uint64_t now_ns);
/* Looks whether the answer is there, and gives up when it is time to. True when it has ended with that. */
bool daemon_ping_look(struct daemon_ping *ping, uint64_t now_ns);
/* Ends it without an answer: the session's process has ended. */
void daemon_ping_drop(struct daemon_ping *ping);

#endif
