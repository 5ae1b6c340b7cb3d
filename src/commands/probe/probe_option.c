/* The options of perf probe: what is ordered, of which files, and whether it makes sense together.
 *
 * Options that give an order (-a, -d, -l, ...) set values->order: the last one wins. Words without an option are one
 * definition to add. probe_cmd_parse is the way in. */
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>
#include "base/strbuf.h"
#include "cli/console.h"
#include "cli/option_form.h"
#include "cli/textout.h"
#include "commands/probe/probe_cmd.h"

/* As an option's callback reports: -1 after the message. */
static int say_error(const struct option *option, struct err *err) { return option_error(option, "%s", err->message); }

/* Appends a definition, and which file it is of: the last of -x and -m so far. 0, or -errno with err set. */
static int parse_definition(struct probe_cmd_values *values, const char *text, struct err *err)
{
	struct probe_definition definition;
	console_verbose(1, "probe-definition(%zu): %s\n", values->definitions.items.count, text);
	int r = probe_definition_parse(text, &definition, err);
	if (r < 0) return r;
	console_verbose(1, "%zu arguments\n", definition.arguments.count);
	vec_push(&values->definitions.items, definition);
	vec_push(&values->file_of, (int)values->files.count - 1);
	return 0;
}

/* Definitions of -a, -D and -V go to one list: each knows the file that was named last before it. */
static int order_definition(struct probe_cmd_values *values, enum probe_order order, const struct option *option,
			    const char *arg)
{
	_err_done_ struct err err = ERR_INIT;
	values->order = order;
	return arg && parse_definition(values, arg, &err) < 0 ? say_error(option, &err) : 0;
}

/* Callbacks of the orders' options; the negated form (--no-add) sets the order and gives no definition. */
static int probe_order_add(const struct option *option, const char *arg, bool unset, void *values)
{
	return order_definition(values, PROBE_ORDER_ADD, option, unset ? NULL : arg);
}

static int probe_order_define(const struct option *option, const char *arg, bool unset, void *values)
{
	return order_definition(values, PROBE_ORDER_DEFINITION, option, unset ? NULL : arg);
}

static int probe_order_vars(const struct option *option, const char *arg, bool unset, void *values)
{
	return order_definition(values, PROBE_ORDER_VARS, option, unset ? NULL : arg);
}

/* -L: a later one replaces the one before. */
static int probe_order_lines(const struct option *option, const char *arg, bool unset, void *member)
{
	_err_done_ struct err err = ERR_INIT;
	struct probe_cmd_values *values = member;
	values->order = PROBE_ORDER_LINES;
	if (unset) return 0;
	probe_lines_done(&values->lines);
	return probe_lines_parse(arg, &values->lines, &err) < 0 ? say_error(option, &err) : 0;
}

/* Replaces *filter, which it owns; left as it was when text is no filter. */
static int set_filter(const struct option *option, const char *text, struct glob_filter **filter)
{
	_err_done_ struct err err = ERR_INIT;
	struct glob_filter *parsed;
	if (glob_filter_new(text, &parsed, &err) < 0) return say_error(option, &err);
	glob_filter_free(*filter);
	*filter = parsed;
	return 0;
}

/* Several patterns mean any of them. pattern NULL: all events. */
static int order_events(struct probe_cmd_values *values, enum probe_order order, const struct option *option,
			const char *pattern)
{
	values->order = order;
	if (!pattern) return 0;
	/* Each pattern must be right by itself, so that "a|b)" is not taken for two halves. */
	int r = set_filter(option, pattern, &values->event_filter);
	if (r < 0 || !values->event_patterns) {
		values->event_patterns = r < 0 ? values->event_patterns : xstrdup(pattern);
		return r;
	}
	char *longer = xasprintf("%s|%s", values->event_patterns, pattern);
	free(values->event_patterns);
	values->event_patterns = longer;
	return set_filter(option, longer, &values->event_filter);
}

static int probe_order_delete(const struct option *option, const char *arg, bool unset, void *values)
{
	return order_events(values, PROBE_ORDER_DELETE, option, unset ? NULL : arg);
}

static int probe_order_list(const struct option *option, const char *arg, bool unset, void *values)
{
	return order_events(values, PROBE_ORDER_LIST, option, unset ? NULL : arg);
}

/* -F may have a filter of its own behind it, which is the same as --filter. */
static int probe_order_functions(const struct option *option, const char *arg, bool unset, void *member)
{
	struct probe_cmd_values *values = member;
	values->order = PROBE_ORDER_FUNCTIONS;
	return unset || !arg ? 0 : set_filter(option, arg, &values->filter);
}

static int probe_parse_filter(const struct option *option, const char *arg, bool unset, void *filter)
{
	return unset ? 0 : set_filter(option, arg, filter);
}

/* -x and -m: appends a file, which is that of the definitions behind it. Paths become absolute, because what the
 * kernel is given must not depend on the working directory. option NULL: the file is a word without an option. */
static int set_target(struct probe_cmd_values *values, const struct option *option, const char *path, bool is_module)
{
	struct probe_cmd_file file = { NULL, NULL };
	/* a module may be a name or a path; a program of another namespace has its path there */
	if (is_module && !strchr(path, '/')) file.module = xstrdup(path);
	else if (!is_module && values->target_ns) file.exec = xstrdup(path);
	else {
		char *real = realpath(path, NULL);
		if (!real)
			return option_error(option, "Failed to get the absolute path of %s: %s", path, strerror(errno));
		*(is_module ? &file.module : &file.exec) = real;
	}
	vec_push(&values->files, file);
	values->exec = file.exec;
	values->module = file.module;
	return 0;
}

static int probe_parse_exec(const struct option *option, const char *arg, bool unset, void *values)
{
	return unset ? 0 : set_target(values, option, arg, false);
}

static int probe_parse_module(const struct option *option, const char *arg, bool unset, void *values)
{
	return unset ? 0 : set_target(values, option, arg, true);
}

static int probe_parse_max(const struct option *option, const char *arg, bool unset, void *max_probes)
{
	int64_t number;
	if (unset) return 0;
	if (option_number(arg, 1, INT_MAX, &number) < 0)
		return option_error(option, "--max-probes wants a number of at least 1, not '%s'", arg);
	*(int *)max_probes = (int)number;
	return 0;
}

#define DEFINITION "[EVENT=]FUNC[@SRC][+OFF|%return|:RL|;PT]|SRC:AL|SRC;PT [[NAME=]ARG ...]"
#define T struct probe_cmd_values
/* Rows of options. ORDER: one that says what to do; they exclude each other; f: its other flags. TARGET: which file the
 * definitions behind it are of. */
#define ORDER(s, l, a, h, f, fn)                                                                             \
	{                                                                                                    \
		OPTION_ROW(OPTION_KIND_CALLBACK, s, l, h), .arg_name = (a), .flags = OPTION_EXCLUSIVE | (f), \
							   .store = (fn)                                     \
	}
#define TARGET(s, l, a, h, fn)                                                            \
	{                                                                                 \
		OPTION_ROW(OPTION_KIND_CALLBACK, s, l, h), .arg_name = (a), .store = (fn) \
	}

static const struct option options[] = {
	ORDER('a', "add", DEFINITION,
	      "probe point definition, where\n"
	      "\t\tGROUP:\tGroup name (optional)\n"
	      "\t\tEVENT:\tEvent name\n"
	      "\t\tFUNC:\tFunction name\n"
	      "\t\tOFF:\tOffset from function entry (in byte)\n"
	      "\t\t%return:\tPut the probe at function return\n"
	      "\t\tSRC:\tSource code path\n"
	      "\t\tRL:\tRelative line number from function entry.\n"
	      "\t\tAL:\tAbsolute line number in file.\n"
	      "\t\tPT:\tLazy expression of line code.\n"
	      "\t\tARG:\tProbe argument (local variable name or\n"
	      "\t\t\tkprobe-tracer argument format.)\n",
	      0, probe_order_add),
	ORDER('D', "definition", DEFINITION, "Show trace event definition of given traceevent for k/uprobe_events.", 0,
	      probe_order_define),
	ORDER('d', "del", "[GROUP:]EVENT", "delete a probe event.", 0, probe_order_delete),
	OPTION_BOOL('f', "force", T, force, "forcibly add events with existing name"),
	ORDER('F', "funcs", "[FILTER]", "Show potential probe-able functions.", OPTION_LASTARG, probe_order_functions),
	OPTION_STRING('k', "vmlinux", T, vmlinux, "file", "vmlinux pathname"),
	ORDER('L', "line", "FUNC[:RLN[+NUM|-RLN2]]|SRC:ALN[+NUM|-ALN2]", "Show source code lines.", 0,
	      probe_order_lines),
	ORDER('l', "list", "[GROUP:]EVENT", "list up probe events", OPTION_LASTARG, probe_order_list),
	TARGET('m', "module", "modname|path", "target module name (for online) or path (for offline)",
	       probe_parse_module),
	OPTION_BOOL('n', "dry-run", T, dry_run, "dry run"),
	OPTION_BOOL('q', "quiet", T, quiet, "be quiet (do not show any warnings or messages)"),
	OPTION_STRING('s', "source", T, source_dir, "directory", "path to kernel source"),
	ORDER('V', "vars", "FUNC[@SRC][+OFF|%return|:RL|;PT]|SRC:AL|SRC;PT", "Show accessible variables on PROBEDEF", 0,
	      probe_order_vars),
	OPTION_VERBOSE("be more verbose (show parsed arguments, etc)"),
	TARGET('x', "exec", "executable|path", "target executable name or path", probe_parse_exec),
	OPTION_BOOL(0, "bootconfig", T, bootconfig, "Output probe definition with bootconfig format"),
	OPTION_BOOL(0, "cache", T, cache, "Manipulate probe cache"),
	OPTION_BOOL(0, "demangle", T, demangle, "Enable symbol demangling"),
	OPTION_BOOL(0, "demangle-kernel", T, demangle_kernel, "Enable kernel symbol demangling"),
	OPTION_BOOL(0, "externs", T, externs, "Show external variables too (with --vars only)"),
	OPTION_CALLBACK(0, "filter", T, filter, "[!]FILTER",
			"Set a filter (with --vars/funcs only)\n"
			"\t\t\t(default: \"!__k???tab_* & !__crc_*\" for --vars,\n"
			"\t\t\t \"!_* & !*@plt\" for --funcs)",
			probe_parse_filter),
	OPTION_CALLBACK(0, "max-probes", T, max_probes, "n", "Set how many probe points can be found for a probe.",
			probe_parse_max),
	OPTION_BOOL(0, "no-inlines", T, no_inlines, "Don't search inlined functions"),
	OPTION_BOOL(0, "range", T, range, "Show variables location range in scope (with --vars only)"),
	OPTION_STRING(0, "symfs", T, symfs, "directory", "Look for files with symbols relative to this directory"),
	{ OPTION_ROW(OPTION_KIND_INT, 0, "target-ns", "target pid for namespace contexts"),
	  .member = OPTION_MEMBER(int, T, target_ns), .arg_name = "pid" },
	OPTION_END,
};
#undef T

static const char *const usage[] = {
	"perf probe [<options>] 'PROBEDEF' ['PROBEDEF' ...]",
	"perf probe [<options>] --add 'PROBEDEF' [--add 'PROBEDEF' ...]",
	"perf probe [<options>] --del '[GROUP:]EVENT' ...",
	"perf probe --list [GROUP:]EVENT ...",
	"perf probe [<options>] --line 'LINEDESC'",
	"perf probe [<options>] --vars 'PROBEPOINT'",
	"perf probe [<options>] --funcs",
	NULL,
};
static const struct option_table table = { .rows = options, .usage = usage };

/* What the search for places remarks. level 0: always unless -q; 1: -v, and so on. stdout is flushed first, so that
 * remarks stand where they belong. */
static void probe_say(void *ctx, int level, const char *text)
{
	if (level > console.verbosity || (console.quiet && !level)) return;
	textout_flush();
	fputs(text, stderr);
}

/* -D works on files alone, without the running kernel. */
struct probe_target probe_cmd_target(const struct probe_cmd_values *values)
{
	return (struct probe_target){
		.exec = values->exec,
		.module = values->module,
		.vmlinux = values->vmlinux,
		.symfs = values->symfs,
		.source_dir = values->source_dir,
		.namespace_pid = values->target_ns,
		.offline = values->order == PROBE_ORDER_DEFINITION,
		.no_demangle = !values->demangle,
		.no_inlines = values->no_inlines,
		.max_probes = (unsigned)values->max_probes,
		.say = probe_say,
	};
}

struct probe_target probe_cmd_target_of(const struct probe_cmd_values *values, size_t number)
{
	struct probe_target target = probe_cmd_target(values);
	int file = values->file_of.items[number];
	if (file >= 0) {
		target.exec = values->files.items[file].exec;
		target.module = values->files.items[file].module;
	}
	return target;
}

/* A file that counts for no definition: not one behind all of them, as long as those have files of their own. */
static bool has_useless_file(const struct probe_cmd_values *values)
{
	for (size_t i = 0; i < values->file_of.count; i++)
		if (values->file_of.items[i] < 0 || values->file_of.items[i] == (int)values->files.count - 1)
			return false;
	return values->file_of.count && values->files.count;
}

/* "NAME.ko", or compressed: "NAME.ko.xz". */
static bool is_module_file(const char *path)
{
	const char *slash = strrchr(path, '/'), *ko = strstr(slash ? slash : path, ".ko");
	return ko && (!ko[3] || ko[3] == '.');
}

/* Words without an option are one definition to add, and the first of them may be the program: /bin/program
 * 'function'. Behind another order only that program is accepted. -EINVAL with err empty: what was wrong has been
 * said. -EBADMSG: the usage has been printed. */
static int take_words(struct probe_cmd_values *values, int argc, const char **argv, struct err *err)
{
	int i = 0, r = 0;
	if (!argc) return 0;
	if (values->order != PROBE_ORDER_NONE && values->order != PROBE_ORDER_ADD) {
		if (**argv == '/' && !values->exec && !values->module && argc == 1)
			return set_target(values, NULL, *argv, is_module_file(*argv));
		(void)option_table_usage_error(&table, "  Error: another command except --add is set.\n");
		return -EBADMSG;
	}
	/* An absolute path is the program, unless -x or -m has named one. */
	if (**argv == '/' && !values->exec && !values->module) {
		if (set_target(values, NULL, *argv, is_module_file(*argv)) < 0) return -EINVAL;
		i++;
	}
	values->order = PROBE_ORDER_ADD;
	/* the words are one definition: 'perf probe icmp_rcv:66 type=icmph->type' */
	if (i < argc) {
		_strbuf_done_ struct strbuf text = STRBUF_INIT;
		for (int first = i; i < argc; i++) strbuf_printf(&text, "%s%s", i > first ? " " : "", argv[i]);
		r = parse_definition(values, strbuf_text(&text), err);
		if (r < 0) {
			console_err(err);
			fprintf(stderr, "  Error: Command Parse Error.\n");
			err_done(err);
		}
	}
	return r;
}

/* Also after a command line that was refused half way. */
void probe_cmd_done(struct probe_cmd_values *values)
{
	for (size_t i = 0; i < values->definitions.items.count; i++)
		probe_definition_done(&values->definitions.items.items[i]);
	vec_done(&values->definitions.items);
	probe_lines_done(&values->lines);
	glob_filter_free(values->event_filter);
	glob_filter_free(values->filter);
	free(values->event_patterns);
	for (size_t i = 0; i < values->files.count; i++) {
		free(values->files.items[i].exec);
		free(values->files.items[i].module);
	}
	vec_done(&values->files);
	vec_done(&values->file_of);
}

/* What does not go together: it has been said, and *ret_status is set. */
static bool is_wrong(const struct probe_cmd_values *values, int *ret_status)
{
	*ret_status = -EINVAL & 255;
	if (values->order == PROBE_ORDER_NONE ||
	    (values->order == PROBE_ORDER_ADD && !values->definitions.items.count)) {
		*ret_status = option_table_usage(&table);
	} else if (has_useless_file(values)) {
		*ret_status = option_table_usage_error(&table, "  Error: -x/-m must follow the probe definitions.");
	} else if (values->vmlinux && access(values->vmlinux, R_OK) != 0) {
		fprintf(stderr, "Invalid file: %s\n", values->vmlinux);
	} else if (values->order == PROBE_ORDER_LIST && (values->exec || values->module)) {
		*ret_status = option_table_usage_error(&table, "  Error: Don't use --list with --exec.");
	} else if (values->order == PROBE_ORDER_VARS && values->definitions.items.items[0].arguments.count) {
		fprintf(stderr, "  Error: '--vars' doesn't accept arguments.\n\n");
		*ret_status = option_table_usage(&table);
	} else if (values->bootconfig && values->order == PROBE_ORDER_DEFINITION && values->exec) {
		fprintf(stderr, "  Error: --bootconfig doesn't support uprobes.\n");
	} else {
		return false;
	}
	return true;
}

/* Options, then words, then whether it makes sense together. Statuses of mistakes are upstream's: the low byte of
 * the negative errno. */
bool probe_cmd_parse(struct probe_cmd_values *values, int argc, const char **argv, int *ret_status)
{
	_err_done_ struct err err = ERR_INIT;
	if (!option_table_parse(&table, &argc, argv, values, ret_status)) return false;
	*ret_status = -EINVAL & 255;
	if (values->quiet && console.verbosity > 0) {
		fprintf(stderr, "  Error: -v and -q are exclusive.\n");
		return false;
	}
	console.quiet |= values->quiet;
	int r = take_words(values, argc, argv, &err);
	if (r < 0) *ret_status = r == -EBADMSG ? OPTION_USAGE_STATUS : r & 255;
	return r >= 0 && !is_wrong(values, ret_status);
}
