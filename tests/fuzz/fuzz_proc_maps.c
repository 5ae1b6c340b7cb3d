/* /proc/PID/maps of any text. */
#include "kernel/procfs.h"
#include "tests/fuzz/fuzz.h"

FUZZ(data, size)
{
	char *text = fuzz_text(data, size), *pos = text;
	struct procfs_map map;
	while (procfs_next_map(&pos, &map)) (void)strlen(map.name);
	free(text);
}
