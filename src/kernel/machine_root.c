/* The environment is asked once; what it names stays the machine until the program ends. */
#include "kernel/machine_root.h"

#include <stdlib.h>
#include "base/host.h"
#include "kernel/tracefs.h"

/* Not locked: two first calls at once set the same value. */
const struct kernelfs *machine_root(void)
{
	static struct kernelfs root;
	if (!root.root) {
		const char *given = getenv("PERF_MACHINE_ROOT");
		root.root = given ? given : "";
	}
	return &root;
}

const struct kernelfs *machine_of_this_process(void)
{
	static const struct kernelfs running = { .root = "" };
	return &running;
}

bool machine_root_is_foreign(void) { return machine_root()->root[0] != '\0'; }

char *machine_tracefs(void) { return tracefs_find(machine_root(), getenv("PERF_DEBUGFS_DIR")); }

char *machine_release(void)
{
	char *release = machine_root_is_foreign() ? kernelfs_read(machine_root(), "proc/sys/kernel/osrelease") : NULL;
	return release ? release : xstrdup(host_read().release);
}
