/* perf c2c record: perf record with events of memory accesses, and what reports on cache lines need of each. */
#include "commands/c2c/c2c_cmd.h"
#include "commands/mem/mem_cmd.h"
#include "commands/record/record_setup.h"

struct c2c_record_values {
	const char *events;
	unsigned latency;
	bool latency_given, all_user, all_kernel;
};

static const char *const usage[] = { "perf c2c record [<options>] [<command>]",
				     "perf c2c record [<options>] -- <command> [<options>]", NULL };
static const struct option options[] = {
	OPTION_STRING('e', "event", struct c2c_record_values, events, "event",
		      "event selector. Use 'perf c2c record -e list' to list available events"),
	OPTION_BOOL('u', "all-user", struct c2c_record_values, all_user, "collect only user level data"),
	OPTION_BOOL('k', "all-kernel", struct c2c_record_values, all_kernel, "collect only kernel level data"),
	{ OPTION_ROW(OPTION_KIND_UINT, 'l', "ldlat", "setup mem-loads latency"), .arg_name = "n",
	  .member = OPTION_MEMBER(unsigned, struct c2c_record_values, latency),
	  .given = OPTION_MEMBER(bool, struct c2c_record_values, latency_given) },
	OPTION_VERBOSE("be more verbose (show counter open errors, etc)"),
	OPTION_END
};

int c2c_cmd_record(int argc, const char **argv)
{
	const struct option_table table = {
		.rows = options, .usage = usage, .flags = OPTIONS_STOP_AT_NON_OPTION, .others = record_setup_table.rows
	};
	struct c2c_record_values values = { 0 };
	const char *words[8];
	size_t count = 0;
	int status;
	_free_ const char **rest = xcalloc((size_t)argc + 2, sizeof(*rest));
	memcpy(rest + 1, argv, (size_t)argc * sizeof(*argv));
	if (!option_table_parse(&table, &argc, rest + 1, &values, &status)) return status;
	words[count++] = "-d";
	words[count++] = "--phys-data";
	words[count++] = "--sample-cpu";
	if (values.all_user) words[count++] = "--all-user";
	if (values.all_kernel) words[count++] = "--all-kernel";
	words[count] = NULL;
	const struct mem_record_choice choice = { .events = values.events,
						  .accesses = MEMORY_LOADS | MEMORY_STORES,
						  .latency = values.latency_given ? &values.latency : NULL };
	return mem_record_run(&choice, words, argc + 1, rest);
}
