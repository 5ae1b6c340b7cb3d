/* Virtual CPUs of guests, where the recording has what was recorded in them (perf inject --guest-data): which event
 * counts which of them (ID_INDEX), and which of the guest's threads ran there (SWITCH, SWITCH_CPU_WIDE). Filled while
 * a trace's input is read, by one thread, then only asked. */
#ifndef SESSION_TRACE_TRACE_GUESTS_H
#define SESSION_TRACE_TRACE_GUESTS_H

#include "base/u64map.h"
#include "base/vec.h"
#include "perfdata/record/record.h"

/* From then on this thread is on the CPU. */
struct trace_switch {
	uint64_t time_ns;
	uint32_t pid, tid;
};
typedef VEC(struct trace_switch) trace_switch_vec;
/* In order of time. */
void trace_switches_sort(trace_switch_vec *switches);
/* Those that are not later than time_ns come first: how many. *ret_until: when the next one comes, else UINT64_MAX. */
size_t trace_switches_until(const trace_switch_vec *switches, uint64_t time_ns, uint64_t *ret_until);

struct trace_vcpu {
	uint64_t id; /* of an event that counts it: the first that the recording names */
	trace_switch_vec switches;
};
struct trace_guests {
	VEC(struct trace_vcpu) vcpus;
	struct u64map vcpu_of_1; /* guest and virtual CPU -> its place in vcpus + 1 */
	struct u64map of_id_1;   /* an event's id -> the same */
};
/* Takes which events count which virtual CPUs. */
void trace_guests_add_ids(struct trace_guests *guests, const struct record *r);
/* Where switches of the virtual CPU go that an event with this id counts; NULL: it counts none. */
struct trace_vcpu *trace_guests_vcpu_of_id(const struct trace_guests *guests, uint64_t id);
/* Behind the last record. */
void trace_guests_sort(struct trace_guests *guests);
void trace_guests_done(struct trace_guests *guests);

/* A virtual CPU of the guest of that process; NULL: nothing of it was recorded. */
const struct trace_vcpu *trace_guests_vcpu(const struct trace_guests *guests, uint32_t machine_pid, uint32_t vcpu);
/* Which virtual CPU a thread of the hypervisor runs, by its name ("CPU 3/KVM"); false: none. */
bool trace_guests_vcpu_of_name(const char *comm, uint32_t *ret_vcpu);

#endif
