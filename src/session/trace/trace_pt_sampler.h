/* A block of an Intel PT trace on its way to samples: the state that the parts share. Included by trace_pt_*.c alone.
 *
 *     trace_pt_samples.c   the block through the decoder
 *     trace_pt_branches.c  branches
 *     trace_pt_insns.c     instructions: which of them are sampled
 *     trace_pt_told.c      what packets tell beside the way: events and errors
 *     trace_pt_pebs.c      PEBS records, which packets tell
 *     trace_pt_sampler.c   what is the same for all samples
 *     trace_pt_skip.c      how many of them are left out at the beginning
 *     trace_pt_answer.c    what samples of other events get of it (asked for in trace_pt_additions.c)
 *     trace_pt_stacks.c    what follows from branches: call stacks, last branches
 */
#ifndef SESSION_TRACE_TRACE_PT_SAMPLER_H
#define SESSION_TRACE_TRACE_PT_SAMPLER_H

#include "hwtrace/intel_pt/pt_pebs.h"
#include "session/trace/trace_flow.h"
#include "session/trace/trace_pt.h"

/* A ring of the last so many, of which nr are filled; the newest is at (next - 1) % size. */
struct branch_ring {
	struct branch_entry *entries;
	size_t size, next, nr;
};

/* A block on its way. */
struct sampler {
	struct pt_trace *trace;
	struct pt_block *block;     /* changed while samples are only counted */
	uint64_t told_missing;      /* a bit for each of the block's first 64 missing objects */
	struct sample_sink *sink;   /* NULL: samples are only counted */
	struct pt_answers *answers; /* NULL: nobody asks */
	struct trace_where where;
	struct pt_carry carry;
	struct pt_summary found;
	bool any_time;
	bool in_guest; /* the sample that is being made is of a virtual machine */
	struct trace_stacks stacks;
	struct branch_ring ring;
	struct sample branch; /* of a branch: what is not the same for all of them is written for each */
	/* Instructions and cycles of the block when the last sample of branches, and of instructions, had some. */
	struct ipc_mark {
		uint64_t insns, cycles;
	} branch_ipc, insn_ipc, cycles_ipc;
	uint64_t last_insn; /* instructions of the block up to the last that was sampled; less than 0: in one before */
	struct pt_due due;
	uint32_t last_tid;                  /* that the block's effects know */
	uint64_t nr_to_skip, skipped_insns; /* as in struct pt_block, what is left of them */
	struct pt_pebs pebs;                /* the record that is being told */
	uint64_t error_ns;                  /* of the last error: samples do not go back behind it */
};

/* The time that a sample of `when` has, which is in a guest or not from then on; while samples are only counted, the
 * block's span grows to it. */
uint64_t pt_sampler_time(struct sampler *s, const struct pt_when *when);
/* The flow of a branch, with what its packets tell. */
uint32_t pt_sampler_branch_flow(const struct pt_branch *branch, const struct pt_when *when);
/* Whether interrupts are off there, and whether that changes: flags beside those of the flow, with Event Trace only. */
void pt_sampler_add_interrupts(const struct sampler *s, const struct pt_when *when, struct sample *sample);
/* How many instructions and cycles there were since the last sample that had some, where cycles are exact (is_exact:
 * the instruction is the one with the packet), or anywhere for letter A; insns: of the block, with the sample's own. */
void pt_sampler_ipc(const struct sampler *s, struct ipc_mark *mark, const struct pt_when *when, bool is_exact,
		    uint64_t insns, struct sample *sample);
/* Hands a sample on, with what is the same for all of an event; only while samples are not just counted. */
void pt_sampler_give(struct sampler *s, enum trace_event which, struct sample *sample);

/* The two halves of it: thread, CPU and mode of a sample whose event, ip and time are set; and to the sink, as one of
 * the event with all its fields. */
void pt_sampler_place(struct sampler *s, struct sample *sample);
void pt_sampler_hand_on(struct sampler *s, struct sample *sample);

/* trace_pt_pebs.c. Takes BBP, BIP and BEP events. */
void trace_pt_pebs(struct sampler *s, const struct pt_event *event, const struct pt_when *when);

/* trace_pt_stacks.c. The stack of the thread of the moment, by a number that stands for it, once moved to a time; of
 * the thread where it is; and what a branch changes. */
uint32_t pt_sampler_stack(const struct sampler *s);
uint32_t pt_sampler_thread(struct sampler *s, uint64_t time_ns);
void pt_sampler_change_stack(struct sampler *s, const struct pt_branch *branch, uint32_t flow, uint64_t time_ns);
void pt_sampler_ring_add(struct branch_ring *ring, const struct branch_entry *entry);
/* Before and after a block, where stacks or last branches are wanted. */
void pt_sampler_begin_stacks(struct sampler *s);
void pt_sampler_begin_ring(struct sampler *s);
void pt_sampler_end_ring(struct sampler *s);
/* What a sample has of them. */
void pt_sampler_add_chain(struct sampler *s, struct sample *sample);
void pt_sampler_add_last_branches(struct sampler *s, struct sample *sample);

/* trace_pt_answer.c. What blocks answer, all of them; and one of them. */
struct pt_additions {
	pthread_mutex_t lock; /* of what is behind `of` */
	struct sample_additions *of;
};
struct pt_answers {
	struct sample_sink sink; /* takes what nobody asked for */
	struct pt_additions *additions;
	const struct pt_block *block;
	size_t next; /* of its questions */
};
/* The sample with this turn gets copies of chain and branches of `sample`, where it has some. Any thread. */
void pt_additions_add(struct pt_additions *additions, uint64_t turn, const struct sample *sample);
/* Answers the questions of the time before before_ns. */
void pt_sampler_answer(struct sampler *s, uint64_t before_ns);

/* trace_pt_insns.c. Before a block: which instruction is due first; and after it. */
void pt_sampler_begin_insns(struct sampler *s);
void pt_sampler_end_insns(struct sampler *s, uint64_t nr_insns);

/* Members of struct pt_sink; ctx is a struct sampler. */
void trace_pt_branch(void *ctx, const struct pt_branch *branch, const struct pt_when *when);
void trace_pt_insns(void *ctx, uint64_t ip, const uint8_t *code, const struct pt_run *run, unsigned count,
		    const struct pt_when *when);
void trace_pt_place(void *ctx, uint64_t ip, const struct pt_branch *branch, const struct pt_when *when);
void trace_pt_event(void *ctx, const struct pt_event *event, const struct pt_when *when);
void trace_pt_error(void *ctx, enum pt_error error, uint64_t ip, const struct pt_when *when);

#endif
