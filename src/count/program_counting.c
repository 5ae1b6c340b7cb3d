/* Waiting is only for the child and for signals. */
#include "count/program_counting.h"

#include <signal.h>
#include <time.h>
#include "record/control/end_signals.h"

enum { BEAT_MS = 100, CHILD_BEAT_MS = 10 /* how late the end of a command is seen */ };

/* Waits so long, or until one of the signals comes. */
static bool signal_comes(const sigset_t *signals, long ms)
{
	const struct timespec beat = { .tv_sec = ms / 1000, .tv_nsec = ms % 1000 * 1000000 };
	return sigtimedwait(signals, NULL, &beat) > 0;
}

/* The signals are blocked and waited for, also those that are ignored: a script's background ignores SIGINT. */
int program_counting_run(const struct program_counting *counting, struct child *child, const char *name,
			 struct err *err)
{
	sigset_t ending, before;
	sigemptyset(&ending);
	end_signals_add(&ending);
	sigprocmask(SIG_BLOCK, &ending, &before);
	int r = counting->switch_on(counting->ctx, true, err);
	if (r >= 0 && child->pid) r = child_start(child, name, err);
	while (r >= 0 && !(child->pid && child_ended(child)))
		if (signal_comes(&ending, child->pid ? CHILD_BEAT_MS : BEAT_MS)) break;
	(void)!counting->switch_on(counting->ctx, false, NULL);
	/* Signals that came meanwhile must not end the process before it has shown the result. */
	while (signal_comes(&ending, 0)) continue;
	sigprocmask(SIG_SETMASK, &before, NULL);
	return r < 0 ? r : 0;
}

void program_counting_end(struct child *child)
{
	if (child->pid && !child_ended(child)) child_stop(child);
	child_done(child);
}
