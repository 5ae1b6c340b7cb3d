/* What the options of perf script say. Fields (-F) are script/'s, which samples filter_option's; what is left is
 * here. */
#ifndef COMMANDS_SCRIPT_SCRIPT_OPTION_H
#define COMMANDS_SCRIPT_SCRIPT_OPTION_H

#include "base/strbuf.h"
#include "base/vec.h"
#include "cli/options.h"
#include "commands/option/debuginfod_option.h"
#include "commands/option/filter_option.h"
#include "commands/option/session_option.h"
#include "script/script_fields.h"

/* What was given, option by option. Texts are the command line's, NULL: not given. */
struct script_values {
	struct session_option_values session;
	struct filter_option_values filter;
	struct debuginfod_option_values debuginfod;
	/* -F, by type of event; what the recording lacks is taken out of a copy. */
	struct script_fields fields;
	/* Remarks on -F, printed after parsing; owned. */
	struct strbuf field_notes;
	/* -D, --dump-unsorted-raw-trace, and what else is shown. */
	bool dump, dump_unsorted, header, header_only, show_info, json, tui, fold;
	bool hide_chains, latency, deltatime, reltime, ns, per_event, check_order, kernel_path;
	/* --max-stack: frames of a chain; --max-blocks: basic blocks of one sample's branches, 0: all. */
	unsigned max_stack, max_blocks;
	unsigned dso_columns; /* of --call-trace: objects are padded to so many; 0: they are not */
	/* Kinds of records besides samples: bits SCRIPT_SHOW_*. */
	unsigned show;
	/* Bytes behind an address of -S that count as that address. */
	uint64_t addr_range;
	/* --stop-bt: names behind which chains are cut. --graph-function: only of decoded traces. */
	const char *stop_symbols, *graph_function;
	/* --dlfilter, and each --dlarg. */
	const char *dlfilter;
	VEC(char *) filter_args;
	bool list_dlfilters;
	const char *timeline; /* --timeline: the file it goes to */
	/* Accepted by the parser, and refused or without effect in script_run.c: scripting engines, decoders of
	 * traces. */
	bool list;
	const char *gen_script, *script_name, *xed;
	bool all_cpus;
};
/* The table, and its parts. */
extern const struct option script_options[];
extern const char *const script_usage[];
extern const char *const script_subcommands[];
extern const struct option_table script_option_table;

/* Defaults; before options are parsed. Done with script_values_done. */
void script_values_init(struct script_values *values);
void script_values_done(struct script_values *values);

#endif
