/* BPF programs that count while a command runs, or until somebody ends it: there is nothing to read meanwhile. */
#ifndef COUNT_PROGRAM_COUNTING_H
#define COUNT_PROGRAM_COUNTING_H

#include "record/control/child.h"

/* Starts and stops the programs; when it starts, 0 or -errno with err set. err is NULL when it stops. */
struct program_counting {
	int (*switch_on)(void *ctx, bool on, struct err *err);
	void *ctx;
};

/* On, the held command of that name begins (child->pid 0: there is none), its end or a signal that ends a session
 * (record/control/end_signals.h), off. This thread takes the signals meanwhile. 0 or -errno with err set. */
int program_counting_run(const struct program_counting *counting, struct child *child, const char *name,
			 struct err *err) _warn_unused_;
/* Ends the command where it still runs, and frees child. */
void program_counting_end(struct child *child);

#endif
