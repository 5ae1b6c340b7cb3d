/* The same calls and branches in every run, without loops that depend on time: traces of instructions can be compared
 * word by word. Its argument would change that: it has none. */
#include "specimen/specimen.h"

static SPECIMEN_FUNCTION void function_a(void) { specimen_value += 1; }
static SPECIMEN_FUNCTION void function_b(void) { specimen_value += 2; }

static SPECIMEN_FUNCTION void function_c(int i)
{
	if (i % 2) function_a(); /* taken every other time */
	else function_b();
	specimen_value += 3;
}

static SPECIMEN_FUNCTION int deterministic(int argc, const char **argv)
{
	function_a();
	function_b();
	for (int i = 0; i < 10; i++) function_c(i);
	return 0;
}

const struct specimen specimen_deterministic = { .name = "deterministic", .usage = "", .run = deterministic };
