/* How large rings are, and which events share one. All events of a CPU (of a thread, when there is no CPU) write to the
 * same ring, so that their records are in order of time; those that are overwritten have rings of their own, because
 * such a ring is read only while it stands still. */
#include "record/ring/ring_set.h"

#include <errno.h>
#include <sys/sysinfo.h>
#include <unistd.h>
#include "record/evset/open_failure.h"

/* The of-th part of the memory, for each of the buffers; 0: not known. */
static uint64_t memory_share(uint64_t of, size_t nr_buffers)
{
	struct sysinfo info;
	if (sysinfo(&info) < 0) return 0;
	return (uint64_t)info.totalram * info.mem_unit / of / MAX(nr_buffers, 1u);
}

/* Pages for each ring when the user did not say: 2 MiB; 16 MiB where there is much to expect, as with raw data, copied
 * stacks, a fixed period or a frequency above 10 kHz. Halved, down to 512 KiB, until all rings together are at most a
 * 64th of the memory. */
static size_t choose_pages(const struct evset *evset)
{
	size_t page = (size_t)sysconf(_SC_PAGESIZE),
	       buffers = evset->target->per_thread ? evset->target->tids.count : evset->target->cpus.count;
	uint64_t per_ring = 2u << 20;
	for (size_t i = 0; i < event_list_count(evset->events); i++) {
		const struct event_spec *spec = event_list_get(evset->events, i);
		if (spec->is_tracking_dummy) continue;
		if (spec->attr.sample_type & (SAMPLE_RAW | SAMPLE_STACK_USER) || !(spec->attr.flags & ATTR_FREQ) ||
		    spec->attr.sample_period > 10000)
			per_ring = 16u << 20;
	}
	uint64_t share = memory_share(64, buffers);
	while (share && per_ring > share && per_ring > 512u << 10) per_ring /= 2;
	return per_ring / page;
}

/* What a buffer may grow to: 64 MiB, within a 16th of the memory in all. 0: it does not grow, because records without a
 * time have no order but that in their ring. */
static size_t choose_max_bytes(const struct ring_set *set, size_t first_pages)
{
	uint64_t max = 64u << 20, share = memory_share(16, set->count);
	const struct event_list *events = set->evset->events;
	for (size_t i = 0; i < event_list_count(events); i++)
		if (!(event_list_get(events, i)->attr.sample_type & SAMPLE_TIME)) return 0;
	while (max > share) max /= 2;
	return max > first_pages * (size_t)sysconf(_SC_PAGESIZE) ? (size_t)max : 0;
}

static struct buffer *add_buffer(struct ring_set *set, int32_t cpu, int32_t tid, bool backward)
{
	struct buffer *buffer = xcalloc(1, sizeof(*buffer));
	const struct event_attr *attr = &event_list_get(set->evset->events, 0)->attr;
	*buffer = (struct buffer){ .holder_fd = -1,
				   .cpu = cpu,
				   .tally = { .cpu = cpu, .tid = tid, .overwritten = backward },
				   .backward = backward,
				   .use_clockid = attr->flags & ATTR_USE_CLOCKID,
				   .clockid = attr->clockid };
	set->buffers = xrealloc(set->buffers, (set->count + 1) * sizeof(struct buffer *));
	set->buffers[set->count++] = buffer;
	return buffer;
}

/* A trace's area is mapped through its own event, which the ring is to be mapped through as well: the first. */
static void add_event(const struct event_list *events, size_t event, int fd, struct buffer *buffer)
{
	vec_push(&buffer->fds, fd);
	if (!event_list_get(events, event)->is_trace || buffer->has_trace) return;
	buffer->fds.items[buffer->fds.count - 1] = buffer->fds.items[0];
	buffer->fds.items[0] = fd;
	buffer->has_trace = true;
}

/* The k-th CPU's (by_thread: thread's) events that go in that direction, in one buffer. */
static void collect(struct ring_set *set, size_t k, bool by_thread, bool backward)
{
	const struct evset *evset = set->evset;
	const struct target *target = evset->target;
	struct buffer *buffer = NULL;
	size_t others = by_thread ? target->cpus.count : target->tids.count;
	for (size_t event = 0; event < event_list_count(evset->events); event++) {
		if (!!(event_list_get(evset->events, event)->attr.flags & ATTR_WRITE_BACKWARD) != backward) continue;
		for (size_t other = 0; other < others; other++) {
			/* By thread, `k` is the thread and the others are CPUs; else the other way round. */
			size_t index = by_thread ? evset_fd_index(evset, event, other, k)
						 : evset_fd_index(evset, event, k, other);
			if (evset->fds[index] < 0) continue;
			if (!buffer)
				buffer = add_buffer(set, by_thread ? -1 : target->cpus.items[k],
						    by_thread ? target->tids.items[k] : -1, backward);
			add_event(evset->events, event, evset->fds[index], buffer);
			set->buffer_of[index] = set->count - 1;
		}
	}
}

/* Sorts the events into buffers and maps these. Only rings of CPUs grow. */
static int open_buffers(struct ring_set *set, size_t pages, bool may_grow)
{
	const struct target *target = set->evset->target;
	bool by_thread = target->per_thread;
	size_t count = by_thread ? target->tids.count : target->cpus.count;
	set->buffer_of = xcalloc(event_list_count(set->evset->events) * target->cpus.count * target->tids.count + 1,
				 sizeof(*set->buffer_of));
	for (unsigned backward = 0; backward < 2; backward++)
		for (size_t k = 0; k < count; k++) collect(set, k, by_thread, backward);
	size_t max_bytes = may_grow && !by_thread ? choose_max_bytes(set, pages) : 0;
	for (size_t i = 0; i < set->count; i++) {
		struct buffer *buffer = set->buffers[i];
		int r = buffer_open(buffer, pages,
				    buffer->cpu >= 0 && !buffer->backward && !buffer->has_trace ? max_bytes : 0);
		if (r < 0) return r;
	}
	set->pages = pages;
	return 0;
}

void ring_set_done(struct ring_set *set)
{
	for (size_t i = 0; i < set->count; i++) {
		buffer_close(set->buffers[i]);
		free(set->buffers[i]);
	}
	free(set->buffers);
	free(set->buffer_of);
	set->buffers = NULL;
	set->buffer_of = NULL;
	set->count = 0;
}

int ring_set_open(struct ring_set *set, const struct evset *evset, const struct ring_set_options *options,
		  struct err *err)
{
	*set = (struct ring_set){ .evset = evset };
	size_t pages = options->pages ? options->pages : options->first_pages;
	if (!pages) pages = choose_pages(evset);
	for (;;) {
		int r = open_buffers(set, pages, !options->pages);
		if (r >= 0) return r;
		ring_set_done(set);
		if (r == -EINVAL) return err_set_errno(err, r, "directing events to one buffer");
		/* More than may be locked (perf_event_mlock_kb), or than there is: half as much will do, when nobody
		 * asked for a size. */
		if ((r == -EPERM || r == -ENOMEM) && !options->pages && pages > 1) {
			pages /= 2;
			set->shrunk = true;
			continue;
		}
		return ring_failure(pages, r, err);
	}
}

uint64_t ring_set_lost(struct ring_set *set, size_t event)
{
	const struct target *target = set->evset->target;
	uint64_t lost = 0;
	for (size_t cpu = 0; cpu < target->cpus.count; cpu++) {
		for (size_t thread = 0; thread < target->tids.count; thread++) {
			int fd = evset_fd(set->evset, event, cpu, thread);
			uint64_t here = fd >= 0 ? event_lost(fd, &event_list_get(set->evset->events, event)->attr) : 0;
			if (!here) continue;
			set->buffers[set->buffer_of[evset_fd_index(set->evset, event, cpu, thread)]]
				->tally.nr_lost_samples += here;
			lost += here;
		}
	}
	return lost;
}
