/* A whole recording compared with itself: every method, judged, with its paths of calls and its branches. */
#include "tests/fuzz/fuzz.h"
#include "tests/fuzz/memfile.h"
#include "tests/fuzz/run_commands.h"

FUZZ(data, size)
{
	static const char *const lines[][RUN_COMMANDS_WORDS] = {
		{ "diff", RUN_COMMANDS_NO_SYMBOLS, "-g", "-p", "-F", RUN_COMMANDS_PATH, RUN_COMMANDS_PATH },
		{ "diff", RUN_COMMANDS_NO_SYMBOLS, "--follow", "-s", "comm,dso,sym,cpu", "--json", RUN_COMMANDS_PATH,
		  "--", RUN_COMMANDS_PATH },
		{ "diff", RUN_COMMANDS_NO_SYMBOLS, "-c", "cycles", "--cycles-hist", RUN_COMMANDS_PATH,
		  RUN_COMMANDS_PATH },
		{ "diff", RUN_COMMANDS_NO_SYMBOLS, "--stream", RUN_COMMANDS_PATH, RUN_COMMANDS_PATH },
	};
	struct memfile file = memfile_open(data, size);
	/* A process runs one line of a command: which one, the data says. */
	run_command(lines[size % ARRAY_SIZE(lines)], file.path);
	memfile_close(&file);
}
