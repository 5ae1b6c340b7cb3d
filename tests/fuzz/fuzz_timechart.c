/* A whole recording through perf timechart, as a picture and as JSON. */
#include "tests/fuzz/fuzz.h"
#include "tests/fuzz/memfile.h"
#include "tests/fuzz/run_commands.h"

FUZZ(data, size)
{
	static const char *const lines[][RUN_COMMANDS_WORDS] = {
		{ "timechart", RUN_COMMANDS_NO_SYMBOLS, "--no-json", "-o", "-", "-n", "1000", "-t", "--highlight",
		  "100ms", NULL },
		{ "timechart", "--json", "-o", "-", "--io-skip-eagain", "--io-merge-dist", "1ms", NULL },
	};
	struct memfile file = memfile_open(data, size);
	for (size_t i = 0; i < sizeof(lines) / sizeof(lines[0]); i++) run_command(lines[i], file.path);
	memfile_close(&file);
}
