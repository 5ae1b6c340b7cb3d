#include "commands/bench/bench_epoll.h"
#include <errno.h>
#include <inttypes.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <unistd.h>
#include "commands/bench/bench_limit.h"

#define NESTED_MAX 4u /* of the kernel */
#define FDS_MAX 10000000u

bool bench_epoll_parse(const struct option_table *table, int argc, const char **argv, struct bench_epoll_values *values,
		       int *ret_status)
{
	if (!option_table_parse(table, &argc, argv, values, ret_status)) return false;
	*ret_status = 0;
	if (argc) *ret_status = option_table_unexpected(table, argv[0]);
	else if (values->nr_threads > BENCH_THREADS_MAX || !values->nr_fds ||
		 (uint64_t)values->nr_fds * MAX(values->nr_threads, 1u) > FDS_MAX)
		*ret_status = option_table_usage_error(table, "There are 1 to %u descriptors in all (-f, -t)", FDS_MAX);
	else if (values->nr_nested > NESTED_MAX)
		*ret_status = option_table_usage_error(table, "The kernel nests %u levels at most (-N)", NESTED_MAX);
	else if (bench_allow_files((uint64_t)(values->nr_threads ? values->nr_threads : bench_nr_cpus()) *
					   (values->nr_fds + 1) +
				   values->nr_nested + 1) < 0)
		*ret_status = 1;
	return !*ret_status;
}

/* One looks at the other, and whatever looks at it, at the one before. */
static int nest(struct bench_epoll *bench)
{
	int below = bench->epoll_fd >= 0 ? bench->epoll_fd : bench->parts[0].epoll_fd;
	for (unsigned i = 0; i < bench->values->nr_nested; i++) {
		struct epoll_event event = { .events = EPOLLIN };
		bench->nested[i] = epoll_create1(EPOLL_CLOEXEC);
		if (bench->nested[i] < 0 || epoll_ctl(bench->nested[i], EPOLL_CTL_ADD, below, &event) < 0) return errno;
		below = bench->nested[i];
	}
	return 0;
}

static int open_part(struct bench_epoll *bench, struct bench_epoll_part *part)
{
	part->epoll_fd = bench->epoll_fd >= 0 ? bench->epoll_fd : epoll_create1(EPOLL_CLOEXEC);
	if (part->epoll_fd < 0) return errno;
	for (unsigned i = 0; i < bench->values->nr_fds; i++) {
		part->fds[i] = eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC);
		if (part->fds[i] < 0) return errno;
	}
	return 0;
}

int bench_epoll_open(struct bench_epoll *bench, const struct bench_epoll_values *values)
{
	*bench = (struct bench_epoll){ .values = values, .epoll_fd = -1 };
	bench->parts = xcalloc_apart(values->nr_threads, sizeof(*bench->parts));
	bench->nested = xcalloc(values->nr_nested + 1, sizeof(int));
	memset(bench->nested, 0xff, (values->nr_nested + 1) * sizeof(int));
	for (unsigned i = 0; i < values->nr_threads; i++) {
		bench->parts[i].fds = xcalloc(values->nr_fds, sizeof(int));
		memset(bench->parts[i].fds, 0xff, values->nr_fds * sizeof(int));
		bench->parts[i].epoll_fd = -1;
		bench->parts[i].seed = i;
	}
	if (!values->multiq) {
		bench->epoll_fd = epoll_create1(EPOLL_CLOEXEC);
		if (bench->epoll_fd < 0) return errno;
	}
	for (unsigned i = 0; i < values->nr_threads; i++) {
		int error = open_part(bench, &bench->parts[i]);
		if (error) return error;
	}
	return nest(bench);
}

static void close_fd(int fd)
{
	if (fd >= 0) close(fd);
}

void bench_epoll_done(struct bench_epoll *bench)
{
	for (unsigned i = 0; i < bench->values->nr_threads; i++) {
		struct bench_epoll_part *part = &bench->parts[i];
		for (unsigned k = 0; k < bench->values->nr_fds; k++) close_fd(part->fds[k]);
		if (part->epoll_fd != bench->epoll_fd) close_fd(part->epoll_fd);
		free(part->fds);
	}
	for (unsigned i = 0; i < bench->values->nr_nested; i++) close_fd(bench->nested[i]);
	close_fd(bench->epoll_fd);
	free(bench->nested);
	free(bench->parts);
}

void bench_epoll_show_part(const struct bench_run *run, const struct bench_epoll *bench, unsigned index)
{
	int *fds = bench->parts[index].fds;
	out_printf(run->out, "[thread %2u] fdmap: %p", index, (void *)fds);
	if (bench->values->nr_fds > 1) out_printf(run->out, " ... %p", (void *)&fds[bench->values->nr_fds - 1]);
}
