/* Orders to a running measurement, one a line, through a descriptor or FIFO (--control of record and stat): what is to
 * be done, and "ack\n" when it was. Source: perf-record(1), --control. */
#ifndef RECORD_CONTROL_CONTROL_H
#define RECORD_CONTROL_CONTROL_H

#include <stdbool.h>
#include "base/err.h"

/* Words of the same name; ENABLE and DISABLE take the name of an event, EVLIST -v, -g or -F. */
enum control_command { CONTROL_ENABLE, CONTROL_DISABLE, CONTROL_SNAPSHOT, CONTROL_PING, CONTROL_STOP, CONTROL_EVLIST };

/* The descriptors, and the line that is being read. */
struct control {
	int fd, ack_fd; /* -1: none */
	bool owned;     /* opened here, from FIFOs */
	char line[256]; /* of what has come so far */
	size_t size;
	bool too_long; /* the line does not fit: skipped */
};
#define CONTROL_NONE                   \
	{                              \
		.fd = -1, .ack_fd = -1 \
	}

/* "fd:N[,N]" or "fifo:PATH[,PATH]". 0 or a negative errno with err set; control_close is for both. */
int control_open(struct control *control, const char *spec, struct err *err) _warn_unused_;
void control_close(struct control *control);
/* The next order that has arrived; never waits. 1 with *ret and *ret_argument (what follows the word, maybe ""; until
 * the next call), 0: none yet, -EPIPE: nobody will write any more. Lines that are no order are skipped. */
int control_next(struct control *control, enum control_command *ret, const char **ret_argument);
/* Says that the order was obeyed; nothing when there is no ack descriptor. */
void control_ack(const struct control *control);

#endif
