/* perf top's options in upstream's order, the configuration's values, and combinations that make no sense. */
#include "commands/top/top_option.h"

#include <errno.h>
#include <regex.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>
#include "analysis/profile/rows/hist_layout.h"
#include "cli/compatible_version.h"
#include "cli/config.h"
#include "cli/console.h"
#include "commands/option/machine_set.h"
#include "commands/record/record_value.h"

enum { USUAL_DELAY_S = 2, MAX_STACK = 127 };

static const char *const usage[] = { "perf top [<options>]", NULL };

/* -- values -- */

/* The recorder's word at the beginning of --call-graph, with the size behind "dwarf": its length; 0: there is none. */
static size_t record_mode_length(const char *text)
{
	size_t length = strcspn(text, ",");
	const struct {
		const char *word;
		bool sized;
	} modes[] = { { "fp", true }, { "dwarf", true }, { "lbr", false }, { "no", false } };
	for (size_t i = 0; i < ARRAY_SIZE(modes); i++) {
		if (strlen(modes[i].word) != length || strncmp(text, modes[i].word, length) != 0) continue;
		size_t digits = modes[i].sized && text[length] ? strspn(text + length + 1, "0123456789") : 0;
		bool whole = digits && (!text[length + 1 + digits] || text[length + 1 + digits] == ',');
		return whole ? length + 1 + digits : length;
	}
	return 0;
}

/* --call-graph: how chains are recorded, then how graphs are drawn. */
static int top_option_chains(const struct option *option, const char *arg, bool unset, void *all)
{
	struct top_option *top = all;
	_free_ char *wrong = NULL;
	top->chains_given = !unset;
	if (unset) return record_value_call_graph(option, arg, true, &top->setup);
	size_t length = record_mode_length(arg);
	_free_ char *mode = xstrndup(length ? arg : "fp", length ? length : 2);
	const char *rest = arg + length + (length && arg[length] == ',');
	if (record_value_call_graph(option, mode, false, &top->setup) < 0) return -1;
	if (*rest && chain_option_parse(&top->chains, rest, &wrong) < 0) return option_unknown(option, wrong);
	return 0;
}

static int top_option_g(const struct option *option, const char *arg, bool unset, void *all)
{
	struct top_option *top = all;
	top->chains_given = !unset;
	return record_value_g(option, arg, unset, &top->setup);
}

static int top_option_limit(const struct option *option, const char *arg, bool unset, void *member)
{
	double *limit = member;
	*limit = 0;
	if (!unset && option_percent(arg, limit) < 0)
		return option_error(option,
				    " Error: option `percent-limit' expects a percentage, such as 5 or 0.5%%, not `%s'",
				    arg);
	return 0;
}

static int top_option_percentage(const struct option *option, const char *arg, bool unset, void *relative)
{
	if (option_check_set(option, arg, unset) < 0) return -1;
	*(bool *)relative = !unset && strcmp(arg, "relative") == 0;
	return 0;
}

/* Tried here, so that a wrong one is refused before anything is recorded. */
static int top_option_callees(const struct option *option, const char *arg, bool unset, void *pattern)
{
	regex_t regex;
	*(const char **)pattern = unset ? NULL : arg;
	int error = unset ? 0 : regcomp(&regex, arg, REG_EXTENDED | REG_NOSUB);
	if (unset) return 0;
	if (!error) return regfree(&regex), 0;
	char text[256];
	regerror(error, &regex, text, sizeof(text));
	return option_error(option, "Invalid --ignore-callees regex: %s\n%s", arg, text);
}

/* "10,,20": a width left out is 0, the column's own. */
static int top_option_check_widths(const struct option *option, const char *arg, bool unset)
{
	if (!arg[strspn(arg, "0123456789,")]) return 0;
	return option_error(option, " Error: option `column-widths' expects numbers, such as 10,20, not `%s'", arg);
}

static const struct option_set key_set = {
	.what = "key", .visit = hist_layout_visit, .is_list = true, .is_open = true
};
static const char *const percentage_names[] = { "relative", "absolute", NULL };
static const struct option_set percentage_set = { .what = "kind", .names = percentage_names };

static const char call_graph_help[] =
	"setup and enables call-graph (stack chain/backtrace):\n\n" RECORD_VALUE_MODE_HELP CHAIN_OPTION_HELP_WORDS
	"\t\t\t\tDefault: fp,graph,0.5,caller,function";

/* -- the table -- */

#define T struct top_option
/* A row whose function is one of perf record's, which gets its setup. */
#define SETUP_ROW(s, l, a, h, fn)                                                           \
	{                                                                                   \
		OPTION_ROW(OPTION_KIND_CALLBACK, s, l, h), .arg_name = (a), .store = (fn),  \
							   .member = OPTION_PLACE(T, setup) \
	}
#define SETUP_ROW_NOARG(s, l, h, fn)                                                             \
	{                                                                                        \
		OPTION_ROW(OPTION_KIND_CALLBACK, s, l, h), .flags = OPTION_NOARG, .store = (fn), \
							   .member = OPTION_PLACE(T, setup)      \
	}
static const struct option rows[] = {
	{ OPTION_ROW(OPTION_KIND_CALLBACK, 'e', "event", "event selector. use 'perf list' to list available events"),
	  .arg_name = "event", .store = record_value_event, .set = &machine_set_events,
	  .member = OPTION_PLACE(T, setup) },
	SETUP_ROW(0, "filter", "filter", "event filter", record_value_filter),
	{ OPTION_ROW(OPTION_KIND_U64, 'c', "count", "event period to sample"), .arg_name = "n",
	  .member = OPTION_MEMBER(uint64_t, T, setup.count), .given = OPTION_MEMBER(bool, T, setup.count_set) },
	PROCESS_ROW(T, setup.processes, "profile events on existing process id, or on the process of that name"),
	OPTION_STRING('t', "tid", T, setup.recording.target.tids, "tid", "profile events on existing thread id"),
	OPTION_BOOL('a', "all-cpus", T, setup.recording.target.all_cpus, "system-wide collection from all CPUs"),
	OPTION_STRING('C', "cpu", T, setup.recording.target.cpus, "cpu", "list of cpus to monitor"),
	SESSION_ROW_VMLINUX(T, session),
	SESSION_ROW_IGNORE_VMLINUX(T, session),
	SESSION_ROW_KALLSYMS(T, session),
	SESSION_ROW_GUEST_MOUNT(T, session),
	SESSION_ROW_GUEST_VMLINUX(T, session),
	SESSION_ROW_GUEST_KALLSYMS(T, session),
	SESSION_ROW_GUEST_MODULES(T, session),
	{ OPTION_ROW(OPTION_KIND_CALLBACK, 0, "machines",
		     "what events count that do not say it themselves (:G, :H): host, guest"),
	  .arg_name = "machine[,machine]", .store = record_value_machines, .set = &machines_option_set,
	  .member = OPTION_PLACE(T, setup) },
	OPTION_BOOL('K', "hide_kernel_symbols", T, hide_kernel, "hide kernel symbols"),
	SETUP_ROW('m', "mmap-pages", "pages", "number of mmap data pages", record_value_data_pages),
	OPTION_INT('r', "realtime", T, setup.recording.realtime_priority,
		   "collect data with this RT SCHED_FIFO priority"),
	OPTION_NATURAL_INT('d', "delay", T, delay_s, "number of seconds to delay between refreshes"),
	OPTION_BOOL('D', "dump-symtab", T, dump_symbols, "dump the symbol table used for profiling"),
	OPTION_INT('f', "count-filter", T, count_filter, "only display functions with more events than this"),
	{ OPTION_ROW(OPTION_KIND_BOOL, 'i', "no-inherit", "child tasks do not inherit counters"),
	  .member = OPTION_MEMBER(bool, T, setup.recording.sampling.no_inherit),
	  .given = OPTION_MEMBER(bool, T, setup.no_inherit_set) },
	OPTION_STRING(0, "sym-annotate", T, annotate, "symbol name", "symbol to annotate"),
	OPTION_BOOL('z', "zero", T, zero, "zero history across updates"),
	{ OPTION_ROW(OPTION_KIND_STRING, 'F', "freq", "profile at this frequency"), .arg_name = "freq or 'max'",
	  .member = OPTION_MEMBER(const char *, T, setup.freq), .given = OPTION_MEMBER(bool, T, setup.freq_set) },
	OPTION_NATURAL_INT('E', "entries", T, entries, "display this many functions"),
	OPTION_BOOL('U', "hide_user_symbols", T, hide_user, "hide user symbols"),
	OPTION_BOOL(0, "tui", T, use_tui, "Use the TUI interface"),
	OPTION_BOOL(0, "stdio", T, use_stdio, "Use the stdio interface"),
	OPTION_VERBOSE("be more verbose (show counter open errors, etc)"),
	{ OPTION_ROW(OPTION_KIND_STRING, 's', "sort",
		     "sort by key(s): pid, comm, dso, symbol, parent, cpu, srcline, ... Please refer the man page for "
		     "the complete list."),
	  .member = OPTION_MEMBER(const char *, T, sort), .arg_name = "key[,key2...]", .set = &key_set },
	{ OPTION_ROW(OPTION_KIND_STRING, 0, "fields",
		     "output field(s): overhead, period, sample plus all of sort keys"),
	  .member = OPTION_MEMBER(const char *, T, fields), .arg_name = "key[,keys...]", .set = &key_set },
	OPTION_BOOL('n', "show-nr-samples", T, nr_samples, "Show a column with the number of samples"),
	OPTION_CALLBACK_ALL_NOARG('g', NULL, "enables call-graph recording and display", top_option_g),
	OPTION_CALLBACK_ALL(0, "call-graph",
			    "record_mode[,record_size],print_type,threshold[,print_limit],order,sort_key[,branch]",
			    call_graph_help, top_option_chains),
	OPTION_BOOL(0, "children", T, children, "Accumulate callchains of children and show total overhead as well"),
	OPTION_NATURAL_INT(0, "max-stack", T, max_stack,
			   "Set the maximum stack depth when parsing the callchain. Default: "
			   "kernel.perf_event_max_stack or 127"),
	OPTION_CALLBACK(0, "ignore-callees", T, ignore_callees, "regex",
			"ignore callees of these functions in call graphs", top_option_callees),
	OPTION_BOOL(0, "show-total-period", T, total_period, "Show a column with the sum of periods"),
	FILTER_ROW_DSOS(T, filter, 0, "only consider symbols in these dsos"),
	OPTION_STRING(0, "comms", T, filter.comms, "comm[,comm...]", "only consider symbols in these comms"),
	OPTION_STRING(0, "symbols", T, filter.symbols, "symbol[,symbol...]", "only consider these symbols"),
	OPTION_BOOL(0, "source", T, source, "Interleave source code with assembly code (default)"),
	OPTION_BOOL(0, "asm-raw", T, asm_raw, "Display raw encoding of assembly instructions (default)"),
	SESSION_ROW_DEMANGLE_KERNEL(T, session),
	OPTION_BOOL(0, "no-bpf-event", T, setup.recording.sampling.no_bpf_event, "do not record bpf events"),
	CODE_ROW_OBJDUMP(T, code),
	SESSION_ROW_ADDR2LINE(T, session),
	CODE_ROW_STYLE(T, code),
	CODE_ROW_PREFIX(T, code),
	CODE_ROW_PREFIX_STRIP(T, code),
	OPTION_STRING('u', "uid", T, setup.recording.target.uid, "user", "user to profile"),
	OPTION_CALLBACK(0, "percent-limit", T, percent_limit, "percent", "Don't show entries under that percent",
			top_option_limit),
	{ OPTION_ROW(OPTION_KIND_CALLBACK, 0, "percentage", "How to display percentage of filtered entries"),
	  .arg_name = "relative|absolute", .store = top_option_percentage, .set = &percentage_set,
	  .member = OPTION_MEMBER(bool, T, relative) },
	{ OPTION_ROW(OPTION_KIND_STRING, 'w', "column-widths",
		     "don't try to adjust column width, use these fixed values"),
	  .member = OPTION_MEMBER(const char *, T, widths), .arg_name = "width[,width...]",
	  .parse = top_option_check_widths },
	OPTION_UINT(0, "proc-map-timeout", T, setup.recording.maps_timeout_ms,
		    "per thread proc mmap processing timeout in ms"),
	SETUP_ROW_NOARG('b', "branch-any", "sample any taken branches", record_value_branch_any),
	{ OPTION_ROW(OPTION_KIND_CALLBACK, 'j', "branch-filter", "branch stack filter modes"),
	  .arg_name = "branch filter mask", .store = record_value_branch_filter, .set = &record_value_branch_set,
	  .member = OPTION_PLACE(T, setup) },
	OPTION_BOOL(0, "branch-history", T, branch_history, "add last branch records to call history"),
	OPTION_BOOL(0, "raw-trace", T, raw_trace, "Show raw trace event output (do not use print fmt or plugins)"),
	OPTION_BOOL('H', "hierarchy", T, hierarchy, "Show entries in a hierarchy"),
	OPTION_BOOL(0, "overwrite", T, setup.recording.sampling.overwrite, "Use a backward ring buffer, default: no"),
	OPTION_BOOL(0, "force", T, session.force, "don't complain, do it"),
	OPTION_UINT(0, "num-thread-synthesize", T, setup.recording.synth_threads,
		    "number of thread to run event synthesize"),
	SETUP_ROW('G', "cgroup", "name", "monitor event in cgroup name only", record_value_cgroup),
	OPTION_BOOL(0, "namespaces", T, setup.recording.sampling.namespaces, "Record namespaces events"),
	OPTION_BOOL(0, "all-cgroups", T, setup.recording.sampling.cgroups, "Record cgroup events"),
	OPTION_INT(0, "group-sort-idx", T, group_sort,
		   "Sort the output by the event at the index n in group. If n is invalid, sort by the first event. "
		   "WARNING: should be used on grouped events."),
	SESSION_ROW_STITCH_LBR(T, session),
	FILTER_ROW_SWITCH_ON(T, filter),
	FILTER_ROW_SWITCH_OFF(T, filter),
	FILTER_ROW_SHOW_ON_OFF(T, filter),
	OPTION_UINT(0, "iterations", T, iterations, "end after so many refreshes"),
	OPTION_BOOL(0, "json", T, json, "write a document of JSON at each refresh (docs/json-top.md)"),
	OPTION_END
};
#undef T
const struct option_table top_option_table = { .rows = rows, .usage = usage };

/* -- what they come to -- */

/* Variables top.*, call-graph.*, hist.* and core.proc-map-timeout of perf-config(1). */
void top_option_init(struct top_option *option)
{
	const struct config *config = config_get();
	const char *mode = NULL, *percentage = NULL;
	int64_t timeout_ms;
	*option = (struct top_option){ .setup = RECORD_SETUP_INIT,
				       .session = SESSION_OPTION_VALUES_INIT,
				       .chains = CHAIN_OPTION_INIT,
				       .children = true,
				       .max_stack = MAX_STACK,
				       .delay_s = USUAL_DELAY_S,
				       .source = true };
	chain_option_configure(&option->chains);
	code_option_configure(&option->code);
	(void)config_bool(config, "top.children", &option->children);
	if (config_string(config, "top.call-graph", &mode) > 0) {
		if (record_value_mode(&option->setup, mode) < 0)
			console_warning("top.call-graph: '%s' is none of fp, dwarf, lbr", mode);
		else option->chains_given = true;
	}
	if (config_word(config, "hist.percentage", &percentage_set, &percentage) > 0)
		option->relative = strcmp(percentage, "relative") == 0;
	if (config_int(config, "core.proc-map-timeout", 0, UINT32_MAX, &timeout_ms) > 0)
		option->setup.recording.maps_timeout_ms = (unsigned)timeout_ms;
}

static int refuse(int status, const char *text)
{
	fprintf(stderr, "%s\n", text);
	return status;
}

/* Keys that samples have fields for only when they are asked for. */
static void add_fields_of_keys(struct top_option *option)
{
	const struct {
		const char *key;
		bool *wanted;
	} fields[] = { { "weight", &option->setup.recording.sampling.weight },
		       { "code_page_size", &option->setup.recording.sampling.code_page_size },
		       { "cpu", &option->setup.recording.sampling.sample_cpu } };
	const char *const texts[] = { option->sort, option->fields };
	for (size_t i = 0; i < ARRAY_SIZE(fields); i++)
		for (size_t k = 0; k < ARRAY_SIZE(texts); k++)
			if (texts[k] && strstr(texts[k], fields[i].key)) *fields[i].wanted = true;
}

int top_option_finish(struct top_option *option)
{
	struct recording_options *rec = &option->setup.recording;
	if (option->hierarchy && option->fields) {
		fprintf(stderr, "Error: --hierarchy and --fields options cannot be used together\n\n");
		(void)option_table_usage_for(&top_option_table, "fields");
		(void)option_table_usage_for(&top_option_table, "hierarchy");
		return OPTION_USAGE_STATUS;
	}
	if (option->code.prefix_strip && !option->code.prefix) return refuse(234, "--prefix-strip requires --prefix");
	if (!code_option_check(&option->code)) return OPTION_USAGE_STATUS;
	record_value_no_deferral(&option->setup);
	if (option->delay_s < 1) option->delay_s = 1;
	if (option->branch_history && !rec->sampling.branch_sample_type)
		return refuse(234, "--branch-history needs branch stacks: -b, or -j with a filter");
	add_fields_of_keys(option);
	rec->output.none = true;
	rec->version = COMPATIBLE_VERSION;
	rec->synth_cgroups = rec->sampling.cgroups;
	rec->sampling.period_set = true;
	rec->sampling.time_set = true;
	rec->sampling.keeps_side_band = true;
	option->setup.no_buildid = option->setup.no_buildid_cache = true;
	/* Without -F and -c it is the default frequency, which record_setup_finish knows. */
	return record_setup_finish(&option->setup);
}

void top_option_done(struct top_option *option) { record_setup_done(&option->setup); }
