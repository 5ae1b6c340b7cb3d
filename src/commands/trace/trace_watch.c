/* perf trace of what runs: it consumes the rounds of a recording that is written nowhere.
 *
 * The recorder (src/record) hands over what its ring buffers held, round by round, to the trace_watch_... callbacks;
 * the live analysis orders it and calls back with rows (trace_output_row).
 *
 * Calls come from one of three sources, tried in this order: sums by BPF programs (-s), records by BPF
 * programs, which see what arguments point to, and the tracepoints raw_syscalls:sys_enter and sys_exit. choose_tap
 * decides.
 *
 *     ring buffers -> recorder: rounds -> trace_watch_round -> trace_live (analysis/trace), which orders
 *     them -> trace_output_row -> -o, stderr or stdout
 *
 * From the top: the callbacks of the recorder, which events are opened with which filters, the session. */
#include "cli/compatible_version.h"
#include "base/host.h"
#include "commands/trace/trace_option.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>
#include "analysis/trace/trace_live.h"
#include "cli/console.h"
#include "commands/option/open_trace.h"
#include "commands/record/record_setup.h"
#include "commands/record/record_value.h"
#include "commands/trace/trace_tap.h"
#include "kernel/syscall_structures.h"
#include "kernel/procfs.h"
#include "kernel/remedy.h"
#include "kernel/tracefs.h"

/* Numbers of calls in a filter of the kernel's: it evaluates them one after another for each call. */
enum { MOST_IDS = 64 };

/* One run. Freed at the end of trace_watch. */
struct watch {
	struct trace_option *option;
	struct trace_output output;
	struct trace_live_options live_options;
	struct trace_fds_options fds_options;
	struct trace_live *live;
	struct syscall_structures_options types_options;
	/* Structures of arguments that BPF programs are to copy; NULL: none. */
	struct syscall_structures *types;
	char *tracefs;
	/* The attr that -vv showed last. */
	struct event_attr shown;
	struct warnings *warnings;
	struct recording *recording;
	/* Why rows ended early (-errno of writing); 0: they did not. */
	int code;
};

/* The callbacks of a struct round_consumer (record/drain/round_consumer.h), in the order in which the recorder calls
 * them: once at the beginning, what was there before, then each round and the moment when its rows are due. */
static void trace_watch_begin(void *ctx, const struct round_source *source)
{
	struct watch *watch = ctx;
	watch->recording = source->recording;
	trace_live_begin(watch->live, source->raw, source->tracing_data, source->tracing_data_size);
}
static void trace_watch_known(void *ctx, const void *records, size_t size_bytes)
{
	trace_live_known(((struct watch *)ctx)->live, records, size_bytes);
}
static void trace_watch_round(void *ctx, const void *records, size_t size_bytes)
{
	trace_live_round(((struct watch *)ctx)->live, records, size_bytes);
}
static void trace_watch_due(void *ctx, const void *records, size_t size_bytes, struct outbuf *out)
{
	trace_live_due(((struct watch *)ctx)->live);
}

/* Called by the thread that shows, when --max-events is reached or writing has failed (code, -errno): ends the
 * recording. */
static void trace_watch_enough(void *ctx, int code)
{
	struct watch *watch = ctx;
	watch->code = code;
	recording_request_end(watch->recording);
}

/* -- which events -- */

/* Appends "id == 0 || id == 1 ..." for calls in the set, or "id != 0 && ..." for those outside. Returns how many. A
 * 64-bit machine runs 32-bit programs, too, whose calls have other numbers: their ids are added to what is wanted,
 * and nothing is left out that is wanted of them. */
static size_t add_ids(const struct syscall_set *set, bool in_set, struct strbuf *filter)
{
	const struct host here = host_read();
	size_t nr = 0;
	const char *between = in_set ? " || " : " && ", *compared = in_set ? "==" : "!=";
	const char *arch_32 = syscall_arch_32(here.machine);
	for (size_t i = 0; i < syscall_count(); i++) {
		const char *const archs[] = { here.machine, in_set ? arch_32 : NULL };
		if (syscall_set_has(set, syscall_at(i)) != in_set) continue;
		for (size_t k = 0; k < ARRAY_SIZE(archs) && archs[k]; k++) {
			int number = syscall_number(archs[k], syscall_at(i)->name);
			/* what is left out must be so in 32-bit programs, where the number is another call's */
			const struct syscall *other = number >= 0 && !in_set && arch_32
							      ? syscall_by_number(arch_32, (uint64_t)number)
							      : NULL;
			if (number < 0 || (other && syscall_set_has(set, other))) continue;
			strbuf_printf(filter, "%sid %s %d", nr++ ? between : "", compared, number);
		}
	}
	return nr;
}

/* The kernel leaves out what nobody wants to see. Nothing is appended where that takes too many numbers: the analysis
 * chooses in any case. */
static void add_selection(const struct trace_option *option, struct strbuf *filter)
{
	const struct syscall_set *set = &option->selection;
	if (!set->has) return;
	_strbuf_done_ struct strbuf ids = STRBUF_INIT;
	size_t nr = add_ids(set, !set->is_negated, &ids);
	if (nr && nr <= MOST_IDS) strbuf_printf(filter, "(%s)", strbuf_text(&ids));
}

/* Not this program itself, whose writing would be traced and written again, and not --filter-pids. */
static void add_pids(const struct trace_option *option, struct strbuf *filter)
{
	const struct target_options *target = &option->setup.recording.target;
	if (target->all_cpus || target->cpus)
		strbuf_printf(filter, "%scommon_pid != %d", filter->size ? " && " : "", (int)getpid());
	for (size_t i = 0; i < option->filtered.count; i++)
		strbuf_printf(filter, "%scommon_pid != %lld", filter->size ? " && " : "",
			      (long long)option->filtered.numbers[i]);
}

/* As -e NAME would; filter is for those of its events that have none, NULL: none. */
static int add_event(struct trace_option *option, const char *name, const char *filter)
{
	static const struct option asked = { .kind = OPTION_KIND_CALLBACK, .short_name = 'e', .long_name = "event" };
	size_t first = event_list_count(&option->setup.events);
	int r = record_value_event(&asked, name, false, &option->setup);
	for (size_t i = first; r >= 0 && filter && *filter && i < event_list_count(&option->setup.events); i++) {
		struct event_spec *spec = event_list_get(&option->setup.events, i);
		if (!spec->filter) spec->filter = xstrdup(filter);
	}
	return r;
}

/* Whether system calls are traced at all: unless -e named events only, or --no-syscalls. */
static bool wants_calls(const struct trace_option *option)
{
	if (option->syscalls_given) return option->syscalls;
	return !option->wants_events || option->selection.has;
}

/* Whether the events of --switch-on and --switch-off are among those that are watched; says which is not. */
static bool has_switches(const struct trace_option *option)
{
	const struct {
		const char *name, *what;
	} switches[] = { { option->switch_on, "on" }, { option->switch_off, "off" } };
	for (size_t i = 0; i < ARRAY_SIZE(switches); i++) {
		bool found = !switches[i].name;
		for (size_t k = 0; !found && k < event_list_count(&option->setup.events); k++)
			found = strcmp(event_list_get(&option->setup.events, k)->name, switches[i].name) == 0;
		if (found) continue;
		fprintf(stderr, "ERROR: switch-%s event not found (%s)\nHINT:  -e has to name it, too\n",
			switches[i].what, switches[i].name);
		return false;
	}
	return true;
}

/* Whether single events have chains: -e sched:sched_switch/call-graph=fp/. */
static bool has_chains(const struct trace_option *option)
{
	for (size_t i = 0; i < event_list_count(&option->setup.events); i++) {
		const struct event_spec *spec = event_list_get(&option->setup.events, i);
		if (spec->has_max_stack || spec->callgraph == CALLGRAPH_FP || spec->callgraph == CALLGRAPH_DWARF ||
		    spec->callgraph == CALLGRAPH_LBR)
			return true;
	}
	return false;
}

/* Named by -e: their rows need addresses and maps, as those of -F. */
static bool has_page_faults(const struct trace_option *option)
{
	for (size_t i = 0; i < event_list_count(&option->setup.events); i++) {
		const struct event_attr *attr = &event_list_get(&option->setup.events, i)->attr;
		if (attr_is_page_fault(attr)) return true;
	}
	return false;
}

/* Fills the list of events to open. sums, tap: who counts or tells calls (choose_tap). *ret_given: how many events
 * were asked for by name. 0 or more, or negative with the user told. */
static int choose_events(struct trace_option *option, bool sums, bool tap, size_t *ret_given)
{
	*ret_given = event_list_count(&option->setup.events);
	/* The sums are counted by the programs; an event that never fires keeps the recorder waiting for the end. */
	if (sums) return add_event(option, "dummy:u", NULL);

	_strbuf_done_ struct strbuf filter = STRBUF_INIT, others = STRBUF_INIT;
	bool calls = wants_calls(option);
	add_pids(option, &others);
	for (size_t i = 0; i < event_list_count(&option->setup.events); i++) {
		struct event_spec *spec = event_list_get(&option->setup.events, i);
		if (!spec->filter && others.size && spec->tracepoint_name) spec->filter = xstrdup(strbuf_text(&others));
	}
	add_selection(option, &filter);
	add_pids(option, &filter);
	if (calls && tap) {
		/* Never fires, but is opened on the traced threads: the recorder notices by it that they have ended. */
		(void)add_event(option, "dummy:u", NULL);
		tap_add_event(&option->setup.events);
	}
	int r = calls && !tap ? add_event(option, "raw_syscalls:sys_enter,raw_syscalls:sys_exit", strbuf_text(&filter))
			      : 0;
	if (r >= 0 && option->sched) r = add_event(option, "sched:sched_stat_runtime", NULL);
	if (r >= 0 && option->faults_major && option->faults_minor) return add_event(option, "page-faults", NULL);
	if (r >= 0 && option->faults_major) r = add_event(option, "major-faults", NULL);
	if (r >= 0 && option->faults_minor) r = add_event(option, "minor-faults", NULL);
	return r;
}

/* -- the session -- */

/* Whether calls can be traced, by programs or by tracepoints. Else says in a line why not, and what to do about it. */
static bool can_trace(const struct trace_option *option, bool has_tap)
{
	_free_ char *tracefs = tracefs_find(&option->setup.fs, NULL);
	_free_ char *id = tracefs ? kernelfs_read(&option->setup.fs, "%s/events/raw_syscalls/sys_enter/id", tracefs)
				  : NULL;
	int code = errno;
	if (has_tap || id) return true;
	_free_ char *mount = remedy_tracefs_mount(),
		    *rights = remedy_tracefs_rights(&option->setup.fs, tracefs ? tracefs : "");
	if (!tracefs) fprintf(stderr, "System calls cannot be traced: tracefs is not mounted.\n%s\n", mount);
	else if (code == ENOENT)
		fprintf(stderr, "System calls cannot be traced: this kernel has no tracepoints for them "
				"(CONFIG_FTRACE_SYSCALLS).\n");
	else
		fprintf(stderr, "System calls cannot be traced: /%s is for root only. Run perf as root, or:\n%s\n",
			tracefs, rights);
	return false;
}

/* What a descriptor of a process is, out of /proc: for those that were open before the trace began. ctx: the struct
 * kernelfs. */
static bool trace_watch_ask_fd(void *ctx, uint32_t pid, int32_t fd, char ret[TRACE_FD_TEXT])
{
	return procfs_fd(ctx, (int32_t)pid, fd, ret, TRACE_FD_TEXT);
}

/* Bytes of records that may wait to be shown, since programs call faster than rows are written, for a while: an
 * eighth of the memory, at most 1 GiB. 0: unknown, the recorder's default. */
static size_t hold_bytes(void)
{
	long pages = sysconf(_SC_PHYS_PAGES), page_bytes = sysconf(_SC_PAGESIZE);
	return pages > 0 && page_bytes > 0 ? MIN((size_t)1 << 30, (size_t)pages / 8 * (size_t)page_bytes) : 0;
}

/* What of the recorder's options perf trace decides by itself: no file, each event a sample, no build-ids. places:
 * addresses will be resolved, so maps are needed. Fills the options of the live analysis and makes it. */
static void prepare(struct watch *watch, struct record_setup *setup, int argc, const char **argv)
{
	struct recording_options *rec = &setup->recording;
	const struct trace_option *option = watch->option;
	/* a limit is a wish for chains, too */
	if ((option->max_stack_set || option->calls.min_stack) && rec->sampling.callgraph == CALLGRAPH_UNSET) {
		rec->sampling.callgraph = CALLGRAPH_DWARF;
		if (!rec->sampling.stack_size_bytes) rec->sampling.stack_size_bytes = 8192;
	}
	bool chains = rec->sampling.callgraph != CALLGRAPH_UNSET && rec->sampling.callgraph != CALLGRAPH_NONE;
	bool faults = option->faults_major || option->faults_minor || has_page_faults(option),
	     places = chains || faults || has_chains(option);
	rec->workload = argc ? argv : NULL;
	if (!argc && !rec->target.pids && !rec->target.tids && !rec->target.uid && !rec->target.cpus)
		rec->target.all_cpus = true;
	rec->cmdline = argv;
	rec->nr_cmdline = 0;
	rec->version = COMPATIBLE_VERSION;
	rec->output.none = true;
	rec->hold_bytes = hold_bytes();
	rec->synth_maps = places;
	rec->synth_cgroups = false;
	rec->sampling.raw = true;
	rec->sampling.no_bpf_event = !places;
	rec->sampling.addresses = faults;
	/* CLOCK_MONOTONIC is what programs in the kernel can read, so that times of all sources compare. */
	rec->sampling.use_clockid = true;
	rec->sampling.clockid = CLOCK_MONOTONIC;
	rec->sampling.user_callchains = chains && !option->kernel_chains;
	setup->count = 1;
	setup->count_set = true;
	setup->no_buildid = setup->no_buildid_cache = true;
	open_trace_begin(&rec->trace, &watch->shown);
	watch->option->calls.machine = syscall_machine_of(host_read().machine);
	watch->option->calls.ctx = &watch->output;
	watch->option->calls.row = trace_output_row;
	watch->option->calls.batch = trace_output_batch;
	watch->option->calls.without_pid = rec->target.all_cpus || rec->target.cpus ? (uint32_t)getpid() : 0;
	watch->fds_options = (struct trace_fds_options){ .ask = trace_watch_ask_fd,
							 .ctx = &setup->fs,
							 .machine = watch->option->calls.machine,
							 .types = watch->option->calls.types,
							 .sees_all = !option->selection.has };
	watch->live_options = (struct trace_live_options){ .calls = &watch->option->calls,
							   .warnings = watch->warnings,
							   .wants_maps = places,
							   .enough = trace_watch_enough,
							   .any_owner = option->session.force,
							   .ctx = watch,
							   .fds = watch->option->calls.rows ? &watch->fds_options
											    : NULL };
	watch->live = trace_live_new(&watch->live_options);
}

/* Two counts of the same losses: the tallies of the rings and the kernel's records of lost samples. The larger is
 * told. */
static uint64_t lost_of(const struct recording_result *result)
{
	uint64_t lost = 0;
	for (size_t i = 0; i < result->nr_rings; i++) lost += ring_tally_lost(&result->rings[i]);
	return MAX(lost, result->nr_lost_samples);
}

/* The recording, and what comes behind the rows. A reader that has gone ends it without complaint. 0, or -errno with
 * err set. */
static int run(struct watch *watch, struct err *err)
{
	struct trace_option *option = watch->option;
	struct recording_options *rec = &option->setup.recording;
	struct trace_kernel_sums sums;
	struct recording_result result;
	int r = trace_kernel_sums_begin(option, &sums, err);
	if (r < 0) {
		trace_kernel_sums_done(&sums);
		return r;
	}
	r = recording_run(rec, &option->setup.events, &result, err);
	if (r == -EPIPE || watch->code == -EPIPE) r = 0;
	if (r >= 0) {
		struct trace_summary summary = *trace_calls_summary(trace_live_calls(watch->live));
		if (rec->sums_tap) {
			trace_kernel_sums_read(option, rec->sums_tap, &sums);
			sums.summary.nr_without_begin = summary.nr_without_begin;
			sums.summary.nr_without_end = summary.nr_without_end;
			summary = sums.summary;
		}
		summary.nr_lost = lost_of(&result);
		if (rec->tap) summary.nr_lost += tap_lost(rec->tap);
		if (rec->sums_tap) summary.nr_lost += tap_lost(rec->sums_tap);
		r = trace_output_end(&watch->output, &summary);
		const struct trace_fds_stats stats = trace_live_fds_stats(watch->live);
		if (watch->option->tool_stats)
			fprintf(stderr, "Stats:\n vfs_getname : %" PRIu64 "\n proc_getname: %" PRIu64 "\n",
				stats.nr_opened, stats.nr_asked);
		if (summary.nr_lost) fprintf(stderr, "LOST %" PRIu64 " events!\n", summary.nr_lost);
	}
	recording_result_done(&result);
	trace_kernel_sums_done(&sums);
	return r;
}

/* Programs in the kernel where it and our rights allow, unless something is asked for that they cannot do: sums
 * (sums true), or records of calls. 0: *ret is the tap, or unchanged where there is none and nobody insists. -errno
 * with err set: --bpf-summary, --summary-mode=cgroup or --bpf cannot be had. */
static int choose_tap(const struct trace_option *option, bool sums, struct tap_options *options, struct tap **ret,
		      struct err *err)
{
	_err_done_ struct err why = ERR_INIT;
	bool given = sums ? option->bpf_summary_given : option->bpf_given;
	bool wanted = sums ? option->bpf_summary : option->bpf;
	bool asked = (given && wanted) || (sums && option->style.sums_of == TRACE_SUMS_OF_CGROUPS);
	if (given && !wanted) return 0;
	if (!(sums ? trace_sums_suffice(option) : trace_records_suffice(option))) {
		const char *refusal = sums ? "--bpf-summary goes with -s and -S, not with other events, page faults, "
					     "call chains or -G"
					   : "--bpf does not go with control groups and call chains of the kernel";
		return asked ? err_set(err, -EINVAL, "%s", refusal) : 0;
	}
	int r = trace_tap_new(option, !sums, options, ret, asked ? err : &why);
	if (r < 0 && !asked && console.verbosity >= 1) fprintf(stderr, "Without BPF programs: %s\n", why.message);
	return r < 0 && asked ? r : 0;
}

/* Layouts of structures that have no rows of their own in the tables of calls, out of BTF, for programs in the
 * kernel to read; only for rows, and unless --no-bpf. */
static void find_types(struct watch *watch)
{
	struct trace_option *option = watch->option;
	const struct btf *btf = option->calls.rows && !(option->bpf_given && !option->bpf)
					? btf_lazy_get(&option->kernel_types)
					: NULL;
	watch->tracefs = btf ? tracefs_find(&option->setup.fs, NULL) : NULL;
	if (!watch->tracefs) return;
	watch->types_options = (struct syscall_structures_options){ .fs = &option->setup.fs,
								    .tracefs = watch->tracefs,
								    .btf = btf,
								    .selection = &option->selection,
								    .all = option->force_btf };
	watch->types = syscall_structures_new(&watch->types_options);
	option->calls.types = syscall_structures_get(watch->types);
}

/* Chooses the source of calls, the events and the target, then runs. Every refusal sets status and passes by what
 * follows: there is one end, which frees everything. */
int trace_watch(struct trace_option *option, int argc, const char **argv)
{
	_err_done_ struct err err = ERR_INIT;
	struct record_setup *setup = &option->setup;
	struct tap_options tap_options, sums_options;
	struct tap *tap = NULL, *sums_tap = NULL;
	struct watch watch = { .option = option, .warnings = warnings_new() };
	const struct round_consumer consumer = { .ctx = &watch,
						 .begin = trace_watch_begin,
						 .known = trace_watch_known,
						 .round = trace_watch_round,
						 .due = trace_watch_due };
	int status = option->add_events && record_value_event(trace_option_table.rows, option->add_events, false,
							      &option->setup) < 0
			     ? OPTION_USAGE_STATUS
			     : 0;
	/* Before prepare and choose_tap: both copy what it finds. */
	if (wants_calls(option)) find_types(&watch);
	prepare(&watch, setup, argc, argv);
	int chosen = choose_tap(option, true, &sums_options, &sums_tap, &err);
	/* One of records is only tried where sums do not do. */
	bool sums = sums_tap && !option->calls.rows;
	if (chosen >= 0 && !sums && wants_calls(option)) chosen = choose_tap(option, false, &tap_options, &tap, &err);
	if (chosen < 0) {
		console_err(&err);
		status = 255;
	}
	option->style.events_only = !wants_calls(option);
	/* registers come with the kind of program that has them, which decides what numbers of calls mean */
	struct sampling_options *sampling = &setup->recording.sampling;
	/* Asking for one register makes samples say whether the program is a 32-bit one (PERF_SAMPLE_REGS_ABI). */
	if (!tap && !sums && wants_calls(option) && sampling->callgraph != CALLGRAPH_DWARF &&
	    kernelfs_exists(&option->setup.fs, "proc/sys/abi/vsyscall32"))
		sampling->user_regs |= 1;
	if (!status && !has_switches(option)) status = 255;
	if (!status && wants_calls(option) && !can_trace(option, tap || sums)) status = 255;
	if (!status && choose_events(option, sums, tap, &watch.live_options.nr_shown_events) < 0)
		status = OPTION_USAGE_STATUS;
	/* -G in front of all events: for those that have no group of their own, by now with the ones chosen here. */
	for (size_t i = 0; option->cgroup && i < event_list_count(&setup->events); i++) {
		struct event_spec *spec = event_list_get(&setup->events, i);
		if (!spec->cgroup) spec->cgroup = xstrdup(option->cgroup);
	}
	if (!status) status = record_setup_finish(setup);
	if (!status) {
		setup->recording.consumer = sums ? NULL : &consumer;
		setup->recording.tap = tap;
		setup->recording.sums_tap = sums_tap;
		int r = trace_output_open(&watch.output, option, &err);
		/* What runs is shown as it happens. */
		watch.output.flush_each = true;
		if (r >= 0) r = sums ? trace_sums_run(option, sums_tap, &watch.output, &err) : run(&watch, &err);
		if (r < 0 && r != -EPIPE) {
			console_err(&err);
			status = 255;
		}
	}
	console_warnings(watch.warnings);
	tap_free(tap);
	tap_free(sums_tap);
	trace_live_free(watch.live);
	syscall_structures_free(watch.types);
	free(watch.tracefs);
	/* What could not be written is kept by textout, which makes the exit status a failure. */
	(void)trace_output_done(&watch.output);
	warnings_free(watch.warnings);
	return status;
}
