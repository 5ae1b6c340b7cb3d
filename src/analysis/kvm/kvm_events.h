/* The tracepoints of KVM as typed events in order of time: a guest is left, something happens outside, it is entered
 * again. */
#ifndef ANALYSIS_KVM_KVM_EVENTS_H
#define ANALYSIS_KVM_KVM_EVENTS_H

#include "analysis/kvm/kvm_reason.h"
#include "analysis/pass/tracepoint_pass.h"

enum kvm_kind {
	KVM_ENTRY,   /* a virtual CPU runs its guest */
	KVM_EXIT,    /* it does not any more */
	KVM_DETAIL,  /* more about the exit before (s390) */
	KVM_MMIO,    /* memory of a device was read (the end of it), or is written (the beginning) */
	KVM_PORT,    /* a port is accessed */
	KVM_MSR,     /* a machine specific register is accessed */
	KVM_CALL,    /* a call of the hypervisor (PowerPC) */
	KVM_CALL_END /* it returns */
};

/* One event. */
struct kvm_event {
	TRACEPOINT_EVENT; /* kind: enum kvm_kind */
	uint32_t vcpu;    /* ENTRY: which virtual CPU; kernels that do not tell it (arm64, RISC-V): 0 */
	/* What the payload has: the code, or the address; the class of an arm64 trap; the instruction set of the host's
	 * processor (x86: 1 VMX, 2 SVM); the kind of an access to memory of devices, or whether an access writes. */
	uint64_t code;
	uint32_t trap_class, isa, access;
	struct kvm_reason reason; /* of all but ENTRY and CALL_END: what the code means */
};

/* What is analysed: the time outside of the guest, or that for one sort of access. */
enum kvm_what { KVM_WHAT_EXITS, KVM_WHAT_MMIO, KVM_WHAT_PORTS, KVM_WHAT_MSRS, KVM_WHAT_CALLS };

/* What is wanted, and who gets it. Borrowed for the visit. */
struct kvm_visitor {
	void *ctx;
	int (*event)(void *ctx, const void *event); /* struct kvm_event; nonzero stops */
	enum kvm_what what;
	const struct number_list *pids; /* only of these processes; NULL: all */
	uint64_t nr_damaged;            /* set by the visit: payloads that are too short */
};

/* Samples one by one as events, for those who have no session. Made for the events of a recording and the formats in
 * its header, which are borrowed, as pids is. */
struct kvm_maker;
struct kvm_maker *kvm_maker_new(enum kvm_what what, const struct number_list *pids, const struct perf_events *events,
				const struct perf_header *header);
void kvm_maker_free(struct kvm_maker *maker); /* NULL is fine */
/* False: the sample is none of those that are wanted, or its payload is too short. */
bool kvm_maker_make(const struct kvm_maker *maker, const struct sample *sample, struct kvm_event *ret);

/* The tracepoints that are read, of all architectures: "kvm:kvm_exit", the index from 0 on. Static; NULL: no more. */
const char *kvm_events_name(size_t index);
/* Whether the recording has events of guests that are left, with a format that can be read. */
bool kvm_events_has_exits(struct session *session);
/* Goes over the recording, one event at a time. Returns 0, what the visitor stopped with, or -errno with err set:
 * -EINVAL when the recording has no event of the accesses that are asked for. */
int kvm_events_visit(struct session *session, struct kvm_visitor *visitor, struct err *err) _warn_unused_;

#endif
