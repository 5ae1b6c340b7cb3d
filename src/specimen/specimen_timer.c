/* How long a specimen runs: one timer of real time for the whole process. A handler, rather than a look at the clock,
 * so that loops do nothing but what they are there for. */
#include <math.h>
#include <sys/time.h>
#include "specimen/specimen.h"

/* Set by the handler, read by loops in any thread. */
volatile sig_atomic_t specimen_over;
volatile int specimen_value;

static void on_alarm(int signal_number) { specimen_over = 1; }

void specimen_start_timer(const char *seconds_text, double seconds_default)
{
	double seconds = seconds_text ? strtod(seconds_text, NULL) : seconds_default;
	struct itimerval timer = { 0 };

	specimen_over = 0;
	if (!(seconds > 0) || seconds > 1e9) return;
	timer.it_value.tv_sec = (time_t)seconds;
	timer.it_value.tv_usec = (suseconds_t)((seconds - floor(seconds)) * 1e6);
	/* a timer of 0 would be none */
	if (!timer.it_value.tv_sec && !timer.it_value.tv_usec) timer.it_value.tv_usec = 1;
	signal(SIGALRM, on_alarm);
	setitimer(ITIMER_REAL, &timer, NULL);
}
