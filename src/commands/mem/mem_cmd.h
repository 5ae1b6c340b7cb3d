/* The subcommands of perf mem, and what perf c2c record has in common with perf mem record.
 *
 *     ../mem.c -> record    perf record -d -W -e EVENTS OF THIS MACHINE
 *              -> report    perf report --mem-mode, or lines of samples (-D) */
#ifndef COMMANDS_MEM_MEM_CMD_H
#define COMMANDS_MEM_MEM_CMD_H

#include "cli/option_form.h"
#include "commands/option/session_option.h"
#include "event/pmu/memory_event.h"

/* Options that may stand in front of the subcommand's name or behind it; the former are the latter's initial values.
 * accesses: -t, a set of enum memory_access. cpus: -C, NULL: not given. */
struct mem_cmd_values {
	struct session_option_values session;
	unsigned accesses;
	bool phys_data, data_page_size;
	const char *cpus;
};
#define MEM_CMD_VALUES_INIT                                                                     \
	{                                                                                       \
		.session = SESSION_OPTION_VALUES_INIT, .accesses = MEMORY_LOADS | MEMORY_STORES \
	}
/* -t; its value is a struct mem_cmd_values' accesses. */
int mem_cmd_store_type(const struct option *option, const char *arg, bool unset, void *accesses);
extern const struct option_set mem_cmd_type_set;

/* T is the struct of values, m its member of struct mem_cmd_values. */
#define MEM_CMD_ROWS(T, m)                                                                                            \
	{ OPTION_ROW(OPTION_KIND_CALLBACK, 't', "type", "memory operations(load,store) Default load,store"),          \
	  .arg_name = "type", .store = mem_cmd_store_type, .set = &mem_cmd_type_set,                                  \
	  .member = OPTION_MEMBER(unsigned, T, m.accesses) },                                                         \
		OPTION_NUMBERS('C', "cpu", T, m.cpus, "cpu", "list of cpus to profile"),                              \
		SESSION_ROW_FORCE(T, m.session),                                                                      \
		OPTION_BOOL('p', "phys-data", T, m.phys_data, "Record/Report sample physical addresses"),             \
		OPTION_BOOL(0, "data-page-size", T, m.data_page_size, "Record/Report sample data address page size"), \
		OPTION_VERBOSE("be more verbose (show counter open errors, etc)")

/* Which events are recorded, of all that the machine has. */
struct mem_record_choice {
	const char *events;      /* -e: parts of names, with commas; "list"; NULL: by accesses */
	unsigned accesses;       /* where events is NULL */
	const unsigned *latency; /* --ldlat in cycles; NULL: not given */
};
/* Runs perf record with these events. options: its words in front of them, and argv[1..] behind; with -v the whole
 * command line is shown. Returns the exit status: 255 where the machine has no such events, which is said. */
int mem_record_run(const struct mem_record_choice *choice, const char *const *options, int argc, const char **argv);

/* The subcommands: values are those of the options in front. They return the exit status. */
int mem_cmd_record(const struct mem_cmd_values *before, int argc, const char **argv);
int mem_cmd_report(const struct mem_cmd_values *before, int argc, const char **argv);

#endif
