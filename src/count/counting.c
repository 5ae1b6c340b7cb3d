/* A session is one or several runs (-r); each opens its events anew, so that their counts begin at zero:
 *
 *   count_once:  open_events -> hooks.opened -> start -> wait_for_end -> finish (hooks.interval, hooks.run) -> close
 *
 * A run waits in one poll for signals, orders and the end of what is watched, with a timeout at the next of its
 * deadlines: the end of -D, of an interval, of --timeout. Everything is on one thread. */
#include "count/counting.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/signalfd.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>
#include "base/clock.h"
#include "bpf/bpf_counters.h"
#include "count/count_reader.h"
#include "count/tool_times.h"
#include "kernel/procfs.h"
#include "record/control/end_signals.h"

/* A deadline that does not come; and a millisecond in ns. */
#define NEVER UINT64_MAX
#define MS 1000000ull

/* A process or thread whose end ends the run. fd: a pidfd, readable then; without one /proc is looked at. */
struct watched {
	int32_t tid;
	int fd; /* -1: this kernel has none */
	bool ended;
};

/* The session. What belongs to a run is made anew in count_once; deadlines are NEVER when there is none. */
struct counting {
	const struct counting_options *options;
	struct event_list *events;
	struct counting_result *result;
	struct err *err;
	struct target target;
	struct child workload;
	struct evset evset;
	struct evset_parked parked; /* of earlier runs */
	struct sampler sampler;
	struct count_reader reader;
	struct bpf_counters bpf;
	struct counts counts;
	struct tool_times tools;
	VEC(struct watched) watched;
	int signal_fd;
	sigset_t old_signals;
	unsigned run;
	bool ended, enabled_by_us;
	uint64_t started_ns, ended_ns;
	uint64_t next_interval_ns, enable_ns, timeout_ns; /* CLOCK_MONOTONIC; NEVER: none */
	unsigned nr_intervals;
};

/* One line for the user; level as of options->notice. */
static void notice(const struct counting *c, int level, const char *format, ...) _printf_(3, 4);
static void notice(const struct counting *c, int level, const char *format, ...)
{
	if (!c->options->notice) return;
	va_list args;
	va_start(args, format);
	_strbuf_done_ struct strbuf text = STRBUF_INIT;
	strbuf_vprintf(&text, format, args);
	va_end(args);
	c->options->notice(c->options->notice_ctx, level, strbuf_text(&text));
}

/* -- signals -- */

/* Blocks the signals that the session takes from signal_fd. */
static int block_signals(struct counting *c)
{
	sigset_t set;
	sigemptyset(&set);
	sigaddset(&set, SIGCHLD);
	end_signals_add(&set);
	sigaddset(&set, SIGABRT);
	sigaddset(&set, SIGALRM);
	sigprocmask(SIG_BLOCK, &set, &c->old_signals);
	c->signal_fd = signalfd(-1, &set, SFD_CLOEXEC | SFD_NONBLOCK);
	return c->signal_fd < 0 ? err_set_errno(c->err, -errno, "signalfd") : 0;
}

/* The run ends now; the first call decides when that was. */
static void end_run(struct counting *c)
{
	if (!c->ended) c->ended_ns = clock_now_ns();
	c->ended = true;
}

/* Whether there is a command whose end is still to be waited for. */
static bool command_runs(const struct counting *c) { return c->workload.pid && !c->workload.reaped; }

/* The end as planned: by time or order. */
static void stop(struct counting *c)
{
	c->result->stopped = true;
	if (command_runs(c)) kill(c->workload.pid, SIGTERM);
	else end_run(c);
}

/* An end signal: the command is asked to end, and then waited for. Keys of a terminal send their signal to the command
 * as well, so it is not sent again. */
static void take_end_signal(struct counting *c, const struct signalfd_siginfo *info)
{
	int number = (int)info->ssi_signo;
	bool by_key = info->ssi_code == SI_KERNEL && (number == SIGINT || number == SIGQUIT);
	c->result->end_signal = number;
	if (!command_runs(c)) end_run(c);
	else if (!by_key) /* in the background of a script SIGINT is ignored, by the command too */
		kill(c->workload.pid, number == SIGINT && !signal_is_ignored(SIGINT) ? SIGINT : SIGTERM);
}

static void take_signals(struct counting *c)
{
	struct signalfd_siginfo info;
	while (read(c->signal_fd, &info, sizeof(info)) == sizeof(info)) {
		if (info.ssi_signo != SIGCHLD) take_end_signal(c, &info);
		else if (c->workload.pid && child_ended(&c->workload)) end_run(c);
	}
}

/* -- reading -- */

/* A tool event's value: one number for the whole session, in the first cell. */
static void store_tool(struct counting *c, enum event_tool tool, uint64_t ns)
{
	for (size_t i = 0; i < event_list_count(c->events); i++)
		if (event_list_get(c->events, i)->tool == tool)
			*counts_at(&c->counts, i, 0, 0) = (struct count){ ns, ns, ns };
}

static uint64_t to_ns(const struct timeval *tv)
{
	return (uint64_t)tv->tv_sec * 1000000000 + (uint64_t)tv->tv_usec * 1000;
}

/* Reads everything that is counted into c->counts. final: the run is over; else the values that the sampler wrote last
 * will do, and the time is then rounded down to its beat. */
static void read_counts(struct counting *c, uint64_t at_ns, bool final, struct counting_times *ret)
{
	uint64_t elapsed_ns = at_ns - c->started_ns, step = c->options->interval_ms * MS;
	if (count_reader_read(&c->reader, &c->counts, !final) && step)
		elapsed_ns -= elapsed_ns % step; /* they are as of then */
	bpf_counters_read(&c->bpf, &c->counts);
	*ret = (struct counting_times){ .elapsed_ns = elapsed_ns };
	store_tool(c, EVENT_TOOL_DURATION_TIME, ret->elapsed_ns);
	tool_times_read(&c->tools, c->events, c->options->fs, &c->target, &c->counts);
	/* The command's own resource usage is only what was counted when nothing else was. */
	if (!c->workload.reaped || c->target.has_cpu || c->target.has_task) return;
	ret->has_rusage = true;
	ret->user_ns = to_ns(&c->workload.usage.ru_utime);
	ret->system_ns = to_ns(&c->workload.usage.ru_stime);
	store_tool(c, EVENT_TOOL_USER_TIME, ret->user_ns);
	store_tool(c, EVENT_TOOL_SYSTEM_TIME, ret->system_ns);
}

static struct counting_view view(const struct counting *c)
{
	return (struct counting_view){ .events = c->events,
				       .target = &c->target,
				       .evset = &c->evset,
				       .counts = &c->counts,
				       .workload = c->workload.pid,
				       .run = c->run,
				       .started_ns = c->started_ns };
}

/* At the end of an interval: the hook gets the counts since the start of the run, not of the interval. */
static int interval(struct counting *c, uint64_t at_ns)
{
	struct counting_times times;
	if (!c->options->hooks.interval) return 0;
	read_counts(c, at_ns, false, &times);
	struct counting_view seen = view(c);
	return c->options->hooks.interval(c->options->hooks.ctx, &seen, &times, c->err);
}

/* -- orders -- */

static void enable(struct counting *c)
{
	evset_enable(&c->evset);
	bpf_counters_switch(&c->bpf, true);
	c->enabled_by_us = true;
	notice(c, 0, "Events enabled");
}

static void disable(struct counting *c)
{
	evset_disable(&c->evset);
	bpf_counters_switch(&c->bpf, false);
	notice(c, 0, "Events disabled");
}

static void switch_event(struct counting *c, const char *name, bool on)
{
	for (size_t i = 0; i < event_list_count(c->events); i++) {
		if (strcmp(event_list_get(c->events, i)->name, name) != 0) continue;
		evset_switch(&c->evset, i, on);
		bpf_counters_switch_event(&c->bpf, i, on);
		c->enabled_by_us |= on;
		notice(c, 0, "Event %s %s", name, on ? "enabled" : "disabled");
		return;
	}
	notice(c, 0, "failed: can't find '%s' event", name);
}

static void list_events(const struct counting *c, const char *how)
{
	if (*how && strcmp(how, "-v") != 0 && strcmp(how, "-g") != 0 && strcmp(how, "-F") != 0) {
		notice(c, 0, "failed: wrong command");
		return;
	}
	for (size_t i = 0; i < event_list_count(c->events); i++) {
		const struct event_spec *spec = event_list_get(c->events, i);
		_strbuf_done_ struct strbuf text = STRBUF_INIT;
		struct attr_names names = { .tracepoint = spec->tracepoint_name ? spec->name : NULL };
		if (strcmp(how, "-v") == 0) attr_format_evlist(&spec->attr, &names, &text);
		if (strcmp(how, "-F") == 0) strbuf_printf(&text, "sample_period=0");
		notice(c, 0, "%s%s%s", spec->name, text.size ? ": " : "", strbuf_text(&text));
	}
}

static void obey(struct counting *c, struct pollfd *pollfd)
{
	enum control_command command;
	const char *argument;
	int r;
	while ((r = control_next(c->options->control, &command, &argument)) > 0) {
		switch (command) {
		case CONTROL_ENABLE:
			if (*argument) switch_event(c, argument, true);
			else enable(c);
			break;
		case CONTROL_DISABLE:
			if (*argument) switch_event(c, argument, false);
			else disable(c);
			break;
		case CONTROL_EVLIST: list_events(c, argument); break;
		case CONTROL_STOP: stop(c); break;
		case CONTROL_SNAPSHOT: continue; /* there is none of counts */
		case CONTROL_PING: break;
		}
		control_ack(c->options->control);
	}
	if (r < 0) pollfd->fd = -1; /* nobody will order any more */
}

/* -- a run -- */

/* Places in the array of pollfds; from POLL_WATCHED on one for each that is watched. */
enum { POLL_SIGNALS, POLL_CONTROL, POLL_WATCHED };

/* By the state in /proc/PID/stat, behind the command's name: a zombie (Z) or dead (X) has ended. */
static bool has_ended(const struct counting *c, int32_t tid)
{
	_free_ char *text = kernelfs_read(c->options->fs, "proc/%d/stat", tid);
	const char *state = text ? strrchr(text, ')') : NULL;
	return !state || strncmp(state, ") Z", 3) == 0 || strncmp(state, ") X", 3) == 0;
}

/* What ends by itself: processes, or single threads. */
static void watch(struct counting *c)
{
	const struct target *target = &c->target;
	/* With -p a process ends with its last thread, with -t each thread ends by itself. */
	bool processes = c->options->target.pids;
	if (!target->has_task || c->options->workload || c->options->target.all_threads) return;
	size_t count = processes ? target->pids.count : target->tids.count;
	for (size_t i = 0; i < count; i++) {
		struct watched watched = { .tid = processes ? target->pids.items[i] : target->tids.items[i] };
		watched.fd = procfs_end_fd(watched.tid, !processes);
		vec_push(&c->watched, watched);
	}
}

static size_t make_pollfds(const struct counting *c, struct pollfd **ret)
{
	struct pollfd *fds = xcalloc(POLL_WATCHED + c->watched.count, sizeof(*fds));
	fds[POLL_SIGNALS] = (struct pollfd){ .fd = c->signal_fd, .events = POLLIN };
	fds[POLL_CONTROL] = (struct pollfd){ .fd = c->options->control ? c->options->control->fd : -1,
					     .events = POLLIN };
	for (size_t i = 0; i < c->watched.count; i++)
		fds[POLL_WATCHED + i] = (struct pollfd){ .fd = c->watched.items[i].fd, .events = POLLIN };
	*ret = fds;
	return POLL_WATCHED + c->watched.count;
}

/* True when there was something to watch, and all of it has ended. */
static bool all_have_ended(struct counting *c, struct pollfd *fds)
{
	size_t left = 0;
	for (size_t i = 0; i < c->watched.count; i++) {
		struct watched *watched = &c->watched.items[i];
		struct pollfd *fd = &fds[POLL_WATCHED + i];
		if (!watched->ended) watched->ended = watched->fd >= 0 ? fd->revents != 0 : has_ended(c, watched->tid);
		if (watched->ended) fd->fd = -1;
		else left++;
	}
	return c->watched.count && !left;
}

static int poll_timeout_ms(const struct counting *c, uint64_t now)
{
	uint64_t next = MIN(MIN(c->next_interval_ns, c->enable_ns), c->timeout_ns);
	for (size_t i = 0; i < c->watched.count; i++)
		if (c->watched.items[i].fd < 0) next = MIN(next, now + 100 * MS); /* is looked after */
	if (next == NEVER) return -1;
	return next <= now ? 0 : (int)MIN((next - now + MS - 1) / MS, (uint64_t)INT32_MAX);
}

/* Times of the run, and the first interval, begin now: where the run begins, and again where -D ends. */
static void start_clocks(struct counting *c)
{
	tool_times_done(&c->tools);
	tool_times_start(&c->tools, c->events, c->options->fs, &c->target);
	c->started_ns = clock_now_ns();
	if (c->options->interval_ms) c->next_interval_ns = c->started_ns + c->options->interval_ms * MS;
}

/* Does what is due: -D's end, --timeout, an interval. 0 or what the interval's hook returned. */
static int take_deadlines(struct counting *c)
{
	uint64_t now = clock_now_ns();
	if (now >= c->enable_ns) {
		c->enable_ns = NEVER;
		enable(c);
		start_clocks(c);
	}
	if (now >= c->timeout_ns) {
		c->timeout_ns = NEVER;
		stop(c);
	}
	if (c->ended || now < c->next_interval_ns) return 0;
	int r = interval(c, now);
	uint64_t step = c->options->interval_ms * MS;
	c->next_interval_ns += ((now - c->next_interval_ns) / step + 1) *
			       step; /* those that were missed are not made up for */
	if (c->options->interval_count && ++c->nr_intervals == c->options->interval_count) {
		c->next_interval_ns = NEVER;
		if (!c->workload.pid) end_run(c);
	}
	return r;
}

static int wait_for_end(struct counting *c)
{
	struct pollfd *fds;
	size_t nr_fds = make_pollfds(c, &fds);
	int r = 0;
	while (r >= 0 && !c->ended) {
		int n = poll(fds, nr_fds, poll_timeout_ms(c, clock_now_ns()));
		if (n < 0 && errno != EINTR) r = err_set_errno(c->err, -errno, "poll");
		if (n > 0 && fds[POLL_SIGNALS].revents) take_signals(c);
		if (n > 0 && fds[POLL_CONTROL].revents) obey(c, &fds[POLL_CONTROL]);
		if (all_have_ended(c, fds)) end_run(c);
		if (r >= 0) r = take_deadlines(c);
	}
	free(fds);
	return r;
}

/* Whether to use a sampler: at short intervals on whole CPUs, where reading would cost most. Its timer starts with
 * ours, so it beats at the same moments. Orders and -D would switch the events it leads, and ids need a read format
 * that it does not have. */
static bool wants_sampler(const struct counting *c)
{
	enum { SHORT_MS = 500 };
	const struct counting_options *options = c->options;
	return options->interval_ms && options->interval_ms <= SHORT_MS && c->target.has_cpu && !options->delay_ms &&
	       !options->control && !options->record_ids;
}

static void note_bpf(void *ctx, const char *text) { notice(ctx, 1, "%s", text); }

/* Opens all of a run, in this order: the sampler's events, which lead others; the command, whose pid the events need;
 * the events; BPF programs. */
static int open_events(struct counting *c)
{
	const struct counting_options *options = c->options;
	struct evset_options evset_options = { .fs = options->fs,
					       .counting = true,
					       .trace = options->trace,
					       .gather = !options->control && !options->record_ids };
	if (wants_sampler(c) && sampler_open(&c->sampler, &c->target, options->interval_ms * MS) >= 0)
		evset_options.leader_fds = c->sampler.fds;
	if (options->workload) {
		c->workload = (struct child){ .gate_fd = -1, .failure_fd = -1 };
		int r = child_fork(&c->workload, options->workload, false, c->err);
		if (r < 0) return r;
		if (!c->target.has_cpu && !c->target.has_task) {
			vec_clear(&c->target.tids);
			vec_push(&c->target.tids, c->workload.pid);
		}
	}
	int r = evset_open(&c->evset, &evset_options, c->events, &c->target, c->err);
	if (c->sampler.nr_cpus && c->evset.gather.led == UINT32_MAX)
		sampler_close(&c->sampler); /* there is nothing for it to lead */
	if (r >= 0) r = evset_filter(&c->evset, c->err);
	struct bpf_counters_options bpf = { .fs = options->fs,
					    .list_path = options->bpf_list_path,
					    .inherit = !options->no_inherit,
					    .programs = options->bpf_programs,
					    .nr_programs = options->nr_bpf_programs,
					    .recorded = options->record_ids,
					    .note = options->notice ? note_bpf : NULL,
					    .note_ctx = c };
	if (r >= 0) r = bpf_counters_open(&c->bpf, &bpf, c->events, &c->target, c->err);
	return r;
}

/* Events of packages belong to no task, so the exec of the command does not enable them. */
static void enable_packages(struct counting *c)
{
	for (size_t i = 0; i < event_list_count(c->events); i++) {
		const struct event_spec *spec = event_list_get(c->events, i);
		if (!spec->is_uncore || spec->leader != i) continue;
		evset_switch(&c->evset, i, true);
		c->enabled_by_us = true;
	}
}

/* Switches everything on and opens the command's gate. started_ns is taken before the command runs. */
static int start(struct counting *c)
{
	const struct counting_options *options = c->options;
	bool on_exec = c->workload.pid && !c->target.has_cpu && !c->target.has_task;
	c->enable_ns = c->next_interval_ns = c->timeout_ns = NEVER;
	c->ended = c->enabled_by_us = false;
	c->nr_intervals = 0;
	if (options->delay_ms) notice(c, 0, "Events disabled");
	if (!options->delay_ms && !on_exec) {
		evset_enable(&c->evset);
		sampler_enable(&c->sampler, true);
		c->enabled_by_us = true;
	} else if (!options->delay_ms) {
		enable_packages(c);
	}
	if (!options->delay_ms) bpf_counters_switch(&c->bpf, true); /* of a command, just before its exec */
	start_clocks(c);
	if (options->delay_ms > 0) {
		c->enable_ns = c->started_ns + (uint64_t)options->delay_ms * MS;
		c->next_interval_ns = NEVER;
	}
	if (options->timeout_ms) c->timeout_ns = c->started_ns + options->timeout_ms * MS;
	watch(c);
	return child_start(&c->workload, options->workload ? options->workload[0] : "", c->err);
}

/* Switches everything off, reads the last counts and calls the hooks. Events that the kernel enabled at an exec have
 * ended with their tasks, and are left on. */
static int finish(struct counting *c)
{
	const struct counting_hooks *hooks = &c->options->hooks;
	struct counting_times times;
	sampler_enable(&c->sampler, false);
	bpf_counters_switch(&c->bpf, false);
	if (c->enabled_by_us) evset_disable(&c->evset);
	read_counts(c, c->ended_ns, true, &times);
	struct counting_view seen = view(c);
	/* With --interval-count the last interval was the last line. */
	bool counted_out = c->options->interval_count && c->nr_intervals >= c->options->interval_count;
	int r = 0;
	if (c->options->interval_ms && hooks->interval && !counted_out)
		r = hooks->interval(hooks->ctx, &seen, &times, c->err);
	if (r >= 0 && hooks->run) r = hooks->run(hooks->ctx, &seen, &times, c->err);
	return r;
}

static bool is_last_run(const struct counting *c) { return c->options->runs && c->run + 1 == c->options->runs; }

/* A run from beginning to end. What was opened is closed here, whatever happened. */
static int count_once(struct counting *c)
{
	const struct counting_hooks *hooks = &c->options->hooks;
	int r = open_events(c);
	if (!c->evset.fds) return r; /* there is not even a command */
	count_reader_init(&c->reader, &c->evset, c->sampler.nr_cpus ? &c->sampler : NULL);
	if (c->reader.sampler &&
	    !count_reader_is_sampled(&c->reader)) { /* what is to be read anyhow can be read all at the same moment */
		sampler_silence(&c->sampler);
		c->reader.sampler = NULL;
	}
	if (r >= 0) {
		counts_init(&c->counts, event_list_count(c->events), c->target.cpus.count, c->target.tids.count);
		count_reader_describe(&c->reader, &c->counts);
		bpf_counters_describe(&c->bpf, &c->counts);
		struct counting_view seen = view(c);
		if (hooks->opened) r = hooks->opened(hooks->ctx, &seen, c->err);
	}
	if (r >= 0) r = start(c);
	if (r >= 0) r = wait_for_end(c);
	if (r >= 0) r = finish(c);
	child_done(&c->workload);
	c->result->has_workload = c->workload.pid != 0;
	c->result->workload_status = c->workload.status;
	sampler_close(&c->sampler);
	if (is_last_run(c)) evset_leave_behind(&c->evset);
	else evset_park(&c->evset, &c->parked);
	for (size_t i = 0; i < c->watched.count; i++)
		if (c->watched.items[i].fd >= 0) close(c->watched.items[i].fd);
	vec_done(&c->watched);
	tool_times_done(&c->tools);
	count_reader_done(&c->reader);
	bpf_counters_close(&c->bpf);
	counts_done(&c->counts);
	return r;
}

/* --pre and --post: their exit status does not matter, only that a shell could be started. */
static int run_shell(const char *command, struct err *err)
{
	if (!command) return 0;
	int status = system(command);
	return status == -1 ? err_set_errno(err, -errno, "%s", command) : 0;
}

int counting_run(const struct counting_options *options, struct event_list *events, struct counting_result *ret,
		 struct err *err)
{
	struct counting c = { .options = options, .events = events, .result = ret, .err = err, .signal_fd = -1 };
	*ret = (struct counting_result){ 0 };
	struct target_options target = options->target;
	/* Counters need no rings, and so no event for each CPU. */
	target.per_thread = true; /* without -a: on whatever CPU they run */
	counting_configure(options, events);
	target.skip_offline = true;
	int r = target_resolve(&target, options->fs, &c.target, err);
	ret->no_target = r < 0;
	if (r >= 0 && c.target.nr_offline)
		notice(&c, 0, "WARNING: Not all CPUs of '%s' are online, the others are counted", options->target.cpus);
	if (r >= 0) target_add_package_cpus(&c.target, events);
	if (r >= 0) r = block_signals(&c);
	/* -r 0 goes on until a signal comes. */
	for (; r >= 0 && (!options->runs || c.run < options->runs) && !ret->end_signal; c.run++) {
		r = run_shell(options->pre, err);
		if (r >= 0 && options->sync) sync();
		if (r >= 0 && options->runs != 1) notice(&c, 1, "[ perf stat: executing run #%u ... ]", c.run + 1);
		if (r >= 0) r = count_once(&c);
		if (r >= 0) r = run_shell(options->post, err);
	}
	evset_parked_leave_behind(&c.parked);
	if (c.signal_fd >= 0) {
		close(c.signal_fd);
		sigprocmask(SIG_SETMASK, &c.old_signals, NULL);
	}
	target_done(&c.target);
	return r;
}
