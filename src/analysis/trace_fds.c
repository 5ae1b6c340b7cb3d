#include "analysis/trace_fds.h"

#include <string.h>
#include "base/u64map.h"
#include "base/vec.h"

enum { MOST_FDS = 65536 /* of a process, that are kept */, DUPFD = 0, DUPFD_CLOEXEC = 1030 };

enum what { OTHER, OPENS, MAKES, MAKES_UNSEEN /* some, whose numbers are in memory */, CLOSES, CLOSES_RANGE, COPIES, COPIES_TO, CONTROLS };
static const struct { const char *name; uint8_t what, path_arg; } calls[] = {
	{ "open", OPENS, 0 }, { "openat", OPENS, 1 }, { "openat2", OPENS, 1 }, { "creat", OPENS, 0 }, { "close", CLOSES, 0 }, { "close_range", CLOSES_RANGE, 0 },
	{ "dup", COPIES, 0 }, { "dup2", COPIES_TO, 0 }, { "dup3", COPIES_TO, 0 }, { "fcntl", CONTROLS, 0 }, { "socket", MAKES, 0 }, { "accept", MAKES, 0 },
	{ "accept4", MAKES, 0 }, { "eventfd", MAKES, 0 }, { "eventfd2", MAKES, 0 }, { "epoll_create", MAKES, 0 }, { "epoll_create1", MAKES, 0 },
	{ "timerfd_create", MAKES, 0 }, { "signalfd", MAKES, 0 }, { "signalfd4", MAKES, 0 }, { "inotify_init", MAKES, 0 }, { "inotify_init1", MAKES, 0 },
	{ "memfd_create", MAKES, 0 }, { "pidfd_open", MAKES, 0 }, { "perf_event_open", MAKES, 0 }, { "userfaultfd", MAKES, 0 }, { "fanotify_init", MAKES, 0 },
	{ "io_uring_setup", MAKES, 0 }, { "open_by_handle_at", MAKES, 0 }, { "open_tree", MAKES, 0 }, { "fsopen", MAKES, 0 }, { "bpf", MAKES, 0 },
	{ "pipe", MAKES_UNSEEN, 0 }, { "pipe2", MAKES_UNSEEN, 0 }, { "socketpair", MAKES_UNSEEN, 0 }, { "recvmsg", MAKES_UNSEEN, 0 },
	{ "recvmmsg", MAKES_UNSEEN, 0 }, { "ioctl", MAKES_UNSEEN, 0 }, { "pidfd_getfd", MAKES, 0 },
};

struct begun { uint8_t what; uint64_t args[SYSCALL_MAX_ARGS]; char *path; };
struct process { struct u64map texts; /* fd -> text; "": nothing is known of it, or it is closed */ size_t nr_closed; /* of those, at most */ };

struct trace_fds {
	struct trace_fds_options options;
	struct u64map what_of;     /* syscall -> enum what */
	struct u64map processes;   /* pid -> struct process * */
	struct u64map begun;       /* tid -> struct begun * */
	struct trace_fds_stats stats;
	struct process *last; uint32_t last_pid;
	char text[TRACE_FD_TEXT];
};

struct trace_fds *trace_fds_new(const struct trace_fds_options *options)
{
	struct trace_fds *fds = xcalloc(1, sizeof(*fds));
	fds->options = *options;
	for (size_t i = 0; i < ARRAY_SIZE(calls); i++) {
		const struct syscall *syscall = syscall_find(calls[i].name);
		if (syscall) *u64map_put(&fds->what_of, (uintptr_t)syscall, NULL) = i + 1;
	}
	return fds;
}

static void process_free(struct process *process)
{
	uint64_t fd, text;
	for (size_t pos = 0; u64map_next(&process->texts, &pos, &fd, &text);) free((char *)(uintptr_t)text);
	u64map_done(&process->texts);
	free(process);
}

static void begun_free(struct begun *begun)
{
	free(begun->path);
	free(begun);
}

void trace_fds_free(struct trace_fds *fds)
{
	uint64_t key, value;
	if (!fds) return;
	for (size_t pos = 0; u64map_next(&fds->processes, &pos, &key, &value);) process_free((struct process *)(uintptr_t)value);
	for (size_t pos = 0; u64map_next(&fds->begun, &pos, &key, &value);) begun_free((struct begun *)(uintptr_t)value);
	u64map_done(&fds->processes);
	u64map_done(&fds->begun);
	u64map_done(&fds->what_of);
	free(fds);
}

struct trace_fds_stats trace_fds_stats(const struct trace_fds *fds) { return fds->stats; }
size_t trace_fds_count(const struct trace_fds *fds) { return fds->processes.count; }

static struct process *process_of(struct trace_fds *fds, uint32_t pid)
{
	bool is_new;
	if (fds->last && fds->last_pid == pid) return fds->last;
	uint64_t *value = u64map_put(&fds->processes, pid, &is_new);
	if (is_new) *value = (uintptr_t)xcalloc(1, sizeof(struct process));
	fds->last = (struct process *)(uintptr_t)*value;
	fds->last_pid = pid;
	return fds->last;
}

static void forget_fd(struct process *process, int32_t fd)
{
	uint64_t *text = u64map_find(&process->texts, (uint32_t)fd);
	if (!text) return;
	free((char *)(uintptr_t)*text);
	u64map_remove(&process->texts, (uint32_t)fd);
}

static void set_fd(struct process *process, int32_t fd, const char *text)
{
	bool is_new;
	if (process->texts.count >= MOST_FDS) return;
	uint64_t *value = u64map_put(&process->texts, (uint32_t)fd, &is_new);
	if (!is_new) free((char *)(uintptr_t)*value);
	*value = (uintptr_t)xstrdup(text);
}

const char *trace_fds_path(struct trace_fds *fds, uint32_t pid, int32_t fd)
{
	if (fd < 0) return NULL;
	struct process *process = process_of(fds, pid);
	const uint64_t *known = fds->options.sees_all ? u64map_find(&process->texts, (uint32_t)fd) : NULL;
	const char *text = known ? (const char *)(uintptr_t)*known : fds->text;
	if (!known) {
		fds->stats.nr_asked++;
		if (!fds->options.ask || !fds->options.ask(fds->options.ctx, pid, fd, fds->text)) fds->text[0] = '\0';
		if (fds->options.sees_all) set_fd(process, fd, fds->text);
		if (!fds->text[0]) process->nr_closed++;
	}
	return *text ? text : NULL;
}

void trace_fds_know(struct trace_fds *fds, uint32_t pid)
{
	for (int32_t fd = 0; fd < 3; fd++) (void)trace_fds_path(fds, pid, fd);
}

void trace_fds_begin(struct trace_fds *fds, const struct syscall_event *event, const char *path)
{
	const uint64_t *row = event->syscall && fds->options.sees_all ? u64map_find(&fds->what_of, (uintptr_t)event->syscall) : NULL;
	uint8_t what = row ? calls[*row - 1].what : OTHER;
	if (what == OTHER) return;
	bool is_new;
	uint64_t *value = u64map_put(&fds->begun, event->tid, &is_new);
	if (is_new) *value = (uintptr_t)xcalloc(1, sizeof(struct begun));
	struct begun *begun = (struct begun *)(uintptr_t)*value;
	begun->what = what;
	memcpy(begun->args, event->args, sizeof(begun->args));
	free(begun->path);
	begun->path = path ? xstrdup(path) : NULL;
}

int trace_fds_path_arg(const struct trace_fds *fds, const struct syscall *syscall)
{
	const uint64_t *row = syscall ? u64map_find(&fds->what_of, (uintptr_t)syscall) : NULL;
	return row && calls[*row - 1].what == OPENS ? calls[*row - 1].path_arg : -1;
}

static void copy_fd(struct process *process, int32_t from, int32_t to)
{
	const uint64_t *text = u64map_find(&process->texts, (uint32_t)from);
	if (from == to) return;
	forget_fd(process, to);
	if (text && *(const char *)(uintptr_t)*text) {
		_free_ char *copy = xstrdup((const char *)(uintptr_t)*text);
		set_fd(process, to, copy);
	}
}

static void forget_range(struct process *process, uint32_t first, uint32_t last)
{
	VEC(uint32_t) gone = VEC_INIT;
	uint64_t fd, text;
	for (size_t pos = 0; u64map_next(&process->texts, &pos, &fd, &text);)
		if (fd >= first && fd <= last) vec_push(&gone, (uint32_t)fd);
	for (size_t i = 0; i < gone.count; i++) forget_fd(process, (int32_t)gone.items[i]);
	vec_done(&gone);
}

/* Of what was closed, or was nothing: it may be something by now. */
static void ask_again(struct process *process)
{
	VEC(uint32_t) gone = VEC_INIT;
	uint64_t fd, text;
	for (size_t pos = 0; u64map_next(&process->texts, &pos, &fd, &text);)
		if (!*(const char *)(uintptr_t)text) vec_push(&gone, (uint32_t)fd);
	for (size_t i = 0; i < gone.count; i++) forget_fd(process, (int32_t)gone.items[i]);
	vec_done(&gone);
	process->nr_closed = 0;
}

static void end(struct trace_fds *fds, struct process *process, const struct begun *begun, int64_t result)
{
	int32_t fd = (int32_t)result, arg = (int32_t)begun->args[0];
	switch ((enum what)begun->what) {
	case OPENS:
		forget_fd(process, fd);
		/* as it was asked for; of one that is relative to somewhere, whoever asks is told where it is */
		if (!begun->path || begun->path[0] != '/') break;
		set_fd(process, fd, begun->path);
		fds->stats.nr_opened++;
		break;
	case MAKES: forget_fd(process, fd); break;
	case MAKES_UNSEEN: if (process->nr_closed) ask_again(process); break;
	case CLOSES: /* nobody is asked what it is now */
		set_fd(process, arg, "");
		process->nr_closed++;
		break;
	case CLOSES_RANGE: forget_range(process, (uint32_t)begun->args[0], (uint32_t)begun->args[1]); break;
	case COPIES: copy_fd(process, arg, fd); break;
	case COPIES_TO: copy_fd(process, arg, fd); break;
	case CONTROLS: if (begun->args[1] == DUPFD || begun->args[1] == DUPFD_CLOEXEC) copy_fd(process, arg, fd); break;
	case OTHER: break;
	}
}

void trace_fds_end(struct trace_fds *fds, const struct syscall_event *event)
{
	const uint64_t *value = fds->begun.count ? u64map_find(&fds->begun, event->tid) : NULL;
	if (!value) return;
	struct begun *begun = (struct begun *)(uintptr_t)*value;
	if (event->result >= 0 || begun->what == CLOSES) end(fds, process_of(fds, event->pid), begun, event->result);
	begun_free(begun);
	u64map_remove(&fds->begun, event->tid);
}

void trace_fds_fork(struct trace_fds *fds, uint32_t parent_pid, uint32_t pid)
{
	const uint64_t *value = u64map_find(&fds->processes, parent_pid);
	uint64_t fd, text;
	if (parent_pid == pid || !value || !fds->options.sees_all) return;
	const struct process *parent = (const struct process *)(uintptr_t)*value;
	trace_fds_gone(fds, pid, pid);
	struct process *process = process_of(fds, pid);
	for (size_t pos = 0; u64map_next(&parent->texts, &pos, &fd, &text);) set_fd(process, (int32_t)fd, (const char *)(uintptr_t)text);
}

void trace_fds_gone(struct trace_fds *fds, uint32_t pid, uint32_t tid)
{
	uint64_t *value = u64map_find(&fds->processes, pid), *begun = u64map_find(&fds->begun, tid);
	if (begun) {
		begun_free((struct begun *)(uintptr_t)*begun);
		u64map_remove(&fds->begun, tid);
	}
	if (!value || pid != tid) return;
	fds->last = NULL;
	process_free((struct process *)(uintptr_t)*value);
	u64map_remove(&fds->processes, pid);
}
