/* perf sched stats: what the scheduler counted while a command ran: a snapshot of /proc/schedstat before it, one behind
 * it, and the difference. record keeps both in a file, report shows one, diff two; without any of them the difference
 * is shown at once. */
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include "analysis/sched/schedstat.h"
#include "cli/compatible_version.h"
#include "cli/console.h"
#include "cli/textout.h"
#include "commands/option/session_show.h"
#include "commands/sched/sched_cmd.h"
#include "kernel/cpu_list.h"
#include "kernel/facts.h"
#include "kernel/kernelfs.h"
#include "kernel/machine_root.h"
#include "perfdata/writer.h"
#include "record/control/child.h"
#include "render/listing/sched_stats_text.h"

#define SCHEDSTATS_SWITCH "proc/sys/kernel/sched_schedstats"

struct stats_values {
	struct sched_cmd_values cmd;
	const char *cpus, *output;
	struct cpu_list chosen; /* of cpus; empty: all */
};

static const char *const verbs[] = { "record", "report", "diff", NULL };
static const char *const usage[] = { "perf sched stats {record|report|diff} [<options>]", NULL };
static const struct option options[] = {
	OPTION_STRING('C', "cpu", struct stats_values, cpus, "cpu", "list of cpus to profile"),
	SESSION_ROW_INPUT(struct stats_values, cmd.session),
	OPTION_STRING('o', "output", struct stats_values, output, "file", "`stats record` with output filename"),
	OPTION_VERBOSE("Show explanation for fields in the report"),
	SESSION_ROW_FORCE(struct stats_values, cmd.session),
	OPTION_END
};
static const struct option_table table = {
	.rows = options, .usage = usage, .subcommands = verbs, .flags = OPTIONS_STOP_AT_NON_OPTION
};

/* Two snapshots, and what the header says of them. */
struct snapshots {
	struct schedstat first, last;
	struct perf_header header;
	struct perf_events events; /* none */
};

static void snapshots_init(struct snapshots *snapshots)
{
	*snapshots = (struct snapshots){ 0 };
	events_init(&snapshots->events);
	header_init(&snapshots->header, &snapshots->events);
}

static void snapshots_done(struct snapshots *snapshots)
{
	schedstat_done(&snapshots->first);
	schedstat_done(&snapshots->last);
	header_done(&snapshots->header);
	events_done(&snapshots->events);
}

/* -C, as a list. False, with the reason printed: it is no list. */
static bool choose_cpus(struct stats_values *values)
{
	if (!values->cpus || cpu_list_parse(values->cpus, &values->chosen)) return true;
	fprintf(stderr, "-C %s: not a list of CPUs such as 0-3,8\n", values->cpus);
	return false;
}

static void keep_chosen(struct schedstat *stat, const struct cpu_list *chosen)
{
	size_t kept = 0;
	for (size_t i = 0; i < stat->cpus.count; i++) {
		bool is_chosen = !chosen->cpus.count;
		for (size_t k = 0; k < chosen->cpus.count; k++)
			is_chosen |= (uint32_t)chosen->cpus.items[k] == stat->cpus.items[i].cpu;
		if (is_chosen) stat->cpus.items[kept++] = stat->cpus.items[i];
		else vec_done(&stat->cpus.items[i].domains);
	}
	stat->cpus.count = kept;
}

/* -- while the command runs -- */

/* The kernel counts only when it is told to. Returns whether it was told here; the switch is put back by the caller. */
static bool switch_on(void)
{
	uint64_t is_on;
	if (!kernelfs_read_u64(machine_root(), &is_on, SCHEDSTATS_SWITCH) || is_on) return false;
	_free_ char *path = xasprintf("%s/" SCHEDSTATS_SWITCH, machine_root()->root);
	int fd = open(path, O_WRONLY | O_CLOEXEC);
	bool done = fd >= 0 && write(fd, "1", 1) == 1;
	if (fd >= 0) close(fd);
	if (!done)
		console_warning("kernel.sched_schedstats is 0, so that most counters stand still: "
				"sysctl kernel.sched_schedstats=1 (root)");
	return done;
}

static void switch_off(void)
{
	_free_ char *path = xasprintf("%s/" SCHEDSTATS_SWITCH, machine_root()->root);
	int fd = open(path, O_WRONLY | O_CLOEXEC);
	if (fd < 0 || write(fd, "0", 1) != 1) console_warning("kernel.sched_schedstats could not be set back to 0");
	if (fd >= 0) close(fd);
}

static int take_snapshot(struct schedstat *ret, struct perf_header *header, struct err *err)
{
	_free_ char *text = kernelfs_read(machine_root(), "proc/schedstat");
	if (!text)
		return err_set(err, -errno, "Failed to open /proc/schedstat. Possibly CONFIG_SCHEDSTAT is disabled.");
	return schedstat_parse(text, ret, header, err);
}

/* Until the command has ended, or one of the signals that end perf has come. */
static void wait_for_end(struct child *child, const sigset_t *signals)
{
	for (;;) {
		int number = sigwaitinfo(signals, NULL);
		if (number == SIGCHLD && !child_ended(child)) continue;
		if (number >= 0 || errno != EINTR) break;
	}
	child_stop(child);
}

/* Both snapshots, and the command in between; argc 0: until a signal comes. *ret_status is the command's. */
static int watch(int argc, const char **argv, struct snapshots *ret, int *ret_status, struct err *err)
{
	struct child child = { 0 };
	sigset_t signals, before;
	sigemptyset(&signals);
	sigaddset(&signals, SIGINT);
	sigaddset(&signals, SIGTERM);
	sigaddset(&signals, SIGCHLD);
	int r = argc ? child_fork(&child, argv, false, err) : 0;
	if (r < 0) return r;
	sigprocmask(SIG_BLOCK, &signals, &before);
	bool switched = switch_on();
	r = take_snapshot(&ret->first, &ret->header, err);
	if (r >= 0) r = child_start(&child, argc ? argv[0] : NULL, err);
	if (r >= 0) wait_for_end(&child, &signals);
	if (r >= 0) r = take_snapshot(&ret->last, &ret->header, err);
	if (switched) switch_off();
	child_done(&child);
	sigprocmask(SIG_SETMASK, &before, NULL);
	*ret_status = argc && WIFEXITED(child.status) ? WEXITSTATUS(child.status) : 0;
	return r;
}

/* -- the file -- */

static int write_file(int fd, const struct snapshots *snapshots, struct err *err)
{
	struct perfdata_writer *writer;
	struct outbuf out;
	int r = perfdata_writer_new(fd, WRITER_FILE, &snapshots->events, &writer, err);
	if (r < 0) return r;
	out_init(&out, -1);
	schedstat_write(&snapshots->first, &out);
	schedstat_write(&snapshots->last, &out);
	struct iovec part = { out.data, out.size };
	r = perfdata_writer_append(writer, &part, 1);
	if (r < 0) r = err_set_errno(err, r, "failed to write perf data");
	if (r >= 0) r = perfdata_writer_finish(writer, &snapshots->header, err);
	perfdata_writer_free(writer);
	out_done(&out);
	return r;
}

static int save(const char *path, struct snapshots *snapshots, struct err *err)
{
	struct perf_header *header = &snapshots->header;
	_free_ char *old = xasprintf("%s.old", path);
	struct stat st;
	header->version = arena_strdup(&header->arena, COMPATIBLE_VERSION);
	header_set(header, FEATURE_VERSION);
	facts_all(machine_root(), header);
	header_set(header, FEATURE_CPU_DOMAIN_INFO);
	if (stat(path, &st) == 0 && S_ISREG(st.st_mode) && st.st_size > 0 && rename(path, old) < 0)
		return err_set_errno(err, -errno, "can't rename %s to %s", path, old);
	int fd = open(path, O_CREAT | O_RDWR | O_TRUNC | O_CLOEXEC, 0600);
	if (fd < 0) return err_set_errno(err, -errno, "failed to open %s", path);
	int r = write_file(fd, snapshots, err);
	if (close(fd) < 0 && r >= 0) r = err_set_errno(err, -errno, "%s", path);
	return r;
}

/* -- showing -- */

static int show(const struct stats_values *values, const struct schedstat_pair *pairs, unsigned nr_runs)
{
	_err_done_ struct err err = ERR_INIT;
	struct sched_stats_result result;
	struct outbuf out;
	int r = schedstat_compare(pairs, nr_runs, values->chosen.cpus.items, values->chosen.cpus.count, &result, &err);
	if (r < 0) {
		console_err(&err);
	} else {
		textout_stdout(&out);
		sched_stats_text(&result, console.verbosity > 0, &out);
		(void)textout_close(&out, NULL); /* has told of a full disk, and the exit status will */
	}
	sched_stats_done(&result);
	return r < 0 ? 255 : 0;
}

/* -- the verbs -- */

static int stats_record(const struct stats_values *values, int argc, const char **argv)
{
	_err_done_ struct err err = ERR_INIT;
	const char *path = values->output ? values->output : "perf.data";
	struct snapshots snapshots;
	int status = 0;
	snapshots_init(&snapshots);
	int r = watch(argc, argv, &snapshots, &status, &err);
	if (r >= 0) {
		keep_chosen(&snapshots.first, &values->chosen);
		keep_chosen(&snapshots.last, &values->chosen);
		r = save(path, &snapshots, &err);
	}
	if (r < 0) {
		console_err(&err);
		fprintf(stderr, "[ perf sched stats: Failed !! ]\n");
	} else if (!console.quiet) {
		fprintf(stderr, "[ perf sched stats: Wrote samples to %s ]\n", path);
	}
	snapshots_done(&snapshots);
	return r < 0 ? 255 : status;
}

static int stats_live(const struct stats_values *values, int argc, const char **argv)
{
	_err_done_ struct err err = ERR_INIT;
	struct snapshots snapshots;
	int status = 0;
	snapshots_init(&snapshots);
	int r = watch(argc, argv, &snapshots, &status, &err);
	const struct schedstat_pair pair = { &snapshots.first, &snapshots.last, &snapshots.header };
	if (r < 0) console_err(&err);
	int shown = r < 0 ? 255 : show(values, &pair, 1);
	snapshots_done(&snapshots);
	return shown ? shown : status;
}

/* report: one file, -i or perf.data; diff: two, perf.data.old and perf.data unless they are named. */
static int stats_files(const struct stats_values *values, const char *const *paths, unsigned count)
{
	struct perfdata *files[SCHED_STATS_RUNS_MAX] = { NULL };
	struct snapshots snapshots[SCHED_STATS_RUNS_MAX];
	struct schedstat_pair pairs[SCHED_STATS_RUNS_MAX];
	_err_done_ struct err err = ERR_INIT;
	struct warnings *warnings = warnings_new();
	int r = 0;
	for (unsigned i = 0; i < count; i++) snapshots_init(&snapshots[i]);
	for (unsigned i = 0; i < count && r >= 0; i++) {
		const struct perfdata_options how = { .force = values->cmd.session.force,
						      .may_lack_events = true,
						      .warnings = warnings };
		r = perfdata_open(paths[i], &how, &files[i], &err);
		if (r >= 0) r = schedstat_read(files[i], &snapshots[i].first, &snapshots[i].last, &err);
		if (r >= 0)
			pairs[i] = (struct schedstat_pair){ &snapshots[i].first, &snapshots[i].last,
							    perfdata_header(files[i]) };
	}
	console_warnings(warnings);
	if (r < 0) console_err(&err);
	int status = r < 0 ? 255 : show(values, pairs, count);
	warnings_free(warnings);
	for (unsigned i = 0; i < count; i++) {
		snapshots_done(&snapshots[i]);
		if (files[i]) perfdata_close(files[i]);
	}
	return status;
}

static int run_verb(struct stats_values *values, int argc, const char **argv)
{
	const char *paths[SCHED_STATS_RUNS_MAX] = { "perf.data.old", "perf.data" };
	const char *verb = argc ? argv[0] : "";
	bool is_record = strcmp(verb, "record") == 0, is_report = strcmp(verb, "report") == 0;
	bool is_diff = strcmp(verb, "diff") == 0, has_verb = is_record || is_report || is_diff;
	int status;
	if (has_verb && !option_table_parse(&table, &argc, argv, values, &status)) return status;
	if (!choose_cpus(values)) return OPTION_USAGE_STATUS;
	if (!has_verb) return stats_live(values, argc, argv);
	if (is_record) return stats_record(values, argc, argv);
	if (is_report) {
		if (argc) return option_table_unexpected(&table, argv[0]);
		paths[0] = values->cmd.session.input ? values->cmd.session.input : "perf.data";
		return stats_files(values, paths, 1);
	}
	if (argc > SCHED_STATS_RUNS_MAX) return option_table_unexpected(&table, argv[SCHED_STATS_RUNS_MAX]);
	for (int i = 0; i < argc; i++) paths[argc == 1 ? 1 : i] = argv[i];
	return stats_files(values, paths, SCHED_STATS_RUNS_MAX);
}

int sched_cmd_stats(const struct sched_cmd_values *before, int argc, const char **argv)
{
	struct stats_values values = { .cmd = *before };
	int status;
	if (!option_table_parse(&table, &argc, argv, &values, &status)) return status;
	status = run_verb(&values, argc, argv);
	vec_done(&values.chosen.cpus);
	return status;
}
