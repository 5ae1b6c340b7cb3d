/* perf lock contention: who waits for locks, out of a recording, or while it happens (-b). */
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include "analysis/lock_stats.h"
#include "base/vec.h"
#include "cli/console.h"
#include "commands/lock_cmd.h"
#include "commands/lock_watch.h"
#include "render/lock_json.h"
#include "render/lock_text.h"
#include "result/lock_type.h"

enum { USUAL_MAX_STACK = 8, USUAL_STACK_SKIP = 4, USUAL_MAP_ENTRIES = 16384 };

static struct lock_watch_options watch = { .nr_entries = USUAL_MAP_ENTRIES };
static struct lock_stats_options wanted = { .contention_only = true, .max_stack = USUAL_MAX_STACK, .stack_skip = USUAL_STACK_SKIP };
static struct lock_text_style style;
static bool live, by_thread, by_address, by_owner, by_cgroup;
static const char *key = "wait_total", *fields, *separator;
static int nr_entries;
static VEC(uint32_t) types = VEC_INIT;
static struct words { VEC(const char *) list; } locks, chain_parts, cgroups;

static int add_type(const struct option *option, const char *arg, bool unset)
{
	_free_ char *list = xstrdup(unset ? "" : arg);
	char *rest = NULL;
	for (char *word = strtok_r(list, ", ", &rest); word; word = strtok_r(NULL, ", ", &rest)) {
		size_t before = types.count;
		for (size_t i = 0; i < nr_lock_types; i++) {
			const struct lock_type *type = &lock_types[i];
			if (strcmp(word, type->wait) == 0 || strcmp(word, type->lock) == 0 || (type->alias && strcmp(word, type->alias) == 0)) vec_push(&types, type->flags);
		}
		if (types.count == before) return option_error(option, "Unknown lock name: %s", word);
	}
	return 0;
}

/* Words of a list, into the struct words of the option; they live as long as the program. */
static int add_words(const struct option *option, const char *arg, bool unset)
{
	struct words *words = option->value;
	char *rest = NULL;
	for (char *word = unset ? NULL : strtok_r(xstrdup(arg), ", ", &rest); word; word = strtok_r(NULL, ", ", &rest)) vec_push(&words->list, word);
	return 0;
}

static const char *const usage[] = { "perf lock contention [<options>]", NULL };
static const struct option options[] = {
	OPTION_STRING('k', "key", &key, "wait_total", "key for sorting (contended / wait_total / wait_max / wait_min / avg_wait)"),
	OPTION_STRING('F', "field", &fields, "contended,wait_total,wait_max,avg_wait",
		      "output fields (contended / wait_total / wait_max / wait_min / avg_wait)"),
	OPTION_BOOL('t', "threads", &by_thread, "show per-thread lock stats"),
	OPTION_BOOL('b', "use-bpf", &live, "use BPF program to collect lock contention stats"),
	OPTION_BOOL('a', "all-cpus", &watch.all_cpus, "System-wide collection from all CPUs"),
	OPTION_STRING('C', "cpu", &watch.cpus, "cpu", "List of cpus to monitor"),
	OPTION_STRING('p', "pid", &watch.pids, "pid", "Trace on existing process id"),
	OPTION_STRING(0, "tid", &watch.tids, "tid", "Trace on existing thread id (exclusive to --pid)"),
	OPTION_UINT('M', "map-nr-entries", &watch.nr_entries, "Max number of BPF map entries"),
	OPTION_UINT(0, "max-stack", &wanted.max_stack, "Set the maximum stack depth when collecting lock contention, Default: 8"),
	OPTION_UINT(0, "stack-skip", &wanted.stack_skip, "Set the number of stack depth to skip when finding a lock caller, Default: 4"),
	OPTION_INT('E', "entries", &nr_entries, "display this many functions"),
	OPTION_BOOL('l', "lock-addr", &by_address, "show lock stats by address"),
	OPTION_CALLBACK('Y', "type-filter", NULL, "FLAGS", "Filter specific type of locks", add_type),
	OPTION_CALLBACK('L', "lock-filter", &locks, "ADDRS/NAMES", "Filter specific address/symbol of locks", add_words),
	OPTION_CALLBACK('S', "callstack-filter", &chain_parts, "NAMES", "Filter specific function in the callstack", add_words),
	OPTION_BOOL('o', "lock-owner", &by_owner, "show lock owners instead of waiters"),
	OPTION_STRING('x', "field-separator", &separator, "separator", "print result in CSV format with custom separator"),
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
	if (lock_cmd_values.json) lock_json_contention(result, style.nr_entries, live, out);
	else lock_text_contention(result, &style, live, out);
}

static int show(struct session *session, struct outbuf *out, struct err *err)
{
	struct lock_stats *stats;
	const struct lock_result *result;
	if (!lock_events_has_contention(session)) {
		err_set(err, -EINVAL, "lock contention evsel not found");
		err_hint(err, "Record with 'perf lock record', on a kernel without lockdep; of one with it there is 'perf lock report'.");
		return -EINVAL;
	}
	if (cgroups.list.count && !lock_cmd_values.quiet) fprintf(stderr, "-G is for -b: recordings of locks do not tell cgroups.\n");
	_free_ uint64_t *addresses = xcalloc(locks.list.count + 1, sizeof(*addresses));
	find_locks(session_frames(session), addresses);
	int r = lock_stats_run(session, &wanted, &stats, &result, err);
	if (r < 0) return r;
	print(result, out);
	lock_stats_free(stats);
	return 0;
}

static _noreturn_ void refuse(const char *why, const char *one, const char *other)
{
	fprintf(stderr, "%s\n", why);
	options_usage_for(usage, options, one);
	options_help_for(options, other);
	exit(255);
}

static void check_options(void)
{
	if (by_owner && !live) refuse("Lock owners are available only with BPF", "o", "b");
	if (by_cgroup && !live) refuse("Cgroups are available only with BPF", "lock-cgroup", "b");
	if (by_thread && by_address) refuse("Cannot use thread and addr mode together", "t", "l");
	if (by_owner && by_address) refuse("Cannot use owner and addr mode together", "o", "l");
	if (by_cgroup && (by_thread || by_owner)) refuse("Cannot use thread and cgroup mode together", "t", "lock-cgroup");
	if (by_cgroup && by_address) refuse("Cannot use addr and cgroup mode together", "l", "lock-cgroup");
	if (separator && strpbrk(separator, ":+.")) {
		fprintf(stderr, "Cannot use the separator that is already used\n");
		options_usage_for(usage, options, "x");
		exit(255);
	}
}

int lock_cmd_contention(int argc, const char **argv)
{
	static const struct lock_columns usual = { { LOCK_FIELD_CONTENDED, LOCK_FIELD_TOTAL, LOCK_FIELD_MAX, LOCK_FIELD_AVG }, 4 };
	const unsigned allowed = ((1u << NR_LOCK_FIELDS) - 1) & ~(1u << LOCK_FIELD_ACQUIRED);
	argc = options_parse(argc, argv, options, usage, OPTIONS_STOP_AT_NON_OPTION);
	check_options();
	if (lock_cmd_parse_fields(key, fields, allowed, &usual, &wanted.key, &style.columns) < 0) return 256 - EINVAL;
	wanted.by = by_cgroup ? LOCK_BY_CGROUP : by_owner ? LOCK_BY_OWNER : by_thread ? LOCK_BY_THREAD : by_address ? LOCK_BY_ADDRESS : LOCK_BY_CALLER;
	wanted.types = types.items;
	wanted.nr_types = types.count;
	wanted.chain_parts = chain_parts.list.items;
	wanted.nr_chain_parts = chain_parts.list.count;
	style.separator = separator;
	style.no_head = lock_cmd_values.quiet;
	style.verbose = console_verbosity > 0 && !lock_cmd_values.quiet;
	style.nr_entries = nr_entries > 0 ? (size_t)nr_entries : 0;
	wanted.chains = wanted.by == LOCK_BY_CALLER && (style.verbose || lock_cmd_values.json);
	return lock_cmd_show(show);
}
