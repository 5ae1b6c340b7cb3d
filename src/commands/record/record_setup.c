/* perf record's options in upstream's order, and what they come to together: defaults, the configuration, and
 * combinations that make no sense. Values that are more than a number or a text are read by record_value and
 * record_output_value.
 *
 * Most rows write right into struct recording_options. record_setup_finish decides what depends on more than one
 * option: the target, the files, and last the sampling rate. Each finish_... function returns 0 or the exit status of
 * a refusal that it has printed. */
#include "commands/option/build_id_dir.h"
#include "commands/record/record_setup.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>
#include "cli/config.h"
#include "cli/console.h"
#include "commands/record/record_output_value.h"
#include "commands/option/pfm_option.h"
#include "commands/option/machine_set.h"
#include "commands/option/machines_option.h"
#include "commands/option/process_option.h"
#include "commands/record/record_value.h"
#include "commands/option/target_option.h"

/* -1, -EINVAL and -EOPNOTSUPP as exit statuses. */
enum { STATUS_FAILED = 255, STATUS_INVALID = 234 };

static const char *const usage[] = { "perf record [<options>] [<command>]",
				     "perf record [<options>] -- <command> [<options>]", NULL };

/* --aio is accepted and has no effect: writes end up in the page cache and do not wait for the disk, so there is
 * nothing to do meanwhile. It is remembered for the check against --threads. */
static int record_setup_aio(const struct option *option, const char *arg, bool unset, void *setup)
{
	int64_t number;
	if (!unset && arg && option_number(arg, 0, INT32_MAX, &number) < 0)
		return option_error(option, " Error: option `aio' expects a numerical value, not `%s'", arg);
	((struct record_setup *)setup)->aio = !unset;
	return 0;
}

static const char *const filter_actions[] = { "pin", "unpin", NULL }, *const thread_specs[] = { "cpu", "core",
												"package", "numa",
												NULL };
static const struct option_set filter_action_set = { .what = "action", .names = filter_actions };
static const struct option_set thread_set = { .what = "specification", .names = thread_specs };

/* A word must be known here; CPUS/AFFINITY:... is looked at when the CPUs are known (record/). */
static int record_setup_threads(const struct option *option, const char *arg, bool unset)
{
	return strchr(arg, '/') ? 0 : option_check_set(option, arg, unset);
}

/* The order is that of --list-opts and of messages about ambiguous names. */
static const struct option rows[] = {
	{ .kind = OPTION_KIND_CALLBACK,
	  .short_name = 'e',
	  .long_name = "event",
	  .arg_name = "event",
	  .store = record_value_event,
	  .set = &machine_set_events,
	  .help = "event selector. use 'perf list' to list available events" },
	PFM_ROW(struct record_setup, events),
	OPTION_CALLBACK_ALL(0, "filter", "filter", "event filter", record_value_filter),
	OPTION_CALLBACK_ALL_NOARG(0, "exclude-perf", "don't record events from perf itself", record_value_exclude_perf),
	PROCESS_ROW(struct record_setup, processes,
		    "record events on existing process id, or on the process of that name"),
	OPTION_STRING('t', "tid", struct record_setup, recording.target.tids, "tid",
		      "record events on existing thread id"),
	OPTION_INT('r', "realtime", struct record_setup, recording.realtime_priority,
		   "collect data with this RT SCHED_FIFO priority"),
	OPTION_BOOL(0, "no-buffering", struct record_setup, recording.sampling.no_buffering,
		    "collect data without buffering"),
	OPTION_BOOL('R', "raw-samples", struct record_setup, recording.sampling.raw,
		    "collect raw sample records from all opened counters"),
	OPTION_BOOL('a', "all-cpus", struct record_setup, recording.target.all_cpus,
		    "system-wide collection from all CPUs"),
	OPTION_STRING('C', "cpu", struct record_setup, recording.target.cpus, "cpu", "list of cpus to monitor"),
	{ .kind = OPTION_KIND_U64,
	  .short_name = 'c',
	  .long_name = "count",
	  .member = OPTION_MEMBER(uint64_t, struct record_setup, count),
	  .arg_name = "n",
	  .help = "event period to sample",
	  .given = OPTION_MEMBER(bool, struct record_setup, count_set) },
	OPTION_STRING('o', "output", struct record_setup, recording.output.path, "file", "output file name"),
	OPTION_STRING(0, "portable", struct record_setup, portable, "file",
		      "output file that carries objects and sources, so that it can be read on any machine"),
	{ .kind = OPTION_KIND_BOOL,
	  .short_name = 'i',
	  .long_name = "no-inherit",
	  .member = OPTION_MEMBER(bool, struct record_setup, recording.sampling.no_inherit),
	  .help = "child tasks do not inherit counters",
	  .given = OPTION_MEMBER(bool, struct record_setup, no_inherit_set) },
	OPTION_BOOL(0, "tail-synthesize", struct record_setup, recording.tail_synthesize,
		    "synthesize non-sample events at the end of output"),
	OPTION_BOOL(0, "overwrite", struct record_setup, recording.sampling.overwrite, "use overwrite mode"),
	OPTION_BOOL(0, "no-bpf-event", struct record_setup, recording.sampling.no_bpf_event,
		    "do not record bpf events"),
	OPTION_BOOL(0, "strict-freq", struct record_setup, strict_freq,
		    "Fail if the specified frequency can't be used"),
	{ .kind = OPTION_KIND_STRING,
	  .short_name = 'F',
	  .long_name = "freq",
	  .member = OPTION_MEMBER(const char *, struct record_setup, freq),
	  .arg_name = "freq or 'max'",
	  .help = "profile at this frequency",
	  .given = OPTION_MEMBER(bool, struct record_setup, freq_set) },
	OPTION_CALLBACK_ALL('m', "mmap-pages", "pages[,pages]",
			    "number of mmap data pages and AUX area tracing mmap pages", record_value_mmap_pages),
	OPTION_CALLBACK(0, "mmap-flush", struct record_setup, recording.flush_bytes, "number",
			"Minimal number of bytes that is extracted from mmap data pages (default: 1)",
			record_value_bytes),
	OPTION_CALLBACK_ALL_NOARG('g', NULL, "enables call-graph recording", record_value_g),
	{ .kind = OPTION_KIND_CALLBACK,
	  .long_name = "call-graph",
	  .arg_name = "record_mode[,record_size]",
	  .store = record_value_call_graph,
	  .set = &record_value_mode_set,
	  .help = "setup and enables call-graph (stack chain/backtrace):\n\n" RECORD_VALUE_MODE_HELP
		  "\t\t\t\t\t\t'dwarf,live' unwinds the stacks while recording\n\n"
		  "\t\t\t\tDefault: fp" },
	OPTION_VERBOSE("be more verbose (show counter open errors, etc)"),
	OPTION_QUIET("don't print any warnings or messages"),
	OPTION_BOOL('s', "stat", struct record_setup, recording.sampling.stat, "per thread counts"),
	OPTION_BOOL('d', "data", struct record_setup, recording.sampling.addresses, "Record the sample addresses"),
	{ .kind = OPTION_KIND_BOOL,
	  .long_name = "data-mmap",
	  .member = OPTION_MEMBER(bool, struct record_setup, recording.sampling.data_mmap),
	  .help = "Record mmap events for non-executable mappings",
	  .given = OPTION_MEMBER(bool, struct record_setup, recording.sampling.data_mmap_set) },
	OPTION_BOOL(0, "sample-mem-info", struct record_setup, recording.sampling.mem_info,
		    "Record the data source for memory operations"),
	OPTION_BOOL(0, "phys-data", struct record_setup, recording.sampling.phys_addr,
		    "Record the sample physical addresses"),
	OPTION_BOOL(0, "data-page-size", struct record_setup, recording.sampling.data_page_size,
		    "Record the sampled data address data page size"),
	OPTION_BOOL(0, "code-page-size", struct record_setup, recording.sampling.code_page_size,
		    "Record the sampled code address (ip) page size"),
	OPTION_BOOL(0, "sample-cpu", struct record_setup, recording.sampling.sample_cpu, "Record the sample cpu"),
	OPTION_BOOL(0, "sample-identifier", struct record_setup, recording.sampling.sample_identifier,
		    "Record the sample identifier"),
	OPTION_BOOL('T', "timestamp", struct record_setup, recording.sampling.time_set, "Record the sample timestamps"),
	OPTION_BOOL('P', "period", struct record_setup, recording.sampling.period_set, "Record the sample period"),
	OPTION_BOOL('n', "no-samples", struct record_setup, recording.sampling.no_samples, "don't sample"),
	{ .kind = OPTION_KIND_BOOL,
	  .short_name = 'N',
	  .long_name = "no-buildid-cache",
	  .member = OPTION_MEMBER(bool, struct record_setup, no_buildid_cache),
	  .help = "do not update the buildid cache",
	  .given = OPTION_MEMBER(bool, struct record_setup, no_buildid_cache_set) },
	{ .kind = OPTION_KIND_BOOL,
	  .short_name = 'B',
	  .long_name = "no-buildid",
	  .member = OPTION_MEMBER(bool, struct record_setup, no_buildid),
	  .help = "do not collect buildids in perf.data",
	  .given = OPTION_MEMBER(bool, struct record_setup, no_buildid_set) },
	OPTION_CALLBACK_ALL(
		'D', "delay", "ms",
		"ms to wait before starting measurement after program start (-1: start with events disabled), "
		"or ranges of time to enable events e.g. '-D 10-20,30-40'",
		record_value_delay),
	OPTION_STRING('u', "uid", struct record_setup, recording.target.uid, "user", "user to profile"),
	OPTION_CALLBACK_ALL('G', "cgroup", "name", "monitor event in cgroup name only", record_value_cgroup),
	OPTION_CALLBACK_ALL_NOARG('b', "branch-any", "sample any taken branches", record_value_branch_any),
	{ .kind = OPTION_KIND_CALLBACK,
	  .short_name = 'j',
	  .long_name = "branch-filter",
	  .arg_name = "branch filter mask",
	  .help = "branch stack filter modes",
	  .store = record_value_branch_filter,
	  .set = &record_value_branch_set },
	OPTION_BOOL('W', "weight", struct record_setup, recording.sampling.weight,
		    "sample by weight (on special events only)"),
	OPTION_BOOL(0, "transaction", struct record_setup, recording.sampling.transaction,
		    "sample transaction flags (special events only)"),
	OPTION_BOOL(0, "per-thread", struct record_setup, recording.target.per_thread, "use per-thread mmaps"),
	{ .kind = OPTION_KIND_CALLBACK,
	  .short_name = 'I',
	  .long_name = "intr-regs",
	  .arg_name = "any register",
	  .flags = OPTION_OPTARG,
	  .help = "sample selected machine registers on interrupt, use '-I?' to list register names",
	  .store = record_value_intr_regs,
	  .set = &record_value_reg_set },
	{ .kind = OPTION_KIND_CALLBACK,
	  .long_name = "user-regs",
	  .arg_name = "any register",
	  .flags = OPTION_OPTARG,
	  .help = "sample selected machine registers in user space, use '--user-regs=?' to list register names",
	  .store = record_value_user_regs,
	  .set = &record_value_reg_set },
	OPTION_BOOL(0, "running-time", struct record_setup, recording.sampling.running_time,
		    "Record running/enabled time of read (:S) events"),
	{ .kind = OPTION_KIND_CALLBACK,
	  .short_name = 'k',
	  .long_name = "clockid",
	  .arg_name = "clockid",
	  .store = record_value_clockid,
	  .set = &record_value_clock_set,
	  .help = "clockid to use for events, see clock_gettime()" },
	OPTION_UINT(0, "proc-map-timeout", struct record_setup, recording.maps_timeout_ms,
		    "per thread proc mmap processing timeout in ms"),
	OPTION_BOOL(0, "namespaces", struct record_setup, recording.sampling.namespaces, "Record namespaces events"),
	OPTION_BOOL(0, "all-cgroups", struct record_setup, recording.sampling.cgroups, "Record cgroup events"),
	OPTION_BOOL(0, "switch-events", struct record_setup, recording.sampling.switch_events,
		    "Record context switch events"),
	OPTION_BOOL(0, "latency", struct record_setup, latency,
		    "Record context switches too, so that perf report --latency can tell wall-clock shares"),
	OPTION_BOOL(0, "all-kernel", struct record_setup, recording.sampling.all_kernel,
		    "Configure all used events to run in kernel space."),
	OPTION_BOOL(0, "all-user", struct record_setup, recording.sampling.all_user,
		    "Configure all used events to run in user space."),
	{ .kind = OPTION_KIND_CALLBACK,
	  .long_name = "machines",
	  .arg_name = "machine[,machine]",
	  .store = record_value_machines,
	  .set = &machines_option_set,
	  .help = "what events count that do not say it themselves (:G, :H): host, guest" },
	OPTION_BOOL(0, "kernel-callchains", struct record_setup, recording.sampling.kernel_callchains,
		    "collect kernel callchains"),
	OPTION_BOOL(0, "user-callchains", struct record_setup, recording.sampling.user_callchains,
		    "collect user callchains"),
	OPTION_BOOL(0, "buildid-all", struct record_setup, recording.build_id_all,
		    "Record build-id of all DSOs regardless of hits"),
	{ .kind = OPTION_KIND_BOOL,
	  .long_name = "buildid-mmap",
	  .member = OPTION_MEMBER(bool, struct record_setup, recording.sampling.build_id_mmap),
	  .help = "Record build-id in map events, and nowhere else (default: there, too)",
	  .given = OPTION_MEMBER(bool, struct record_setup, buildid_mmap_set) },
	OPTION_BOOL(0, "timestamp-boundary", struct record_setup, recording.timestamp_boundary,
		    "Record timestamp boundary (time of first/last samples)"),
	OPTION_BOOL(0, "dry-run", struct record_setup, dry_run, "Parse options then exit"),
	OPTION_CALLBACK_ALL_OPTARG(
		'z', "compression-level", "n",
		"Compress records using specified level (default: 1 - fastest compression, 22 - greatest compression)",
		record_value_level),
	OPTION_CALLBACK(0, "max-size", struct record_setup, recording.max_size_bytes, "size",
			"Limit the maximum size of the output file", record_value_bytes),
	OPTION_CALLBACK_ALL_OPTARG(0, "aio", "n",
				   "Use <n> control blocks in asynchronous trace writing mode (default: 1, max: 4)",
				   record_setup_aio),
	{ .kind = OPTION_KIND_CALLBACK,
	  .long_name = "affinity",
	  .arg_name = "node|cpu",
	  .store = record_value_affinity,
	  .set = &record_value_affinity_set,
	  .help = "Set affinity mask of trace reading thread to NUMA node cpu mask or cpu of processed mmap buffer" },
	OPTION_UINT(0, "num-thread-synthesize", struct record_setup, recording.synth_threads,
		    "number of threads to run for event synthesis"),
	OPTION_CALLBACK_ALL(0, "control", "fd:ctl-fd[,ack-fd] or fifo:ctl-fifo[,ack-fifo]",
			    "Listen on ctl-fd descriptor for command to control measurement ('enable': enable events, "
			    "'disable': disable events,\n"
			    "\t\t\t  'snapshot': AUX area tracing snapshot).\n"
			    "\t\t\t  Optionally send control command completion ('ack\\n') to ack-fd descriptor.\n"
			    "\t\t\t  Alternatively, ctl-fifo / ack-fifo will be opened and used as ctl-fd / ack-fd.",
			    record_value_control),
	{ .kind = OPTION_KIND_STRING,
	  .long_name = "switch-output",
	  .member = OPTION_MEMBER(const char *, struct record_setup, switch_output),
	  .arg_name = "signal or size[BKMG] or time[smhd]",
	  .help = "Switch output when receiving SIGUSR2 (signal) or cross a size or time threshold",
	  .flags = OPTION_OPTARG,
	  .fallback = (intptr_t) "signal",
	  .parse = record_value_switch_output },
	OPTION_CALLBACK_ALL(0, "switch-output-event", "switch output event",
			    "switch output event selector. use 'perf list' to list available events",
			    record_value_switch_event),
	OPTION_UINT(0, "switch-max-files", struct record_setup, recording.output.max_files,
		    "Limit number of switch output generated files"),
	OPTION_CALLBACK(0, "keep", struct record_setup, recording.output, "n|size",
			"With --switch-output: keep the newest n files, or those that take this size together",
			record_value_keep),
	OPTION_BOOL(0, "timestamp-filename", struct record_setup, recording.output.stamped,
		    "append timestamp to output filename"),
	{ .kind = OPTION_KIND_STRING,
	  .long_name = "threads",
	  .member = OPTION_MEMBER(const char *, struct record_setup, recording.threads),
	  .arg_name = "spec",
	  .help = "write collected trace data into several data files using parallel threads",
	  .flags = OPTION_OPTARG,
	  .fallback = (intptr_t) "cpu",
	  .set = &thread_set,
	  .parse = record_setup_threads },
	OPTION_BOOL(0, "kcore", struct record_setup, recording.kcore, "copy /proc/kcore"),
	{ .kind = OPTION_KIND_STRING,
	  .short_name = 'S',
	  .long_name = "snapshot",
	  .member = OPTION_MEMBER(const char *, struct record_setup, snapshot),
	  .arg_name = "opts",
	  .help = "AUX area tracing Snapshot Mode",
	  .flags = OPTION_OPTARG,
	  .fallback = (intptr_t) "" },
	{ .kind = OPTION_KIND_STRING,
	  .long_name = "aux-sample",
	  .member = OPTION_MEMBER(const char *, struct record_setup, aux_sample),
	  .arg_name = "opts",
	  .help = "sample AUX area",
	  .flags = OPTION_OPTARG,
	  .fallback = (intptr_t) "" },
	{ .kind = OPTION_KIND_STRING,
	  .long_name = "debuginfod",
	  .member = OPTION_MEMBER(const char *, struct record_setup, debuginfod),
	  .arg_name = "debuginfod urls",
	  .help = "Enable debuginfod data retrieval from DEBUGINFOD_URLS or specified urls",
	  .flags = OPTION_OPTARG,
	  .fallback = (intptr_t) "" },
	OPTION_STRING(0, "vmlinux", struct record_setup, vmlinux, "file", "vmlinux pathname"),
	OPTION_BOOL(0, "off-cpu", struct record_setup, off_cpu.wanted, "Enable off-cpu analysis"),
	{ .kind = OPTION_KIND_U64,
	  .long_name = "off-cpu-thresh",
	  .member = OPTION_MEMBER(uint64_t, struct record_setup, off_cpu.thresh_ms),
	  .arg_name = "ms",
	  .help = "Dump off-cpu samples if off-cpu time exceeds this threshold (in milliseconds). (Default: 500ms)" },
	OPTION_BOOL(0, "wall", struct record_setup, off_cpu.wall,
		    "Enable off-cpu analysis with the time threads could have run, and who woke them"),
	OPTION_WORDS(0, "setup-filter", struct record_setup, setup_filter, "pin|unpin", "BPF filter action",
		     &filter_action_set),
	{ .kind = OPTION_KIND_CALLBACK,
	  .long_name = "synth",
	  .arg_name = "no|all|task|mmap|cgroup",
	  .store = record_value_synth,
	  .set = &record_value_synth_set,
	  .help = "Fine-tune event synthesis: default=all" },
	OPTION_END
};
const struct option_table record_setup_table = { .rows = rows, .usage = usage, .flags = OPTIONS_STOP_AT_NON_OPTION };

/* Variables record.* of perf-config(1), and where the build-id cache is. */
void record_setup_configure(struct record_setup *setup)
{
	const char *build_id = NULL, *mode = NULL;
	const struct config *config = config_get();
	if (config_string(config, "record.build-id", &build_id) > 0) {
		if (strcmp(build_id, "cache") == 0) setup->no_buildid_cache = false;
		else if (strcmp(build_id, "no-cache") == 0) setup->no_buildid_cache = true;
		else if (strcmp(build_id, "skip") == 0) setup->no_buildid = true;
		else if (strcmp(build_id, "mmap") == 0) setup->no_buildid = true;
		else if (strcmp(build_id, "no-mmap") == 0) setup->recording.sampling.build_id_mmap = false;
		else console_warning("record.build-id: '%s' is none of cache, no-cache, skip, mmap, no-mmap", build_id);
	}
	/* turns call graphs on, as --call-graph would */
	if (config_string(config, "record.call-graph", &mode) > 0 && record_value_mode(setup, mode) < 0)
		console_warning("record.call-graph: '%s' is none of fp, dwarf, lbr", mode);
	setup->recording.build_id_dir = build_id_dir();
	config_string(config, "record.debuginfod", &setup->debuginfod);
	int64_t timeout_ms;
	if (config_int(config, "core.proc-map-timeout", 0, UINT32_MAX, &timeout_ms) > 0)
		setup->recording.maps_timeout_ms = (unsigned)timeout_ms;
}

/* Period or frequency, never both; neither is the default frequency. A frequency above the kernel's limit
 * (perf_event_max_sample_rate) is lowered to it, because perf_event_open(2) would refuse it with EINVAL;
 * --strict-freq refuses instead. That the default was lowered is not said. */
static int finish_rate(struct record_setup *setup)
{
	struct sampling_options *sampling = &setup->recording.sampling;
	uint64_t limit = 0, freq = SAMPLING_FREQ_DEFAULT;
	char *end = NULL;
	bool has_limit = kernelfs_read_u64(&setup->fs, &limit, "proc/sys/kernel/perf_event_max_sample_rate");
	/* -c 0 is as good as no -c. */
	bool count = setup->count_set && setup->count;
	if (setup->freq && count) {
		fprintf(stderr, "cannot set frequency and period at the same time\n");
		return STATUS_INVALID;
	}
	sampling->rate_set = setup->freq || count;
	if (count) {
		sampling->period = setup->count;
		return 0;
	}
	if (setup->freq && strcmp(setup->freq, "max") == 0) {
		if (!has_limit) {
			fprintf(stderr, "couldn't read /proc/sys/kernel/perf_event_max_sample_rate\n");
			return STATUS_INVALID;
		}
		freq = limit;
		if (!console.quiet) fprintf(stderr, "info: Using a maximum frequency rate of %" PRIu64 " Hz\n", freq);
	} else if (setup->freq) {
		freq = strtoull(setup->freq, &end, 10);
		if (end == setup->freq || *end || strchr(setup->freq, '-')) {
			fprintf(stderr,
				"-F (--freq) expects a number of samples a second, or max: '%s' is no frequency\n",
				setup->freq);
			return STATUS_INVALID;
		}
	}
	if (!freq) {
		fprintf(stderr, "frequency and count are zero, aborting\n");
		return STATUS_INVALID;
	}
	if (has_limit && freq > limit) {
		if (setup->strict_freq) {
			fprintf(stderr,
				"error: Maximum frequency rate (%" PRIu64 " Hz) exceeded.\n"
				"       Please use -F freq option with a lower value or consider\n"
				"       tweaking /proc/sys/kernel/perf_event_max_sample_rate.\n",
				limit);
			return STATUS_INVALID;
		}
		if (sampling->rate_set && !console.quiet)
			fprintf(stderr,
				"warning: Maximum frequency rate (%" PRIu64 " Hz) exceeded, throttling from %" PRIu64
				" Hz to %" PRIu64 " Hz.\n"
				"         The limit can be raised via /proc/sys/kernel/perf_event_max_sample_rate.\n"
				"         The kernel will lower it when perf's interrupts take too long.\n"
				"         Use --strict-freq to disable this throttling, refusing to record.\n",
				limit, freq, limit);
		freq = limit;
	}
	sampling->freq_hz = freq;
	return 0;
}

/* For target_option_resolve: what one option took away from another. */
static void record_setup_warn(const char *text)
{
	if (!console.quiet) fprintf(stderr, "Warning:\n%s\n", text);
}

/* Says text and passes the exit status through. */
static int refuse(int status, const char *text)
{
	fprintf(stderr, "%s\n", text);
	return status;
}

/* --switch-output, --switch-output-event: files that follow each other. Each is switched to quickly, and its name
 * ends in the time. Threads have files of their own, which exclude that: as upstream, with a warning. */
static int finish_switching(struct record_setup *setup)
{
	struct recording_options *rec = &setup->recording;
	if (setup->switch_output && !record_value_next_file(setup->switch_output, &rec->next_file))
		return STATUS_INVALID;
	if (rec->switch_events && !setup->switch_output) rec->next_file.on_signal = true;
	bool switches = setup->switch_output || rec->switch_events;
	if (switches && rec->threads) {
		console_warning("--switch-output option is not available in parallel streaming mode.");
		rec->next_file = (struct recording_next_file){ 0 };
		rec->switch_events = NULL;
		switches = false;
	}
	if (!switches && rec->output.max_total_bytes)
		console_warning(
			"--keep is for --switch-output: there is one file, of any size (--max-size limits it).");
	if (!switches) return 0;
	rec->output.stamped = true;
	/* Looking for build-ids takes a pass over the file: with many files only when asked for. */
	if (!setup->no_buildid_set) setup->no_buildid = true;
	if (!setup->no_buildid_cache_set) setup->no_buildid_cache = true;
	return 0;
}

/* --call-graph dwarf,live: stacks are unwound in order of time, while the recording runs. Files of threads, and
 * rings that are read afterwards (--overwrite), are not in that order. */
static int finish_unwinding(struct record_setup *setup)
{
	struct recording_options *rec = &setup->recording;
	if (!rec->sampling.live_unwinding) return 0;
	if (rec->threads)
		return refuse(
			STATUS_INVALID,
			"--call-graph dwarf,live is not available with --threads: unwinding has threads of its own.");
	if (rec->sampling.overwrite)
		return refuse(STATUS_INVALID, "--call-graph dwarf,live is not available with --overwrite: what is kept "
					      "is known at the end only.");
	live_option_begin(&setup->live, rec);
	return 0;
}

/* --portable: one whole file, at the end of which there is time to look for objects by their build-ids. */
static int finish_portable(struct record_setup *setup)
{
	struct recording_options *rec = &setup->recording;
	const char *other = NULL;
	if (!setup->portable) return 0;
	if (rec->output.path) other = "-o: it names the output itself";
	else if (strcmp(setup->portable, "-") == 0) other = "a pipe";
	else if (rec->threads || rec->kcore) other = "--threads or --kcore, which make directories";
	else if (setup->switch_output || rec->switch_events || rec->output.stamped)
		other = "--switch-output or --timestamp-filename, which make files as they go\n"
			"Hint: perf archive --portable=FILE RECORDING makes one of them portable";
	else if (setup->no_buildid_set && setup->no_buildid)
		other = "--no-buildid: objects are found by their build-ids";
	if (other) {
		fprintf(stderr, "--portable is not available with %s\n", other);
		return STATUS_INVALID;
	}
	rec->output.path = setup->portable;
	return 0;
}

/* What can be said about the form of the output before it is made: pipe, file or directory, one or several. Options
 * of BPF filters, which are not there, are refused here in upstream's words. */
static int finish_files(struct record_setup *setup)
{
	struct recording_options *rec = &setup->recording;
	struct output form;
	if (setup->vmlinux && access(setup->vmlinux, R_OK) < 0) {
		fprintf(stderr, "Invalid file: %s\n", setup->vmlinux);
		return STATUS_INVALID;
	}
	int status = finish_portable(setup);
	if (status) return status;
	status = finish_switching(setup);
	if (status) return status;
	status = finish_unwinding(setup);
	if (status) return status;
	/* Only to learn whether -o is a pipe; the recorder makes its own. */
	output_init(&form, &rec->output);
	bool pipe = form.pipe;
	output_done(&form);
	if (rec->threads && pipe)
		return refuse(STATUS_FAILED, "Parallel trace streaming is not available in pipe mode.");
	if (rec->threads && rec->target.per_thread)
		return refuse(STATUS_INVALID, "--per-thread option is mutually exclusive to parallel streaming mode.\n"
					      "Failed to initialize parallel data streaming masks");
	if (rec->threads && setup->aio)
		return refuse(STATUS_INVALID,
			      "Asynchronous streaming mode (--aio) is mutually exclusive to parallel streaming mode.");
	if (setup->aio)
		record_setup_warn("--aio has no effect: writes go to the page cache and do not wait for the disk.");
	if (rec->kcore && pipe)
		return refuse(STATUS_FAILED,
			      "A copy of /proc/kcore needs a directory: --kcore is not available in pipe mode.");
	if (rec->output.stamped && (pipe || rec->threads)) {
		console_warning("--timestamp-filename option is not available in %s mode.",
				pipe ? "pipe" : "parallel streaming");
		rec->output.stamped = false;
		rec->next_file = (struct recording_next_file){ 0 };
		rec->switch_events = NULL;
	}
	/* Several files have a directory of their own. */
	rec->output.directory = rec->threads || rec->kcore;
	return 0;
}

/* The target first, since most checks depend on it; then files, then what is left. Until here nothing has been opened
 * but what the options' own functions opened (--control). */
int record_setup_finish(struct record_setup *setup)
{
	struct recording_options *rec = &setup->recording;
	struct sampling_options *sampling = &rec->sampling;
	if (setup->processes.ids) rec->target.pids = setup->processes.ids;
	/* Without a workload and without a target everything is recorded. */
	bool has_target = rec->target.pids || rec->target.tids || rec->target.uid || rec->target.cpus ||
			  rec->target.all_cpus;
	if (!rec->workload && !has_target) rec->target.all_cpus = true;
	(void)target_option_resolve(&rec->target, record_setup_warn);
	/* A command beside -p, -t or -u is run, but what is recorded are those named: with -u also the command, where
	 * it is of that user, as all of them from when they are opened. */
	sampling->has_workload = rec->workload && !rec->target.pids && !rec->target.tids && !rec->target.uid;
	sampling->has_cpu = rec->target.all_cpus || rec->target.cpus;
	sampling->per_thread = rec->target.per_thread;
	sampling->delayed = rec->starts_disabled || rec->nr_windows;
	/* -t names threads: those that they start were not meant. */
	if (rec->target.tids && !setup->no_inherit_set) sampling->no_inherit = true;
	/* A buffer that is overwritten keeps its newest records only: what describes tasks and maps is written at the
	 * end. */
	if (sampling->overwrite && !sampling->keeps_side_band) rec->tail_synthesize = true;
	if (setup->latency && rec->target.all_cpus)
		return refuse(STATUS_INVALID,
			      "Failed: latency profiling is not supported with system-wide collection.\n"
			      "Record a program or processes (-p), or the whole machine with -a "
			      "--switch-events.");
	sampling->switch_events |= setup->latency;
	int status = finish_files(setup);
	if (status) return status;
	/* Events of a control group are opened for CPUs, never for tasks (perf_event_open(2), PERF_FLAG_PID_CGROUP). */
	if (setup->nr_cgroups && !rec->target.all_cpus)
		return option_table_usage_error(&record_setup_table,
						"  Error: cgroup monitoring only available in system-wide mode");
	if (sampling->all_user && sampling->all_kernel) {
		fprintf(stderr, "Error: option `all-user' cannot be used with all-kernel\n");
		return option_table_usage(&record_setup_table);
	}
	/* Where no -e was given: the recorder needs the catalogue and tracefs in any case. */
	if (!setup->pmus) (void)record_value_catalogue(setup);
	/* For tests/live: buffers that have to grow (pages), and unwinding that falls behind (bytes that may wait). */
	const char *first_pages = getenv("PERF_TEST_RING_PAGES");
	const char *hold_bytes = getenv("PERF_TEST_HOLD_BYTES");
	if (hold_bytes) rec->hold_bytes = strtoul(hold_bytes, NULL, 10);
	if (first_pages) rec->rings.first_pages = strtoul(first_pages, NULL, 10);
	status = record_off_cpu_prepare(&setup->off_cpu, rec, &setup->events, record_value_catalogue(setup));
	if (status) return status;
	rec->fs = &setup->fs;
	rec->tracefs = pmus_tracefs(setup->pmus);
	/* --buildid-mmap, which was an option before it was the default, does without the table of the header and
	 * looking for what goes there */
	bool mmap_only = setup->buildid_mmap_set && rec->sampling.build_id_mmap;
	rec->no_build_ids = setup->no_buildid || mmap_only;
	rec->no_build_id_cache = setup->no_buildid_cache;
	return finish_rate(setup);
}

/* Windows are those of -D. The control's descriptors are open only while recording.control points to it. */
void record_setup_done(struct record_setup *setup)
{
	event_list_done(&setup->events);
	pmus_free(setup->pmus);
	setup->pmus = NULL;
	event_list_done(&setup->switch_events);
	record_off_cpu_done(&setup->off_cpu);
	live_option_done(&setup->live);
	if (setup->recording.control) control_close(&setup->control);
	free(setup->recording.windows);
	process_values_done(&setup->processes);
}
