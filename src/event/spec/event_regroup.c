/* Members are given a key (the hardware that counts them), keys are put in the order of their PMUs, and members are
 * sorted by key, stably. Each key is then a group.
 *
 *     {cpu/a/, imc_0/b/, imc_1/b/, sw, imc_0/c/}      keys: cpu, imc_0, imc_1, cpu, imc_0
 *         ->  {cpu/a/, sw} {imc_0/b/, imc_0/c/} {imc_1/b/}
 *
 * list->regrouped says whether the user is to be told. It is not set where each hardware has the same number of events:
 * the same group on each of several PMUs is what was meant. */
#include "event/spec/event_parse.h"

#include <string.h>
#include "event/spec/event_topdown.h"
#include "event/pmu/pmu.h"

/* The hardware a member goes with: its own, or, of members counted in software, that of the first which has one, unless
 * it counts on a few CPUs for all: on the others there would be no group. */
static void set_keys(struct event_spec *const *specs, size_t count, uint32_t *ret_keys)
{
	uint32_t first = 0;
	for (size_t i = 0; i < count && !first; i++) first = specs[i]->is_uncore ? 0 : specs[i]->group_pmu;
	for (size_t i = 0; i < count; i++) ret_keys[i] = specs[i]->group_pmu ? specs[i]->group_pmu : first;
}

/* Whose first event stands for its hardware when groups are put in order. */
static const struct event_spec *first_of(struct event_spec *const *specs, const uint32_t *keys, size_t count,
					 uint32_t key)
{
	for (size_t i = 0; i < count; i++)
		if (keys[i] == key && specs[i]->group_pmu == key) return specs[i];
	return specs[0];
}

/* Whether a's hardware is listed before that of b. */
static bool comes_before(const struct event_spec *a, const struct event_spec *b)
{
	char cpu[] = "cpu"; /* events by the kernel's own names */
	const struct event_pmu pmu_of_a = { .name = a->pmu_name ? a->pmu_name : cpu, .is_core = a->is_core };
	const struct event_pmu pmu_of_b = { .name = b->pmu_name ? b->pmu_name : cpu, .is_core = b->is_core };
	return event_pmu_compare(&pmu_of_a, &pmu_of_b) < 0;
}

/* Events first..first+count are one group, led by the first. */
static void make_group(struct event_list *list, size_t first, size_t count)
{
	for (size_t i = first; i < first + count; i++) {
		struct event_spec *spec = event_list_get(list, i);
		spec->leader = (uint32_t)first;
		spec->nr_members = i == first ? (uint32_t)count : 1;
	}
}

/* Moves members without hardware of their own (tools) behind the others, alone. Returns how many stay. */
static size_t part_with_tools(struct event_list *list, size_t first, size_t count)
{
	struct event_spec **specs = list->items_vec.items + first;
	size_t kept = 0;
	VEC(struct event_spec *) tools = VEC_INIT;
	for (size_t i = 0; i < count; i++) {
		if (specs[i]->tool) vec_push(&tools, specs[i]);
		else specs[kept++] = specs[i];
	}
	for (size_t i = 0; i < tools.count; i++) {
		specs[kept + i] = tools.items[i];
		make_group(list, first + kept + i, 1);
	}
	vec_done(&tools);
	return kept;
}

void event_regroup(struct event_list *list, size_t first, size_t all)
{
	size_t count = part_with_tools(list, first, all);
	struct event_spec **specs = list->items_vec.items + first;
	_free_ uint32_t *keys = xcalloc(count + 1, sizeof(*keys));
	set_keys(specs, count, keys);
	/* the hardware there is, in the order of its PMUs */
	VEC(uint32_t) order = VEC_INIT;
	/* keys in the order of first mention, but those of two PMUs in the order of the PMUs (insertion sort: there are
	 * few) */
	for (size_t i = 0; i < count; i++) {
		size_t k = 0;
		while (k < order.count && order.items[k] != keys[i]) k++;
		if (k < order.count) continue;
		const struct event_spec *mine = first_of(specs, keys, count, keys[i]);
		for (k = 0; k < order.count && !(keys[i] && order.items[k] &&
						 comes_before(mine, first_of(specs, keys, count, order.items[k])));)
			k++;
		vec_push(&order, 0u);
		memmove(order.items + k + 1, order.items + k, (order.count - 1 - k) * sizeof(order.items[0]));
		order.items[k] = keys[i];
	}
	_free_ struct event_spec **sorted = xcalloc(count + 1, sizeof(*sorted));
	size_t n = 0;
	for (size_t k = 0; k < order.count; k++) {
		/* members of one hardware follow each other from here on */
		size_t begin = n;
		for (size_t i = 0; i < count; i++)
			if (keys[i] == order.items[k]) sorted[n++] = specs[i];
		list->regrouped |= event_topdown_order(sorted + begin, n - begin);
		for (size_t i = begin; i < n; i++) {
			sorted[i]->leader = (uint32_t)(first + begin);
			sorted[i]->nr_members = i == begin ? (uint32_t)(n - begin) : 1;
		}
	}
	if (count) memcpy(specs, sorted, count * sizeof(*specs));
	for (size_t i = 0; i < count; i++)
		list->regrouped |= specs[i]->leader == first + i && specs[i]->nr_members * order.count != count;
	vec_done(&order);
}
