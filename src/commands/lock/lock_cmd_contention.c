/* perf lock contention: who waits for locks, out of a recording, or while it happens (-b).
 *
 * -b counts in the kernel by BPF programs (lock_watch). Where these are refused, the same events are recorded into a
 * temporary file and read back (contention_recorded). All three ways end in a struct lock_result, which print()
 * shows:
 *
 *     without -b   session ----------------------> lock_stats_run ------\
 *     -b           lock_watch_run: sums by BPF --> lock_stats_of_sums ---> struct lock_result -> print
 *     -b refused   perf record into a file -> session -> lock_stats_run /
 *
 * The order of things: run_with settles the options, contention_live or show_recording takes one of the ways. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include "analysis/lock/lock_stats.h"
#include "base/descriptor.h"
#include "base/regular_file.h"
#include "base/vec.h"
#include "cli/console.h"
#include "cli/textout.h"
#include "commands/lock/lock_cmd.h"
#include "commands/lock/lock_delays.h"
#include "commands/lock/lock_watch.h"
#include "render/listing/lock_json.h"
#include "render/listing/lock_text.h"
#include "result/lock_type.h"

/* Upstream's defaults: frames of a chain; frames to skip to find the caller, since the innermost ones are the
 * kernel's own code for waiting; entries of a BPF map. */
enum { USUAL_MAX_STACK = 8, USUAL_STACK_SKIP = 4, USUAL_MAP_ENTRIES = 16384 };

/* The words of an option that takes lists and may be given several times. */
struct words {
	/* Each is owned: words_done frees them. */
	VEC(char *) list;
};

/* -Y: the flags of the types wanted, as lock:contention_begin has them (LCB_F_... of the kernel); lock_types of
 * result/lock_type.h are the names. */
struct lock_types {
	VEC(uint32_t) flags;
};

/* What was given; run_with makes `wanted`, `watch` and `style` whole. Texts are argv's, types and words are owned. */
struct contention_values {
	struct lock_cmd_values cmd;
	struct lock_counting_options watch; /* -b */
	struct lock_stats_options wanted;
	struct lock_text_style style;
	bool live, by_thread, by_address, by_owner, by_cgroup;
	const char *key, *fields, *separator;
	int nr_entries;
	struct lock_types types;
	struct words locks, chain_parts, cgroups;
	struct lock_delays delays; /* -J */
};

static const char *const field_names[] = { "contended", "wait_total", "wait_max", "wait_min", "avg_wait", NULL };
static const struct option_set key_set = { .what = "key", .names = field_names },
			       field_set = { .what = "field", .names = field_names, .is_list = true };
/* A type has up to three names: that of the wait ("rwsem:R"), of the lock ("rwsem"), and an alias. */
static void lock_visit_types(void (*add)(void *ctx, const char *name), void *ctx)
{
	for (size_t i = 0; i < nr_lock_types; i++) {
		add(ctx, lock_types[i].wait);
		if (strcmp(lock_types[i].lock, lock_types[i].wait) != 0) add(ctx, lock_types[i].lock);
		if (lock_types[i].alias) add(ctx, lock_types[i].alias);
	}
}

static const struct option_set type_set = { .what = "type of lock", .visit = lock_visit_types, .is_list = true };

/* One name may stand for several types (rwsem: waits of readers and of writers). */
static int lock_add_type(const struct option *option, const char *arg, bool unset, void *member)
{
	struct lock_types *types = member;
	_free_ char *list = xstrdup(unset ? "" : arg);
	char *rest = NULL;
	for (char *word = strtok_r(list, ", ", &rest); word; word = strtok_r(NULL, ", ", &rest)) {
		size_t before = types->flags.count;
		for (size_t i = 0; i < nr_lock_types; i++) {
			const struct lock_type *type = &lock_types[i];
			if (strcmp(word, type->wait) == 0 || strcmp(word, type->lock) == 0 ||
			    (type->alias && strcmp(word, type->alias) == 0))
				vec_push(&types->flags, type->flags);
		}
		if (types->flags.count == before)
			return option_error(option, "Unknown lock name: %s", word), option_suggest(option, word);
	}
	return 0;
}

/* -L, -S and -G: adds to the words of earlier ones. The negated form adds nothing and takes nothing back. */
static int lock_add_words(const struct option *option, const char *arg, bool unset, void *member)
{
	struct words *words = member;
	_free_ char *list = xstrdup(unset ? "" : arg);
	char *rest = NULL;
	for (char *word = strtok_r(list, ", ", &rest); word; word = strtok_r(NULL, ", ", &rest))
		vec_push(&words->list, xstrdup(word));
	return 0;
}

static void words_done(struct words *words)
{
	for (size_t i = 0; i < words->list.count; i++) free(words->list.items[i]);
	vec_done(&words->list);
}

static const char *const usage[] = { "perf lock contention [<options>]", NULL };
static const struct option options[] = {
	OPTION_WORDS('k', "key", struct contention_values, key, "wait_total",
		     "key for sorting (contended / wait_total / wait_max / wait_min / avg_wait)", &key_set),
	OPTION_WORDS('F', "field", struct contention_values, fields, "contended,wait_total,wait_max,avg_wait",
		     "output fields (contended / wait_total / wait_max / wait_min / avg_wait)", &field_set),
	OPTION_BOOL('t', "threads", struct contention_values, by_thread, "show per-thread lock stats"),
	OPTION_BOOL('b', "use-bpf", struct contention_values, live, "use BPF program to collect lock contention stats"),
	OPTION_BOOL('a', "all-cpus", struct contention_values, watch.target.all_cpus,
		    "System-wide collection from all CPUs"),
	OPTION_NUMBERS('C', "cpu", struct contention_values, watch.target.cpus, "cpu", "List of cpus to monitor"),
	OPTION_IDS('p', "pid", struct contention_values, watch.target.pids, "pid", "Trace on existing process id"),
	OPTION_IDS(0, "tid", struct contention_values, watch.target.tids, "tid",
		   "Trace on existing thread id (exclusive to --pid)"),
	OPTION_UINT('M', "map-nr-entries", struct contention_values, watch.tap.nr_entries,
		    "Max number of BPF map entries"),
	OPTION_UINT(0, "max-stack", struct contention_values, wanted.max_stack,
		    "Set the maximum stack depth when collecting lock contention, Default: 8"),
	OPTION_UINT(0, "stack-skip", struct contention_values, wanted.stack_skip,
		    "Set the number of stack depth to skip when finding a lock caller, Default: 4"),
	OPTION_INT('E', "entries", struct contention_values, nr_entries, "display this many functions"),
	OPTION_BOOL('l', "lock-addr", struct contention_values, by_address, "show lock stats by address"),
	{ .kind = OPTION_KIND_CALLBACK,
	  .short_name = 'Y',
	  .long_name = "type-filter",
	  .arg_name = "FLAGS",
	  .help = "Filter specific type of locks",
	  .store = lock_add_type,
	  .member = OPTION_MEMBER(struct lock_types, struct contention_values, types),
	  .set = &type_set },
	OPTION_CALLBACK('L', "lock-filter", struct contention_values, locks, "ADDRS/NAMES",
			"Filter specific address/symbol of locks", lock_add_words),
	OPTION_CALLBACK('S', "callstack-filter", struct contention_values, chain_parts, "NAMES",
			"Filter specific function in the callstack", lock_add_words),
	OPTION_BOOL('o', "lock-owner", struct contention_values, by_owner, "show lock owners instead of waiters"),
	OPTION_STRING('x', "field-separator", struct contention_values, separator, "separator",
		      "print result in CSV format with custom separator"),
	OPTION_BOOL(0, "lock-cgroup", struct contention_values, by_cgroup, "show lock stats by cgroup"),
	OPTION_CALLBACK('G', "cgroup-filter", struct contention_values, cgroups, "CGROUPS", "Filter specific cgroups",
			lock_add_words),
	OPTION_CALLBACK('J', "inject-delay", struct contention_values, delays, "TIME@FUNC",
			"Inject delays to specific locks", lock_delays_add),
	LOCK_CMD_ROWS(struct contention_values, cmd),
	LOCK_CMD_ROW_JSON(struct contention_values, cmd),
	OPTION_END
};
static const struct option_table table = { .rows = options, .usage = usage, .flags = OPTIONS_STOP_AT_NON_OPTION };

/* Names and addresses of -L become addresses, in room that the caller has made for all of them. An address may do
 * without its 0x, so a name that is a hexadecimal number is taken for one. */
static void find_locks(struct contention_values *values, struct frame_space *space, uint64_t *addresses)
{
	size_t count = 0;
	for (size_t i = 0; i < values->locks.list.count; i++) {
		char *end;
		uint64_t vaddr = strtoull(values->locks.list.items[i], &end, 16);
		if (!*end || lock_stats_find_lock(space, values->locks.list.items[i], &vaddr))
			addresses[count++] = vaddr;
		else if (!values->cmd.quiet)
			fprintf(stderr, "ignore unknown symbol: %s\n", values->locks.list.items[i]);
	}
	values->wanted.locks = addresses;
	values->wanted.nr_locks = count;
}

static void print(const struct contention_values *values, const struct lock_result *result, struct outbuf *out)
{
	if (values->cmd.json) lock_json_contention(result, values->live, out);
	else lock_text_contention(result, &values->style, values->live, out);
}

/* The hook of lock_cmd_show for a recording: its symbols resolve -L, and its kernel was the recording machine's. */
static int lock_show_contention(void *ctx, struct session *session, struct outbuf *out, struct err *err)
{
	struct contention_values *values = ctx;
	struct lock_stats *stats;
	const struct lock_result *result;
	if (!lock_events_has_contention(session)) {
		err_set(err, -EINVAL, "lock contention evsel not found");
		err_hint(err, "Record with 'perf lock record', on a kernel without lockdep; of one with it there is "
			      "'perf lock report'.");
		return -EINVAL;
	}
	if (values->cgroups.list.count && !values->cmd.quiet)
		fprintf(stderr, "-G is for -b: recordings of locks do not tell cgroups.\n");
	_free_ uint64_t *addresses = xcalloc(values->locks.list.count + 1, sizeof(*addresses));
	find_locks(values, session_frames(session), addresses);
	int r = lock_stats_run(session, &values->wanted, &stats, &result, err);
	if (r < 0) return r;
	print(values, result, out);
	lock_stats_free(stats);
	return 0;
}

/* -b: counts until the workload or the user ends it, then prints. 0, or -errno with err set. *ret_refused: BPF
 * programs are not permitted and nothing has run yet, so that the caller may try another way; it is set in any case. */
static int run_live(struct contention_values *values, const char *const *workload, bool *ret_refused, struct err *err)
{
	struct warnings *warnings = warnings_new();
	struct live *kernel = lock_watch_kernel(warnings);
	struct lock_watch watched;
	struct outbuf out;
	_free_ uint64_t *addresses = xcalloc(values->locks.list.count + 1, sizeof(*addresses));
	find_locks(values, live_frames(kernel), addresses);
	/* these are for what is not in chains here: who waits is behind the kernel's code for waiting */
	struct lock_stats_options stats_wanted = values->wanted;
	stats_wanted.stack_skip = values->wanted.stack_skip > USUAL_STACK_SKIP
					  ? values->wanted.stack_skip - USUAL_STACK_SKIP
					  : 0;
	values->watch.workload = workload;
	values->watch.cgroups = (const char *const *)values->cgroups.list.items;
	values->watch.nr_cgroups = values->cgroups.list.count;
	int r = lock_delays_find(&values->delays, live_frames(kernel), err);
	values->watch.delays = values->delays.found.items;
	values->watch.nr_delays = values->delays.found.count;
	watched = (struct lock_watch){ .refused = false };
	if (r >= 0) r = lock_watch_run(&values->watch, &stats_wanted, kernel, &watched, err);
	*ret_refused = watched.refused;
	if (r >= 0 && values->delays.found.count && !values->cmd.quiet)
		fprintf(stderr, "Owners of locks were delayed %llu times.\n", (unsigned long long)watched.nr_delayed);
	if (r >= 0) r = lock_cmd_open(&values->cmd, &out, err);
	if (r >= 0) {
		print(values, watched.result, &out);
		r = lock_cmd_close(&values->cmd, &out);
	}
	if (!values->cmd.quiet) console_warnings(warnings);
	lock_watch_done(&watched);
	live_free(kernel);
	warnings_free(warnings);
	return r;
}

static int show_recording(struct contention_values *values)
{
	return lock_cmd_show(
		&(struct lock_cmd_show){ .values = &values->cmd, .show = lock_show_contention, .ctx = values });
}

/* path: an empty file of a new name. Returns the exit status. The recording loses its name as soon as it is open and
 * is read by its descriptor: nothing is left of it, whatever ends this. */
static int record_and_show(struct contention_values *values, const char *path, int argc, const char **argv)
{
	const struct target_options *of = &values->watch.target;
	_free_ const char **workload = xcalloc((size_t)argc + 1, sizeof(*workload));
	for (int i = 0; i < argc; i++) workload[i] = argv[i];
	struct record_request request = {
		.quiet = true,
		.goes_on = true,
		.all_cpus = of->all_cpus || (!argc && !of->cpus && !of->pids && !of->tids),
		.raw = true,
		.period = 1,
		.synth = "task",
		.output = path,
		.cpus = of->cpus,
		.pids = of->pids,
		.tids = of->tids,
		.workload = workload,
	};
	lock_cmd_ask_for_waits(&request);
	int status = record_request_run(&request, 0, NULL);
	record_request_done(&request);
	_close_ int fd = regular_file_open(path);
	if (fd < 0) {
		perror(path);
		return 255;
	}
	/* Nothing was recorded, and the recorder has said why. The status alone does not tell: it may be the command's.
	 */
	struct stat st;
	if (status && (fstat(fd, &st) < 0 || !st.st_size)) return status;
	_free_ char *by_descriptor = xasprintf("/proc/self/fd/%d", fd);
	(void)unlink(path);
	values->cmd.session.input = by_descriptor;
	values->cmd.session.force = true;
	values->live = false;
	return show_recording(values);
}

/* Without BPF: the same events, recorded and read. Returns the exit status. */
static int contention_recorded(struct contention_values *values, int argc, const char **argv)
{
	const char *directory = getenv("TMPDIR");
	_free_ char *path = xasprintf("%s/perf-lock-XXXXXX", directory && *directory ? directory : "/tmp");
	int fd = mkstemp(path);
	if (fd < 0) {
		perror(path);
		return 255;
	}
	close(fd);
	int status = record_and_show(values, path, argc, argv);
	unlink(path);
	return status;
}

/* -b, with recording as the second choice. Owners and control groups can be told by BPF programs only: then there is
 * nothing to fall back on. */
static int contention_live(struct contention_values *values, int argc, const char **argv)
{
	_err_done_ struct err err = ERR_INIT;
	bool refused;
	int r = run_live(values, argc ? argv : NULL, &refused, &err);
	if (r >= 0 || r == -EPIPE) return 0;
	console_err(&err);
	if (!refused || values->by_owner || values->by_cgroup || values->cgroups.list.count ||
	    values->delays.list.count)
		return 255;
	if (!values->cmd.quiet) fprintf(stderr, "The events are recorded instead.\n");
	return contention_recorded(values, argc, argv);
}

/* Says why two options do not go together, with the help of both; other may be NULL. */
static int refuse(const char *why, const char *one, const char *other)
{
	fprintf(stderr, "%s\n", why);
	(void)option_table_usage_for(&table, one);
	if (other) options_help_for(options, other);
	return 255;
}

/* 0, or the exit status. */
static int check_options(const struct contention_values *v)
{
	if (v->by_owner && !v->live) return refuse("Lock owners are available only with BPF", "o", "b");
	if (v->by_cgroup && !v->live) return refuse("Cgroups are available only with BPF", "lock-cgroup", "b");
	if (v->delays.list.count && !v->live) return refuse("Delays of locks are available only with BPF", "J", "b");
	if (v->delays.list.count && (v->watch.target.pids || v->watch.target.tids))
		return refuse("-J delays every owner of the lock: it does not go with -p and --tid", "J", NULL);
	if (v->by_thread && v->by_address) return refuse("Cannot use thread and addr mode together", "t", "l");
	if (v->by_owner && v->by_address) return refuse("Cannot use owner and addr mode together", "o", "l");
	if (v->by_cgroup && (v->by_thread || v->by_owner))
		return refuse("Cannot use thread and cgroup mode together", "t", "lock-cgroup");
	if (v->by_cgroup && v->by_address)
		return refuse("Cannot use addr and cgroup mode together", "l", "lock-cgroup");
	if (v->separator && strpbrk(v->separator, ":+."))
		return refuse("Cannot use the separator that is already used", "x", NULL);
	return 0;
}

/* What a row of the result stands for. */
static enum lock_by rows_of(const struct contention_values *values)
{
	if (values->by_cgroup) return LOCK_BY_CGROUP;
	if (values->by_owner) return LOCK_BY_OWNER;
	if (values->by_thread) return LOCK_BY_THREAD;
	return values->by_address ? LOCK_BY_ADDRESS : LOCK_BY_CALLER;
}

/* Options that depend on each other are settled here, before either way is taken. */
static int run_with(struct contention_values *values, int argc, const char **argv)
{
	static const struct lock_columns usual = {
		{ LOCK_FIELD_CONTENDED, LOCK_FIELD_TOTAL, LOCK_FIELD_MAX, LOCK_FIELD_AVG }, 4
	};
	const unsigned allowed = ((1u << NR_LOCK_FIELDS) - 1) & ~(1u << LOCK_FIELD_ACQUIRED);
	int status;
	if (!option_table_parse(&table, &argc, argv, values, &status)) return status;
	if ((status = check_options(values))) return status;
	if (lock_cmd_parse_fields(values->key, values->fields, allowed, &usual, &values->wanted.key,
				  &values->style.columns) < 0)
		return 256 - EINVAL;
	values->wanted.by = rows_of(values);
	values->wanted.types = values->types.flags.items;
	values->wanted.nr_types = values->types.flags.count;
	values->wanted.chain_parts = (const char *const *)values->chain_parts.list.items;
	values->wanted.nr_chain_parts = values->chain_parts.list.count;
	values->style.separator = values->separator;
	values->style.no_head = values->cmd.quiet;
	values->style.verbose = console.verbosity > 0 && !values->cmd.quiet;
	values->wanted.view = LOCK_VIEW_CONTENTION;
	values->wanted.nr_entries = values->nr_entries > 0 ? (size_t)values->nr_entries : 0;
	/* Whole chains are resolved only where they are shown. */
	values->wanted.chains = values->wanted.by == LOCK_BY_CALLER && (values->style.verbose || values->cmd.json);
	return values->live ? contention_live(values, argc, argv) : show_recording(values);
}

/* The defaults are upstream's; all that values own is freed here. */
int lock_cmd_contention(const struct lock_cmd_values *before, int argc, const char **argv)
{
	struct contention_values values = {
		.cmd = *before,
		.watch = { .tap = { .nr_entries = USUAL_MAP_ENTRIES } },
		.wanted = { .contention_only = true, .max_stack = USUAL_MAX_STACK, .stack_skip = USUAL_STACK_SKIP },
		.key = "wait_total",
	};
	int status = run_with(&values, argc, argv);
	words_done(&values.locks);
	lock_delays_done(&values.delays);
	words_done(&values.chain_parts);
	words_done(&values.cgroups);
	vec_done(&values.types.flags);
	return status;
}
