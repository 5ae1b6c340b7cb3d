/* A whole recording through perf sched timehist (of tasks, of idle CPUs), latency and map; as JSON when its size is
 * odd. */
#include "tests/fuzz/fuzz.h"
#include "tests/fuzz/memfile.h"
#include "tests/fuzz/run_commands.h"
#include "commands/sched_cmd.h"

FUZZ(data, size)
{
	/* timehist first: what it says of symbols goes for the others too */
	static const char *const lines[][RUN_COMMANDS_WORDS] = {
		{ "sched", "timehist", RUN_COMMANDS_NO_SYMBOLS, "--no-idle-hist", "-w", "-n", "-M", "-V", "-S",
		  "--state", "--show-prio", "--max-stack", "8", NULL },
		{ "sched", "timehist", "-I", NULL },
		{ "sched", "latency", "-C", "0", "-s", "pid,max,avg,switch,runtime", NULL },
		{ "sched", "map", "--compact", NULL },
	};
	struct memfile file = memfile_open(data, size);
	sched_cmd_values.json = size % 2;
	for (size_t i = 0; i < sizeof(lines) / sizeof(lines[0]); i++) run_command(lines[i], file.path);
	memfile_close(&file);
}
