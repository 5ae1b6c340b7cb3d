/* One function that burns time: the simplest profile. Nearly all samples of user space are in noploop. */
#include <sys/prctl.h>
#include "specimen/specimen.h"

static SPECIMEN_FUNCTION int noploop(int argc, const char **argv)
{
	prctl(PR_SET_NAME, "perf-noploop");
	specimen_start_timer(argc > 0 ? argv[0] : NULL, 1);
	while (!specimen_over) continue;
	return 0;
}

const struct specimen specimen_noploop = { .name = "noploop", .usage = "[SECONDS]", .run = noploop };
