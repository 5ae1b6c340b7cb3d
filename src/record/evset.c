#include "record/evset.h"

#include <errno.h>
#include <string.h>
#include <sys/sysinfo.h>
#include <unistd.h>
#include "event/name.h"
#include "kernel/cgroup.h"
#include "kernel/facts.h"
#include "record/open_failure.h"

static size_t fd_index(const struct evset *evset, size_t event, size_t cpu, size_t thread)
{
	return (event * evset->target->cpus.count + cpu) * evset->target->tids.count + thread;
}

int evset_fd(const struct evset *evset, size_t event, size_t cpu, size_t thread) { return evset->fds[fd_index(evset, event, cpu, thread)]; }

static void set_name(struct event_spec *spec, char *name)
{
	free(spec->name);
	spec->name = name;
}

/* Machines without a PMU, virtual ones above all, still have clocks. */
static bool fall_back_to_clock(struct evset *evset, struct event_spec *spec, int code)
{
	struct event_attr *attr = &spec->attr;
	if (code != -ENOENT && code != -ENXIO && code != -ENODEV && code != -EOPNOTSUPP) return false;
	if (attr->type != ATTR_TYPE_HARDWARE || attr->config != 0) return false;
	bool of_cpu = evset->target->has_cpu;
	attr->type = ATTR_TYPE_SOFTWARE;
	attr->config = of_cpu ? 0 : 1;
	if (spec->precise_max) attr->flags |= 3ull << ATTR_PRECISE_SHIFT;
	if (!evset->fallbacks.clock) {
		evset->fallbacks.clock = xstrdup(of_cpu ? "cpu-clock" : "task-clock");
		evset->fallbacks.clock_from = xstrndup(spec->name, strcspn(spec->name, ":/"));
	}
	set_name(spec, event_name_of(attr));
	return true;
}

static bool fall_back_to_user(struct evset *evset, struct event_spec *spec, int code)
{
	struct event_attr *attr = &spec->attr;
	if (code != -EACCES && code != -EPERM) return false;
	if (attr->flags & (ATTR_EXCLUDE_KERNEL | ATTR_EXCLUDE_USER) || attr->type == ATTR_TYPE_TRACEPOINT || evset->target->has_cpu) return false;
	attr->flags |= ATTR_EXCLUDE_KERNEL | ATTR_EXCLUDE_HV | ATTR_EXCLUDE_GUEST;
	evset->fallbacks.kernel_excluded = true;
	const char *colon = strrchr(spec->name, ':');
	set_name(spec, xasprintf("%s%su", spec->name, colon ? "" : ":"));
	return true;
}

static bool fall_back_precision(struct event_spec *spec, int code)
{
	unsigned precise = attr_precise(&spec->attr);
	if (!spec->precise_max || !precise || code == -EACCES || code == -EPERM || code == -EMFILE || code == -ESRCH) return false;
	spec->attr.flags = (spec->attr.flags & ~(3ull << ATTR_PRECISE_SHIFT)) | (uint64_t)(precise - 1) << ATTR_PRECISE_SHIFT;
	return true;
}

static bool runs_on(const struct event_spec *spec, int32_t cpu)
{
	struct cpu_list list;
	if (!spec->pmu_cpus || cpu < 0 || !cpu_list_parse(spec->pmu_cpus, &list)) return true;
	bool found = false;
	for (size_t i = 0; i < list.cpus.count; i++) found |= list.cpus.items[i] == cpu;
	vec_done(&list.cpus);
	return found;
}

static void close_fd(const int *fd)
{
	if (*fd >= 0) close(*fd);
}

/* One event on one CPU and thread, with all the ways round a refusal. */
static int open_one(struct evset *evset, size_t event, size_t cpu, size_t thread)
{
	struct event_spec *spec = event_list_get(evset->events, event);
	struct event_place place = { .pid = evset->target->tids.items[thread], .cpu = evset->target->cpus.items[cpu],
				     .group_fd = spec->leader == event ? -1 : evset_fd(evset, spec->leader, cpu, thread) };
	_cleanup_(close_fd) int cgroup = -1;
	if (spec->cgroup) {
		cgroup = cgroup_open(evset->fs, spec->cgroup);
		if (cgroup < 0) return cgroup;
		place.pid = cgroup;
		place.pid_is_cgroup = true;
	}
	evset->trace.name = spec->name;
	for (;;) {
		int fd = event_open(&spec->attr, &place, evset->required_sample_type, &evset->support,
				    evset->trace.attempt ? &evset->trace : NULL);
		if (fd >= 0) return fd;
		if (fall_back_precision(spec, fd) || fall_back_to_user(evset, spec, fd) || fall_back_to_clock(evset, spec, fd)) continue;
		return fd;
	}
}

static int open_event(struct evset *evset, size_t event, struct err *err)
{
	const struct target *target = evset->target;
	size_t opened = 0;
	int last = 0;
	for (size_t cpu = 0; cpu < target->cpus.count; cpu++) {
		if (!runs_on(event_list_get(evset->events, event), target->cpus.items[cpu])) continue;
		for (size_t thread = 0; thread < target->tids.count; thread++) {
			int fd = open_one(evset, event, cpu, thread);
			if (fd == -ESRCH && target->has_task) { /* a thread that ended meanwhile */
				last = fd;
				continue;
			}
			if (fd < 0) {
				evset->failed_event = (int)event;
				return open_failure(event_list_get(evset->events, event), target, fd, err);
			}
			evset->fds[fd_index(evset, event, cpu, thread)] = fd;
			opened++;
		}
	}
	if (opened) return 0;
	return open_failure(event_list_get(evset->events, event), target, last ? last : -ENODEV, err);
}

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

static int open_rings(struct evset *evset, size_t pages, struct err *err)
{
	const struct target *target = evset->target;
	bool by_thread = target->per_thread;
	size_t count = by_thread ? target->tids.count : target->cpus.count;
	evset->rings = xcalloc(count, sizeof(*evset->rings));
	evset->tallies = xcalloc(count, sizeof(*evset->tallies));
	evset->ring_of = xcalloc(count, sizeof(*evset->ring_of));
	for (size_t k = 0; k < count; k++) {
		struct ring *ring = NULL;
		size_t others = by_thread ? target->cpus.count : target->tids.count;
		for (size_t event = 0; event < event_list_count(evset->events); event++) {
			for (size_t other = 0; other < others; other++) {
				int fd = by_thread ? evset_fd(evset, event, other, k) : evset_fd(evset, event, k, other);
				if (fd < 0) continue;
				if (!ring) {
					ring = &evset->rings[evset->nr_rings];
					int r = ring_open(ring, fd, pages);
					if (r < 0) return r;
					evset->tallies[evset->nr_rings] = (struct ring_tally){ .cpu = by_thread ? -1 : target->cpus.items[k],
						.tid = by_thread ? target->tids.items[k] : -1, .size_bytes = ring->size_bytes };
					evset->ring_of[k] = evset->nr_rings++;
				} else {
					int r = event_set_output(fd, ring->fd);
					if (r < 0) return err_set_errno(err, r, "directing events to one buffer");
				}
			}
		}
	}
	evset->ring_pages = pages;
	return 0;
}

static void close_rings(struct evset *evset)
{
	for (size_t i = 0; i < evset->nr_rings; i++) ring_close(&evset->rings[i]);
	free(evset->rings);
	free(evset->tallies);
	free(evset->ring_of);
	evset->rings = NULL;
	evset->tallies = NULL;
	evset->ring_of = NULL;
	evset->nr_rings = 0;
}

static int map_rings(struct evset *evset, size_t wanted_pages, struct err *err)
{
	size_t pages = wanted_pages ? wanted_pages : choose_pages(evset);
	for (;;) {
		int r = open_rings(evset, pages, err);
		if (r >= 0) return r;
		if (err && err->message) return r;
		close_rings(evset);
		if ((r == -EPERM || r == -ENOMEM) && !wanted_pages && pages > 1) {
			pages /= 2;
			evset->fallbacks.rings_shrunk = true;
			continue;
		}
		return ring_failure(pages, r, err);
	}
}

int evset_open(struct evset *evset, const struct evset_options *options, struct event_list *events, const struct target *target, struct err *err)
{
	size_t count = event_list_count(events) * target->cpus.count * target->tids.count;
	*evset = (struct evset){ .events = events, .fs = options->fs, .target = target, .trace = options->trace, .required_sample_type = options->required_sample_type,
				 .failed_event = -1 };
	evset->fds = xmalloc((count + 1) * sizeof(int));
	for (size_t i = 0; i < count; i++) evset->fds[i] = -1;
	for (size_t i = 0; i < event_list_count(events); i++) {
		int r = open_event(evset, i, err);
		if (r < 0) return r;
	}
	return map_rings(evset, options->ring_pages, err);
}

int evset_ids(const struct evset *evset, struct perf_events *ret, struct err *err)
{
	const struct target *target = evset->target;
	size_t count = event_list_count(evset->events);
	for (size_t event = 0; event < count; event++) {
		const struct event_spec *spec = event_list_get(evset->events, event);
		struct perf_event *e = events_add(ret, &spec->attr, spec->name);
		for (size_t cpu = 0; cpu < target->cpus.count; cpu++) {
			for (size_t thread = 0; thread < target->tids.count; thread++) {
				int fd = evset_fd(evset, event, cpu, thread);
				uint64_t id;
				if (fd < 0) continue;
				int r = event_id(fd, &spec->attr, &id);
				if (r < 0) return err_set_errno(err, r, "asking for the id of %s", spec->name);
				events_add_ids(ret, e, &id, 1);
			}
		}
	}
	for (size_t event = 0; event < count; event++) {
		const struct event_spec *spec = event_list_get(evset->events, event);
		ret->items[event]->leader = ret->items[spec->leader];
		ret->items[event]->nr_members = spec->nr_members;
		if (spec->group_name) ret->items[event]->group_name = xstrdup(spec->group_name);
	}
	return 0;
}

static void each_fd(const struct evset *evset, bool leaders_only, int (*fn)(int fd))
{
	size_t per_event = evset->target->cpus.count * evset->target->tids.count;
	for (size_t event = 0; event < event_list_count(evset->events); event++) {
		if (leaders_only && event_list_get(evset->events, event)->leader != event) continue;
		for (size_t i = 0; i < per_event; i++)
			if (evset->fds[event * per_event + i] >= 0) (void)fn(evset->fds[event * per_event + i]);
	}
}

void evset_enable(const struct evset *evset) { each_fd(evset, true, event_enable); }
void evset_disable(const struct evset *evset) { each_fd(evset, true, event_disable); }

int evset_filter(const struct evset *evset, struct err *err)
{
	size_t per_event = evset->target->cpus.count * evset->target->tids.count;
	for (size_t event = 0; event < event_list_count(evset->events); event++) {
		const struct event_spec *spec = event_list_get(evset->events, event);
		if (!spec->filter) continue;
		for (size_t i = 0; i < per_event; i++) {
			int fd = evset->fds[event * per_event + i];
			int r = fd >= 0 ? event_set_filter(fd, spec->filter) : 0;
			if (r < 0)
				return err_set(err, r, "failed to set filter \"%s\" on event %s with %d (%s)", spec->filter, spec->name, -r, strerror(-r));
		}
	}
	return 0;
}

uint64_t evset_lost(struct evset *evset, size_t event)
{
	const struct target *target = evset->target;
	uint64_t lost = 0;
	for (size_t cpu = 0; cpu < target->cpus.count; cpu++) {
		for (size_t thread = 0; thread < target->tids.count; thread++) {
			int fd = evset_fd(evset, event, cpu, thread);
			uint64_t here = fd >= 0 ? event_lost(fd, &event_list_get(evset->events, event)->attr) : 0;
			if (!here) continue;
			evset->tallies[evset->ring_of[target->per_thread ? thread : cpu]].nr_lost_samples += here;
			lost += here;
		}
	}
	return lost;
}

static void forget(struct evset *evset)
{
	free(evset->fds);
	evset->fds = NULL;
	free(evset->rings);
	free(evset->tallies);
	free(evset->ring_of);
	evset->rings = NULL;
	evset->tallies = NULL;
	evset->ring_of = NULL;
	evset->nr_rings = 0;
	free(evset->fallbacks.clock);
	free(evset->fallbacks.clock_from);
	evset->fallbacks = (struct evset_fallbacks){ 0 };
}

void evset_done(struct evset *evset)
{
	close_rings(evset);
	if (evset->fds) each_fd(evset, false, close);
	forget(evset);
}

static int by_fd(const void *a, const void *b) { return (*(const int *)a > *(const int *)b) - (*(const int *)a < *(const int *)b); }

/* All descriptors but the events': whoever waits for the end of a pipe must not wait for us. */
static void close_others(int *fds, size_t count)
{
	unsigned from = 0;
	if (count) qsort(fds, count, sizeof(int), by_fd);
	for (size_t i = 0; i < count; i++) {
		if (fds[i] < 0) continue;
		if ((unsigned)fds[i] > from) close_range(from, (unsigned)fds[i] - 1, 0);
		from = (unsigned)fds[i] + 1;
	}
	close_range(from, ~0u, 0);
}

static bool has_tracepoint(const struct evset *evset)
{
	for (size_t i = 0; i < event_list_count(evset->events); i++)
		if (event_list_get(evset->events, i)->attr.type == ATTR_TYPE_TRACEPOINT) return true;
	return false;
}

/* The kernel waits for all CPUs to have left a tracepoint before it lets go of its last event, one tracepoint after the other, some
   20 ms each. A process of its own, left behind, does that waiting: the events are disabled already, and for this one they are closed
   as soon as the other has them too. */
void evset_leave_behind(struct evset *evset)
{
	size_t count = event_list_count(evset->events) * evset->target->cpus.count * evset->target->tids.count;
	if (evset->fds && has_tracepoint(evset) && fork() == 0) {
		setsid();
		close_others(evset->fds, count);
		_exit(0);
	}
	evset_done(evset);
}
