/* Sums of a tap by control group: in the map far, a tally a group and call, and of each a value for every CPU, which
 * are added up here. */
#include "bpf/bpf_map.h"
#include "bpf/tap_private.h"
#include "kernel/cpu_list.h"

/* Tallies of two CPUs become one. */
static void add_tally(struct syscall_tally *to, const struct syscall_tally *part)
{
	if (!part->count) return;
	if (!to->count || part->min_ns < to->min_ns) to->min_ns = part->min_ns;
	to->max_ns = MAX(to->max_ns, part->max_ns);
	to->count += part->count;
	to->nr_errors += part->nr_errors;
	to->total_ns += part->total_ns;
	to->squares_low += part->squares_low;
	to->squares_high += part->squares_high + (to->squares_low < part->squares_low);
}

/* The group's item, from the last on, as keys of one group are not far from each other; it is made where it is not
 * there yet. */
static struct syscall_tally_thread *item_of(struct syscall_tallies *list, uint64_t cgroup)
{
	for (size_t i = list->threads.count; i-- > 0;)
		if (list->threads.items[i].order == cgroup) return &list->threads.items[i];
	vec_push(&list->threads, ((struct syscall_tally_thread){ .order = cgroup }));
	return &list->threads.items[list->threads.count - 1];
}

void tap_cgroups_read(const struct tap *tap, struct syscall_tallies *to)
{
	size_t nr_cpus = cpu_list_possible(tap->options->fs);
	_free_ struct syscall_tally *of_cpus = xcalloc(nr_cpus + 1, sizeof(*of_cpus));
	struct tap_task_key key, next;
	int fd = tap->code.maps.far, more = bpf_map_next(fd, NULL, &key);
	for (; more >= 0; key = next) {
		struct syscall_tally sum = { .number_plus_1 = tap_number_of(key.number) + 1 };
		more = bpf_map_next(fd, &key, &next);
		if (bpf_map_find(fd, &key, of_cpus) < 0) continue;
		for (size_t i = 0; i < nr_cpus; i++) add_tally(&sum, &of_cpus[i]);
		if (!sum.count) continue;
		struct syscall_tally_thread *group = item_of(to, key.start_ns);
		group->nr_events += 2 * sum.count; /* beginnings and ends */
		vec_push(&group->calls, sum);
	}
}

uint64_t tap_cgroups_errno(const struct tap *tap, const struct tap_errno_key *key)
{
	size_t nr_cpus = cpu_list_possible(tap->options->fs);
	_free_ uint64_t *of_cpus = xcalloc(nr_cpus + 1, sizeof(*of_cpus));
	uint64_t sum = 0;
	if (bpf_map_find(tap->code.maps.errnos, key, of_cpus) < 0) return 0;
	for (size_t i = 0; i < nr_cpus; i++) sum += of_cpus[i];
	return sum;
}
