/* perf lock contention: who waits for locks, out of a recording, or while it happens (-b). */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "analysis/lock/lock_stats.h"
#include "base/vec.h"
#include "cli/console.h"
#include "cli/textout.h"
#include "commands/commands.h"
#include "commands/lock_cmd.h"
#include "commands/lock_watch.h"
#include "render/listing/lock_json.h"
#include "render/listing/lock_text.h"
#include "result/lock_type.h"

enum { USUAL_MAX_STACK = 8, USUAL_STACK_SKIP = 4, USUAL_MAP_ENTRIES = 16384 };

static struct lock_watch_options watch = { .nr_entries = USUAL_MAP_ENTRIES };
static struct lock_stats_options wanted = { .contention_only = true,
					    .max_stack = USUAL_MAX_STACK,
					    .stack_skip = USUAL_STACK_SKIP };
static struct lock_text_style style;
static bool live, by_thread, by_address, by_owner, by_cgroup;
static const char *key = "wait_total", *fields, *separator;
static const char *const field_names[] = { "contended", "wait_total", "wait_max", "wait_min", "avg_wait", NULL };
static const struct option_set key_set = { .what = "key", .names = field_names },
			       field_set = { .what = "field", .names = field_names, .is_list = true };
static int nr_entries;
static VEC(uint32_t) types = VEC_INIT;
static struct words {
	VEC(const char *) list;
} locks, chain_parts, cgroups;

static void visit_types(void (*add)(void *ctx, const char *name), void *ctx)
{
	for (size_t i = 0; i < nr_lock_types; i++) {
		add(ctx, lock_types[i].wait);
		if (strcmp(lock_types[i].lock, lock_types[i].wait) != 0) add(ctx, lock_types[i].lock);
		if (lock_types[i].alias) add(ctx, lock_types[i].alias);
	}
}

static const struct option_set type_set = { .what = "type of lock", .visit = visit_types, .is_list = true };

static int add_type(const struct option *option, const char *arg, bool unset)
{
	_free_ char *list = xstrdup(unset ? "" : arg);
	char *rest = NULL;
	for (char *word = strtok_r(list, ", ", &rest); word; word = strtok_r(NULL, ", ", &rest)) {
		size_t before = types.count;
		for (size_t i = 0; i < nr_lock_types; i++) {
			const struct lock_type *type = &lock_types[i];
			if (strcmp(word, type->wait) == 0 || strcmp(word, type->lock) == 0 ||
			    (type->alias && strcmp(word, type->alias) == 0))
				vec_push(&types, type->flags);
		}
		if (types.count == before)
			return option_error(option, "Unknown lock name: %s", word), option_suggest(option, word);
	}
	return 0;
}

/* Words of a list, into the struct words of the option; they live as long as the program. */
static int add_words(const struct option *option, const char *arg, bool unset)
{
	struct words *words = option->value;
	char *rest = NULL;
	for (char *word = unset ? NULL : strtok_r(xstrdup(arg), ", ", &rest); word; word = strtok_r(NULL, ", ", &rest))
		vec_push(&words->list, word);
	return 0;
}

static const char *const usage[] = { "perf lock contention [<options>]", NULL };
static const struct option options[] = {
	OPTION_WORDS('k', "key", &key, "wait_total",
		     "key for sorting (contended / wait_total / wait_max / wait_min / avg_wait)", &key_set),
	OPTION_WORDS('F', "field", &fields, "contended,wait_total,wait_max,avg_wait",
		     "output fields (contended / wait_total / wait_max / wait_min / avg_wait)", &field_set),
	OPTION_BOOL('t', "threads", &by_thread, "show per-thread lock stats"),
	OPTION_BOOL('b', "use-bpf", &live, "use BPF program to collect lock contention stats"),
	OPTION_BOOL('a', "all-cpus", &watch.all_cpus, "System-wide collection from all CPUs"),
	OPTION_NUMBERS('C', "cpu", &watch.cpus, "cpu", "List of cpus to monitor"),
	OPTION_IDS('p', "pid", &watch.pids, "pid", "Trace on existing process id"),
	OPTION_IDS(0, "tid", &watch.tids, "tid", "Trace on existing thread id (exclusive to --pid)"),
	OPTION_UINT('M', "map-nr-entries", &watch.nr_entries, "Max number of BPF map entries"),
	OPTION_UINT(0, "max-stack", &wanted.max_stack,
		    "Set the maximum stack depth when collecting lock contention, Default: 8"),
	OPTION_UINT(0, "stack-skip", &wanted.stack_skip,
		    "Set the number of stack depth to skip when finding a lock caller, Default: 4"),
	OPTION_INT('E', "entries", &nr_entries, "display this many functions"),
	OPTION_BOOL('l', "lock-addr", &by_address, "show lock stats by address"),
	{ .kind = OPTION_KIND_CALLBACK,
	  .short_name = 'Y',
	  .long_name = "type-filter",
	  .arg_name = "FLAGS",
	  .help = "Filter specific type of locks",
	  .parse = add_type,
	  .set = &type_set },
	OPTION_CALLBACK('L', "lock-filter", &locks, "ADDRS/NAMES", "Filter specific address/symbol of locks",
			add_words),
	OPTION_CALLBACK('S', "callstack-filter", &chain_parts, "NAMES", "Filter specific function in the callstack",
			add_words),
	OPTION_BOOL('o', "lock-owner", &by_owner, "show lock owners instead of waiters"),
	OPTION_STRING('x', "field-separator", &separator, "separator",
		      "print result in CSV format with custom separator"),
	OPTION_BOOL(0, "lock-cgroup", &by_cgroup, "show lock stats by cgroup"),
	OPTION_CALLBACK('G', "cgroup-filter", &cgroups, "CGROUPS", "Filter specific cgroups", add_words),
	LOCK_CMD_OPTIONS,
	LOCK_CMD_JSON,
	OPTION_END
};

/* Names and addresses of -L become addresses. An address may do without its 0x. */
static void find_locks(struct frame_space *space, uint64_t *addresses)
{
	size_t count = 0;
	for (size_t i = 0; i < locks.list.count; i++) {
		char *end;
		uint64_t vaddr = strtoull(locks.list.items[i], &end, 16);
		if (!*end || lock_stats_find_lock(space, locks.list.items[i], &vaddr)) addresses[count++] = vaddr;
		else if (!lock_cmd_values.quiet) fprintf(stderr, "ignore unknown symbol: %s\n", locks.list.items[i]);
	}
	wanted.locks = addresses;
	wanted.nr_locks = count;
}

static void print(const struct lock_result *result, struct outbuf *out)
{
	if (lock_cmd_values.json) lock_json_contention(result, live, out);
	else lock_text_contention(result, &style, live, out);
}

static int show(void *ctx, struct session *session, struct outbuf *out, struct err *err)
{
	struct lock_stats *stats;
	const struct lock_result *result;
	if (!lock_events_has_contention(session)) {
		err_set(err, -EINVAL, "lock contention evsel not found");
		err_hint(err, "Record with 'perf lock record', on a kernel without lockdep; of one with it there is "
			      "'perf lock report'.");
		return -EINVAL;
	}
	if (cgroups.list.count && !lock_cmd_values.quiet)
		fprintf(stderr, "-G is for -b: recordings of locks do not tell cgroups.\n");
	_free_ uint64_t *addresses = xcalloc(locks.list.count + 1, sizeof(*addresses));
	find_locks(session_frames(session), addresses);
	int r = lock_stats_run(session, &wanted, &stats, &result, err);
	if (r < 0) return r;
	print(result, out);
	lock_stats_free(stats);
	return 0;
}

/* -b. Where it is refused and nothing has run yet: *ret_refused. */
static int run_live(const char *const *workload, bool *ret_refused, struct err *err)
{
	struct warnings *warnings = warnings_new();
	struct live *kernel = lock_watch_kernel(warnings);
	struct lock_stats *stats = NULL;
	struct lock_result *result;
	struct outbuf out;
	_free_ uint64_t *addresses = xcalloc(locks.list.count + 1, sizeof(*addresses));
	find_locks(live_frames(kernel), addresses);
	/* these are for what is not in chains here: who waits is behind the kernel's code for waiting */
	struct lock_stats_options stats_wanted = wanted;
	stats_wanted.stack_skip = wanted.stack_skip > USUAL_STACK_SKIP ? wanted.stack_skip - USUAL_STACK_SKIP : 0;
	watch.workload = workload;
	watch.cgroups = cgroups.list.items;
	watch.nr_cgroups = cgroups.list.count;
	int r = lock_watch_run(&watch, &stats_wanted, kernel, &stats, &result, ret_refused, err);
	if (r >= 0) r = lock_cmd_open(NULL, &out, err);
	if (r >= 0) {
		print(result, &out);
		r = lock_cmd_close(NULL, &out);
	}
	if (!lock_cmd_values.quiet) console_warnings(warnings);
	lock_stats_free(stats);
	live_free(kernel);
	warnings_free(warnings);
	return r;
}

static char *temporary;
static void remove_temporary(void) { unlink(temporary); }

/* Without BPF: the same events, recorded and read. Returns the exit status. */
static int contention_recorded(int argc, const char **argv)
{
	static const char *const always[] = { "record", "-q",      "-R",   "-c",
					      "1",      "--synth", "task", LOCK_CMD_CONTENTION_EVENTS };
	const char *directory = getenv("TMPDIR");
	temporary = xasprintf("%s/perf-lock-XXXXXX", directory && *directory ? directory : "/tmp");
	const char *const pairs[][2] = {
		{ "-o", temporary }, { "-C", watch.cpus }, { "-p", watch.pids }, { "-t", watch.tids }
	};
	int fd = mkstemp(temporary);
	if (fd < 0) {
		perror(temporary);
		return 255;
	}
	close(fd);
	atexit(remove_temporary); /* also where recording ends the program */
	VEC(const char *) words = VEC_INIT;
	for (size_t i = 0; i < ARRAY_SIZE(always); i++) vec_push(&words, always[i]);
	for (size_t i = 0; i < ARRAY_SIZE(pairs); i++) {
		if (!pairs[i][1]) continue;
		vec_push(&words, pairs[i][0]);
		vec_push(&words, pairs[i][1]);
	}
	if (watch.all_cpus || (!argc && !watch.cpus && !watch.pids && !watch.tids)) vec_push(&words, "-a");
	vec_push(&words, "--");
	const char **rest = xcalloc((size_t)argc + 2, sizeof(*rest));
	for (int i = 0; i < argc; i++) rest[i + 1] = argv[i];
	int status = commands_run_with(words.items, words.count, argc + 1, rest);
	vec_done(&words);
	free(rest);
	session_option_values.input = temporary;
	session_option_values.force = true;
	live = false;
	if (status != 255 && status != OPTION_USAGE_STATUS) status = lock_cmd_show(show);
	return status;
}

static int contention_live(int argc, const char **argv)
{
	_err_done_ struct err err = ERR_INIT;
	bool refused;
	int r = run_live(argc ? argv : NULL, &refused, &err);
	if (r >= 0 || r == -EPIPE) return 0;
	console_err(&err);
	if (!refused || by_owner || by_cgroup || cgroups.list.count) return 255;
	if (!lock_cmd_values.quiet) fprintf(stderr, "The events are recorded instead.\n");
	return contention_recorded(argc, argv);
}

static _noreturn_ void refuse(const char *why, const char *one, const char *other)
{
	fprintf(stderr, "%s\n", why);
	options_usage_for(usage, options, one);
	options_help_for(options, other);
	exit(textout_finish(255));
}

static void check_options(void)
{
	if (by_owner && !live) refuse("Lock owners are available only with BPF", "o", "b");
	if (by_cgroup && !live) refuse("Cgroups are available only with BPF", "lock-cgroup", "b");
	if (by_thread && by_address) refuse("Cannot use thread and addr mode together", "t", "l");
	if (by_owner && by_address) refuse("Cannot use owner and addr mode together", "o", "l");
	if (by_cgroup && (by_thread || by_owner))
		refuse("Cannot use thread and cgroup mode together", "t", "lock-cgroup");
	if (by_cgroup && by_address) refuse("Cannot use addr and cgroup mode together", "l", "lock-cgroup");
	if (separator && strpbrk(separator, ":+.")) {
		fprintf(stderr, "Cannot use the separator that is already used\n");
		options_usage_for(usage, options, "x");
		exit(textout_finish(255));
	}
}

int lock_cmd_contention(int argc, const char **argv)
{
	static const struct lock_columns usual = {
		{ LOCK_FIELD_CONTENDED, LOCK_FIELD_TOTAL, LOCK_FIELD_MAX, LOCK_FIELD_AVG }, 4
	};
	const unsigned allowed = ((1u << NR_LOCK_FIELDS) - 1) & ~(1u << LOCK_FIELD_ACQUIRED);
	argc = options_parse(argc, argv, options, usage, OPTIONS_STOP_AT_NON_OPTION);
	check_options();
	if (lock_cmd_parse_fields(key, fields, allowed, &usual, &wanted.key, &style.columns) < 0) return 256 - EINVAL;
	wanted.by = by_cgroup    ? LOCK_BY_CGROUP
		    : by_owner   ? LOCK_BY_OWNER
		    : by_thread  ? LOCK_BY_THREAD
		    : by_address ? LOCK_BY_ADDRESS
				 : LOCK_BY_CALLER;
	wanted.types = types.items;
	wanted.nr_types = types.count;
	wanted.chain_parts = chain_parts.list.items;
	wanted.nr_chain_parts = chain_parts.list.count;
	style.separator = separator;
	style.no_head = lock_cmd_values.quiet;
	style.verbose = console_verbosity > 0 && !lock_cmd_values.quiet;
	wanted.view = LOCK_VIEW_CONTENTION;
	wanted.nr_entries = nr_entries > 0 ? (size_t)nr_entries : 0;
	wanted.chains = wanted.by == LOCK_BY_CALLER && (style.verbose || lock_cmd_values.json);
	return live ? contention_live(argc, argv) : lock_cmd_show(show);
}
