/* Samples: from a record to fields and back. The layout of an event's samples is worked out once; decoding is then
 * loads at fixed offsets up to the first variable field. Source of the order: kernel UAPI linux/perf_event.h,
 * PERF_RECORD_SAMPLE.
 *
 *   struct sample_scratch scratch = { 0 };
 *   struct sample s;
 *   if (sample_decode(events_of_record(events, r), r, &scratch, &s) == 0) use(s.ip, s.callchain); */
#ifndef PERFDATA_RECORD_SAMPLE_H
#define PERFDATA_RECORD_SAMPLE_H

#include "event/attr/attr.h"
#include "perfdata/record/record.h"

struct perf_event; /* perfdata/record/events.h */

/* One counter's value in a sample of an event with READ; id and lost are 0 unless read_format has them. */
struct read_value {
	uint64_t value, id, lost;
};
/* One branch, newest first in a sample. flags as in the UAPI on little endian, whatever the recorder's byte order: bit
 * 0 mispred, 1 predicted, 2 in_tx, 3 abort, 4-19 cycles, 20-23 type, 24-25 spec, 26-29 new_type, 30-32 priv. */
struct branch_entry {
	uint64_t from, to, flags;
};
/* A call beyond a sample's branch stack, known from an earlier sample, and those that are further out; count: all of
 * them. */
struct lbr_link {
	uint64_t from;
	const struct lbr_link *outer;
	uint64_t count;
};
/* Registers: one value for each bit of mask, lowest first, numbered as in the kernel's asm/perf_regs.h of the
 * recorder's architecture. abi 0: there are none. */
struct sample_regs {
	uint64_t abi, mask;
	const uint64_t *values;
};

/* How control went on at a sample of a hardware trace: bits of sample.flow, numbered as perf-dlfilter(1) does. */
enum sample_flow {
	SAMPLE_FLOW_BRANCH = 1 << 0,
	SAMPLE_FLOW_CALL = 1 << 1,
	SAMPLE_FLOW_RETURN = 1 << 2,
	SAMPLE_FLOW_CONDITIONAL = 1 << 3,
	SAMPLE_FLOW_SYSCALL = 1 << 4, /* or the way back */
	SAMPLE_FLOW_ASYNC = 1 << 5,
	SAMPLE_FLOW_INTERRUPT = 1 << 6,
	SAMPLE_FLOW_ABORT = 1 << 7, /* of a transaction */
	SAMPLE_FLOW_BEGIN = 1 << 8, /* the trace begins */
	SAMPLE_FLOW_END = 1 << 9,
	SAMPLE_FLOW_IN_TRANSACTION = 1 << 10,
	SAMPLE_FLOW_VM_ENTRY = 1 << 11,
	SAMPLE_FLOW_VM_EXIT = 1 << 12,
	SAMPLE_FLOW_INTERRUPTS_OFF = 1 << 13,
	SAMPLE_FLOW_INTERRUPTS_TOGGLE = 1 << 14,
};

/* A call that has not returned yet, as a hardware trace tells. */
struct open_call {
	const struct open_call *outer;
	uint64_t return_ip;
	uint32_t depth;   /* with all that are further out */
	bool until_begin; /* tracing ended with it: it returns when tracing begins again */
};

/* States of a thread. WALL_BLOCKED: uninterruptible, not for the disk; WALL_WAIT: one of those after it is running. */
enum wall_state {
	WALL_UNKNOWN,
	WALL_RUNNING,
	WALL_RUNNABLE,
	WALL_SLEEP,
	WALL_DISK,
	WALL_BLOCKED,
	WALL_LOCK,
	WALL_WAIT
};

/* A decoded sample. Arrays point into the record or the scratch. */
struct sample {
	const struct perf_event *event;
	/* Its place among samples of equal time, the same for any number of threads; samples that were one record
	 * share it. Not decoded: whoever gives the sample out sets it (session/session.h). */
	uint64_t turn;
	/* SAMPLE_* bits decoded. Fields of absent bits are 0, but pid, tid and cpu (uint32_t)-1 and time_ns
	 * (uint64_t)-1. */
	uint64_t present;
	uint64_t ip, time_ns, addr, id, stream_id;
	uint64_t period; /* without PERIOD: the period (or frequency) the event was set to */
	uint32_t pid, tid, cpu;
	uint16_t misc;
	uint8_t cpumode;
	/* READ: the times of the group, and its values: nr_read of them, one without READ_GROUP. */
	uint64_t read_enabled_ns, read_running_ns;
	uint32_t nr_read;
	const struct read_value *read;
	uint64_t nr_callchain;
	const uint64_t *callchain; /* leaf first, with context markers, host order */
	uint32_t raw_size;
	const uint8_t *raw; /* bytes as recorded, in the recorder's byte order */
	/* BRANCH_STACK; hw_idx is (uint64_t)-1 when it was not recorded; branch_counters has nr_branches words or is
	 * NULL. */
	uint64_t nr_branches, branch_hw_idx;
	const struct branch_entry *branches;
	const uint64_t *branch_counters;
	const struct lbr_link *stitched; /* --stitch-lbr; not decoded: whoever knows the samples before sets it */
	uint32_t parallelism; /* threads that ran at the time, with its own; not decoded, likewise. 0: not known */
	/* What the thread did in the time that is its period, and who ended that; not decoded, likewise (report
	 * --wall). waker: thread id, 0: not known. */
	uint32_t waker;
	uint8_t wall_state; /* enum wall_state */
	struct sample_regs user_regs, intr_regs;
	/* The copied user stack: stack_size bytes were reserved, of which the first stack_dyn_size are valid. */
	uint64_t stack_size, stack_dyn_size;
	const uint8_t *stack;
	uint64_t weight;
	/* weight: the 64-bit WEIGHT, or the 32-bit var1 of WEIGHT_STRUCT; of the latter ins_lat is var2 and
	 * p_stage_cyc var3. */
	uint32_t ins_lat, p_stage_cyc;
	uint64_t data_src, transaction, phys_addr, cgroup, data_page_size, code_page_size;
	uint64_t aux_size;
	/* A piece of a hardware trace, as recorded. */
	const uint8_t *aux;
	/* Of samples that are made of a hardware trace, 0 of others: how control goes on (enum sample_flow), the bytes
	 * of the instruction, and how many instructions and cycles have passed since the sample before that had any. */
	uint32_t flow;
	uint32_t call_depth; /* of a branch: calls that it is in; a return's is that of what it returns from */
	const struct open_call *calls; /* that it is in, innermost first; NULL: none, or nobody asked for them */
	uint8_t insn_size_bytes;
	const uint8_t *insn;
	uint64_t nr_insns, nr_cycles;
};

/* Where swapped or unaligned arrays of the current sample live; one per thread, reused from sample to sample. */
struct sample_scratch {
	uint64_t *words;
	size_t capacity;
};
void sample_scratch_done(struct sample_scratch *scratch);

/* Decodes r (a SAMPLE record of event). Pointers in *ret live until scratch is used again or the record goes.
 * Returns 0, -EBADMSG when the record is shorter than its fields claim (fields decoded until there are kept, present
 * says which). */
int sample_decode(const struct perf_event *event, const struct record *r, struct sample_scratch *scratch,
		  struct sample *ret);
/* The same into the struct that an earlier call filled (zeroed before the first): only what that one left is cleared,
 * which is little for samples without fields of variable size, or with raw data alone. */
int sample_decode_again(const struct perf_event *event, const struct record *r, struct sample_scratch *scratch,
			struct sample *ret);

/* Appends s as a SAMPLE record in the layout of event, which need not be the one it was decoded for, in the byte order
 * of out; raw, stack and aux are bytes as recorded. What the sample does not have is written as it stands in the
 * struct: 0. Registers are those of the event's mask. Returns 0, or -E2BIG, with nothing added, when it is longer than
 * a record can be. */
int sample_encode(struct outbuf *out, const struct perf_event *event, const struct sample *s);

/* Whether the user part of the chain is in a later record (PERF_RECORD_CALLCHAIN_DEFERRED) that has the chain's last
 * word, its cookie, too. */
static inline bool sample_chain_is_deferred(const struct sample *sample)
{
	return sample->nr_callchain >= 2 && sample->callchain[sample->nr_callchain - 2] == CONTEXT_USER_DEFERRED;
}

#endif
