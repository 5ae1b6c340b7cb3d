/* A whole recording through perf report: call graphs, headers, tracepoints' fields. */
#include "tests/fuzz/fuzz.h"
#include "tests/fuzz/memfile.h"
#include "tests/fuzz/run_commands.h"

FUZZ(data, size)
{
	static const char *const line[] = {
		"report",      "--stdio", RUN_COMMANDS_NO_SYMBOLS,  "--header", "-I", "-g",
		"caller,0.01", "-s",      "comm,dso,sym,cpu,trace", "-n",       "-T", NULL
	};
	struct memfile file = memfile_open(data, size);
	run_command(line, file.path);
	memfile_close(&file);
}
