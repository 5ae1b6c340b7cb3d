/* perf record: runs the recorder with its setup, and says what came of it: how much was written, what was lost and
 * where, and what makes the profile less than it could be.
 *
 * run_with reads the options, record runs the recorder; the rest prints its struct recording_result. What is printed
 * goes to stderr: stdout belongs to the workload, or is the recording.
 *
 *     [ perf record: Woken up 3 times to write data ]
 *     [ perf record: CPU 2: lost 120 of 4520 samples, 2.65% ]          not upstream's: where and how many
 *     [ perf record: Captured and wrote 0.412 MB perf.data (4400 samples) ] */
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>
#include "bpf/sample_filters.h"
#include "cli/console.h"
#include "cli/exit_signal.h"
#include "cli/textout.h"
#include "cli/compatible_version.h"
#include "commands/option/portable_file.h"
#include "commands/option/debuginfod_option.h"
#include "commands/option/open_trace.h"
#include "commands/option/event_value.h"
#include "render/listing/profile_remarks.h"
#include "commands/record/record_off_cpu.h"
#include "commands/record/record_setup.h"
#include "commands/record/record_trace.h"
#include "kernel/remedy.h"

/* -1 as an exit status. */
enum { STATUS_FAILED = 255 };

/* What the recorder has to say while it runs; nothing under -q. */
static void notice(void *ctx, const char *text)
{
	if (!console.quiet) fprintf(stderr, "%s\n", text);
}

/* One line on a ring buffer: lost of all samples. */
static void print_ring(const struct ring_tally *ring, uint64_t lost)
{
	uint64_t all = ring->nr_samples + lost;
	_free_ char *whose = ring->tid >= 0 ? xasprintf("thread %d", ring->tid) : xstrdup("all");
	if (ring->cpu >= 0) {
		free(whose);
		whose = xasprintf("CPU %d", ring->cpu);
	}
	fprintf(stderr, "[ perf record: %s: lost %" PRIu64 " of %" PRIu64 " samples, %.2f%%", whose, lost, all,
		all ? 100.0 * (double)lost / (double)all : 0.0);
	if (ring->nr_grown) fprintf(stderr, "; its buffer grew to %" PRIu64 "K", ring->size_bytes >> 10);
	fprintf(stderr, " ]\n");
}

/* Where it was lost: one busy CPU wants another cure than all of them. With -v a line for each buffer, also without
 * losses. A buffer that is overwritten (--overwrite) loses on purpose, and larger ones are no advice there. */
static void print_ring_losses(const struct recording_result *result)
{
	uint64_t total = 0;
	for (size_t i = 0; i < result->nr_rings; i++) {
		uint64_t lost = ring_tally_lost(&result->rings[i]);
		if (!result->rings[i].overwritten) total += lost;
		if (lost || console.verbosity) print_ring(&result->rings[i], lost);
	}
	if (total)
		fprintf(stderr, "[ perf record: larger buffers lose less: -m SIZE, %" PRIu64 "K per buffer now ]\n",
			result->rings[0].size_bytes >> 10);
}

/* Upstream's two warnings, in its words, and what the kernel's throttling means. Lost samples are counted in two
 * ways (records in the rings, counts of the events), of which the larger is right. Below 5 % they are told for each
 * buffer only. */
static void print_losses(const struct record_setup *setup, const struct recording_result *result)
{
	if (result->nr_lost_records)
		console_warning("Processed %" PRIu64 " events and lost %" PRIu64 " chunks!\n\nCheck IO/CPU overload!",
				result->nr_records, result->nr_lost_records);
	uint64_t lost = MAX(result->nr_lost, result->nr_lost_samples), all = result->nr_samples + lost;
	if (lost && result->counted && (double)lost / (double)all > 0.05)
		console_warning("Processed %" PRIu64 " samples and lost %.2f%%!", all,
				100.0 * (double)lost / (double)all);
	if (result->nr_throttled) {
		uint64_t limit_hz = 0;
		kernelfs_read_u64(&setup->fs, &limit_hz, "proc/sys/kernel/perf_event_max_sample_rate");
		_free_ char *raise = remedy_sysctl("perf_event_max_sample_rate", 4 * (long long)limit_hz);
		console_warning("The kernel paused sampling %" PRIu64
				" times because it took too much time: try a lower -F.\n%s",
				result->nr_throttled, raise);
	}
}

static void print_remark(void *ctx, const char *text) { fprintf(stderr, "[ perf record: %s ]\n", text); }

/* What makes the profile less than it could be: code that is generated, objects that are gone, chains of one frame.
 * Losses are not told here again. */
static void print_remarks(const struct recording_result *result)
{
	const struct hits_gaps *gaps = &result->gaps;
	struct profile_facts facts = {
		.nr_samples = gaps->nr_samples,
		.nr_generated = gaps->nr_generated,
		.generated_pid = gaps->generated_pid,
		.generated_by = gaps->generated_by,
		.nr_gone = gaps->nr_gone,
		.gone = gaps->gone,
		.nr_chains = gaps->nr_chains,
		.nr_lone = gaps->nr_lone,
	};
	profile_remarks(&facts, print_remark, NULL);
}

/* Lines in upstream's words and order, between them those that upstream does not have. */
static void print_summary(const struct record_setup *setup, const struct recording_result *result)
{
	if (console.quiet) return;
	fprintf(stderr, "[ perf record: Woken up %" PRIu64 " times to write data ]\n", result->wakeups);
	if (result->reached_max_size)
		fprintf(stderr, "[ perf record: perf size limit reached (%" PRIu64 " KB), stopping session ]\n",
			result->data_bytes >> 10);
	print_ring_losses(result);
	print_losses(setup, result);
	if (result->no_samples) console_warning("%s", result->no_samples);
	if (result->nr_filtered_samples)
		fprintf(stderr, "[ perf record: --filter left out %" PRIu64 " samples ]\n",
			result->nr_filtered_samples);
	record_off_cpu_print(result);
	live_option_print(&setup->live, result);
	if (result->dumped) fprintf(stderr, "[ perf record: Dump %s ]\n", result->dumped);
	fprintf(stderr, "[ perf record: Captured and wrote %.3f MB %s", (double)result->data_bytes / 1024.0 / 1024.0,
		result->path ? result->path : "-");
	if (result->counted && result->nr_samples) fprintf(stderr, " (%" PRIu64 " samples)", result->nr_samples);
	if (result->raw_bytes && result->data_bytes)
		fprintf(stderr, ", compressed (original %.3f MB, ratio is %.3f)",
			(double)result->raw_bytes / 1024.0 / 1024.0,
			(double)result->raw_bytes / (double)result->data_bytes);
	fprintf(stderr, " ]\n");
	print_remarks(result);
}

/* The workload's exit status becomes ours, or its signal (*ret_signal). Without a workload the signal that ended the
 * recording does; a workload that has exited takes precedence over it. */
static int exit_status(const struct recording_result *result, int *ret_signal)
{
	*ret_signal = result->end_signal;
	if (!result->has_workload) return 0;
	if (WIFSIGNALED(result->workload_status)) *ret_signal = WTERMSIG(result->workload_status);
	if (!WIFEXITED(result->workload_status)) return 0;
	*ret_signal = 0;
	return WEXITSTATUS(result->workload_status);
}

static void print_failure(const struct recording_result *result, const struct err *err)
{
	textout_flush();
	fprintf(stderr, "Error:\n%s\n", err->message ? err->message : strerror(-err->code));
	if (err->hint) fprintf(stderr, "%s\n", err->hint);
}

/* Exit statuses of upstream, which scripts look at. code: what recording_run returned, negative. The numbers are low
 * bytes of negative errno: 244 is -ENOMEM, 237 is -ENODEV. */
static int failure_status(const struct recording_result *result, int code)
{
	if (code == -ESRCH || code == -ENOMEM) return 244;
	if (result->bad_threads || result->bad_trace) return 256 + code;
	if (result->no_target && code == -EINVAL) return OPTION_USAGE_STATUS;
	if (result->no_target && code == -ENODEV) return 237;
	return 255;
}

/* Runs the recorder. Returns the exit status; *ret_signal as record_run_within. */
static int record(struct record_setup *setup, int *ret_signal)
{
	struct recording_result result;
	_err_done_ struct err err = ERR_INIT;
	int status;
	event_value_warn(&setup->events);
	int refused = record_trace_prepare(setup);
	if (refused) return refused;
	int r = recording_run(&setup->recording, &setup->events, &result, &err);
	if (r < 0) {
		print_failure(&result, &err);
		status = failure_status(&result, r);
	} else {
		print_summary(setup, &result);
		if (setup->debuginfod && result.path && !setup->no_buildid && !setup->no_buildid_cache)
			debuginfod_option_keep(result.dumped ? result.dumped : result.path, setup->debuginfod);
		status = exit_status(&result, ret_signal);
		if (setup->portable && result.path && portable_file_make("record", result.path, &err) < 0) {
			console_err(&err);
			fprintf(stderr, "%s has all that was recorded, but is not portable.\n", result.path);
			if (!status) status = 1;
		}
	}
	recording_result_done(&result);
	return status;
}

/* --setup-filter: nothing is recorded. */
static int setup_filter(const char *action)
{
	_err_done_ struct err err = ERR_INIT;
	int r = strcmp(action, "pin") == 0 ? sample_filters_pin(&err) : sample_filters_unpin(&err);
	if (r < 0) console_err(&err);
	return r < 0 ? STATUS_FAILED : 0;
}

/* Everything from the command line to the exit status; setup is freed by the caller. *ret_signal is set where the
 * recording ran. */
static int run_with(struct record_setup *setup, int argc, const char **argv, int *ret_signal)
{
	/* the header tells the whole command line, which parsing takes apart */
	_free_ const char **cmdline = xcalloc((size_t)argc + 1, sizeof(*cmdline));
	uint32_t nr_cmdline = 0;
	struct event_attr shown = { 0 };
	int status;
	cmdline[nr_cmdline++] = "perf";
	for (int i = 0; i < argc; i++) cmdline[nr_cmdline++] = argv[i];

	record_setup_configure(setup);
	if (!option_table_parse(&record_setup_table, &argc, argv, setup, &status)) return status;
	setup->recording.workload = argc ? argv : NULL;
	setup->recording.cmdline = cmdline;
	setup->recording.nr_cmdline = nr_cmdline;
	setup->recording.version = COMPATIBLE_VERSION;
	setup->recording.notice = notice;
	setup->recording.reports_no_samples = true;
	open_trace_begin(&setup->recording.trace, &shown);

	if (setup->setup_filter) return setup_filter(setup->setup_filter);
	status = record_setup_finish(setup);
	if (!status && !setup->dry_run) status = record(setup, ret_signal);
	return status;
}

int record_run_within(int argc, const char **argv, int *ret_signal)
{
	struct record_setup setup = RECORD_SETUP_INIT;
	*ret_signal = 0;
	int status = run_with(&setup, argc, argv, ret_signal);
	record_setup_done(&setup);
	return status;
}

int record_run(int argc, const char **argv)
{
	int signal_number;
	int status = record_run_within(argc, argv, &signal_number);
	if (signal_number) exit_by_signal(signal_number);
	return status;
}
