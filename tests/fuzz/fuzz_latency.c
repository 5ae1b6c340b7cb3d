/* A whole recording through perf latency report: the pair that it finds itself, as text, JSON, heat map; its two first
 * events by a key of theirs. */
#include "tests/fuzz/fuzz.h"
#include "tests/fuzz/memfile.h"
#include "tests/fuzz/run_commands.h"

FUZZ(data, size)
{
	/* options stay from line to line */
	static const char *const lines[][RUN_COMMANDS_WORDS] = {
		{ "latency", "report", "--by", "comm,cpu,end.tid", "--slowest", "3", "--nested", "--max-waiting", "16",
		  NULL },
		{ "latency", "report", "--key", "none", "-x", ";", "-o", "-", "--columns", "7", "--rows", "9", NULL },
		{ "latency", "report", "--linear", "--max-latency", "2ms", "--key", "tid=tid,key,dev,sector", NULL },
		{ "latency", "report", "--json", "--key", "name=name,cpu", "--by", "name", NULL },
	};
	struct memfile file = memfile_open(data, size);
	run_command(lines[size % (sizeof(lines) / sizeof(lines[0]))], file.path);
	memfile_close(&file);
}
