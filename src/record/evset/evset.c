/* Opening goes through four layers, from the outside in: evset_open takes the events one by one (and goes back when a
 * group has to be opened in another way), open_event decides what the failure of one means for the session, open_places
 * visits its CPUs and threads, and open_one asks the kernel until it accepts the event in some form. What an event
 * became is written into its attr, so that the next place is asked for that form at once. */
#include "record/evset/evset.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>
#include "base/descriptor.h"
#include "event/attr/name.h"
#include "kernel/cgroup.h"
#include "kernel/cpu_list.h"
#include "kernel/tracefs.h"
#include "record/evset/open_failure.h"

size_t evset_fd_index(const struct evset *evset, size_t event, size_t cpu, size_t thread)
{
	return (event * evset->target->cpus.count + cpu) * evset->target->tids.count + thread;
}

int evset_fd(const struct evset *evset, size_t event, size_t cpu, size_t thread)
{
	return evset->fds[evset_fd_index(evset, event, cpu, thread)];
}

bool evset_leads(const struct evset *evset, size_t event) { return evset->gather.lead[event] == event; }

static void set_name(struct event_spec *spec, char *name)
{
	free(spec->name);
	spec->name = name;
}

/* Machines without a PMU, virtual ones above all, still have clocks. */
static bool fall_back_to_clock(struct evset *evset, struct event_spec *spec, int code)
{
	struct event_attr *attr = &spec->attr;
	if (code != -ENOENT && code != -ENXIO && code != -ENODEV) return false;
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

/* Without permission for the kernel's side, user space alone: the event's name then ends with the modifier u. */
static bool fall_back_to_user(struct evset *evset, struct event_spec *spec, int code)
{
	struct event_attr *attr = &spec->attr;
	if (code != -EACCES && code != -EPERM) return false;
	if (attr->flags & (ATTR_EXCLUDE_KERNEL | ATTR_EXCLUDE_USER)) return false;
	attr->flags |= ATTR_EXCLUDE_KERNEL | ATTR_EXCLUDE_HV | ATTR_EXCLUDE_GUEST;
	evset->fallbacks.kernel_excluded = true;
	bool has_place = !spec->tracepoint_name && strpbrk(spec->name, ":/"); /* for modifiers */
	event_open_note(&evset->trace, "%s: excluding kernel and hypervisor, which this user may not look at",
			spec->name);
	set_name(spec, xasprintf("%s%su", spec->name, has_place ? "" : ":"));
	return true;
}

/* ":P" means as precise as possible: one level less at each refusal that is not a matter of permission. */
static bool fall_back_precision(const struct event_open_trace *trace, struct event_spec *spec, int code)
{
	unsigned precise = attr_precise(&spec->attr);
	if (!spec->precise_max || !precise || code == -EACCES || code == -EPERM || code == -EMFILE || code == -ESRCH)
		return false;
	spec->attr.flags = (spec->attr.flags & ~(3ull << ATTR_PRECISE_SHIFT)) | (uint64_t)(precise - 1)
											<< ATTR_PRECISE_SHIFT;
	event_open_note(trace, "%s: decreasing precise_ip by one (%u)", spec->name, precise - 1);
	return true;
}

/* A group that need not stay one, ":W": each member counts on its own. */
static bool break_up(struct evset *evset, uint32_t leader)
{
	const struct event_spec *first = event_list_get(evset->events, leader);
	size_t per_event = evset->target->cpus.count * evset->target->tids.count;
	if (!first->weak || first->nr_members < 2) return false;
	event_open_note(&evset->trace, "Weak group for %s/%u failed", first->name, first->nr_members);
	for (size_t event = leader; event < event_list_count(evset->events); event++) {
		struct event_spec *spec = event_list_get(evset->events, event);
		if (spec->leader != leader) continue;
		for (size_t i = event * per_event; i < (event + 1) * per_event; i++) descriptor_close(&evset->fds[i]);
		spec->attr.flags |= first->attr.flags &
				    (ATTR_DISABLED | ATTR_ENABLE_ON_EXEC); /* whoever leads is switched */
		if (!evset->counting && !spec->attr.sample_period) {       /* its leader sampled for it */
			spec->attr.sample_period = first->attr.sample_period;
			spec->attr.flags |= first->attr.flags & ATTR_FREQ;
		}
		spec->leader = evset->gather.lead[event] = (uint32_t)event;
		spec->nr_members = 1;
		evset->missing[event] = 0;
	}
	return true;
}

/* Once more, not gathered with others. */
static bool ungather(struct evset *evset, size_t event)
{
	size_t per_event = evset->target->cpus.count * evset->target->tids.count;
	if (!gather_undo(&evset->gather, evset->events, event)) return false;
	for (size_t i = event * per_event; i < (event + 1) * per_event; i++) descriptor_close(&evset->fds[i]);
	return true;
}

/* The bits of an attr that are of its group, not of itself. */
struct group_bits {
	uint64_t flags, read_format;
};

/* Sets in attr what makes it a member of a gathered group, and returns what the bits were: the attr itself is to stay
 * as the user asked. */
static struct group_bits gather_bits(const struct evset *evset, size_t event, bool gathered, struct event_attr *attr)
{
	const uint64_t starting = ATTR_DISABLED | ATTR_ENABLE_ON_EXEC;
	struct group_bits own = { attr->flags & (starting | ATTR_INHERIT), attr->read_format & READ_GROUP };
	bool led = gather_is_led(&evset->gather, event);
	if (gathered) attr->read_format |= READ_GROUP;
	if (gathered && (led || evset->gather.lead[event] != event)) attr->flags &= ~starting;
	if (gathered && led) attr->flags &= ~ATTR_INHERIT; /* as its leader, which samples; CPUs have no children */
	return own;
}

/* A trace that the recorder makes itself is a dummy for the kernel: its ring has what readers need beside the trace. */
static int open_spec(struct evset *evset, struct event_spec *spec, const struct event_place *place)
{
	const struct event_attr own = spec->attr;
	bool is_stepped = spec->is_stepped && !evset->counting;
	if (is_stepped) {
		spec->attr.type = ATTR_TYPE_SOFTWARE;
		spec->attr.config = ATTR_SOFTWARE_DUMMY;
	}
	int fd = event_open(&spec->attr, place, evset->required_sample_type, &evset->support, &evset->trace);
	if (is_stepped) {
		spec->attr.type = own.type;
		spec->attr.config = own.config;
	}
	return fd;
}

/* One event on one CPU and thread, with all the ways round a refusal. */
static int open_one(struct evset *evset, size_t event, size_t cpu, size_t thread, int cgroup)
{
	struct event_spec *spec = event_list_get(evset->events, event);
	struct event_place place = { .pid = evset->target->tids.items[thread],
				     .cpu = evset->target->cpus.items[cpu],
				     .group_fd = evset_leads(evset, event)
							 ? -1
							 : evset_fd(evset, evset->gather.lead[event], cpu, thread) };
	if (gather_is_led(&evset->gather, event)) place.group_fd = evset->leader_fds[cpu];
	if ((spec->is_uncore && evset->target->nr_package_cpus) || spec->of_cpus) place.pid = -1;
	/* An event of a cgroup is opened with the directory's descriptor in place of a pid (PERF_FLAG_PID_CGROUP). */
	if (cgroup >= 0) {
		place.pid = cgroup;
		place.pid_is_cgroup = true;
	}
	/* Fallbacks change the attr and the name: these are kept for the message. */
	const struct event_attr asked = spec->attr;
	_free_ char *asked_name = xstrdup(spec->name);
	bool gathered = gather_has(&evset->gather, evset->events, event);
	int first = 0;
	for (;;) {
		evset->trace.name = spec->name;
		struct group_bits own = gather_bits(evset, event, gathered, &spec->attr);
		int fd = open_spec(evset, spec, &place);
		if (gathered) {
			spec->attr.flags |= own.flags;
			spec->attr.read_format = (spec->attr.read_format & ~READ_GROUP) | own.read_format;
		}
		if (fd >= 0) return fd;
		if (!first) first = fd;
		if (fall_back_precision(&evset->trace, spec, fd) || fall_back_to_user(evset, spec, fd)) continue;
		if (!evset->counting && fall_back_to_clock(evset, spec, fd)) continue;
		if (evset->counting && fd != -EACCES && fd != -EPERM)
			return fd;  /* not there, even in what is permitted */
		spec->attr = asked; /* what is refused is what was asked for */
		set_name(spec, take(asked_name));
		/* Permission is what can be changed, so it is told first; else the first refusal, as the fallbacks'
		 * say nothing about what was asked for. */
		return fd == -EACCES || fd == -EPERM ? fd : first;
	}
}

/* Counting goes on without what this machine cannot count, unless others depend on it. */
static bool can_do_without(const struct evset *evset, size_t event, int code)
{
	const struct event_spec *spec = event_list_get(evset->events, event);
	if (!evset->counting || (spec->leader == event && spec->nr_members > 1)) return false;
	return code == -EINVAL || code == -ENOSYS || code == -ENOENT || code == -EOPNOTSUPP || code == -ENXIO ||
	       code == -ENODEV;
}

/* The CPUs of the target on which an event's PMU counts. */
struct places {
	struct cpu_list own;
	bool restricted;
};

static bool runs_on(const struct places *places, int32_t cpu)
{
	if (!places->restricted || cpu < 0) return true;
	for (size_t i = 0; i < places->own.cpus.count; i++)
		if (places->own.cpus.items[i] == cpu) return true;
	return false;
}

/* 0 when it is open somewhere, else why it is not; ret_opened: on how many places it is. */
static int open_places(struct evset *evset, size_t event, const struct places *places, int cgroup, size_t *ret_opened)
{
	const struct target *target = evset->target;
	int ended = 0;
	for (size_t cpu = 0; cpu < target->cpus.count; cpu++) {
		const struct event_spec *spec = event_list_get(evset->events, event);
		if (!target_has_place(target, spec, cpu) || !runs_on(places, target->cpus.items[cpu])) continue;
		/* Events of packages, and those for CPUs, are one for all threads. */
		size_t nr_threads = (spec->is_uncore && target->nr_package_cpus) || spec->of_cpus ? 1
												  : target->tids.count;
		for (size_t thread = 0; thread < nr_threads; thread++) {
			int fd = open_one(evset, event, cpu, thread, cgroup);
			if (fd == -ESRCH && target->has_task) { /* a thread that ended meanwhile */
				ended = fd;
				continue;
			}
			if (fd < 0) return fd;
			evset->fds[evset_fd_index(evset, event, cpu, thread)] = fd;
			++*ret_opened;
		}
	}
	if (*ret_opened) return 0;
	return ended ? ended : -ENODEV;
}

/* ret_again: the event to go on with after a group was broken up. */
static int open_event(struct evset *evset, size_t event, size_t *ret_again, struct err *err)
{
	struct event_spec *spec = event_list_get(evset->events, event);
	struct places places = { 0 };
	_close_ int cgroup = -1;
	size_t opened = 0;
	uint32_t leader = spec->leader;
	int r = 0;
	if (spec->bpf_counter && evset->counting) return 0; /* somebody else counts them */
	if (spec->tool)
		return evset->counting
			       ? 0
			       : open_failure(spec, evset->target, event_list_count(evset->events), -ENOENT, err);
	places.restricted = spec->pmu_cpus && cpu_list_parse(spec->pmu_cpus, &places.own);
	if (spec->cgroup) r = cgroup = cgroup_open(evset->fs, spec->cgroup);
	if (r < 0 && !evset->counting) return err_set_errno(err, r, "no access to cgroup %s", spec->cgroup);
	if (r >= 0) r = open_places(evset, event, &places, cgroup, &opened);
	if (places.restricted) vec_done(&places.own.cpus);
	if (r >= 0) return 0;
	/* A gathered group may be refused for reasons that its members alone would not be: once more, without it. */
	if (r != -ESRCH && ungather(evset, event)) {
		*ret_again = event;
		return 0;
	}
	if (r == -EINVAL && break_up(evset, leader)) {
		*ret_again = leader;
		return 0;
	}
	if (!opened && can_do_without(evset, event, r)) {
		evset->missing[event] = r;
		return 0;
	}
	evset->failed_event = (int)event;
	return open_failure(spec, evset->target, event_list_count(evset->events), r, err);
}

int evset_open(struct evset *evset, const struct evset_options *options, struct event_list *events,
	       const struct target *target, struct err *err)
{
	size_t count = event_list_count(events) * target->cpus.count * target->tids.count;
	*evset = (struct evset){ .events = events,
				 .fs = options->fs,
				 .target = target,
				 .trace = options->trace,
				 .required_sample_type = options->required_sample_type,
				 .counting = options->counting,
				 .support.opener = options->opener,
				 .failed_event = -1 };
	evset->fds = xmalloc((count + 1) * sizeof(int));
	evset->missing = xcalloc(event_list_count(events) + 1, sizeof(int));
	gather_init(&evset->gather, events, options->gather, options->leader_fds != NULL);
	evset->leader_fds = options->leader_fds;
	for (size_t i = 0; i < count; i++) evset->fds[i] = -1;
	for (size_t i = 0; i < event_list_count(events);) {
		size_t again = i + 1;
		int r = open_event(evset, i, &again, err);
		if (r < 0) return r;
		i = again;
	}
	return 0;
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

void evset_switch(const struct evset *evset, size_t event, bool on)
{
	size_t per_event = evset->target->cpus.count * evset->target->tids.count;
	for (size_t i = event * per_event; i < (event + 1) * per_event; i++)
		if (evset->fds[i] >= 0) (void)(on ? event_enable : event_disable)(evset->fds[i]);
}

static void switch_all(const struct evset *evset, bool on, bool but_dummies)
{
	for (size_t event = 0; event < event_list_count(evset->events); event++)
		if (evset_leads(evset, event) &&
		    !(but_dummies && event_spec_is_dummy(event_list_get(evset->events, event))))
			evset_switch(evset, event, on);
}

void evset_enable(const struct evset *evset) { switch_all(evset, true, false); }
void evset_pause(const struct evset *evset) { switch_all(evset, false, true); }
void evset_disable(const struct evset *evset) { switch_all(evset, false, false); }

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
				return err_set(err, r, "failed to set filter \"%s\" on event %s with %d (%s)",
					       spec->filter, spec->name, -r, strerror(-r));
		}
	}
	return 0;
}

/* Frees everything but the descriptors, which are somebody else's now or closed. */
static void forget(struct evset *evset)
{
	free(evset->fds);
	free(evset->missing);
	gather_done(&evset->gather);
	evset->fds = NULL;
	evset->missing = NULL;
	free(evset->fallbacks.clock);
	free(evset->fallbacks.clock_from);
	evset->fallbacks = (struct evset_fallbacks){ 0 };
}

void evset_done(struct evset *evset)
{
	size_t nr_fds = evset->fds ? event_list_count(evset->events) * evset->target->cpus.count *
					     evset->target->tids.count
				   : 0;
	for (size_t i = 0; i < nr_fds; i++) descriptor_close(&evset->fds[i]);
	forget(evset);
}

static int by_fd(const void *a, const void *b)
{
	return (*(const int *)a > *(const int *)b) - (*(const int *)a < *(const int *)b);
}

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

static size_t nr_places(const struct evset *evset) { return evset->target->cpus.count * evset->target->tids.count; }

static bool has_tracepoint(const struct evset *evset)
{
	for (size_t i = 0; i < event_list_count(evset->events); i++)
		if (event_list_get(evset->events, i)->attr.type == ATTR_TYPE_TRACEPOINT) return true;
	return false;
}

/* Probes are tracepoints that somebody made, and may want to take away as soon as we are done with them. */
static bool has_probe(const struct evset *evset)
{
	_free_ char *tracefs = tracefs_find(evset->fs, NULL);
	_free_ char *probes = tracefs ? kernelfs_read(evset->fs, "%s/dynamic_events", tracefs) : NULL;
	for (size_t i = 0; probes && *probes && i < event_list_count(evset->events); i++) {
		const struct event_spec *spec = event_list_get(evset->events, i);
		if (!spec->tracepoint_system) continue;
		/* "p:group/name /bin/sh:0x1234" */
		_free_ char *line = xasprintf(":%s/%s ", spec->tracepoint_system, spec->tracepoint_name);
		if (strstr(probes, line)) return true;
	}
	return false;
}

/* The kernel waits for all CPUs to have left a tracepoint before it lets go of its last event, one tracepoint after the
 * other, some 20 ms each. A process of its own, left behind, does that waiting: the events are disabled already, and
 * for this one they are closed as soon as the other has them too. */
static void leave_behind(int *fds, size_t count)
{
	if (fork() != 0) return;
	setsid();
	if (chdir("/") < 0) _exit(1); /* keeps no file system busy */
	close_others(fds, count);
	_exit(0);
}

void evset_leave_behind(struct evset *evset)
{
	if (evset->fds && has_tracepoint(evset) && !has_probe(evset))
		leave_behind(evset->fds, nr_places(evset) * event_list_count(evset->events));
	evset_done(evset);
}

void evset_park(struct evset *evset, struct evset_parked *parked)
{
	/* Descriptors are a bounded resource: then it is time after all. */
	enum { MANY = 20000 };
	if (!evset->fds || !has_tracepoint(evset) || has_probe(evset)) {
		evset_done(evset);
		return;
	}
	for (size_t i = 0; i < nr_places(evset) * event_list_count(evset->events); i++)
		if (evset->fds[i] >= 0) vec_push(&parked->fds, evset->fds[i]);
	forget(evset);
	if (parked->fds.count > MANY) evset_parked_leave_behind(parked);
}

void evset_parked_leave_behind(struct evset_parked *parked)
{
	if (parked->fds.count) leave_behind(parked->fds.items, parked->fds.count);
	for (size_t i = 0; i < parked->fds.count; i++) close(parked->fds.items[i]);
	vec_done(&parked->fds);
}
