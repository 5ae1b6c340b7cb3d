#include "record/recording.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/signalfd.h>
#include <sys/stat.h>
#include <sys/utsname.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>
#include "perfdata/perfdata.h"
#include "record/build_id_cache.h"
#include "record/child.h"
#include "record/compressor.h"
#include "record/drain.h"
#include "record/hits.h"
#include "record/recorded_header.h"
#include "record/ring_set.h"
#include "record/sideband.h"

struct recording {
	const struct recording_options *options;
	struct sampling_options sampling;
	struct event_list *events;
	struct recording_result *result;
	struct err *err;
	struct target target;
	struct child workload;
	struct evset evset;
	struct ring_set rings;
	bool evset_open;
	struct perf_events described;    /* the events as the file lists them */
	struct perf_header header;
	struct strbuf tracing_data;
	struct kernel_text text;
	struct kernel_modules modules;
	struct perfdata_writer *writer;
	struct drain drain;
	struct compressor *compressor;
	char *path;
	int fd, signal_fd;
	bool pipe, had_error;
	sigset_t old_signals;
	int64_t next_switch_ns;          /* when a -D window begins or ends; INT64_MAX: never */
	size_t window;
	bool in_window;
};

static int64_t now_ns(void)
{
	struct timespec ts;
	clock_gettime(CLOCK_MONOTONIC, &ts);
	return ts.tv_sec * (int64_t)1000000000 + ts.tv_nsec;
}

static void notice(const struct recording *rec, const char *format, ...) _printf_(2, 3);
static void notice(const struct recording *rec, const char *format, ...)
{
	if (!rec->options->notice) return;
	_strbuf_done_ struct strbuf text = STRBUF_INIT;
	va_list args;
	va_start(args, format);
	strbuf_vprintf(&text, format, args);
	va_end(args);
	rec->options->notice(rec->options->notice_ctx, strbuf_text(&text));
}

/* -- the output -- */

static bool stdout_is_pipe(void)
{
	struct stat st;
	return fstat(STDOUT_FILENO, &st) == 0 && S_ISFIFO(st.st_mode);
}

static int open_output(struct recording *rec)
{
	const char *output = rec->options->output;
	if (rec->pipe) {
		rec->fd = dup(STDOUT_FILENO);
		return rec->fd < 0 ? err_set_errno(rec->err, -errno, "standard output") : 0;
	}
	rec->path = xstrdup(output ? output : "perf.data");
	struct stat st;
	if (stat(rec->path, &st) == 0 && st.st_size > 0) {
		_free_ char *old = xasprintf("%s.old", rec->path);
		if (S_ISREG(st.st_mode) && rename(rec->path, old) < 0) return err_set_errno(rec->err, -errno, "can't rename %s to %s", rec->path, old);
	}
	rec->fd = open(rec->path, O_CREAT | O_RDWR | O_TRUNC | O_CLOEXEC, 0600);
	if (rec->fd >= 0) return 0;
	int code = -errno;
	return err_set_errno(rec->err, code, "failed to open %s", rec->path);
}

/* -- the side band -- */

static const struct event_attr *tracking_attr(const struct recording *rec)
{
	for (size_t i = 0; i < event_list_count(rec->events); i++)
		if (event_list_get(rec->events, i)->attr.flags & ATTR_TASK) return &event_list_get(rec->events, i)->attr;
	return &event_list_get(rec->events, 0)->attr;
}

static void id_index(const struct recording *rec, struct sideband *sb)
{
	VEC(struct id_index_entry) entries = VEC_INIT;
	const struct target *target = &rec->target;
	for (size_t event = 0; event < rec->described.count; event++) {
		size_t next = 0;
		for (size_t cpu = 0; cpu < target->cpus.count; cpu++) {
			for (size_t thread = 0; thread < target->tids.count; thread++) {
				if (evset_fd(&rec->evset, event, cpu, thread) < 0 || next == rec->described.items[event]->nr_ids) continue;
				vec_push(&entries, ((struct id_index_entry){
					.id = rec->described.items[event]->ids[next++], .idx = target->per_thread ? thread : cpu,
					.cpu = (uint64_t)(int64_t)target->cpus.items[cpu], .tid = (uint64_t)(int64_t)target->tids.items[thread] }));
			}
		}
	}
	sideband_id_index(sb, entries.items, entries.count);
	vec_done(&entries);
}

static void synth_tasks(struct recording *rec, struct sideband *sb)
{
	const struct target *target = &rec->target;
	if (target->has_task) {
		for (size_t i = 0; i < target->pids.count; i++) sideband_process(sb, target->pids.items[i]);
	} else if (target->has_cpu) {
		sideband_all_processes(sb);
	}
	if (rec->workload.pid && !target->has_cpu && !rec->options->tail_synthesize) {
		sideband_comm(sb, rec->workload.pid, rec->workload.pid, "perf-exec");
	}
}

static int synthesize(struct recording *rec)
{
	struct sideband sb;
	const struct recording_options *options = rec->options;
	struct utsname uts;
	sideband_init(&sb, options->fs, tracking_attr(rec));
	sb.namespaces = rec->sampling.namespaces;
	sb.build_ids = rec->sampling.build_id_mmap;
	sb.tasks = options->synth_tasks;
	sb.maps = options->synth_maps;
	id_index(rec, &sb);
	bool kernel_side = false;
	for (size_t i = 0; i < event_list_count(rec->events); i++)
		kernel_side |= !(event_list_get(rec->events, i)->attr.flags & ATTR_EXCLUDE_KERNEL) && !event_list_get(rec->events, i)->is_tracking_dummy;
	if (kernel_text_find(options->fs, &rec->text)) sideband_kernel(&sb, &rec->text);
	else if (kernel_side)
		notice(rec, "Kernel addresses are hidden by /proc/sys/kernel/kptr_restrict: kernel samples will have no names.\n"
			    "Until the next boot: sudo sysctl kernel.kptr_restrict=0");
	if (uname(&uts) == 0) kernel_modules_read(options->fs, uts.release, &rec->modules);
	sideband_modules(&sb, &rec->modules);
	sideband_thread_map(&sb, rec->target.tids.items, rec->target.tids.count);
	sideband_cpu_map(&sb, rec->target.cpus.items, rec->target.cpus.count);
	if (options->synth_cgroups && rec->sampling.cgroups) sideband_cgroups(&sb);
	synth_tasks(rec, &sb);
	sideband_bare(&sb, RECORD_FINISHED_INIT);
	int r = drain_append(&rec->drain, sb.out.data, sb.out.size);
	sideband_done(&sb);
	return r < 0 ? err_set_errno(rec->err, r, "failed to write perf data") : 0;
}

/* -- running -- */

static int block_signals(struct recording *rec)
{
	sigset_t set;
	sigemptyset(&set);
	sigaddset(&set, SIGINT);
	sigaddset(&set, SIGTERM);
	sigaddset(&set, SIGCHLD);
	sigaddset(&set, SIGUSR2);
	sigprocmask(SIG_BLOCK, &set, &rec->old_signals);
	/* a reader that went, a file as big as it may be: errors of writing, after which there is a workload to end */
	signal(SIGPIPE, SIG_IGN);
	signal(SIGXFSZ, SIG_IGN);
	rec->signal_fd = signalfd(-1, &set, SFD_CLOEXEC | SFD_NONBLOCK);
	return rec->signal_fd < 0 ? err_set_errno(rec->err, -errno, "signalfd") : 0;
}

/* True when it is time to end. */
static bool take_signals(struct recording *rec)
{
	struct signalfd_siginfo info;
	bool end = false;
	while (read(rec->signal_fd, &info, sizeof(info)) == sizeof(info)) {
		if (info.ssi_signo == SIGCHLD) {
			if (child_ended(&rec->workload)) end = true;
		} else if (info.ssi_signo == SIGINT || info.ssi_signo == SIGTERM) {
			rec->result->end_signal = (int)info.ssi_signo;
			end = true;
		}
	}
	return end;
}

/* Moves through the -D windows as their times come. True when the last one is over. */
static bool switch_window(struct recording *rec, int64_t started_ns)
{
	while (now_ns() >= rec->next_switch_ns) {
		const struct recording_window *window = &rec->options->windows[rec->window];
		if (!rec->in_window) {
			evset_enable(&rec->evset);
			notice(rec, "Events enabled");
			rec->in_window = true;
			rec->next_switch_ns = window->end_ms < 0 ? INT64_MAX : started_ns + window->end_ms * 1000000;
		} else {
			evset_disable(&rec->evset);
			notice(rec, "Events disabled");
			rec->in_window = false;
			if (++rec->window == rec->options->nr_windows) return true;
			rec->next_switch_ns = started_ns + rec->options->windows[rec->window].start_ms * 1000000;
		}
	}
	return false;
}

/* Rings and, for threads that may end on their own, all their events: these hang up then. */
static size_t make_pollfds(const struct recording *rec, struct pollfd **ret)
{
	const struct target *target = &rec->target;
	bool each = target->has_task;
	size_t count = each ? target->cpus.count * target->tids.count : rec->rings.count, n = 0;
	struct pollfd *fds = xcalloc(count + 1, sizeof(*fds));
	fds[n++] = (struct pollfd){ .fd = rec->signal_fd, .events = POLLIN };
	for (size_t i = 0; i < count; i++) {
		int fd = each ? rec->evset.fds[i] : rec->rings.buffers[i]->fds.items[0];
		if (fd >= 0) fds[n++] = (struct pollfd){ .fd = fd, .events = POLLIN };
	}
	*ret = fds;
	return n;
}

/* Drops what hung up: its thread has ended. */
static void drop_hung_up(struct pollfd *fds, size_t *count)
{
	size_t n = 1;
	for (size_t i = 1; i < *count; i++)
		if (!(fds[i].revents & (POLLERR | POLLHUP | POLLNVAL))) fds[n++] = fds[i];
	*count = n;
}

/* Between rounds: while a ring fills fast it is emptied before it is half full, when the kernel would wake us: what is still in the
   processor's cache is cheap to copy, and there is room for bursts. Otherwise the kernel's wake-up is waited for. */
static int poll_timeout_ms(const struct recording *rec, bool busy, int64_t now)
{
	int64_t timeout = busy ? 2 : rec->pipe ? 100 : -1; /* who reads a pipe does so as it happens */
	if (rec->next_switch_ns != INT64_MAX) {
		int64_t until = (rec->next_switch_ns - now + 999999) / 1000000;
		if (until < 0) until = 0;
		if (timeout < 0 || until < timeout) timeout = until;
	}
	return (int)MIN(timeout, (int64_t)INT32_MAX);
}

static int run(struct recording *rec)
{
	struct pollfd *fds;
	size_t nr_fds = make_pollfds(rec, &fds);
	int64_t started_ns = now_ns();
	bool end = false, busy = false;
	int r = 0;
	if (rec->options->nr_windows) rec->next_switch_ns = started_ns + rec->options->windows[0].start_ms * 1000000;
	while (!end) {
		int64_t bytes = drain_round(&rec->drain, false);
		if (bytes < 0) {
			r = err_set_errno(rec->err, (int)bytes, "failed to write perf data");
			break;
		}
		busy = bytes > 256 << 10;
		if (rec->options->max_size_bytes && perfdata_writer_size(rec->writer) > rec->options->max_size_bytes) {
			rec->result->reached_max_size = true;
			break;
		}
		int n = poll(fds, nr_fds, poll_timeout_ms(rec, busy, now_ns()));
		if (n < 0 && errno != EINTR) {
			r = err_set_errno(rec->err, -errno, "poll");
			break;
		}
		bool signalled = n > 0 && fds[0].revents;
		if (n > signalled) {
			drop_hung_up(fds, &nr_fds);
			rec->result->wakeups++;
		}
		if (nr_fds == 1 && rec->target.has_task) end = true; /* nothing is left that could produce records */
		if (signalled && take_signals(rec)) end = true;
		if (rec->options->nr_windows && switch_window(rec, started_ns)) end = true;
	}
	free(fds);
	return r;
}

/* -- the end -- */

static int drain_rest(struct recording *rec)
{
	for (;;) {
		int64_t bytes = drain_round(&rec->drain, true);
		if (bytes < 0) return err_set_errno(rec->err, (int)bytes, "failed to write perf data");
		if (!bytes) break;
	}
	struct sideband sb;
	sideband_init(&sb, rec->options->fs, tracking_attr(rec));
	for (size_t i = 0; i < rec->described.count; i++) {
		uint64_t lost = ring_set_lost(&rec->rings, i);
		if (lost) sideband_lost_samples(&sb, rec->described.items[i], lost);
		rec->result->nr_lost_samples += lost;
	}
	rec->result->nr_rings = rec->rings.count;
	rec->result->rings = xcalloc(rec->rings.count + 1, sizeof(*rec->result->rings));
	for (size_t i = 0; i < rec->rings.count; i++) rec->result->rings[i] = rec->rings.buffers[i]->tally;
	int r = drain_append(&rec->drain, sb.out.data, sb.out.size);
	sideband_done(&sb);
	return r < 0 ? err_set_errno(rec->err, r, "failed to write perf data") : 0;
}

static void cache_build_ids(struct recording *rec, const struct hits *hits)
{
	if (rec->options->no_build_id_cache) return;
	_free_ char *dir = build_id_cache_dir(rec->options->build_id_dir);
	for (size_t i = 0; dir && i < hits->build_ids.count; i++)
		(void)build_id_cache_add(dir, hits->build_ids.items[i].filename, &hits->build_ids.items[i].id);
}

/* What is only known from the records themselves. */
static int look_back(struct recording *rec)
{
	const struct recording_options *options = rec->options;
	uint64_t size = perfdata_writer_size(rec->writer), end = perfdata_writer_offset(rec->writer), start = end - size;
	bool wants_ids = !options->no_build_ids && !rec->sampling.build_id_mmap;
	struct stat st;
	if (fstat(rec->fd, &st) < 0 || !S_ISREG(st.st_mode)) return 0; /* /dev/null, say */
	if (!size || rec->compressor || (!wants_ids && !options->timestamp_boundary)) return 0;
	uint8_t *file = mmap(NULL, end, PROT_READ, MAP_SHARED, rec->fd, 0);
	if (file == MAP_FAILED) return err_set_errno(rec->err, -errno, "reading back %s", rec->path);
	struct hits hits = { 0 };
	struct hits_options hits_options = { .all = options->build_id_all, .build_ids = wants_ids, .fs = options->fs, .text = &rec->text,
					     .modules = &rec->modules };
	hits_collect(&hits, &hits_options, &rec->described, file + start, size, rec->drain.runs.items, rec->drain.runs.count);
	munmap(file, end);
	rec->result->counted = !options->build_id_all;
	rec->result->nr_samples = hits.nr_samples;
	rec->result->nr_records = hits.nr_records;
	rec->result->nr_lost = hits.nr_lost;
	rec->result->nr_throttled = hits.nr_throttled;
	rec->result->nr_lost_records = hits.nr_lost_records;
	struct perf_header *h = &rec->header;
	h->first_sample_ns = hits.first_ns;
	h->last_sample_ns = hits.last_ns;
	header_set(h, FEATURE_SAMPLE_TIME);
	if (wants_ids && hits.build_ids.count) {
		h->build_ids = arena_zalloc(&h->arena, hits.build_ids.count * sizeof(*h->build_ids));
		h->nr_build_ids = (uint32_t)hits.build_ids.count;
		for (size_t i = 0; i < hits.build_ids.count; i++) {
			h->build_ids[i] = hits.build_ids.items[i];
			h->build_ids[i].filename = arena_strdup(&h->arena, hits.build_ids.items[i].filename);
		}
		header_set(h, FEATURE_BUILD_ID);
		cache_build_ids(rec, &hits);
	}
	hits_done(&hits);
	return 0;
}

/* A full disk: gives up the record that was cut off, and as much as the header's features want. */
static int make_room(struct recording *rec)
{
	enum { ROOM_BYTES = 64 << 10 };
	uint64_t size = perfdata_writer_size(rec->writer), end = perfdata_writer_offset(rec->writer);
	uint64_t cut = rec->drain.runs.count ? *vec_last(&rec->drain.runs) : 0;
	uint8_t *file = size ? mmap(NULL, end, PROT_READ, MAP_SHARED, rec->fd, 0) : MAP_FAILED;
	if (file == MAP_FAILED) return -EIO;
	struct record_run run = { .data = file + (end - size) + cut, .size_bytes = size - cut };
	struct record r;
	for (size_t pos = 0; record_run_next(&run, false, &pos, &r) && cut + r.size + ROOM_BYTES <= size;) cut += r.size;
	munmap(file, end);
	return perfdata_writer_cut(rec->writer, cut);
}

/* broken: writing failed before. */
static int finish(struct recording *rec, bool broken)
{
	evset_disable(&rec->evset);
	int r = broken ? 0 : drain_rest(rec);
	if (r >= 0 && !broken && rec->options->tail_synthesize && !rec->pipe) r = synthesize(rec);
	if ((r < 0 || broken) && (rec->pipe || make_room(rec) < 0)) return r;
	rec->result->data_bytes = perfdata_writer_size(rec->writer);
	if (rec->compressor) {
		uint64_t out = compressor_out(rec->compressor), in = compressor_in(rec->compressor);
		rec->result->raw_bytes = rec->result->data_bytes - out + in;
		rec->header.comp_ratio = out ? (uint32_t)((in + out / 2) / out) : 0;
	}
	if (rec->pipe) return r;
	int looked = look_back(rec);
	if (r >= 0) r = looked;
	if (!header_has(&rec->header, FEATURE_SAMPLE_TIME)) header_set(&rec->header, FEATURE_SAMPLE_TIME);
	int finished = perfdata_writer_finish(rec->writer, &rec->header, r < 0 ? NULL : rec->err);
	rec->result->path = xstrdup(rec->path);
	return r < 0 ? r : finished;
}

/* -- from the beginning -- */

static int open_events(struct recording *rec)
{
	const struct recording_options *options = rec->options;
	struct evset_options evset_options = { .fs = options->fs, .required_sample_type = sampling_required(&rec->sampling),
					       .trace = options->trace };
	rec->evset_open = true;
	int r = evset_open(&rec->evset, &evset_options, rec->events, &rec->target, rec->err);
	if (r >= 0) r = ring_set_open(&rec->rings, &rec->evset, &options->rings, rec->err);
	if (r < 0) return r;
	if (rec->evset.fallbacks.clock)
		notice(rec, "The %s event is not supported on this machine: sampling %s, a software clock, instead.",
		       rec->evset.fallbacks.clock_from, rec->evset.fallbacks.clock);
	if (rec->evset.fallbacks.kernel_excluded)
		notice(rec, "The kernel side is left out: /proc/sys/kernel/perf_event_paranoid forbids it. Until the next boot: sudo sysctl kernel.perf_event_paranoid=1");
	sampling_set_ids(&rec->sampling, rec->events);
	return evset_ids(&rec->evset, &rec->described, rec->err);
}

static int start_writing(struct recording *rec)
{
	const struct recording_options *options = rec->options;
	if (options->compression_level && !(rec->compressor = compressor_new(options->compression_level)))
		return err_set(rec->err, -EINVAL, "Compression initialization failed.");
	int r = recorded_header(&rec->header, options, &rec->sampling, rec->events, &rec->tracing_data, rec->err);
	if (rec->compressor)
		recorded_header_compressed(&rec->header, options->compression_level, (rec->rings.pages + 1) * (size_t)sysconf(_SC_PAGESIZE));
	if (r >= 0) r = perfdata_writer_new(rec->fd, rec->pipe, &rec->described, &rec->writer, rec->err);
	if (r >= 0 && rec->pipe) r = perfdata_writer_features(rec->writer, &rec->header, rec->err);
	if (r < 0) return r;
	rec->drain = (struct drain){ .buffers = rec->rings.buffers, .nr_buffers = rec->rings.count, .writer = rec->writer,
				     .compressor = rec->compressor, .compressed_bytes = rec->rings.pages * (size_t)sysconf(_SC_PAGESIZE), .flush_bytes = options->flush_bytes };
	return options->tail_synthesize && !rec->pipe ? 0 : synthesize(rec);
}

static int start(struct recording *rec)
{
	const struct recording_options *options = rec->options;
	bool delayed = options->starts_disabled || options->nr_windows;
	int r = evset_filter(&rec->evset, rec->err);
	if (r < 0) return r;
	if (options->realtime_priority) {
		struct sched_param param = { .sched_priority = options->realtime_priority };
		if (sched_setscheduler(0, SCHED_FIFO, &param) < 0) return err_set_errno(rec->err, -errno, "Could not set realtime priority.");
	}
	if (delayed) notice(rec, "Events disabled");
	bool on_exec = rec->workload.pid && !rec->target.has_cpu && !rec->target.has_task;
	if (!delayed && !on_exec) evset_enable(&rec->evset);
	r = child_start(&rec->workload, options->workload ? options->workload[0] : "", rec->err);
	return r;
}

/* The file is complete by now: who is tired of waiting for the workload may interrupt once more. */
static void end_workload(struct recording *rec)
{
	if (rec->signal_fd >= 0) {
		close(rec->signal_fd);
		sigprocmask(SIG_SETMASK, &rec->old_signals, NULL);
		rec->signal_fd = -1;
	}
	child_done(&rec->workload);
	rec->result->has_workload = rec->workload.pid != 0;
	rec->result->workload_status = rec->workload.status;
}

static void clean_up(struct recording *rec)
{
	end_workload(rec);
	ring_set_done(&rec->rings);
	if (rec->evset_open) evset_leave_behind(&rec->evset);
	perfdata_writer_free(rec->writer);
	drain_done(&rec->drain);
	compressor_free(rec->compressor);
	strbuf_done(&rec->tracing_data);
	kernel_modules_done(&rec->modules);
	header_done(&rec->header);
	events_done(&rec->described);
	target_done(&rec->target);
	if (rec->fd >= 0) close(rec->fd);
	free(rec->path);
}

int recording_run(const struct recording_options *options, struct event_list *events, struct recording_result *ret, struct err *err)
{
	struct recording rec = { .options = options, .events = events, .result = ret, .err = err, .fd = -1, .signal_fd = -1,
				 .next_switch_ns = INT64_MAX, .workload = { .gate_fd = -1, .failure_fd = -1 } };
	*ret = (struct recording_result){ 0 };
	events_init(&rec.described);
	header_init(&rec.header, &rec.described);
	rec.pipe = options->output ? strcmp(options->output, "-") == 0 : stdout_is_pipe();
	rec.sampling = options->sampling;
	if (rec.pipe) rec.sampling.sample_identifier = true; /* readers of a stream cannot know how many events will come */
	sampling_configure(&rec.sampling, events);
	int r = target_resolve(&options->target, options->fs, &rec.target, err);
	ret->no_target = r < 0;
	if (r >= 0) r = open_output(&rec);
	if (r >= 0) r = block_signals(&rec);
	if (r >= 0 && options->workload) r = child_fork(&rec.workload, options->workload, rec.pipe, err);
	if (r >= 0 && !rec.target.tids.count) vec_push(&rec.target.tids, rec.workload.pid);
	if (r >= 0) r = open_events(&rec);
	if (r >= 0) r = start_writing(&rec);
	if (r >= 0) r = start(&rec);
	if (r >= 0) {
		r = run(&rec);
		/* what was captured is kept, whatever went wrong on the way */
		int finished = finish(&rec, r < 0);
		if (r >= 0) r = finished;
	} else if (rec.path && !rec.writer) {
		unlink(rec.path);
	}
	clean_up(&rec);
	return r;
}

void recording_result_done(struct recording_result *result)
{
	free(result->path);
	free(result->rings);
}
