/* A whole recording through perf sched timehist (of tasks, of idle CPUs), latency and map; as JSON when its size is
 * odd. */
#include "tests/fuzz/fuzz.h"
#include "tests/fuzz/memfile.h"
#include "tests/fuzz/run_commands.h"

FUZZ(data, size)
{
	static const char *const lines[][RUN_COMMANDS_WORDS] = {
		{ "sched", "timehist", RUN_COMMANDS_NO_SYMBOLS, "--no-idle-hist", "-w", "-n", "-M", "-V", "-S",
		  "--state", "--show-prio", "--max-stack", "8", NULL },
		{ "sched", "timehist", "-I", RUN_COMMANDS_NO_SYMBOLS, NULL },
		{ "sched", "latency", "-C", "0", "-s", "pid,max,avg,switch,runtime", NULL },
		{ "sched", "map", "--compact", NULL },
	};
	struct memfile file = memfile_open(data, size);
	for (size_t i = 0; i < sizeof(lines) / sizeof(lines[0]); i++)
		run_command_with(lines[i], file.path, size % 2 ? "--json" : NULL);
	memfile_close(&file);
}
