/* What the tool events user_time and system_time count where there is no command whose resource usage tells: the clock
 * ticks that the kernel accounts to CPUs and to tasks. */
#ifndef COUNT_TOOL_TIMES_H
#define COUNT_TOOL_TIMES_H

#include "event/attr/counts.h"
#include "event/attr/event_spec.h"
#include "kernel/procfs_times.h"
#include "kernel/target.h"

/* Where the clocks stood at the start of a run. */
struct tool_times {
	struct procfs_times *start; /* of each CPU, or of each thread, at the beginning; NULL: nobody asks */
};

/* Looks at the clocks when events has user_time or system_time; else does nothing, and tool_times_read neither. */
void tool_times_start(struct tool_times *times, const struct event_list *events, const struct kernelfs *fs,
		      const struct target *target);
/* Frees the times of the start. tool_times_read then does nothing. */
void tool_times_done(struct tool_times *times);
/* Fills the cells of user_time and system_time with what has passed since. */
void tool_times_read(const struct tool_times *times, const struct event_list *events, const struct kernelfs *fs,
		     const struct target *target, struct counts *counts);

#endif
