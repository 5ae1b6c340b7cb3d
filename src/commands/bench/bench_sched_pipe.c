/* Two tasks that hand a few bytes to and fro through two pipes: what a switch between them costs. */
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>
#include "base/clock.h"
#include "cli/console.h"
#include "commands/bench/bench_result.h"
#include "kernel/cgroup.h"
#include "kernel/machine_root.h"

#define WRITE_BYTES_MAX 1048576u

struct values {
	uint64_t nr_loops;
	const char *cgroups; /* "SEND,RECV" */
	unsigned write_bytes;
	bool threaded, nonblocking;
};

/* One of the two: reads from the one pipe, writes into the other. */
struct player {
	const struct values *values;
	const char *cgroup; /* NULL: stays where it is */
	int read_fd, write_fd;
	bool is_first; /* it writes before it reads */
	char *bytes;
};

/* 0 or an errno. */
static int pass_on(int fd, char *bytes, size_t size, bool is_write)
{
	while (size) {
		ssize_t n = is_write ? write(fd, bytes, size) : read(fd, bytes, size);
		if (n > 0) {
			size -= (size_t)n;
			continue;
		}
		if (!n) return EPIPE;
		if (errno == EAGAIN) {
			struct pollfd event = { .fd = fd, .events = is_write ? POLLOUT : POLLIN };
			if (poll(&event, 1, -1) < 0 && errno != EINTR) return errno;
		} else if (errno != EINTR) {
			return errno;
		}
	}
	return 0;
}

/* Moves the calling task: version 2 has threads in a file of their own, version 1 in `tasks`. */
static int enter_cgroup(const struct player *player)
{
	if (!player->cgroup) return 0;
	static const char *const of_processes[] = { "cgroup.procs", NULL };
	static const char *const of_threads[] = { "cgroup.threads", "tasks", NULL };
	int dir = cgroup_open(machine_root(), player->cgroup), fd = -1, error;
	if (dir < 0) return -dir;
	for (const char *const *name = player->values->threaded ? of_threads : of_processes; *name && fd < 0; name++)
		fd = openat(dir, *name, O_WRONLY | O_CLOEXEC);
	error = fd < 0 ? errno : 0;
	if (fd >= 0 && write(fd, "0", 1) != 1) error = errno;
	if (fd >= 0) close(fd);
	close(dir);
	return error;
}

static int play(const struct player *player)
{
	size_t size = player->values->write_bytes;
	int error = enter_cgroup(player);
	for (uint64_t i = 0; i < player->values->nr_loops && !error; i++) {
		error = pass_on(player->is_first ? player->write_fd : player->read_fd, player->bytes, size,
				player->is_first);
		if (!error)
			error = pass_on(player->is_first ? player->read_fd : player->write_fd, player->bytes, size,
					!player->is_first);
	}
	return error;
}

/* An end closes the pipes, so that the other one does not wait for ever. */
static void *play_in_thread(void *data)
{
	const struct player *player = data;
	int error = play(player);
	if (error) {
		close(player->read_fd);
		close(player->write_fd);
	}
	return (void *)(intptr_t)error;
}

static int run_threads(struct player players[2])
{
	pthread_t thread;
	void *other = NULL;
	int error = pthread_create(&thread, NULL, play_in_thread, &players[1]);
	if (error) return error;
	error = (int)(intptr_t)play_in_thread(&players[0]);
	pthread_join(thread, &other);
	return error ? error : (int)(intptr_t)other;
}

static int run_processes(struct player players[2])
{
	int status = 0;
	pid_t pid = fork();
	if (pid < 0) return errno;
	if (!pid) {
		close(players[0].read_fd);
		close(players[0].write_fd);
		_exit(play(&players[1]));
	}
	close(players[1].read_fd);
	close(players[1].write_fd);
	int error = play(&players[0]);
	close(players[0].read_fd);
	close(players[0].write_fd);
	while (waitpid(pid, &status, 0) < 0 && errno == EINTR) {
	}
	if (WIFEXITED(status) && WEXITSTATUS(status)) return WEXITSTATUS(status); /* tells more than a broken pipe */
	return error;
}

/* Two names, of groups that exist. 0, or the exit status. */
static int read_cgroups(const struct values *values, char **ret_first, char **ret_second)
{
	const char *comma = values->cgroups ? strchr(values->cgroups, ',') : NULL;
	if (!values->cgroups) return 0;
	if (!comma || comma == values->cgroups || !comma[1] || strchr(comma + 1, ',')) {
		console_error("-G wants two control groups: SEND,RECV");
		return OPTION_USAGE_STATUS;
	}
	char *names[2] = { xstrndup(values->cgroups, (size_t)(comma - values->cgroups)), xstrdup(comma + 1) };
	*ret_first = names[0];
	*ret_second = names[1];
	for (int i = 0; i < 2; i++) {
		int dir = cgroup_open(machine_root(), names[i]);
		if (dir < 0) {
			_free_ char *what = xasprintf("Control group %s", names[i]);
			return bench_fail(dir, what, "Make the group first: mkdir /sys/fs/cgroup/NAME");
		}
		close(dir);
	}
	return 0;
}

static int measure(const struct bench_run *run, const struct values *values, char *const cgroups[2])
{
	int to[2], from[2];
	int flags = values->nonblocking ? O_NONBLOCK : 0;
	if (pipe2(to, flags) < 0 || pipe2(from, flags) < 0) return bench_fail(errno, "pipe", "Raise ulimit -n");
	_free_ char *first = xcalloc(1, values->write_bytes), *second = xcalloc(1, values->write_bytes);
	struct player players[2] = { { values, cgroups[0], from[0], to[1], true, first },
				     { values, cgroups[1], to[0], from[1], false, second } };
	uint64_t began = clock_now_ns();
	int error = values->threaded ? run_threads(players) : run_processes(players);
	uint64_t ns = clock_now_ns() - began;
	if (values->threaded && !error) {
		for (int i = 0; i < 2; i++) {
			close(to[i]);
			close(from[i]);
		}
	}
	if (error)
		return bench_fail(error, cgroups[0] ? "Cannot play in the control groups" : "pipe",
				  cgroups[0] ? "Run as root, and with groups that may hold tasks" : NULL);
	if (bench_is_default(run))
		out_printf(run->out, "# Executed %llu pipe operations between two %s\n\n",
			   (unsigned long long)values->nr_loops, values->threaded ? "threads" : "processes");
	bench_show_ops(run, ns, values->nr_loops);
	return 0;
}

static const char *const usage[] = { "perf bench sched pipe <options>", NULL };
static const struct option options[] = {
	OPTION_STRING('G', "cgroups", struct values, cgroups, "SEND,RECV", "Put sender and receivers in given cgroups"),
	OPTION_U64('l', "loop", struct values, nr_loops, "Specify number of loops"),
	OPTION_BOOL('n', "nonblocking", struct values, nonblocking, "Use non-blocking operations"),
	OPTION_UINT('s', "write-size", struct values, write_bytes, "Bytes per ping-pong write (default 4-bytes)"),
	OPTION_BOOL('T', "threaded", struct values, threaded, "Specify threads/process based task setup"),
	OPTION_END,
};
static const struct option_table table = { .rows = options, .usage = usage };

int bench_sched_pipe(struct bench_run *run, int argc, const char **argv)
{
	struct values values = { .nr_loops = 1000000, .write_bytes = 4 };
	char *cgroups[2] = { NULL, NULL };
	struct sigaction ignored = { .sa_handler = SIG_IGN }, before;
	int status;

	if (!option_table_parse(&table, &argc, argv, &values, &status)) return status;
	if (argc) return option_table_unexpected(&table, argv[0]);
	if (!values.nr_loops) return option_table_usage_error(&table, "At least one loop is needed (-l)");
	if (!values.write_bytes || values.write_bytes > WRITE_BYTES_MAX)
		return option_table_usage_error(&table, "1 to %u bytes can be written (-s)", WRITE_BYTES_MAX);
	status = read_cgroups(&values, &cgroups[0], &cgroups[1]);
	sigaction(SIGPIPE, &ignored, &before); /* the other one's end is an error of write(2) */
	if (!status) status = measure(run, &values, cgroups);
	sigaction(SIGPIPE, &before, NULL);
	free(cgroups[0]);
	free(cgroups[1]);
	return status;
}
