/* A leaf function that calls nothing: unwinders that trust the link register or a frame set up late lose its caller. A
 * chain must be leaf, parent, leafloop. */
#include "specimen/specimen.h"

static SPECIMEN_FUNCTION void leaf(volatile int b)
{
	while (!specimen_over) specimen_value += b;
}

static SPECIMEN_FUNCTION void parent(volatile int b)
{
	leaf(b);
	/* work after the call: never a tail call */
	specimen_value += 1;
}

static SPECIMEN_FUNCTION int leafloop(int argc, const char **argv)
{
	specimen_start_timer(argc > 0 ? argv[0] : NULL, 1);
	parent(1);
	return 0;
}

const struct specimen specimen_leafloop = { .name = "leafloop", .usage = "[SECONDS]", .run = leafloop };
