/* A whole recording through perf script, with lines for other records too. */
#include "tests/fuzz/fuzz.h"
#include "tests/fuzz/memfile.h"
#include "tests/fuzz/run_commands.h"

FUZZ(data, size)
{
	static const char *const line[] = { "script",
					    RUN_COMMANDS_NO_SYMBOLS,
					    "--header",
					    "-I",
					    "--show-mmap-events",
					    "--show-task-events",
					    "--show-lost-events",
					    "--show-round-events",
					    "--show-switch-events",
					    "--show-namespace-events",
					    "--show-cgroup-events",
					    "--show-bpf-events",
					    "--show-text-poke-events",
					    NULL };
	struct memfile file = memfile_open(data, size);
	run_command(line, file.path);
	memfile_close(&file);
}
