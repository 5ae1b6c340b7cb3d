#include "workload/workload.h"

#include <math.h>
#include <string.h>
#include <sys/time.h>

#define X(stem) extern const struct workload workload_##stem;
#include "workload/workload.def"
#undef X

const struct workload *const workloads[] = {
#define X(stem) &workload_##stem,
#include "workload/workload.def"
#undef X
	NULL
};

volatile sig_atomic_t workload_over;

const struct workload *workload_find(const char *name)
{
	for (size_t i = 0; workloads[i]; i++)
		if (strcmp(workloads[i]->name, name) == 0) return workloads[i];
	return NULL;
}

static void on_alarm(int signal_number) { workload_over = 1; }

void workload_start_timer(const char *seconds_text, double seconds_default)
{
	double seconds = seconds_text ? strtod(seconds_text, NULL) : seconds_default;
	struct itimerval timer = { 0 };

	workload_over = 0;
	if (!(seconds > 0) || seconds > 1e9) return;
	timer.it_value.tv_sec = (time_t)seconds;
	timer.it_value.tv_usec = (suseconds_t)((seconds - floor(seconds)) * 1e6);
	if (!timer.it_value.tv_sec && !timer.it_value.tv_usec) timer.it_value.tv_usec = 1;
	signal(SIGALRM, on_alarm);
	setitimer(ITIMER_REAL, &timer, NULL);
}
