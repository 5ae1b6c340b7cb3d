/* One function that burns time: the simplest profile. */
#include "workload/workload.h"

static WORKLOAD_FUNCTION int noploop(int argc, const char **argv)
{
	workload_start_timer(argc > 0 ? argv[0] : NULL, 1);
	while (!workload_over) continue;
	return 0;
}

const struct workload workload_noploop = { .name = "noploop", .usage = "[SECONDS]", .run = noploop };
