#include "kernel/machine_root.h"

#include <stdlib.h>

const struct kernelfs *machine_root(void)
{
	static struct kernelfs root;
	if (!root.root) {
		const char *given = getenv("PERF_MACHINE_ROOT");
		root.root = given ? given : "";
	}
	return &root;
}

bool machine_root_is_foreign(void) { return machine_root()->root[0] != '\0'; }
