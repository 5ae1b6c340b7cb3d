/* The threads of --threads. Each polls the rings of its CPUs and an eventfd that ends it, and writes round after round
 * to its own file (drain.c). Signals stay with the main thread: they are blocked while a thread is made. */
#include "record/drain/drainer.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <sys/eventfd.h>
#include <unistd.h>
#include "record/drain/compressor.h"
#include "record/objects/hits.h"

/* After a round with more than that, the next one follows this soon. */
enum { BUSY_BYTES = 256 << 10, BUSY_MS = 2 };

/* Binds the calling thread to the CPUs of its spec; not being allowed to is no failure. */
static void run_where_it_should(const struct drainer *drainer)
{
	cpu_set_t set;
	CPU_ZERO(&set);
	for (size_t i = 0; i < drainer->affinity.items.count; i++)
		if (drainer->affinity.items.items[i] < CPU_SETSIZE) CPU_SET(drainer->affinity.items.items[i], &set);
	/* Without a CPU in the set the call would fail. */
	if (CPU_COUNT(&set)) (void)sched_setaffinity(0, sizeof(set), &set);
}

static int64_t round_of(struct drainer *drainer, bool all)
{
	int64_t bytes = drain_round(&drainer->drain, all);
	if (bytes < 0) drainer->result = (int)bytes;
	drainer->written_bytes = perfdata_writer_size(drainer->writer);
	return bytes;
}

/* A thread: rounds until stop_fd is readable, then what is left. It ends at once when writing fails (result). */
static void *run(void *arg)
{
	struct drainer *drainer = arg;
	size_t nr_fds = drainer->nr_buffers + 1;
	_free_ struct pollfd *fds = xcalloc(nr_fds, sizeof(*fds));
	run_where_it_should(drainer);
	fds[0] = (struct pollfd){ .fd = drainer->stop_fd, .events = POLLIN };
	for (size_t i = 0; i < drainer->nr_buffers; i++)
		fds[i + 1] = (struct pollfd){ .fd = drainer->buffers[i]->fds.items[0], .events = POLLIN };
	while (!fds[0].revents) {
		int64_t bytes = round_of(drainer, false);
		if (bytes < 0) return NULL;
		int n = poll(fds, nr_fds, bytes > BUSY_BYTES ? BUSY_MS : DRAIN_LATEST_MS);
		if (n > 0 && !fds[0].revents) drainer->wakeups++;
		for (size_t i = 1; i < nr_fds; i++)
			if (fds[i].revents & (POLLERR | POLLHUP | POLLNVAL)) fds[i].fd = -1; /* its thread has ended */
	}
	/* The events are off: rounds until nothing is left, whatever flush_bytes says. */
	while (round_of(drainer, true) > 0) continue;
	int64_t bytes = drain_overwritten(&drainer->drain);
	if (bytes < 0) drainer->result = (int)bytes;
	return NULL;
}

/* Everything a drainer needs before its thread starts: its rings, by CPU, and a compressor of its own. */
static int prepare(struct drainer *drainer, const struct thread_spec_row *row, const struct drainers_options *options,
		   const struct ring_set *rings)
{
	drainer->buffers = xcalloc(rings->count + 1, sizeof(struct buffer *));
	for (size_t i = 0; i < rings->count; i++)
		for (size_t k = 0; k < row->cpus.items.count; k++)
			if (rings->buffers[i]->cpu == row->cpus.items.items[k])
				drainer->buffers[drainer->nr_buffers++] = rings->buffers[i];
	drainer->affinity = row->affinity;
	struct compressor *compressor = options->compression_level ? compressor_new(options->compression_level) : NULL;
	drainer->drain = (struct drain){ .roots = options->roots,
					 .buffers = drainer->buffers,
					 .nr_buffers = drainer->nr_buffers,
					 .writer = drainer->writer,
					 .compressor = compressor,
					 .compressed_bytes = rings->pages * (size_t)sysconf(_SC_PAGESIZE),
					 .flush_bytes = options->flush_bytes,
					 .no_rounds = true };
	if (compressor && options->seen_events)
		drainer->drain.seen = hits_seen_new(options->seen_events, options->seen_addresses);
	return options->compression_level && !compressor ? -EINVAL : 0;
}

/* Starts the thread, with all signals blocked. */
static int start(struct drainer *drainer)
{
	sigset_t all, before;
	sigfillset(&all);
	pthread_sigmask(SIG_SETMASK, &all, &before);
	int code = pthread_create(&drainer->thread, NULL, run, drainer);
	pthread_sigmask(SIG_SETMASK, &before, NULL);
	drainer->running = code == 0;
	return -code;
}

int drainers_start(struct drainers *drainers, const struct drainers_options *options, const struct ring_set *rings,
		   const struct output *output, struct err *err)
{
	drainers->stop_fd = eventfd(0, EFD_CLOEXEC);
	if (drainers->stop_fd < 0) return err_set_errno(err, -errno, "eventfd");
	drainers->items = xcalloc(drainers->spec.rows.count, sizeof(*drainers->items));
	for (size_t i = 0; i < drainers->spec.rows.count; i++) {
		struct drainer *drainer = &drainers->items[i];
		char name[32];
		snprintf(name, sizeof(name), "data.%zu", i);
		drainer->stop_fd = drainers->stop_fd;
		drainer->fd = output_open_beside(output, name, err);
		if (drainer->fd < 0) return drainer->fd;
		drainer->writer = perfdata_writer_new_bare(drainer->fd);
		/* From here on drainers_done ends it, also when the rest fails. */
		drainers->count++;
		int r = prepare(drainer, &drainers->spec.rows.items[i], options, rings);
		if (r >= 0) r = start(drainer);
		if (r < 0) return err_set_errno(err, r, "starting a thread that records");
	}
	return 0;
}

uint64_t drainers_written(const struct drainers *drainers, int *ret_result)
{
	uint64_t bytes = 0;
	for (size_t i = 0; i < drainers->count; i++) {
		bytes += drainers->items[i].written_bytes;
		if (drainers->items[i].result < 0) *ret_result = drainers->items[i].result;
	}
	return bytes;
}

uint64_t drainers_wakeups(const struct drainers *drainers)
{
	uint64_t wakeups = 0;
	for (size_t i = 0; i < drainers->count; i++) wakeups += drainers->items[i].wakeups;
	return wakeups;
}

int drainers_stop(struct drainers *drainers)
{
	uint64_t one = 1;
	int result = 0;
	if (drainers->count && write(drainers->stop_fd, &one, sizeof(one)) != sizeof(one)) return -errno;
	for (size_t i = 0; i < drainers->count; i++) {
		if (drainers->items[i].running) pthread_join(drainers->items[i].thread, NULL);
		drainers->items[i].running = false;
		if (drainers->items[i].result < 0) result = drainers->items[i].result;
	}
	return result;
}

void drainers_done(struct drainers *drainers)
{
	(void)drainers_stop(drainers);
	for (size_t i = 0; i < drainers->count; i++) {
		struct drainer *drainer = &drainers->items[i];
		compressor_free(drainer->drain.compressor);
		hits_seen_free(drainer->drain.seen);
		drain_done(&drainer->drain);
		perfdata_writer_free(drainer->writer);
		if (drainer->fd >= 0) close(drainer->fd);
		free(drainer->buffers);
	}
	if (drainers->items) close(drainers->stop_fd);
	free(drainers->items);
	thread_spec_done(&drainers->spec);
	*drainers = (struct drainers){ 0 };
}
