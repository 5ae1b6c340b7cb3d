/* The table of specimens, of the rows of specimen.def, which are in the order in which `perf test --list-workloads`
 * shows them. */
#include "specimen/specimen.h"

#include <string.h>

#define X(stem) extern const struct specimen specimen_##stem;
#include "specimen/specimen.def"
#undef X

const struct specimen *const specimens[] = {
#define X(stem) &specimen_##stem,
#include "specimen/specimen.def"
#undef X
	NULL
};

const struct specimen *specimen_find(const char *name)
{
	for (size_t i = 0; specimens[i]; i++)
		if (strcmp(specimens[i]->name, name) == 0) return specimens[i];
	return NULL;
}
