/* Why guests were left, and how long until they were entered again: perf kvm stat report. */
#ifndef ANALYSIS_KVM_KVM_H
#define ANALYSIS_KVM_KVM_H

#include "analysis/kvm/kvm_events.h"
#include "result/kvm_result.h"

/* By what rows are ordered: the largest first; those with equal values by name. */
enum kvm_key { KVM_KEY_SAMPLES, KVM_KEY_TIME, KVM_KEY_MAX, KVM_KEY_MIN, KVM_KEY_MEAN };

/* A stretch of time that has ended: which thread of the host, which virtual CPU. The name is borrowed for the call;
 * NULL: the code has none. */
struct kvm_ended {
	uint64_t time_ns, length_ns;
	uint32_t tid, vcpu;
	const char *name;
};

/* Borrowed for the run. */
struct kvm_options {
	enum kvm_what what;
	enum kvm_key key;
	int vcpu;                       /* only this virtual CPU; -1: all */
	const struct number_list *pids; /* only of these processes; NULL: all */
	/* Called for each stretch of at least so many ns; NULL: nobody wants to know. */
	void (*ended)(void *ctx, const struct kvm_ended *ended);
	void *ctx;
	uint64_t least_ns;
};

struct kvm;
/* Goes over the recording. Returns 0, or -errno with err set. Codes without a name are counted in the session's
 * warnings. *ret_result is borrowed from *ret, which kvm_free frees. */
int kvm_run(struct session *session, const struct kvm_options *options, struct kvm **ret,
	    const struct kvm_result **ret_result, struct err *err) _warn_unused_;
void kvm_free(struct kvm *kvm); /* NULL is fine */

/* The same one event after the other, in order of time, for those who have events from elsewhere. */
struct kvm *kvm_new(const struct kvm_options *options);
void kvm_event(struct kvm *kvm, const struct kvm_event *event);
/* Makes the rows. Codes that have no name are told to warnings (NULL: to nobody). Further events may follow, and then
 * another call; the result before is not valid any more. */
const struct kvm_result *kvm_finish(struct kvm *kvm, struct warnings *warnings);
/* Forgets all rows; what has begun goes on. The result is not valid any more. */
void kvm_restart(struct kvm *kvm);

#endif
