/* What the options of perf script say. */
#ifndef COMMANDS_SCRIPT_OPTION_H
#define COMMANDS_SCRIPT_OPTION_H

#include "base/strbuf.h"
#include "cli/options.h"
#include "script/script_fields.h"

struct script_option_values {
	struct script_fields fields;
	struct strbuf field_notes; /* what the user should hear of -F */
	bool dump, dump_unsorted, header, header_only, show_info, json;
	bool hide_chains, latency, deltatime, reltime, ns, per_event, check_order, kernel_path;
	unsigned max_stack, max_blocks;
	unsigned show; /* SCRIPT_SHOW_* */
	uint64_t addr_range;
	const char *stop_symbols, *graph_function;
	const char *guest_kallsyms, *guest_vmlinux;
	/* parts that are not there yet: scripting engines, decoders of traces */
	bool list, list_dlfilters;
	const char *gen_script, *script_name, *dlfilter, *dlarg, *call_trace, *insn_trace, *xed;
	bool all_cpus, guest_code;
	const char *guest_modules, *guest_mount;
};
extern struct script_option_values script_option_values;
extern struct option script_options[];
extern const char *const script_usage[];
extern const char *const script_subcommands[];

/* Defaults, and the help that lists the fields; before options are parsed. */
void script_option_init(void);

#endif
