/* list (pinned hash map):  attr -> id of a map;  that map (perf event array):  CPU -> counter. The list keeps no
 * counter alive: an id whose map is gone is just replaced. */
#include "bpf/bpf_shared_counter.h"

#include <errno.h>
#include <unistd.h>
#include "bpf/bpf_call.h"
#include "bpf/bpf_map.h"
#include "kernel/cpu_list.h"
#include "kernel/event_open.h"
#include "kernel/remedy.h"

enum { LIST_ENTRIES = 256 };
/* The key is a whole struct event_attr (shared_attr), the value the id of a map of counters. */
static const struct bpf_map_shape list_shape = { .type = BPF_MAP_TYPE_HASH,
						 .key_bytes = sizeof(struct event_attr),
						 .value_bytes = sizeof(uint32_t),
						 .nr_entries = LIST_ENTRIES };

/* Pinning fails with -EEXIST when another session made the list at the same time: then that one is taken. */
int bpf_shared_list_open(const char *path, struct err *err)
{
	int fd = bpf_map_open_file(path);
	if (fd == -ENOENT) {
		fd = bpf_map_new("perf_counters", &list_shape);
		int r = fd < 0 ? fd : bpf_map_pin(fd, path);
		if (r < 0 && fd >= 0) close(fd);
		if (r < 0) fd = r == -EEXIST ? bpf_map_open_file(path) /* somebody was faster */ : r;
	}
	if (fd < 0) {
		err_set_errno(err, fd, "Cannot share counters at %s", path);
		_free_ char *remedy = remedy_bpf_mount();
		if (fd == -ENOENT || fd == -EPERM || fd == -EINVAL)
			err_hint(err, "It has to be in a bpf file system. %s", remedy);
		return fd;
	}
	if (bpf_map_is(fd, &list_shape)) return fd;
	close(fd);
	return err_set(err, -EEXIST,
		       "%s is not a list of shared counters as this perf writes it; name another with --bpf-attr-map",
		       path);
}

/* What is counted and how it is read, without sampling and the like: equal attrs may share a counter. */
static struct event_attr shared_attr(const struct event_attr *attr)
{
	const uint64_t kept = ATTR_EXCLUDE_USER | ATTR_EXCLUDE_KERNEL | ATTR_EXCLUDE_HV | ATTR_EXCLUDE_IDLE |
			      ATTR_EXCLUDE_HOST | ATTR_EXCLUDE_GUEST | 3ull << ATTR_PRECISE_SHIFT;
	return (struct event_attr){ .type = attr->type,
				    .config = attr->config,
				    .config1 = attr->config1,
				    .config2 = attr->config2,
				    .config3 = attr->config3,
				    .config4 = attr->config4,
				    .bp_type = attr->bp_type,
				    .flags = attr->flags & kept,
				    .read_format = READ_TOTAL_TIME_ENABLED | READ_TOTAL_TIME_RUNNING };
}

/* Fails only when no CPU could be opened; CPUs differ on hybrid machines. */
static int open_on_cpus(const struct kernelfs *fs, int map, struct event_attr *attr)
{
	struct cpu_list online;
	size_t opened = 0;
	int r = -ENODEV;
	cpu_list_online(fs, &online);
	for (size_t i = 0; i < online.cpus.count; i++) {
		struct event_place place = { .pid = -1, .cpu = online.cpus.items[i], .group_fd = -1 };
		int fd = event_open_exact(attr, &place, true);
		int stored = fd < 0 ? fd : bpf_map_store(map, &online.cpus.items[i], &fd);
		if (fd >= 0) close(fd); /* the map holds it */
		if (stored < 0) r = stored;
		else opened++;
	}
	vec_done(&online.cpus);
	return opened ? 0 : r;
}

/* Of two sessions that open new counters for one attr at the same time, the later one's are listed; both work. */
int bpf_shared_counter_open(const struct kernelfs *fs, int list_fd, const struct event_attr *attr)
{
	struct event_attr shared = shared_attr(attr), key = shared;
	uint32_t id;
	struct bpf_map_shape shape = { .type = BPF_MAP_TYPE_PERF_EVENT_ARRAY,
				       .key_bytes = 4,
				       .value_bytes = 4,
				       .nr_entries = (uint32_t)cpu_list_possible(fs),
				       /* else entries go with the descriptor through which they were made */
				       .flags = BPF_F_PRESERVE_ELEMS };
	if (list_fd >= 0 && bpf_map_find(list_fd, &key, &id) >= 0) {
		int found = bpf_map_open_id(id);
		/* Ids are used again: it might be another map by now. */
		if (found >= 0 && bpf_map_is(found, &shape)) return found;
		if (found >= 0) close(found); /* else nobody has it any more */
	}
	int map = bpf_map_new("perf_counter", &shape);
	if (map < 0) return map;
	int r = open_on_cpus(fs, map, &shared);
	if (r < 0) {
		close(map);
		return r;
	}
	if (list_fd >= 0 && bpf_map_id(map, &id) >= 0)
		(void)bpf_map_store(list_fd, &key, &id); /* full: these are not shared */
	return map;
}
