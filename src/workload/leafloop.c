/* A leaf function that calls nothing: unwinders that trust the link register or a frame set up late lose its caller. */
#include "workload/workload.h"

static volatile int a;

static WORKLOAD_FUNCTION void leaf(volatile int b)
{
	while (!workload_over) a += b;
}

static WORKLOAD_FUNCTION void parent(volatile int b)
{
	leaf(b);
	a += 1; /* work after the call: never a tail call */
}

static WORKLOAD_FUNCTION int leafloop(int argc, const char **argv)
{
	workload_start_timer(argc > 0 ? argv[0] : NULL, 1);
	parent(1);
	return 0;
}

const struct workload workload_leafloop = { .name = "leafloop", .usage = "[SECONDS]", .run = leafloop };
