/* perf probe: the options, and what each of its orders does. */
#ifndef COMMANDS_PROBE_PROBE_CMD_H
#define COMMANDS_PROBE_PROBE_CMD_H

#include "base/err.h"
#include "probe/search/glob_filter.h"
#include "probe/definition/probe_definition.h"
#include "probe/search/probe_find.h"

/* What perf probe is told to do: one of these at a time. */
enum probe_order {
	PROBE_ORDER_NONE,
	PROBE_ORDER_ADD,
	PROBE_ORDER_DEFINITION,
	PROBE_ORDER_DELETE,
	PROBE_ORDER_LIST,
	PROBE_ORDER_LINES,
	PROBE_ORDER_VARS,
	PROBE_ORDER_FUNCTIONS
};

/* What -x or -m named: one of both, owned. It holds for the definitions behind it. */
struct probe_cmd_file {
	char *exec, *module;
};

/* The command line, parsed. Definitions, lines and filters are owned (probe_cmd_done), other texts are argv's. */
struct probe_cmd_values {
	enum probe_order order;
	struct probe_definitions definitions; /* -a, -D, -V */
	/* Of each definition: index into files of the -x or -m before it; -1: there was none. */
	VEC(int) file_of;
	VEC(struct probe_cmd_file) files;
	/* -L. */
	struct probe_lines lines;
	/* -d, -l: of "GROUP:EVENT", or of the event's name alone; NULL: all. */
	struct glob_filter *event_filter;
	/* Its text, for messages. */
	char *event_patterns;
	/* --filter, -F; NULL: the order's own. */
	struct glob_filter *filter;
	/* The last of the files. */
	const char *exec, *module;
	const char *vmlinux, *source_dir, *symfs;
	bool force, dry_run, quiet, cache, bootconfig, externs, no_inlines, range, demangle, demangle_kernel;
	int max_probes, target_ns;
};

/* Reads the command line into values (zeroed but for their defaults). False: nothing is to be done, *ret_status is the
 * exit status, and why has been said. */
bool probe_cmd_parse(struct probe_cmd_values *values, int argc, const char **argv, int *ret_status);
void probe_cmd_done(struct probe_cmd_values *values);

/* Where probes are looked for, as the options say; borrows from values. What the search remarks goes to stderr. */
struct probe_target probe_cmd_target(const struct probe_cmd_values *values);
/* The same for definition `number` (an index), with the file that was named before it. */
struct probe_target probe_cmd_target_of(const struct probe_cmd_values *values, size_t number);

/* Whether the event ("probe:vfs_read") is one of those that -d or -l speaks of. */
bool probe_cmd_selects(const struct probe_cmd_values *values, const char *full);
struct probe_cache_entry;
/* The same of an entry of the probe cache, by its text or by the name of its event. */
bool probe_cmd_selects_cached(const struct probe_cmd_values *values, const struct probe_cache_entry *entry);

/* What each order does. Each prints what it found, and returns 0, or -errno with err: what is said before "  Error:
 * Failed to ...". probe_cmd_add makes events of all definitions (-a), and names them on stderr ("Added new event:"). */
int probe_cmd_add(const struct probe_cmd_values *values, struct err *err);
int probe_cmd_definition(const struct probe_cmd_values *values, struct err *err); /* -D */
int probe_cmd_delete(const struct probe_cmd_values *values, struct err *err);
int probe_cmd_list(const struct probe_cmd_values *values, struct err *err);
int probe_cmd_lines(const struct probe_cmd_values *values, struct err *err);
int probe_cmd_vars(const struct probe_cmd_values *values, struct err *err);
int probe_cmd_functions(const struct probe_cmd_values *values, struct err *err);

#endif
