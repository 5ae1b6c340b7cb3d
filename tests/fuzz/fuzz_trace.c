/* A whole recording through perf trace: every row and the sums. */
#include "tests/fuzz/fuzz.h"
#include "tests/fuzz/memfile.h"
#include "tests/fuzz/run_commands.h"

FUZZ(data, size)
{
	static const char *const line[] = { "trace", "-f",     "-S", "--errno-summary", "-o", "/dev/null",
					    "-e",    "!close", NULL };
	struct memfile file = memfile_open(data, size);
	run_command(line, file.path);
	memfile_close(&file);
}
