/* While it runs: signals, orders of --control, -D windows, and rounds of draining in between.
 *
 * Each turn of recording_loop drains one round, then polls: for signals, the request to end, orders, switch events,
 * and rings that are half full. The timeout is the nearest deadline, and at most a second, so that a killed recorder
 * loses no more than that. */
#include "base/clock.h"
#include "record/recording_private.h"

#include <errno.h>
#include <inttypes.h>
#include <poll.h>
#include <string.h>
#include <sys/signalfd.h>
#include <time.h>
#include <unistd.h>
#include "record/control/end_signals.h"

static int64_t now_ns(void) { return (int64_t)clock_now_ns(); }

int recording_block_signals(struct recording *rec)
{
	sigset_t set;
	sigemptyset(&set);
	end_signals_add(&set);
	sigaddset(&set, SIGCHLD);
	sigaddset(&set, SIGUSR2);
	sigprocmask(SIG_BLOCK, &set, &rec->old_signals);
	/* a reader that went, a file as big as it may be: errors of writing, after which there is a workload to end */
	signal(SIGPIPE, SIG_IGN);
	signal(SIGXFSZ, SIG_IGN);
	rec->signal_fd = signalfd(-1, &set, SFD_CLOEXEC | SFD_NONBLOCK);
	return rec->signal_fd < 0 ? err_set_errno(rec->err, -errno, "signalfd") : 0;
}

/* What the records' rings have comes first, so that readers find the AUX records of it. */
static void take_snapshot(struct recording *rec)
{
	if (!rec->options->aux.snapshots) return;
	if (rec->options->tells_snapshots) recording_notice(rec, "Recording AUX area tracing snapshot");
	int64_t bytes = drain_round(&rec->drain, true);
	if (bytes >= 0) bytes = aux_trace_snapshot(&rec->aux, &rec->drain, rec->is_on);
	if (bytes < 0) rec->snapshot_error = (int)bytes;
}

bool recording_workload_ended(struct recording *rec)
{
	struct rusage usage;
	int status;
	if (rec->workload.elsewhere && aux_trace_reaped(&rec->aux, &status, &usage))
		child_reaped(&rec->workload, status, &usage);
	return child_ended(&rec->workload);
}

/* Takes all signals that came. True when it is time to end: the workload ended, or an end signal came. */
static bool take_signals(struct recording *rec)
{
	struct signalfd_siginfo info;
	bool end = false;
	while (read(rec->signal_fd, &info, sizeof(info)) == sizeof(info)) {
		if (info.ssi_signo == SIGCHLD) {
			if (recording_workload_ended(rec)) end = true;
		} else if (info.ssi_signo == SIGUSR2) {
			take_snapshot(rec);
			if (rec->options->next_file.on_signal) rec->wants_switch = true;
		} else {
			rec->result->end_signal = (int)info.ssi_signo;
			end = true;
		}
	}
	return end;
}

/* Moves through the -D windows as their times come. True when the last one is over. */
static bool switch_window(struct recording *rec, int64_t started_ns)
{
	while (now_ns() >= rec->next_window_ns) {
		const struct recording_window *window = &rec->options->windows[rec->window];
		if (!rec->in_window) {
			evset_enable(&rec->evset);
			aux_trace_switch(&rec->aux, true);
			rec->was_on = rec->is_on = true;
			if (recording_switch_programs(rec, true) < 0) return true;
			recording_notice(rec, "Events enabled");
			rec->in_window = true;
			rec->next_window_ns = window->end_ms < 0 ? INT64_MAX : started_ns + window->end_ms * 1000000;
		} else {
			(void)!recording_switch_programs(rec, false); /* while rings still take what they write */
			evset_pause(&rec->evset);
			aux_trace_switch(&rec->aux, false);
			rec->is_on = false;
			recording_notice(rec, "Events disabled");
			rec->in_window = false;
			if (++rec->window == rec->options->nr_windows) return true;
			rec->next_window_ns = started_ns + rec->options->windows[rec->window].start_ms * 1000000;
		}
	}
	return false;
}

/* -- orders -- */

/* "evlist [-v|-g|-F]": the events a line each, with their attrs, as groups, or with their rate. */
static void list_events(const struct recording *rec, const char *how)
{
	for (size_t i = 0; i < rec->described.count; i++) {
		const struct perf_event *event = rec->described.items[i];
		_strbuf_done_ struct strbuf line = STRBUF_INIT;
		if (strcmp(how, "-g") == 0) {
			if (event->leader != event) continue;
			bool is_group = event->nr_members > 1;
			strbuf_printf(&line, "%s%s%s", event->group_name && is_group ? event->group_name : "",
				      is_group ? "{" : "", event->name);
			for (size_t k = i + 1; k < rec->described.count && rec->described.items[k]->leader == event;
			     k++)
				strbuf_printf(&line, ",%s", rec->described.items[k]->name);
			strbuf_printf(&line, "%s", is_group ? "}" : "");
		} else {
			strbuf_printf(&line, "%s", event->name);
		}
		if (strcmp(how, "-F") == 0)
			strbuf_printf(&line, ": sample_%s=%" PRIu64, event->attr.flags & ATTR_FREQ ? "freq" : "period",
				      event->attr.sample_period);
		if (strcmp(how, "-v") == 0) {
			_strbuf_done_ struct strbuf attr = STRBUF_INIT;
			attr_format_evlist(&event->attr,
					   &(struct attr_names){ .tracepoint = event->attr.type == ATTR_TYPE_TRACEPOINT
										       ? event->name
										       : NULL },
					   &attr);
			strbuf_printf(&line, ": %s", strbuf_text(&attr));
		}
		recording_notice(rec, "%s", strbuf_text(&line));
	}
}

/* name "": all events; else the one of that name. */
static void switch_events(struct recording *rec, bool on, const char *name)
{
	rec->was_on |= on;
	if (!*name) {
		rec->is_on = on;
		if (on) evset_enable(&rec->evset);
		else evset_pause(&rec->evset);
		aux_trace_switch(&rec->aux, on);
		if (rec->off_cpu) (void)!off_cpu_switch(rec->options->off_cpu, on, rec->err);
		recording_notice(rec, "Events %s", on ? "enabled" : "disabled");
		return;
	}
	bool found = false;
	for (size_t i = 0; i < event_list_count(rec->events); i++) {
		if (strcmp(event_list_get(rec->events, i)->name, name) != 0) continue;
		evset_switch(&rec->evset, i, on);
		if (event_list_get(rec->events, i)->is_stepped) aux_trace_switch(&rec->aux, on);
		found = true;
	}
	if (found) recording_notice(rec, "Event %s %s", name, on ? "enabled" : "disabled");
	else recording_notice(rec, "failed: can't find '%s' event", name);
}

/* Does what orders say until there are none left, and acknowledges each; poll waits for no more once nobody will
 * give any. True when one of them is to end. */
static bool obey(struct recording *rec, struct pollfd *pollfd)
{
	struct control *control = rec->options->control;
	enum control_command command;
	const char *argument;
	bool end = false;
	int r = 0;
	while (!end && control && (r = control_next(control, &command, &argument)) > 0) {
		switch (command) {
		case CONTROL_ENABLE: switch_events(rec, true, argument); break;
		case CONTROL_DISABLE: switch_events(rec, false, argument); break;
		case CONTROL_EVLIST:
			if (!*argument || strcmp(argument, "-v") == 0 || strcmp(argument, "-g") == 0 ||
			    strcmp(argument, "-F") == 0)
				list_events(rec, argument);
			else recording_notice(rec, "failed: wrong command");
			break;
		case CONTROL_STOP: end = true; break;
		case CONTROL_SNAPSHOT: take_snapshot(rec); break;
		case CONTROL_PING: break;
		}
		control_ack(control);
	}
	if (r < 0) pollfd->fd = -1;
	return end;
}

/* -- what is waited for -- */

/* What poll waits for. The first nr_fixed stay; the others are dropped when they hang up. */
struct awaited {
	struct pollfd *fds;
	size_t count, nr_fixed;
};
/* Places of the first pollfds; rings of switch events follow, then what may hang up. */
enum { AWAIT_SIGNAL, AWAIT_END, AWAIT_CONTROL, AWAIT_FIXED };

/* Signals, the request to end, orders, the events that switch files; then rings and, for threads that may end on their
 * own, all their events: these hang up then. */
static void await(const struct recording *rec, struct awaited *ret)
{
	const struct target *target = &rec->target;
	bool each = target->has_task;
	size_t count = each ? target->cpus.count * target->tids.count : rec->rings.count, n = 0;
	struct pollfd *fds = xcalloc(AWAIT_FIXED + rec->switch_rings.count + count, sizeof(*fds));
	fds[n++] = (struct pollfd){ .fd = rec->signal_fd, .events = POLLIN };
	fds[n++] = (struct pollfd){ .fd = rec->end_fd, .events = POLLIN };
	fds[n++] = (struct pollfd){ .fd = rec->options->control ? rec->options->control->fd : -1, .events = POLLIN };
	for (size_t i = 0; i < rec->switch_rings.count; i++)
		fds[n++] = (struct pollfd){ .fd = rec->switch_rings.buffers[i]->fds.items[0], .events = POLLIN };
	ret->nr_fixed = n;
	for (size_t i = 0; i < count; i++) {
		int fd = each ? rec->evset.fds[i] : rec->rings.buffers[i]->fds.items[0];
		/* The kernel would wake us with each record of an overwritten ring. */
		if (!each && rec->rings.buffers[i]->backward) continue;
		/* Where threads drain, only the end of a task matters here: POLLHUP comes unasked. */
		bool backward = each && fd >= 0 && rec->rings.buffers[rec->rings.buffer_of[i]]->backward;
		short events = rec->drainers.count || backward ? 0 : POLLIN;
		if (fd >= 0) fds[n++] = (struct pollfd){ .fd = fd, .events = events };
	}
	ret->fds = fds;
	ret->count = n;
}

/* Drops what hung up: its thread has ended. True: something else was to be read. */
static bool drop_hung_up(struct awaited *awaited)
{
	size_t n = awaited->nr_fixed;
	bool woken = false;
	for (size_t i = AWAIT_CONTROL; i < n; i++)
		if (awaited->fds[i].revents & (POLLERR | POLLHUP | POLLNVAL)) awaited->fds[i].fd = -1;
	for (size_t i = n; i < awaited->count; i++) {
		woken |= awaited->fds[i].revents;
		if (!(awaited->fds[i].revents & (POLLERR | POLLHUP | POLLNVAL))) awaited->fds[n++] = awaited->fds[i];
	}
	awaited->count = n;
	return woken;
}

/* Empties the rings of the switch events. True when there was something in one. */
static bool switch_event_came(struct recording *rec)
{
	bool came = false;
	for (size_t i = 0; i < rec->switch_rings.count; i++) {
		struct ring *ring = &rec->switch_rings.buffers[i]->ring;
		struct iovec parts[2];
		size_t bytes;
		if (!ring_peek(ring, parts, &bytes)) continue;
		ring_consume(ring, bytes);
		came = true;
	}
	return came;
}

/* The earlier of a timeout (-1: none) and a point in time, rounded up to ms so as not to wake just before it. */
static int64_t sooner_ms(int64_t timeout_ms, int64_t when_ns, int64_t now)
{
	if (when_ns == INT64_MAX) return timeout_ms;
	int64_t until = MAX((when_ns - now + 999999) / 1000000, 0);
	return timeout_ms < 0 || until < timeout_ms ? until : timeout_ms;
}

/* How long to wait between rounds. While a ring fills fast it is emptied before it is half full, which is when the
 * kernel would wake us: what is still in the processor's cache is cheap to copy, and there is room for bursts.
 * Otherwise the kernel's wake-up is waited for, a second at most. */
static int poll_timeout_ms(const struct recording *rec, bool busy, int64_t idle_ms, int64_t now)
{
	/* Soon: whoever reads a pipe or looks on does so as it happens; a file of a given size is ended near that
	 * size; threads that write are looked after for the limit of size. */
	bool soon = rec->output.pipe || (rec->rounds && !rec->options->consumer->rewrites) ||
		    rec->options->next_file.bytes || (rec->drainers.count && rec->options->max_size_bytes);
	if (busy) idle_ms = 2;
	else if (soon) idle_ms = MIN(idle_ms, 100);
	int64_t timeout = sooner_ms(idle_ms, rec->next_window_ns, now);
	return (int)MIN(sooner_ms(timeout, rec->next_file_ns, now), (int64_t)INT32_MAX);
}

/* One round, the limits of size, and the next file. 1: it is time to end. */
static int write_round(struct recording *rec, bool *ret_busy)
{
	int code = 0;
	int64_t bytes = drain_round(&rec->drain, rec->wants_switch);
	int64_t traced = bytes >= 0 ? aux_trace_drain(&rec->aux, &rec->drain, rec->is_on) : 0;
	bytes = traced < 0 ? traced : bytes + traced;
	if (rec->options->tap) tap_harvest(rec->options->tap);
	if (rec->options->sums_tap) tap_harvest(rec->options->sums_tap);
	int64_t off = bytes >= 0 && rec->off_cpu ? off_cpu_samples_drain(rec->off_cpu, &rec->drain) : 0;
	if (off < 0) bytes = off;
	uint64_t written = rec->writer ? perfdata_writer_size(rec->writer) : 0;
	written += drainers_written(&rec->drainers, &code);
	if (bytes < 0) code = (int)bytes;
	if (rec->snapshot_error < 0) code = rec->snapshot_error;
	if (code < 0) return err_set_errno(rec->err, code, "failed to write perf data");
	/* So much in one round: the next one follows soon. */
	*ret_busy = bytes > 256 << 10 || rec->drain.held_up;
	if (rec->options->max_size_bytes && written > rec->options->max_size_bytes) {
		rec->result->reached_max_size = true;
		return 1;
	}
	if (rec->options->next_file.bytes && written >= rec->options->next_file.bytes) rec->wants_switch = true;
	if (!rec->wants_switch) return 0;
	rec->wants_switch = false;
	if (rec->next_file_ns != INT64_MAX) rec->next_file_ns = now_ns() + rec->options->next_file.ns;
	return recording_next_file(rec);
}

/* The first rounds follow each other sooner: a short-lived program in a container is still there then, to be asked for
 * its files. */
enum { FIRST_IDLE_MS = 10 };

int recording_loop(struct recording *rec)
{
	struct awaited awaited;
	int64_t started_ns = now_ns(), idle_ms = FIRST_IDLE_MS;
	bool end = false, busy = false;
	int r = 0;
	await(rec, &awaited);
	if (rec->options->nr_windows) rec->next_window_ns = started_ns + rec->options->windows[0].start_ms * 1000000;
	if (rec->options->next_file.ns) rec->next_file_ns = started_ns + rec->options->next_file.ns;
	while (!end && (r = write_round(rec, &busy)) == 0) {
		int n = poll(awaited.fds, awaited.count, poll_timeout_ms(rec, busy, idle_ms, now_ns()));
		idle_ms = MIN(2 * idle_ms, DRAIN_LATEST_MS);
		if (n < 0 && errno != EINTR) {
			r = err_set_errno(rec->err, -errno, "poll");
			break;
		}
		bool signalled = n > 0 && awaited.fds[AWAIT_SIGNAL].revents;
		if (n > 0 && awaited.fds[AWAIT_END].revents) end = true;
		if (n > 0 && awaited.fds[AWAIT_CONTROL].revents & POLLIN && obey(rec, &awaited.fds[AWAIT_CONTROL]))
			end = true;
		if (n > 0 && switch_event_came(rec)) rec->wants_switch = true;
		if (n > 0 && drop_hung_up(&awaited)) rec->result->wakeups++;
		/* Nothing is left that could produce records. */
		if (awaited.count == awaited.nr_fixed && rec->target.has_task) end = true;
		if (signalled && take_signals(rec)) end = true;
		if (rec->options->nr_windows && switch_window(rec, started_ns)) end = true;
		if (now_ns() >= rec->next_file_ns) rec->wants_switch = true;
	}
	free(awaited.fds);
	rec->ran_ns = now_ns() - started_ns;
	return r < 0 ? r : 0;
}
