/* A whole recording through perf lock contention (by caller, thread, lock), report and info; as JSON when its size is
 * odd. */
#include "tests/fuzz/fuzz.h"
#include "tests/fuzz/memfile.h"
#include "tests/fuzz/run_commands.h"
#include "commands/lock_cmd.h"

FUZZ(data, size)
{
	/* with chains first: what it says of symbols goes for the others too, and an option stays until it is taken
	 * back */
	static const char *const lines[][RUN_COMMANDS_WORDS] = {
		{ "lock", "contention", "--kallsyms", "/dev/null", "--no-threads", "--no-lock-addr", "-k", "wait_min",
		  NULL },
		{ "lock", "contention", "--no-lock-addr", "-t", "-x", ";", NULL },
		{ "lock", "contention", "--no-threads", "-l", "-x", ",", "-F", "avg_wait", NULL },
		{ "lock", "info", "--no-threads", NULL },
		{ "lock", "report", "-t", "-k", "avg_wait", NULL },
		{ "lock", "report", "--no-threads", "-c", "-E", "5", NULL },
	};
	struct memfile file = memfile_open(data, size);
	lock_cmd_values.json = size % 2;
	for (size_t i = 0; i < sizeof(lines) / sizeof(lines[0]); i++) run_command(lines[i], file.path);
	memfile_close(&file);
}
