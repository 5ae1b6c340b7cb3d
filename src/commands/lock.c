/* perf lock: what is waited for. */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>
#include "base/vec.h"
#include "cli/command.h"
#include "cli/console.h"
#include "cli/textout.h"
#include "commands/commands.h"
#include "commands/lock_cmd.h"
#include "commands/session_show.h"
#include "kernel/machine_root.h"
#include "kernel/tracefs.h"

struct lock_cmd_values lock_cmd_values;

static const char *const subcommands[] = { "record", "report", "script", "info", "contention", NULL };
static const char *const usage[] = { "perf lock [<options>] {record|report|script|info|contention}", NULL };
static const struct option options[] = { LOCK_CMD_OPTIONS, OPTION_END };

int lock_cmd_open(void *ctx, struct outbuf *out, struct err *err)
{
	if (lock_cmd_values.output) {
		int r = textout_create(lock_cmd_values.output, false, out);
		return r < 0 ? err_set_errno(err, r, "failed to open output file: %s", lock_cmd_values.output) : 0;
	}
	if (lock_cmd_values.json) textout_stdout(out);
	else textout_stderr(out);
	return 0;
}

int lock_cmd_close(void *ctx, struct outbuf *out) { return textout_close(out, lock_cmd_values.output); }

/* As upstream: who has recorded something else altogether is told so, before anything is printed. */
static int check_has_traces(struct session *session, struct err *err)
{
	const struct perf_events *events = session_events(session);
	for (size_t i = 0; i < events->count; i++)
		if (events->items[i]->attr.type == ATTR_TYPE_TRACEPOINT) return 0;
	return err_set(err, -EINVAL, "No trace sample to read. Did you call 'perf lock record'?");
}

int lock_cmd_show(int (*show)(void *ctx, struct session *session, struct outbuf *out, struct err *err))
{
	const struct session_show how = { .prepare = check_has_traces,
					  .show = show,
					  .open = lock_cmd_open,
					  .close = lock_cmd_close,
					  .quiet = lock_cmd_values.quiet,
					  .dump = lock_cmd_values.dump };
	return session_show_status(session_show(&how));
}

static const char *const field_names[NR_LOCK_FIELDS] = {
	[LOCK_FIELD_ACQUIRED] = "acquired", [LOCK_FIELD_CONTENDED] = "contended", [LOCK_FIELD_AVG] = "avg_wait",
	[LOCK_FIELD_TOTAL] = "wait_total",  [LOCK_FIELD_MAX] = "wait_max",        [LOCK_FIELD_MIN] = "wait_min",
};

static bool parse_field(const char *name, unsigned allowed, enum lock_field *ret)
{
	for (size_t i = 0; i < NR_LOCK_FIELDS; i++) {
		if (!(allowed >> i & 1) || strcmp(name, field_names[i]) != 0) continue;
		*ret = (enum lock_field)i;
		return true;
	}
	return false;
}

static void add_column(struct lock_columns *columns, enum lock_field field)
{
	for (size_t i = 0; i < columns->count; i++)
		if (columns->fields[i] == field) return;
	columns->fields[columns->count++] = field;
}

int lock_cmd_parse_fields(const char *key, const char *columns, unsigned allowed, const struct lock_columns *usual,
			  enum lock_field *ret_key, struct lock_columns *ret_columns)
{
	struct lock_columns found = { .count = 0 };
	enum lock_field field;
	if (!parse_field(key, allowed, ret_key)) {
		fprintf(stderr, "Unknown compare key: %s\n", key);
		return -EINVAL;
	}
	_free_ char *list = columns ? xstrdup(columns) : NULL;
	char *rest = NULL;
	for (char *word = list ? strtok_r(list, ", ", &rest) : NULL; word; word = strtok_r(NULL, ", ", &rest)) {
		if (!parse_field(word, allowed, &field)) {
			fprintf(stderr, "Unknown output field: %s\n", word);
			return -EINVAL;
		}
		add_column(&found, field);
	}
	if (!columns) found = *usual;
	add_column(&found, *ret_key);
	*ret_columns = found;
	return 0;
}

/* What `perf lock record` asks `perf record` for: lockdep's events, which few kernels have, else those of waits, with
 * who waits. */
static int run_record(int argc, const char **argv)
{
	static const char *const lockdep[] = { "-e", "lock:lock_acquire",   "-e", "lock:lock_acquired",
					       "-e", "lock:lock_contended", "-e", "lock:lock_release" };
	static const char *const contention[] = { LOCK_CMD_CONTENTION_EVENTS };
	static const char *const always[] = { "record", "-R", "-m", "1024", "-c", "1", "--synth", "task" };
	_free_ char *tracefs = machine_tracefs();
	VEC(const char *) words = VEC_INIT;
	int status = 1;
	for (size_t i = 0; i < ARRAY_SIZE(always); i++) vec_push(&words, always[i]);
	bool has_lockdep = tracefs_has(machine_root(), tracefs, "lock", "lock_acquire");
	/* where nothing can be read, `perf record` says what is missing */
	bool readable = tracefs_has(machine_root(), tracefs, "sched", "sched_switch");
	if (readable && !has_lockdep && !tracefs_has(machine_root(), tracefs, "lock", "contention_begin")) {
		fprintf(stderr, "tracepoint lock:lock_acquire is not enabled. Are CONFIG_LOCKDEP and CONFIG_LOCK_STAT "
				"enabled?\n"
				"Nor has this kernel lock:contention_begin, which those from 5.19 on have.\n");
		vec_done(&words);
		return status;
	}
	const char *const *events = has_lockdep ? lockdep : contention;
	size_t nr_words = has_lockdep ? ARRAY_SIZE(lockdep) : ARRAY_SIZE(contention);
	for (size_t i = 0; i < nr_words; i++) vec_push(&words, events[i]);
	status = commands_run_with(words.items, words.count, argc, argv);
	vec_done(&words);
	return status;
}

static int run(int argc, const char **argv)
{
	argc = options_parse_subcommands(argc, argv, options, subcommands, usage, OPTIONS_STOP_AT_NON_OPTION);
	if (!argc) options_usage(usage, options);
	if (strcmp(argv[0], "script") == 0)
		return session_show_script(&session_option_values, lock_cmd_values.dump, argc, argv);
	if (options_subcommand_is(argv[0], "record", 3)) return run_record(argc, argv);
	if (options_subcommand_is(argv[0], "report", 3)) return lock_cmd_report(argc, argv);
	if (strcmp(argv[0], "info") == 0) return lock_cmd_info(argc, argv);
	if (options_subcommand_is(argv[0], "contention", 3)) return lock_cmd_contention(argc, argv);
	options_unknown_subcommand(argv[0], subcommands, usage, options);
}

const struct command command_lock = {
	.name = "lock",
	.summary = "Analyze lock events",
	.usage = usage,
	.options = options,
	.subcommands = subcommands,
	.run = run,
};
