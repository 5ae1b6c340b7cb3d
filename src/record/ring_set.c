#include "record/ring_set.h"

#include <errno.h>
#include <sys/sysinfo.h>
#include <unistd.h>
#include "record/open_failure.h"

/* How much to map when the user did not say: much where every event is a sample, if memory and permissions allow. */
static size_t choose_pages(const struct evset *evset)
{
	size_t page = (size_t)sysconf(_SC_PAGESIZE), rings = evset->target->per_thread ? evset->target->tids.count : evset->target->cpus.count;
	uint64_t per_ring = 2u << 20;
	for (size_t i = 0; i < event_list_count(evset->events); i++) {
		const struct event_spec *spec = event_list_get(evset->events, i);
		if (spec->is_tracking_dummy) continue;
		if (spec->attr.sample_type & (SAMPLE_RAW | SAMPLE_STACK_USER) || !(spec->attr.flags & ATTR_FREQ) || spec->attr.sample_period > 10000)
			per_ring = 16u << 20;
	}
	struct sysinfo info;
	if (sysinfo(&info) == 0) {
		uint64_t share = (uint64_t)info.totalram * info.mem_unit / 64 / (rings ? rings : 1);
		while (per_ring > share && per_ring > 512u << 10) per_ring /= 2;
	}
	return per_ring / page;
}

static int open_rings(struct ring_set *set, size_t pages, struct err *err)
{
	const struct evset *evset = set->evset;
	const struct target *target = evset->target;
	bool by_thread = target->per_thread;
	size_t count = by_thread ? target->tids.count : target->cpus.count;
	set->rings = xcalloc(count, sizeof(*set->rings));
	set->tallies = xcalloc(count, sizeof(*set->tallies));
	set->ring_of = xcalloc(count, sizeof(*set->ring_of));
	for (size_t k = 0; k < count; k++) {
		struct ring *ring = NULL;
		size_t others = by_thread ? target->cpus.count : target->tids.count;
		for (size_t event = 0; event < event_list_count(evset->events); event++) {
			for (size_t other = 0; other < others; other++) {
				int fd = by_thread ? evset_fd(evset, event, other, k) : evset_fd(evset, event, k, other);
				if (fd < 0) continue;
				if (!ring) {
					ring = &set->rings[set->count];
					int r = ring_open(ring, fd, pages);
					if (r < 0) return r;
					set->tallies[set->count] = (struct ring_tally){ .cpu = by_thread ? -1 : target->cpus.items[k],
						.tid = by_thread ? target->tids.items[k] : -1, .size_bytes = ring->size_bytes };
					set->ring_of[k] = set->count++;
				} else {
					int r = event_set_output(fd, ring->fd);
					if (r < 0) return err_set_errno(err, r, "directing events to one buffer");
				}
			}
		}
	}
	set->pages = pages;
	return 0;
}

void ring_set_done(struct ring_set *set)
{
	for (size_t i = 0; i < set->count; i++) ring_close(&set->rings[i]);
	free(set->rings);
	free(set->tallies);
	free(set->ring_of);
	set->rings = NULL;
	set->tallies = NULL;
	set->ring_of = NULL;
	set->count = 0;
}

int ring_set_open(struct ring_set *set, const struct evset *evset, size_t wanted_pages, struct err *err)
{
	*set = (struct ring_set){ .evset = evset };
	size_t pages = wanted_pages ? wanted_pages : choose_pages(evset);
	for (;;) {
		int r = open_rings(set, pages, err);
		if (r >= 0) return r;
		if (err && err->message) return r;
		ring_set_done(set);
		if ((r == -EPERM || r == -ENOMEM) && !wanted_pages && pages > 1) {
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
			set->tallies[set->ring_of[target->per_thread ? thread : cpu]].nr_lost_samples += here;
			lost += here;
		}
	}
	return lost;
}
