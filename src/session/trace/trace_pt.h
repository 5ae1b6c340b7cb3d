/* Intel PT in a session: blocks of its streams, and how a block becomes samples. Shared by trace_pt.c (blocks) and
 * trace_pt_samples.c (samples).
 *
 *     stream   [PSB ....... PSB ....... PSB ...]     cut at PSB packets
 *     block 0  [..........]  1 [......]  2 [...]     decoded each by itself, by any thread
 *
 * Before the first pass each block is walked over once: how many instructions and samples it has, and when. What a
 * block needs of those before it (how many instructions since the last sample) is summed up from that. */
#ifndef SESSION_TRACE_TRACE_PT_H
#define SESSION_TRACE_TRACE_PT_H

#include <stdatomic.h>
#include "hwtrace/intel_pt/pt_decoder.h"
#include "session/trace/trace_code.h"
#include "session/trace/trace_events.h"
#include "session/trace/trace_pt_index.h"
#include "session/trace/trace_stack.h"
#include "session/trace/trace_stream.h"

/* What a block leaves for the next one. */
struct pt_carry {
	bool goes_on;      /* the position was known at its end */
	uint64_t nr_insns; /* since the last sample of instructions */
	unsigned cbr;      /* TRACE_NO_CBR: none was shown */
	uint64_t slot;     /* of time, where instructions are sampled by time */
};
#define TRACE_NO_CBR UINT32_MAX
/* What a sample of another event had then (trace_pt_additions.c). cpu: TRACE_ANY: not told. */
struct pt_question {
	uint64_t turn, time_ns, ip;
	uint32_t cpu, tid;
};
struct pt_block {
	const struct trace_stream *stream;
	uint64_t from, to; /* of the stream */
	struct pt_summary found;
	struct pt_carry before; /* what the blocks before leave */
	uint64_t nr_samples;    /* at most so many come out */
	/* Of these the first are left out (--itrace=s100), which may be more than there are; and how many instructions
	 * those of the blocks before stand for, which the next sample of instructions stands for as well. */
	uint64_t nr_to_skip, skipped_insns;
	/* Objects whose code is not at hand, each once; is_told: of which no block before tells, so this one does. */
	VEC(struct pt_missing {
		uint32_t dso_id;
		bool is_told;
	}) missing;
	/* Where stacks are wanted: what it does to those of its threads, and how they are when it begins. */
	struct trace_effects effects;
	/* Where last branches are wanted: the last of its own, oldest first. */
	VEC(struct branch_entry) last_branches;
	VEC(const struct open_call *) tops;        /* of effects.threads, in their order */
	VEC(const struct pt_question *) questions; /* in order of time */
};

struct pt_trace {
	struct session *session;
	struct trace_input input;
	struct trace_streams streams;
	struct trace_clock clock;
	struct pt_config config;
	struct trace_code *code;
	struct pt_runs *runs;
	struct itrace_options wants;
	bool has_time, wants_stacks, wants_last_branches;
	VEC(struct pt_question) questions; /* in order of time */
	struct arena frames;               /* of the stacks that blocks begin with */
	/* Instructions are sampled so often: every so many, or, when by_time, once in a slot of 2^slot_shift ticks. 0:
	 * none are. */
	uint64_t period;
	bool by_time;
	unsigned slot_shift;
	const struct perf_event *events[TRACE_EVENT_NR]; /* NULL: not wanted */
	/* The first of the events that write PEBS records into the trace, NULL when they are not wanted or there is
	 * none; and how many there are. */
	const struct perf_event *pebs_event;
	size_t nr_pebs_events;
	VEC(struct pt_block) blocks;
	atomic_bool *is_decoded; /* [blocks]: it was decoded for samples */
	struct source_block *source_blocks;
	struct sample_source source;
};

/* Decodes a block into sink. 0, or -errno with err set. */
int pt_trace_decode(struct pt_trace *trace, struct pt_block *block, struct sample_sink *sink,
		    struct err *err) _warn_unused_;
/* Walks over a block, to fill found and missing of it. The same. */
int pt_trace_look(struct pt_trace *trace, struct pt_block *block, struct err *err) _warn_unused_;

/* trace_pt_kept.c: the blocks, with found and missing of each, out of the user's cache; false: they have to be found.
 * And stores them there. */
bool pt_trace_find_kept(struct pt_trace *trace);
void pt_trace_keep(const struct pt_trace *trace);

/* For the block's code and threads. */
struct trace_where pt_trace_where(const struct pt_trace *trace, const struct pt_block *block);
/* The block through the decoder, into a sink of the caller's. The same. */
int pt_trace_walk(struct pt_trace *trace, const struct pt_block *block, const struct pt_sink *sink,
		  struct err *err) _warn_unused_;
/* Letter d: writes the log (trace_pt_log.c), when it is known how each block begins. The same. */
int pt_trace_log(struct pt_trace *trace, struct err *err) _warn_unused_;

/* Letters G and L: what samples of other events than `of` ask, before there are other sources; which block answers,
 * once their times are known; and the answers, once it is known how stacks are when blocks begin: the session's
 * additions. 0, or -errno with err set. */
int pt_trace_ask(struct pt_trace *trace, const struct perf_event *of, struct err *err) _warn_unused_;
void pt_trace_assign_questions(struct pt_trace *trace);
int pt_trace_answer_questions(struct pt_trace *trace, struct err *err) _warn_unused_;
/* Decodes the block for its questions. */
struct pt_answers;
int pt_trace_answer(struct pt_trace *trace, struct pt_block *block, struct sample_sink *sink,
		    struct pt_answers *answers, struct err *err) _warn_unused_;

/* The blocks by their beginnings in time; to be freed. */
struct pt_block **pt_trace_blocks_by_time(struct pt_trace *trace);
/* Finds out where the first count samples are: nr_to_skip of the blocks. 0, or -errno with err set. */
int pt_trace_skip(struct pt_trace *trace, uint64_t count, struct err *err) _warn_unused_;

#endif
