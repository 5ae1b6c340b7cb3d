/* The same of guests that run: takes records in rounds, as a consumer of a recording gets them out of the ring buffers
 * (record/drain/round_consumer.h), and gives events to a struct kvm as their samples come due. One thread. */
#ifndef ANALYSIS_KVM_KVM_LIVE_H
#define ANALYSIS_KVM_KVM_LIVE_H

#include "analysis/kvm/kvm.h"

struct kvm_live;
/* options and warnings are borrowed and must outlive it. Never NULL. */
struct kvm_live *kvm_live_new(const struct kvm_options *options, struct warnings *warnings);
void kvm_live_free(struct kvm_live *live); /* NULL is fine */
/* The events, and a header with the formats of their tracepoints: before any round; both outlive it. */
void kvm_live_begin(struct kvm_live *live, const struct perf_events *events, const struct perf_header *header);
/* The next round. records is borrowed until kvm_live_due was called behind the round after it. */
void kvm_live_round(struct kvm_live *live, const void *records, size_t size_bytes);
/* Counts what the last round has made due. */
void kvm_live_due(struct kvm_live *live);
/* What was counted: for kvm_finish and kvm_restart. Borrowed. */
struct kvm *kvm_live_kvm(struct kvm_live *live);

#endif
