/* A process has a map from descriptor to text. A call that changes descriptors (a row of calls) is kept at its begin
 * with arguments and path, and applied at its end, when the result is known (end).
 *
 *     text of a descriptor      means
 *     not in the map            not known: asked for at the next question
 *     ""                        known to be closed, or asked for and nothing: not asked again
 *     anything else             what it stands for
 *
 * "" is dropped (ask_again) after calls that may make descriptors whose numbers are not seen. What is not known is
 * always an allowed state: so failures to follow only cost a question. */
#include "analysis/trace/trace_fds.h"

#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include "base/u64map.h"
#include "base/vec.h"

enum {
	MOST_FDS = 65536 /* of a process, that are kept */,
	TMPFILE = 0x400000 /* of O_TMPFILE, on all machines */,
	DUPFD = 0,
	DUPFD_CLOEXEC = 1030
};

/* What a call does to descriptors, if it succeeds. */
enum what {
	OTHER,
	OPENS,
	MAKES,
	MAKES_UNSEEN /* some, whose numbers are in memory */,
	CLOSES,
	CLOSES_RANGE,
	COPIES,
	COPIES_TO,
	CONTROLS,
	CHANGES_TO /* a directory */,
	CHANGES_TO_FD,
	MAKES_MEMORY
};
/* Calls that change descriptors. path_arg: which argument is the path (OPENS, CHANGES_TO, MAKES_MEMORY). text
 * (MAKES): what /proc shows of the new descriptor; NULL: it has to be asked for, unless its inode was read in the
 * kernel (READ_SIZE_inode). A call that is not here changes nothing. */
static const struct {
	const char *name;
	uint8_t what, path_arg;
	const char *text;
} calls[] = {
	{ "open", OPENS, 0, NULL },
	{ "openat", OPENS, 1, NULL },
	{ "openat2", OPENS, 1, NULL },
	{ "creat", OPENS, 0, NULL },
	{ "close", CLOSES, 0, NULL },
	{ "close_range", CLOSES_RANGE, 0, NULL },
	{ "dup", COPIES, 0, NULL },
	{ "dup2", COPIES_TO, 0, NULL },
	{ "dup3", COPIES_TO, 0, NULL },
	{ "fcntl", CONTROLS, 0, NULL },
	{ "socket", MAKES, 0, NULL },
	{ "accept", MAKES, 0, NULL },
	{ "accept4", MAKES, 0, NULL },
	{ "eventfd", MAKES, 0, "anon_inode:[eventfd]" },
	{ "eventfd2", MAKES, 0, "anon_inode:[eventfd]" },
	{ "epoll_create", MAKES, 0, "anon_inode:[eventpoll]" },
	{ "epoll_create1", MAKES, 0, "anon_inode:[eventpoll]" },
	{ "timerfd_create", MAKES, 0, "anon_inode:[timerfd]" },
	{ "signalfd", MAKES, 0, "anon_inode:[signalfd]" },
	{ "signalfd4", MAKES, 0, "anon_inode:[signalfd]" },
	{ "inotify_init", MAKES, 0, "anon_inode:inotify" },
	{ "inotify_init1", MAKES, 0, "anon_inode:inotify" },
	{ "memfd_create", MAKES_MEMORY, 0, NULL },
	{ "pidfd_open", MAKES, 0, NULL },
	{ "perf_event_open", MAKES, 0, "anon_inode:[perf_event]" },
	{ "userfaultfd", MAKES, 0, "anon_inode:[userfaultfd]" },
	{ "fanotify_init", MAKES, 0, "anon_inode:[fanotify]" },
	{ "io_uring_setup", MAKES, 0, "anon_inode:[io_uring]" },
	{ "open_by_handle_at", MAKES, 0, NULL },
	{ "open_tree", MAKES, 0, NULL },
	{ "fsopen", MAKES, 0, NULL },
	{ "bpf", MAKES, 0, NULL },
	{ "pipe", MAKES_UNSEEN, 0, NULL },
	{ "pipe2", MAKES_UNSEEN, 0, NULL },
	{ "socketpair", MAKES_UNSEEN, 0, NULL },
	{ "recvmsg", MAKES_UNSEEN, 0, NULL },
	{ "recvmmsg", MAKES_UNSEEN, 0, NULL },
	{ "ioctl", MAKES_UNSEEN, 0, NULL },
	{ "pidfd_getfd", MAKES, 0, NULL },
	{ "chdir", CHANGES_TO, 0, NULL },
	{ "fchdir", CHANGES_TO_FD, 0, NULL },
};

/* A call that has begun, of a thread: a copy of its row and arguments. */
struct begun {
	uint8_t what;
	bool takes_flags;
	const char *text;
	uint64_t args[SYSCALL_MAX_ARGS];
	char *path;
};
struct process {
	struct u64map texts; /* fd -> text; "": nothing is known of it, or it is closed */
	/* How many texts are "", at most: whether ask_again is worth its time. */
	size_t nr_closed;
	char *directory; /* NULL: not known */
};

struct trace_fds {
	struct trace_fds_options options;
	/* struct syscall * -> index of its row in calls, plus 1. */
	struct u64map what_of;
	struct u64map processes; /* pid -> struct process * */
	struct u64map begun;     /* tid -> struct begun * */
	struct trace_fds_stats stats;
	/* The process last asked for: questions come in runs. */
	struct process *last;
	uint32_t last_pid;
	/* Answers of ask. */
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
	free(process->directory);
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
	for (size_t pos = 0; u64map_next(&fds->processes, &pos, &key, &value);)
		process_free((struct process *)(uintptr_t)value);
	for (size_t pos = 0; u64map_next(&fds->begun, &pos, &key, &value);)
		begun_free((struct begun *)(uintptr_t)value);
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

/* A copy of text becomes the descriptor's. */
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
	/* Without sees_all nothing is kept, as nobody would say when it is closed. */
	const char *text = known ? (const char *)(uintptr_t)*known : fds->text;
	if (!known) {
		fds->stats.nr_asked++;
		if (!fds->options.ask || !fds->options.ask(fds->options.ctx, pid, fd, fds->text)) fds->text[0] = '\0';
		if (fds->options.sees_all) set_fd(process, fd, fds->text);
		if (!fds->text[0]) process->nr_closed++;
	}
	return *text ? text : NULL;
}

/* Where the process is; NULL: not known. */
static const char *directory_of(struct trace_fds *fds, struct process *process, uint32_t pid)
{
	if (process->directory) return process->directory;
	if (!fds->options.ask || !fds->options.ask(fds->options.ctx, pid, AT_FDCWD, fds->text)) return NULL;
	return process->directory = xstrdup(fds->text);
}

/* The path, from where it begins; the caller frees. NULL: that is not known. */
static char *whole_path(const char *directory, const char *path)
{
	/* Not normalised further: "..", and links, would need the file system. */
	while (path[0] == '.' && path[1] == '/') path += 2;
	if (path[0] == '/') return xstrdup(path);
	if (!directory || directory[0] != '/' || strlen(directory) + strlen(path) + 2 > TRACE_FD_TEXT) return NULL;
	if (!path[0] || strcmp(path, ".") == 0) return xstrdup(directory);
	return xasprintf("%s%s%s", directory, directory[1] ? "/" : "", path);
}

void trace_fds_know(struct trace_fds *fds, uint32_t pid)
{
	if (fds->options.sees_all) (void)directory_of(fds, process_of(fds, pid), pid);
	for (int32_t fd = 0; fd < 3; fd++) (void)trace_fds_path(fds, pid, fd);
}

void trace_fds_begin(struct trace_fds *fds, const struct syscall_event *event, const char *path)
{
	const uint64_t *row = event->syscall && fds->options.sees_all
				      ? u64map_find(&fds->what_of, (uintptr_t)event->syscall)
				      : NULL;
	uint8_t what = row ? calls[*row - 1].what : OTHER;
	if (what == OTHER) return;
	bool is_new;
	uint64_t *value = u64map_put(&fds->begun, event->tid, &is_new);
	if (is_new) *value = (uintptr_t)xcalloc(1, sizeof(struct begun));
	struct begun *begun = (struct begun *)(uintptr_t)*value;
	begun->what = what;
	begun->text = calls[*row - 1].text;
	/* openat2 has its flags in memory, creat has none. */
	begun->takes_flags = strcmp(calls[*row - 1].name, "open") == 0 || strcmp(calls[*row - 1].name, "openat") == 0;
	memcpy(begun->args, event->args, sizeof(begun->args));
	free(begun->path);
	begun->path = path ? xstrdup(path) : NULL;
}

int trace_fds_path_arg(const struct trace_fds *fds, const struct syscall *syscall)
{
	const uint64_t *row = syscall ? u64map_find(&fds->what_of, (uintptr_t)syscall) : NULL;
	uint8_t what = row ? calls[*row - 1].what : OTHER;
	return what == OPENS || what == CHANGES_TO || what == MAKES_MEMORY ? calls[*row - 1].path_arg : -1;
}

/* to is now what from is; not known when that is not. */
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

/* close_range(2). Collected first: the map must not change while it is walked. */
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

/* The descriptor fd was opened by a path. at: of the openat kind, with the directory's descriptor before the path. */
static void opened(struct trace_fds *fds, struct process *process, uint32_t pid, const struct begun *begun, int32_t fd,
		   bool at)
{
	int32_t directory_fd = at ? (int32_t)begun->args[0] : AT_FDCWD;
	forget_fd(process, fd);
	if (begun->takes_flags && begun->args[at ? 2 : 1] & TMPFILE) {
		set_fd(process, fd, ""); /* the path is that of its directory, and by the time that somebody is asked it
					    may be another file */
		return;
	}
	if (!begun->path) return;
	bool is_relative = begun->path[0] != '/';
	const char *directory = NULL;
	if (is_relative && directory_fd == AT_FDCWD) directory = directory_of(fds, process, pid);
	else if (is_relative) directory = trace_fds_path(fds, pid, directory_fd);
	_free_ char *path = whole_path(directory, begun->path);
	if (!path) return;
	set_fd(process, fd, path);
	fds->stats.nr_opened++;
}

/* To path, relative to directory, or to directory itself when path is NULL. Without both it is not known any more. */
static void change_directory(struct process *process, const char *directory, const char *path)
{
	char *to = NULL;
	if (path) to = whole_path(directory, path);
	else if (directory) to = xstrdup(directory);
	free(process->directory);
	process->directory = to;
}

/* Descriptors whose inodes the program in the kernel read when the call ended (sockets, pipes): the number is the
 * call's result, or in memory that it wrote (pipe, socketpair). False: there were none. */
static bool read_inodes(const struct trace_fds *fds, struct process *process, const struct syscall_event *event)
{
	struct syscall_read reads[SYSCALL_MAX_READS];
	struct syscall_bytes bytes, parent;
	size_t count = event->memory.sizes ? syscall_reads(event->syscall,
							   SYSCALL_READS_WRITTEN |
								   syscall_reads_of(fds->options.machine, event->is_32),
							   fds->options.types, reads)
					   : 0;
	bool any = false;
	for (unsigned i = 0; i < count; i++) {
		int32_t fd = (int32_t)event->result;
		uint64_t number;
		char text[48];
		if (reads[i].size != READ_SIZE_inode || !syscall_memory_find(&event->memory, i, &bytes) ||
		    bytes.size != sizeof(number))
			continue;
		memcpy(&number, bytes.bytes, sizeof(number));
		if (reads[i].parent != SYSCALL_READ_OF_ARG) {
			if (!syscall_memory_find(&event->memory, reads[i].parent, &parent) ||
			    parent.size < reads[i].pointer_off + sizeof(fd))
				continue;
			memcpy(&fd, parent.bytes + reads[i].pointer_off, sizeof(fd));
		}
		snprintf(text, sizeof(text), "%s:[%" PRIu64 "]",
			 reads[i].kind == SYSCALL_KIND_pipe_inode ? "pipe" : "socket", number);
		set_fd(process, fd, text);
		any = true;
	}
	return any;
}

static void end(struct trace_fds *fds, struct process *process, const struct begun *begun,
		const struct syscall_event *event)
{
	int32_t fd = (int32_t)event->result, arg = (int32_t)begun->args[0];
	switch ((enum what)begun->what) {
	case OPENS: opened(fds, process, event->pid, begun, fd, strncmp(event->syscall->name, "openat", 6) == 0); break;
	case MAKES:
		if (begun->text) set_fd(process, fd, begun->text);
		else if (!read_inodes(fds, process, event)) forget_fd(process, fd);
		break;
	case MAKES_MEMORY: {
		_free_ char *text = begun->path ? xasprintf("/memfd:%s (deleted)", begun->path) : NULL;
		forget_fd(process, fd);
		if (text) set_fd(process, fd, text);
		break;
	}
	case MAKES_UNSEEN:
		if (!read_inodes(fds, process, event) && process->nr_closed) ask_again(process);
		break;
	case CLOSES: /* nobody is asked what it is now */
		set_fd(process, arg, "");
		process->nr_closed++;
		break;
	case CLOSES_RANGE: forget_range(process, (uint32_t)begun->args[0], (uint32_t)begun->args[1]); break;
	case COPIES: copy_fd(process, arg, fd); break;
	case COPIES_TO: copy_fd(process, arg, fd); break;
	case CONTROLS:
		if (begun->args[1] == DUPFD || begun->args[1] == DUPFD_CLOEXEC) copy_fd(process, arg, fd);
		break;
	case CHANGES_TO:
		change_directory(process,
				 begun->path && begun->path[0] != '/' ? directory_of(fds, process, event->pid) : NULL,
				 begun->path);
		break;
	case CHANGES_TO_FD: change_directory(process, trace_fds_path(fds, event->pid, arg), NULL); break;
	case OTHER: break;
	}
}

/* close is applied even when it fails: on Linux the descriptor is gone then, too (close(2)). */
void trace_fds_end(struct trace_fds *fds, const struct syscall_event *event)
{
	const uint64_t *value = fds->begun.count ? u64map_find(&fds->begun, event->tid) : NULL;
	if (!value) return;
	struct begun *begun = (struct begun *)(uintptr_t)*value;
	if (event->syscall && (event->result >= 0 || begun->what == CLOSES))
		end(fds, process_of(fds, event->pid), begun, event);
	begun_free(begun);
	u64map_remove(&fds->begun, event->tid);
}

void trace_fds_fork(struct trace_fds *fds, uint32_t parent_pid, uint32_t pid)
{
	const uint64_t *value = u64map_find(&fds->processes, parent_pid);
	uint64_t fd, text;
	if (parent_pid == pid || !value || !fds->options.sees_all) return;
	const struct process *parent = (const struct process *)(uintptr_t)*value;
	/* A process of the same number may have ended unseen. */
	trace_fds_gone(fds, pid, pid);
	struct process *process = process_of(fds, pid);
	for (size_t pos = 0; u64map_next(&parent->texts, &pos, &fd, &text);)
		set_fd(process, (int32_t)fd, (const char *)(uintptr_t)text);
	if (parent->directory) process->directory = xstrdup(parent->directory);
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
