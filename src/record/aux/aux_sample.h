/* Samples that carry the end of a hardware trace (PERF_SAMPLE_AUX): the event that is sampled is in the group of the
 * event that traces, whose area the kernel copies from; nothing of the trace is written by itself. */
#ifndef RECORD_AUX_AUX_SAMPLE_H
#define RECORD_AUX_AUX_SAMPLE_H

#include "base/err.h"
#include "event/attr/event_spec.h"
#include "kernel/kernelfs.h"

/* USUAL_BYTES: without a size. MOST_BYTES: of a record, which has at most 64 KiB, without what else is in it.
 * SYNC_BYTES: behind a PSB, so that decoding can begin. */
enum { AUX_SAMPLE_USUAL_BYTES = 4096, AUX_SAMPLE_MOST_BYTES = 60 << 10, AUX_SAMPLE_SYNC_BYTES = 256 };

/* How far apart the packets are that a decoder can begin at, and the smallest size of samples; bytes 0: not known. */
struct aux_sample_psb {
	size_t bytes, sample_bytes;
};

/* Gives events in the group of the trace the size, where they have none of their own (bytes 0: they stay without). An
 * event with a size outside of the group joins it; so do all others behind the trace when a size was asked for and the
 * group has no member. Intel PT gets its shortest psb_period unless the event names one. 0, or -EINVAL with err set:
 * there is nothing to sample, or a size is too large. */
int aux_sample_prepare(struct event_list *events, const struct kernelfs *fs, uint32_t bytes,
		       struct aux_sample_psb *ret_psb, struct err *err) _warn_unused_;

#endif
