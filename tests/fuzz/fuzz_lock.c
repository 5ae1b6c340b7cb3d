/* A whole recording through perf lock contention (by caller, thread, lock), report and info; as JSON when its size is
 * odd. */
#include "tests/fuzz/fuzz.h"
#include "tests/fuzz/memfile.h"
#include "tests/fuzz/run_commands.h"

FUZZ(data, size)
{
	static const char *const lines[][RUN_COMMANDS_WORDS] = {
		{ "lock", "contention", RUN_COMMANDS_NO_SYMBOLS, "--no-threads", "--no-lock-addr", "-k", "wait_min",
		  NULL },
		{ "lock", "contention", "--no-lock-addr", RUN_COMMANDS_NO_SYMBOLS, "-t", "-x", ";", NULL },
		{ "lock", "contention", "--no-threads", "-l", "-x", ",", "-F", "avg_wait", RUN_COMMANDS_NO_SYMBOLS,
		  NULL },
		{ "lock", "info", "--no-threads", NULL },
		{ "lock", "report", "-t", "-k", "avg_wait", NULL },
		{ "lock", "report", "--no-threads", "-c", "-E", "5", NULL },
	};
	struct memfile file = memfile_open(data, size);
	for (size_t i = 0; i < sizeof(lines) / sizeof(lines[0]); i++)
		run_command_with(lines[i], file.path, size % 2 ? "--json" : NULL);
	memfile_close(&file);
}
