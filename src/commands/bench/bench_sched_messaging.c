/* Groups of tasks that send short messages to each other: each of 20 senders of a group writes to each of its 20
 * receivers, all at once. */
#include <errno.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>
#include "base/clock.h"
#include "commands/bench/bench_limit.h"
#include "commands/bench/bench_result.h"

enum { RECEIVERS = 20, MESSAGE_BYTES = 100 };

struct values {
	unsigned nr_groups, nr_loops;
	bool pipe, thread;
};

/* The two pipes of the start: each task writes a byte into `ready`, and begins when `go` is closed by who waits. */
struct start {
	int ready[2], go[2];
};

struct group {
	int read_fds[RECEIVERS], write_fds[RECEIVERS];
};

/* A sender, or the receiver of descriptor fd. */
struct task {
	const struct values *values;
	const struct start *start;
	const struct group *group;
	int fd; /* -1: a sender */
	pid_t pid;
	pthread_t thread;
};

struct tasks {
	struct task *items;
	size_t count;
};

static void say_ready_and_wait(const struct start *start)
{
	struct pollfd event = { .fd = start->go[0], .events = POLLIN };
	while (write(start->ready[1], "", 1) < 0 && errno == EINTR) {
	}
	while (poll(&event, 1, -1) < 0 && errno == EINTR) {
	}
}

/* Reads or writes all of it, as a stream may take parts; false: the other side has gone. */
static bool pass_on(int fd, char *bytes, size_t size, bool is_write)
{
	while (size) {
		ssize_t n = is_write ? write(fd, bytes, size) : read(fd, bytes, size);
		if (n < 0 && errno == EINTR) continue;
		if (n <= 0) return false;
		size -= (size_t)n;
	}
	return true;
}

static void *run_task(void *data)
{
	const struct task *task = data;
	char message[MESSAGE_BYTES] = "";

	say_ready_and_wait(task->start);
	if (task->fd >= 0) {
		for (uint64_t i = 0; i < (uint64_t)RECEIVERS * task->values->nr_loops; i++)
			if (!pass_on(task->fd, message, sizeof(message), false)) return data;
		return NULL;
	}
	for (unsigned i = 0; i < task->values->nr_loops; i++)
		for (int r = 0; r < RECEIVERS; r++)
			if (!pass_on(task->group->write_fds[r], message, sizeof(message), true)) return data;
	return NULL;
}

/* 0 or an errno. */
static int start_task(struct tasks *tasks, const struct task *like)
{
	struct task *task = &tasks->items[tasks->count];
	*task = *like;
	if (like->values->thread) {
		int error = pthread_create(&task->thread, NULL, run_task, task);
		if (error) return error;
	} else {
		task->pid = fork();
		if (task->pid < 0) return errno;
		if (!task->pid) {
			(void)prctl(PR_SET_PDEATHSIG, SIGKILL); /* nobody else would end it */
			close(like->start->go[1]);
			_exit(run_task(task) ? 1 : 0);
		}
	}
	tasks->count++;
	return 0;
}

static int make_channel(const struct values *values, int *ends)
{
	if (values->pipe) return pipe(ends) < 0 ? errno : 0;
	return socketpair(AF_UNIX, SOCK_STREAM, 0, ends) < 0 ? errno : 0;
}

static void close_group(struct group *group)
{
	for (int r = 0; r < RECEIVERS; r++) {
		if (group->read_fds[r] >= 0) close(group->read_fds[r]);
		if (group->write_fds[r] >= 0) close(group->write_fds[r]);
		group->read_fds[r] = group->write_fds[r] = -1;
	}
}

static int start_group(struct tasks *tasks, struct task *like, struct group *group)
{
	int error = 0;
	memset(group, 0xff, sizeof(*group));
	for (int r = 0; r < RECEIVERS && !error; r++) {
		int ends[2] = { -1, -1 };
		error = make_channel(like->values, ends);
		group->read_fds[r] = ends[0];
		group->write_fds[r] = ends[1];
	}
	like->group = group;
	for (int r = 0; r < RECEIVERS && !error; r++) {
		like->fd = group->read_fds[r];
		error = start_task(tasks, like);
	}
	like->fd = -1;
	for (int s = 0; s < RECEIVERS && !error; s++) error = start_task(tasks, like);
	if (!like->values->thread) close_group(group); /* the children have them */
	return error;
}

/* Waits for all, or ends those that have not begun: threads do when their channels are shut down, so that only
 * processes need a signal. The number of tasks that failed. */
static unsigned join_tasks(const struct tasks *tasks, bool is_thread, bool end_them)
{
	unsigned nr_failed = 0;
	for (size_t i = 0; i < tasks->count && end_them && !is_thread; i++) kill(tasks->items[i].pid, SIGKILL);
	for (size_t i = 0; i < tasks->count; i++) {
		void *failed = NULL;
		int status = 0;
		if (is_thread) {
			pthread_join(tasks->items[i].thread, &failed);
		} else {
			while (waitpid(tasks->items[i].pid, &status, 0) < 0 && errno == EINTR) {
			}
		}
		nr_failed += failed || status;
	}
	return nr_failed;
}

static int start_all(struct tasks *tasks, const struct values *values, struct group *groups, const struct start *start)
{
	struct task like = { .values = values, .start = start };
	int error = 0;
	for (unsigned g = 0; g < values->nr_groups && !error; g++) error = start_group(tasks, &like, &groups[g]);
	for (size_t i = 0; i < tasks->count && !error; i++) {
		char byte;
		if (read(start->ready[0], &byte, 1) != 1 && errno != EINTR) error = errno;
	}
	return error;
}

static void show(const struct bench_run *run, const struct values *values, uint64_t ns)
{
	if (bench_is_default(run)) {
		const char *what = values->thread ? "threads" : "processes";
		out_printf(run->out, "# %d sender and receiver %s per group\n", RECEIVERS, what);
		out_printf(run->out, "# %u groups == %u %s run\n\n", values->nr_groups,
			   values->nr_groups * 2 * RECEIVERS, what);
	}
	bench_show_time(run, ns);
}

static int measure(const struct bench_run *run, const struct values *values, struct tasks *tasks, struct group *groups)
{
	struct start start;
	if (pipe(start.ready) < 0 || pipe(start.go) < 0) return bench_fail(errno, "pipe", NULL);
	int error = start_all(tasks, values, groups, &start);
	/* A thread that has no partner must not wait for ever: without its channels it ends. */
	for (unsigned g = 0; g < values->nr_groups && error && values->thread; g++) {
		for (int r = 0; r < RECEIVERS; r++) {
			if (groups[g].read_fds[r] >= 0) dup2(start.go[0], groups[g].read_fds[r]);
			if (groups[g].write_fds[r] >= 0) dup2(start.go[0], groups[g].write_fds[r]);
		}
	}
	uint64_t began = clock_now_ns();
	close(start.go[1]);
	unsigned nr_failed = join_tasks(tasks, values->thread, error != 0);
	uint64_t ns = clock_now_ns() - began;
	close(start.go[0]);
	close(start.ready[0]);
	close(start.ready[1]);
	if (error) return bench_fail(error, "Tasks cannot be started", "Ask for fewer groups (-g), or raise ulimit -u");
	if (nr_failed) return bench_fail(EPIPE, "Tasks ended too early", NULL);
	show(run, values, ns);
	return 0;
}

static const char *const usage[] = { "perf bench sched messaging <options>", NULL };
static const struct option options[] = {
	OPTION_UINT('g', "group", struct values, nr_groups, "Specify number of groups"),
	OPTION_UINT('l', "nr_loops", struct values, nr_loops, "Specify the number of loops to run (default: 100)"),
	OPTION_BOOL('p', "pipe", struct values, pipe, "Use pipe() instead of socketpair()"),
	OPTION_BOOL('t', "thread", struct values, thread, "Be multi thread instead of multi process"),
	OPTION_END,
};
static const struct option_table table = { .rows = options, .usage = usage };

int bench_sched_messaging(struct bench_run *run, int argc, const char **argv)
{
	struct values values = { .nr_groups = 10, .nr_loops = 100 };
	struct tasks tasks = { .items = NULL };
	int status;

	if (!option_table_parse(&table, &argc, argv, &values, &status)) return status;
	if (argc) return option_table_unexpected(&table, argv[0]);
	if (!values.nr_groups || values.nr_groups > 100000)
		return option_table_usage_error(&table, "There are 1 to 100000 groups");
	if (bench_allow_files((values.thread ? values.nr_groups : 1) * 2ull * RECEIVERS) < 0) return 1;
	/* Memory of tasks that are processes is of each; that of groups stays the same. */
	tasks.items = xcalloc(values.nr_groups * 2ul * RECEIVERS, sizeof(*tasks.items));
	struct group *groups = xcalloc(values.nr_groups, sizeof(*groups));
	memset(groups, 0xff, values.nr_groups * sizeof(*groups));
	status = measure(run, &values, &tasks, groups);
	for (unsigned g = 0; g < values.nr_groups; g++) close_group(&groups[g]);
	free(groups);
	free(tasks.items);
	return status;
}
