/* perf probe: dynamic events. What a definition means is src/probe's; this file has the options and says what went
 * wrong. */
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>
#include "base/strbuf.h"
#include "cli/command.h"
#include "cli/console.h"
#include "cli/textout.h"
#include "commands/commands.h"
#include "commands/probe_cmd.h"

struct probe_cmd_values probe_cmd_values = { .demangle = true, .max_probes = 128 };
#define V probe_cmd_values

static int say_error(const struct option *option, struct err *err) { return option_error(option, "%s", err->message); }

static int parse_definition(const char *text, struct err *err)
{
	struct probe_definition definition;
	console_verbose(1, "probe-definition(%zu): %s\n", V.definitions.items.count, text);
	int r = probe_definition_parse(text, &definition, err);
	if (r < 0) return r;
	console_verbose(1, "%zu arguments\n", definition.arguments.count);
	vec_push(&V.definitions.items, definition);
	vec_push(&V.file_of, (int)V.files.count - 1);
	return 0;
}

static int order_definition(const struct option *option, const char *arg, bool unset)
{
	_err_done_ struct err err = ERR_INIT;
	V.order = *(const enum probe_order *)option->value;
	if (unset) return 0;
	return parse_definition(arg, &err) < 0 ? say_error(option, &err) : 0;
}

static int order_lines(const struct option *option, const char *arg, bool unset)
{
	_err_done_ struct err err = ERR_INIT;
	V.order = PROBE_ORDER_LINES;
	if (unset) return 0;
	probe_lines_done(&V.lines);
	return probe_lines_parse(arg, &V.lines, &err) < 0 ? say_error(option, &err) : 0;
}

static int set_filter(const struct option *option, const char *text, struct glob_filter **filter)
{
	_err_done_ struct err err = ERR_INIT;
	struct glob_filter *parsed;
	if (glob_filter_new(text, &parsed, &err) < 0) return say_error(option, &err);
	glob_filter_free(*filter);
	*filter = parsed;
	return 0;
}

/* Several patterns mean any of them. */
static int order_events(const struct option *option, const char *arg, bool unset)
{
	V.order = *(const enum probe_order *)option->value;
	if (unset || !arg) return 0;
	int r = set_filter(option, arg, &V.event_filter);
	if (r < 0 || !V.event_patterns) {
		V.event_patterns = r < 0 ? V.event_patterns : xstrdup(arg);
		return r;
	}
	char *longer = xasprintf("%s|%s", V.event_patterns, arg);
	free(V.event_patterns);
	V.event_patterns = longer;
	return set_filter(option, longer, &V.event_filter);
}

static int order_functions(const struct option *option, const char *arg, bool unset)
{
	V.order = PROBE_ORDER_FUNCTIONS;
	return unset || !arg ? 0 : set_filter(option, arg, &V.filter);
}

static int parse_filter(const struct option *option, const char *arg, bool unset)
{
	return unset ? 0 : set_filter(option, arg, &V.filter);
}

static int set_target(const struct option *option, const char *path, bool is_module)
{
	struct probe_cmd_file file = { NULL, NULL };
	/* a module may be a name or a path; a program of another namespace has its path there */
	if (is_module && !strchr(path, '/')) file.module = xstrdup(path);
	else if (!is_module && V.target_ns) file.exec = xstrdup(path);
	else {
		char *real = realpath(path, NULL);
		if (!real)
			return option_error(option, "Failed to get the absolute path of %s: %s", path, strerror(errno));
		*(is_module ? &file.module : &file.exec) = real;
	}
	vec_push(&V.files, file);
	V.exec = file.exec;
	V.module = file.module;
	return 0;
}

static int parse_exec(const struct option *option, const char *arg, bool unset)
{
	return unset ? 0 : set_target(option, arg, false);
}
static int parse_module(const struct option *option, const char *arg, bool unset)
{
	return unset ? 0 : set_target(option, arg, true);
}

static int parse_max_probes(const struct option *option, const char *arg, bool unset)
{
	int64_t number;
	if (unset) return 0;
	if (option_number(arg, 1, INT_MAX, &number) < 0)
		return option_error(option, "--max-probes wants a number of at least 1, not '%s'", arg);
	V.max_probes = (int)number;
	return 0;
}

static const enum probe_order add = PROBE_ORDER_ADD, definition = PROBE_ORDER_DEFINITION, delete = PROBE_ORDER_DELETE,
			      list = PROBE_ORDER_LIST, vars = PROBE_ORDER_VARS;

#define DEFINITION "[EVENT=]FUNC[@SRC][+OFF|%return|:RL|;PT]|SRC:AL|SRC;PT [[NAME=]ARG ...]"
#define ORDER(s, l, v, a, h, f, fn)                                                                      \
	{                                                                                                \
		.kind = OPTION_KIND_CALLBACK, .short_name = (s), .long_name = (l), .value = (void *)(v), \
		.arg_name = (a), .help = (h), .flags = OPTION_EXCLUSIVE | (f), .parse = (fn)             \
	}

static const struct option options[] = {
	ORDER('a', "add", &add, DEFINITION,
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
	      0, order_definition),
	ORDER('D', "definition", &definition, DEFINITION,
	      "Show trace event definition of given traceevent for k/uprobe_events.", 0, order_definition),
	ORDER('d', "del", &delete, "[GROUP:]EVENT", "delete a probe event.", 0, order_events),
	OPTION_BOOL('f', "force", &V.force, "forcibly add events with existing name"),
	ORDER('F', "funcs", NULL, "[FILTER]", "Show potential probe-able functions.", OPTION_LASTARG, order_functions),
	OPTION_STRING('k', "vmlinux", &V.vmlinux, "file", "vmlinux pathname"),
	ORDER('L', "line", NULL, "FUNC[:RLN[+NUM|-RLN2]]|SRC:ALN[+NUM|-ALN2]", "Show source code lines.", 0,
	      order_lines),
	ORDER('l', "list", &list, "[GROUP:]EVENT", "list up probe events", OPTION_LASTARG, order_events),
	OPTION_CALLBACK('m', "module", NULL, "modname|path", "target module name (for online) or path (for offline)",
			parse_module),
	OPTION_BOOL('n', "dry-run", &V.dry_run, "dry run"),
	OPTION_BOOL('q', "quiet", &V.quiet, "be quiet (do not show any warnings or messages)"),
	OPTION_STRING('s', "source", &V.source_dir, "directory", "path to kernel source"),
	ORDER('V', "vars", &vars, "FUNC[@SRC][+OFF|%return|:RL|;PT]|SRC:AL|SRC;PT",
	      "Show accessible variables on PROBEDEF", 0, order_definition),
	OPTION_COUNT('v', "verbose", &console_verbosity, "be more verbose (show parsed arguments, etc)"),
	OPTION_CALLBACK('x', "exec", NULL, "executable|path", "target executable name or path", parse_exec),
	OPTION_BOOL(0, "bootconfig", &V.bootconfig, "Output probe definition with bootconfig format"),
	OPTION_BOOL(0, "cache", &V.cache, "Manipulate probe cache"),
	OPTION_BOOL(0, "demangle", &V.demangle, "Enable symbol demangling"),
	OPTION_BOOL(0, "demangle-kernel", &V.demangle_kernel, "Enable kernel symbol demangling"),
	OPTION_BOOL(0, "externs", &V.externs, "Show external variables too (with --vars only)"),
	OPTION_CALLBACK(0, "filter", NULL, "[!]FILTER",
			"Set a filter (with --vars/funcs only)\n"
			"\t\t\t(default: \"!__k???tab_* & !__crc_*\" for --vars,\n"
			"\t\t\t \"!_* & !*@plt\" for --funcs)",
			parse_filter),
	OPTION_CALLBACK(0, "max-probes", NULL, "n", "Set how many probe points can be found for a probe.",
			parse_max_probes),
	OPTION_BOOL(0, "no-inlines", &V.no_inlines, "Don't search inlined functions"),
	OPTION_BOOL(0, "range", &V.range, "Show variables location range in scope (with --vars only)"),
	OPTION_STRING(0, "symfs", &V.symfs, "directory", "Look for files with symbols relative to this directory"),
	{ .kind = OPTION_KIND_INT,
	  .long_name = "target-ns",
	  .value = &V.target_ns,
	  .arg_name = "pid",
	  .help = "target pid for namespace contexts" },
	OPTION_END,
};

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

static void say(void *ctx, int level, const char *text)
{
	if (level > console_verbosity || (V.quiet && !level)) return;
	textout_flush();
	fputs(text, stderr);
}

struct probe_target probe_cmd_target(void)
{
	return (struct probe_target){
		.exec = V.exec,
		.module = V.module,
		.vmlinux = V.vmlinux,
		.symfs = V.symfs,
		.source_dir = V.source_dir,
		.namespace_pid = V.target_ns,
		.offline = V.order == PROBE_ORDER_DEFINITION,
		.no_demangle = !V.demangle,
		.no_inlines = V.no_inlines,
		.max_probes = (unsigned)V.max_probes,
		.say = say,
	};
}

struct probe_target probe_cmd_target_of(size_t number)
{
	struct probe_target target = probe_cmd_target();
	int file = V.file_of.items[number];
	if (file >= 0) {
		target.exec = V.files.items[file].exec;
		target.module = V.files.items[file].module;
	}
	return target;
}

/* A file that counts for no definition: not one behind all of them, as long as those have files of their own. */
static bool has_useless_file(void)
{
	for (size_t i = 0; i < V.file_of.count; i++)
		if (V.file_of.items[i] < 0 || V.file_of.items[i] == (int)V.files.count - 1) return false;
	return V.file_of.count && V.files.count;
}

/* Definitions without an option: add them. The first word may be the program. */
static int take_words(int argc, const char **argv, struct err *err)
{
	int i = 0, r = 0;
	if (!argc) return 0;
	if (V.order != PROBE_ORDER_NONE && V.order != PROBE_ORDER_ADD) {
		if (**argv == '/' && !V.exec && !V.module && argc == 1)
			return set_target(NULL, *argv,
					  strlen(*argv) > 3 && strcmp(strrchr(*argv, '.') ?: "", ".ko") == 0);
		options_usage_error(usage, options, "  Error: another command except --add is set.\n");
	}
	if (**argv == '/' && !V.exec && !V.module) {
		const char *dot = strrchr(*argv, '.');
		bool is_module = dot && strncmp(dot, ".ko", 3) == 0;
		if (set_target(NULL, *argv, is_module) < 0) return -EINVAL;
		i++;
	}
	V.order = PROBE_ORDER_ADD;
	/* the words are one definition: 'perf probe icmp_rcv:66 type=icmph->type' */
	if (i < argc) {
		_strbuf_done_ struct strbuf text = STRBUF_INIT;
		for (int first = i; i < argc; i++) strbuf_printf(&text, "%s%s", i > first ? " " : "", argv[i]);
		r = parse_definition(strbuf_text(&text), err);
		if (r < 0) {
			console_err(err);
			fprintf(stderr, "  Error: Command Parse Error.\n");
			err_done(err);
		}
	}
	return r;
}

static int fail(int r, const char *what, const struct err *err)
{
	if (V.quiet) return r & 255; /* the exit status is all that was asked for */
	console_err(err);
	fprintf(stderr, "  Error: %s", what);
	if (console_verbosity > 0) fprintf(stderr, " Reason: %s (Code: %d)", strerror(-r), r);
	fputc('\n', stderr);
	return r & 255;
}

static void clean_up(void)
{
	for (size_t i = 0; i < V.definitions.items.count; i++) probe_definition_done(&V.definitions.items.items[i]);
	vec_done(&V.definitions.items);
	probe_lines_done(&V.lines);
	glob_filter_free(V.event_filter);
	glob_filter_free(V.filter);
	free(V.event_patterns);
	for (size_t i = 0; i < V.files.count; i++) {
		free(V.files.items[i].exec);
		free(V.files.items[i].module);
	}
	vec_done(&V.files);
	vec_done(&V.file_of);
}

static int run_order(struct err *err)
{
	static const struct {
		int (*run)(struct err *err);
		const char *failure;
	} orders[] = {
		[PROBE_ORDER_ADD] = { probe_cmd_add, "Failed to add events." },
		[PROBE_ORDER_DEFINITION] = { probe_cmd_definition, "Failed to add events." },
		[PROBE_ORDER_DELETE] = { probe_cmd_delete, "Failed to delete events." },
		[PROBE_ORDER_LIST] = { probe_cmd_list, "Failed to show event list." },
		[PROBE_ORDER_LINES] = { probe_cmd_lines, "Failed to show lines." },
		[PROBE_ORDER_VARS] = { probe_cmd_vars, "Failed to show vars." },
		[PROBE_ORDER_FUNCTIONS] = { probe_cmd_functions, "Failed to show functions." },
	};
	int r = orders[V.order].run(err);
	return r < 0 ? fail(r, orders[V.order].failure, err) : 0;
}

static int run(int argc, const char **argv)
{
	_err_done_ struct err err = ERR_INIT;
	int status;

	argc = options_parse(argc, argv, options, usage, 0);
	if (V.quiet && console_verbosity > 0) {
		fprintf(stderr, "  Error: -v and -q are exclusive.\n");
		return -EINVAL & 255;
	}
	console_quiet |= V.quiet;
	int r = take_words(argc, argv, &err);
	if (r < 0) status = r & 255;
	else if (V.order == PROBE_ORDER_NONE || (V.order == PROBE_ORDER_ADD && !V.definitions.items.count))
		options_usage(usage, options);
	else if (has_useless_file())
		options_usage_error(usage, options, "  Error: -x/-m must follow the probe definitions.");
	else if (V.vmlinux && access(V.vmlinux, R_OK) != 0) {
		fprintf(stderr, "Invalid file: %s\n", V.vmlinux);
		status = -EINVAL & 255;
	} else if (V.order == PROBE_ORDER_LIST && (V.exec || V.module)) {
		options_usage_error(usage, options, "  Error: Don't use --list with --exec.");
	} else if (V.order == PROBE_ORDER_VARS && V.definitions.items.items[0].arguments.count) {
		fprintf(stderr, "  Error: '--vars' doesn't accept arguments.\n\n");
		options_usage(usage, options);
	} else if (V.bootconfig && V.order == PROBE_ORDER_DEFINITION && V.exec) {
		fprintf(stderr, "  Error: --bootconfig doesn't support uprobes.\n");
		status = -EINVAL & 255;
	} else {
		status = run_order(&err);
	}
	clean_up();
	return status;
}

const struct command command_probe = {
	.name = "probe", .summary = "Define new dynamic tracepoints", .usage = usage, .options = options, .run = run
};
