/* perf probe: the options, and what each of its orders does.
 *
 *     probe_cmd_parse (probe_option.c) -> struct probe_cmd_values -> ../probe.c: a function an order -> probe_cmd_done
 *
 * What a definition means, where it leads to and how the kernel is told is src/probe's. */
#ifndef COMMANDS_PROBE_PROBE_CMD_H
#define COMMANDS_PROBE_PROBE_CMD_H

#include "base/err.h"
#include "probe/search/glob_filter.h"
#include "probe/definition/probe_definition.h"
#include "probe/search/probe_find.h"

/* What perf probe is told to do: one of these at a time. A new one has an option in probe_option.c, a row in
 * ../probe.c and a function below. */
enum probe_order {
	/* Nothing said: wrong use. */
	PROBE_ORDER_NONE,
	/* -a, and words without an option: make events. */
	PROBE_ORDER_ADD,
	/* -D: show the lines that would be given to the kernel. */
	PROBE_ORDER_DEFINITION,
	/* -d: remove events. */
	PROBE_ORDER_DELETE,
	/* -l: show the events that there are. */
	PROBE_ORDER_LIST,
	/* -L: show source lines that have code. */
	PROBE_ORDER_LINES,
	/* -V: show variables at a place. */
	PROBE_ORDER_VARS,
	/* -F: show functions. */
	PROBE_ORDER_FUNCTIONS
};

/* What -x or -m named: one of both, owned. It holds for the definitions behind it. */
struct probe_cmd_file {
	char *exec, *module;
};

/* The command line, parsed. Definitions, lines, files, filters and event_patterns are owned (probe_cmd_done), other
 * texts are argv's. Zeroed but for demangle and max_probes before it is parsed. */
struct probe_cmd_values {
	enum probe_order order;
	/* Of -a, -D and -V, in the order of the command line. */
	struct probe_definitions definitions;
	/* Of each definition: index into files of the -x or -m before it; -1: there was none. */
	VEC(int) file_of;
	/* All of -x and -m, in order. */
	VEC(struct probe_cmd_file) files;
	/* -L. */
	struct probe_lines lines;
	/* -d, -l: of "GROUP:EVENT", or of the event's name alone; NULL: all. */
	struct glob_filter *event_filter;
	/* Its text, for messages. */
	char *event_patterns;
	/* --filter, -F; NULL: the order's own. */
	struct glob_filter *filter;
	/* Those of the last of the files: what orders without a definition are about. */
	const char *exec, *module;
	const char *vmlinux, *source_dir, *symfs;
	bool force, dry_run, quiet, cache, bootconfig, externs, no_inlines, range, demangle, demangle_kernel;
	/* max_probes: so many places of one definition at most. target_ns: the process in whose mount namespace the
	 * path of -x is; 0: our own. */
	int max_probes, target_ns;
};

/* Reads the command line into values. False: nothing is to be done, *ret_status is the exit status, and why has been
 * said. values are to be ended with probe_cmd_done in either case. Sets console.quiet for -q. */
bool probe_cmd_parse(struct probe_cmd_values *values, int argc, const char **argv, int *ret_status);
/* Frees what values own; also fine after a command line that was refused half way. */
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

/* What each order does. Each prints what it found, and returns 0 or more, or -errno with err: what is said before "
 * Error: Failed to ...". Listings go to stdout, what was changed to stderr. probe_cmd_add makes events of all
 * definitions (-a), and names them on stderr ("Added new event:"). */
int probe_cmd_add(const struct probe_cmd_values *values, struct err *err);
int probe_cmd_definition(const struct probe_cmd_values *values, struct err *err); /* -D */
int probe_cmd_delete(const struct probe_cmd_values *values, struct err *err);
int probe_cmd_list(const struct probe_cmd_values *values, struct err *err);
int probe_cmd_lines(const struct probe_cmd_values *values, struct err *err);
int probe_cmd_vars(const struct probe_cmd_values *values, struct err *err);
int probe_cmd_functions(const struct probe_cmd_values *values, struct err *err);

#endif
