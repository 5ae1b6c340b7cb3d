/* A loop in a function that is inlined into one that is inlined: reports with inlined functions must show leaf, middle,
 * parent. always_inline holds in spite of the room's -fno-inline; DWARF then has two inlined calls
 * (DW_TAG_inlined_subroutine) within parent. */
#include <sys/prctl.h>
#include "specimen/specimen.h"

static inline __attribute__((always_inline)) void leaf(volatile int b)
{
	while (!specimen_over) specimen_value += b;
}

static inline __attribute__((always_inline)) void middle(volatile int b) { leaf(b); }

static SPECIMEN_FUNCTION void parent(volatile int b)
{
	middle(b);
	specimen_value += 1;
}

static SPECIMEN_FUNCTION int inlineloop(int argc, const char **argv)
{
	prctl(PR_SET_NAME, "perf-inlineloop");
	specimen_start_timer(argc > 0 ? argv[0] : NULL, 1);
	parent(1);
	return 0;
}

const struct specimen specimen_inlineloop = { .name = "inlineloop", .usage = "[SECONDS]", .run = inlineloop };
