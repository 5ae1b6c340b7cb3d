/* What the options of perf script say. */
#ifndef COMMANDS_SCRIPT_SCRIPT_OPTION_H
#define COMMANDS_SCRIPT_SCRIPT_OPTION_H

#include "base/strbuf.h"
#include "cli/options.h"
#include "commands/option/debuginfod_option.h"
#include "commands/option/filter_option.h"
#include "commands/option/session_option.h"
#include "script/script_fields.h"

/* What was given, option by option. Texts are the command line's. */
struct script_values {
	struct session_option_values session;
	struct filter_option_values filter;
	struct debuginfod_option_values debuginfod;
	struct script_fields fields;
	/* What the user should hear of -F; printed after parsing. */
	struct strbuf field_notes;
	/* -D, --dump-unsorted-raw-trace, and what else is shown. */
	bool dump, dump_unsorted, header, header_only, show_info, json;
	bool hide_chains, latency, deltatime, reltime, ns, per_event, check_order, kernel_path;
	unsigned max_stack, max_blocks;
	/* Kinds of records besides samples: bits SCRIPT_SHOW_*. */
	unsigned show;
	/* Bytes behind an address of -S that count as that address. */
	uint64_t addr_range;
	const char *stop_symbols, *graph_function;
	const char *guest_kallsyms, *guest_vmlinux;
	/* Accepted by the parser, and refused or without effect in script_run.c: scripting engines, decoders of
	 * traces. */
	bool list, list_dlfilters;
	const char *gen_script, *script_name, *dlfilter, *dlarg, *xed;
	bool all_cpus, guest_code;
	const char *guest_modules, *guest_mount;
};
extern const struct option script_options[];
extern const char *const script_usage[];
extern const char *const script_subcommands[];
extern const struct option_table script_option_table;

/* Defaults; before options are parsed. Done with script_values_done. */
void script_values_init(struct script_values *values);
void script_values_done(struct script_values *values);

#endif
