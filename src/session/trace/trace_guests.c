#include "session/trace/trace_guests.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* Guests and their CPUs are few; a recording that names more is damaged. */
enum { VCPUS_MOST = 1 << 16 };

static int compare_switches(const void *a, const void *b)
{
	const struct trace_switch *x = a, *y = b;
	if (x->time_ns == y->time_ns) return 0;
	return x->time_ns < y->time_ns ? -1 : 1;
}

void trace_switches_sort(trace_switch_vec *switches)
{
	if (switches->count) qsort(switches->items, switches->count, sizeof(*switches->items), compare_switches);
}

size_t trace_switches_until(const trace_switch_vec *switches, uint64_t time_ns, uint64_t *ret_until)
{
	size_t low = 0, high = switches->count;
	while (low < high) {
		size_t middle = (low + high) / 2;
		if (switches->items[middle].time_ns <= time_ns) low = middle + 1;
		else high = middle;
	}
	*ret_until = low < switches->count ? switches->items[low].time_ns : UINT64_MAX;
	return low;
}

static uint64_t key_of(uint32_t machine_pid, uint32_t vcpu) { return (uint64_t)machine_pid << 32 | vcpu; }

void trace_guests_add_ids(struct trace_guests *guests, const struct record *r)
{
	struct record_id_index index;
	struct record_id_entry entry;
	if (record_decode_id_index(r, &index) < 0) return;
	while (record_id_index_next(&index, &entry)) {
		if (!entry.has_guest || !entry.machine_pid) continue;
		uint64_t key = key_of((uint32_t)entry.machine_pid, (uint32_t)entry.vcpu);
		if (guests->vcpus.count == VCPUS_MOST && !u64map_find(&guests->vcpu_of_1, key)) return;
		uint64_t *number_1 = u64map_put(&guests->vcpu_of_1, key, NULL);
		if (!*number_1) {
			vec_push(&guests->vcpus, ((struct trace_vcpu){ .id = entry.id }));
			*number_1 = guests->vcpus.count;
		}
		*u64map_put(&guests->of_id_1, entry.id, NULL) = *number_1;
	}
}

struct trace_vcpu *trace_guests_vcpu_of_id(const struct trace_guests *guests, uint64_t id)
{
	const uint64_t *number_1 = guests->vcpus.count ? u64map_find(&guests->of_id_1, id) : NULL;
	return number_1 ? &guests->vcpus.items[*number_1 - 1] : NULL;
}

void trace_guests_sort(struct trace_guests *guests)
{
	for (size_t i = 0; i < guests->vcpus.count; i++) trace_switches_sort(&guests->vcpus.items[i].switches);
}

void trace_guests_done(struct trace_guests *guests)
{
	for (size_t i = 0; i < guests->vcpus.count; i++) vec_done(&guests->vcpus.items[i].switches);
	vec_done(&guests->vcpus);
	u64map_done(&guests->vcpu_of_1);
	u64map_done(&guests->of_id_1);
}

const struct trace_vcpu *trace_guests_vcpu(const struct trace_guests *guests, uint32_t machine_pid, uint32_t vcpu)
{
	const uint64_t *number_1 = u64map_find(&guests->vcpu_of_1, key_of(machine_pid, vcpu));
	return number_1 ? &guests->vcpus.items[*number_1 - 1] : NULL;
}

bool trace_guests_vcpu_of_name(const char *comm, uint32_t *ret_vcpu)
{
	static const char prefix[] = "CPU ";
	char *end;
	if (strncmp(comm, prefix, sizeof(prefix) - 1) != 0) return false;
	const char *digits = comm + sizeof(prefix) - 1;
	unsigned long number = strtoul(digits, &end, 10);
	if (*digits < '0' || *digits > '9' || number > UINT16_MAX) return false;
	*ret_vcpu = (uint32_t)number;
	return true;
}
