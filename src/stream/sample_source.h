/* Where samples come from, other than from the records of a recording: the pieces of a hardware trace, for one, each of
 * which holds the way of a CPU through the code, and becomes many samples when it is decoded.
 *
 * A source is cut into blocks, what a thread is given. Each says beforehand which times it spans, so that its samples
 * are put among all others without decoding everything first; a worker decodes one block from its beginning to its end.
 * session_add_source (session/session.h) makes it part of all passes over the samples, which do not know the
 * difference.
 *
 *     block 0       [100 ... 180]                   a block's samples need not be in order; those of
 *     block 1              [150 ....... 260]        different blocks may overlap in time
 *
 * All of a source lives as long as the session that it was added to. */
#ifndef STREAM_SAMPLE_SOURCE_H
#define STREAM_SAMPLE_SOURCE_H

#include "base/arena.h"
#include "base/err.h"
#include "perfdata/record/sample.h"

/* What is known of a block before it is decoded. */
struct source_block {
	/* The times of its samples in ns, both inclusive; a sample outside is taken to be at the nearer end. */
	uint64_t min_ns, max_ns;
	/* At most so many come out, others are left out and warned of: so many turns are kept free. */
	uint32_t max_samples;
	/* Whose all its samples are, where that is known and no records come with them: of a CPU, and of a thread. */
	bool has_cpu, has_task;
	uint32_t cpu, pid, tid;
	/* Of memory while it waits for its turn, about: how much is decoded ahead depends on it. */
	uint32_t size_bytes;
};

/* Takes the samples of a block. */
struct sample_sink {
	/* For what samples point to (call chains, branches, payload); of the block, and gone with it. */
	struct arena *arena;
	/* Where the samples stand that come next, when that is not their own time; 0: it is. Then the session's
	 * turns_tell_time is set. */
	uint64_t place_ns;
	/* The next sample, copied, but for what it points to: in the arena, or of the source. event is one of the
	 * recording's; turn and stitched are set by whoever takes it. */
	void (*sample)(struct sample_sink *sink, const struct sample *sample);
	/* The same for a record that belongs there, as what a decoder could not read (AUXTRACE_ERROR): its bytes are in
	 * the arena, and it counts among the block's samples. */
	void (*record)(struct sample_sink *sink, const struct record *r, uint64_t time_ns);
};

struct sample_source {
	const char *name; /* "Intel PT": for messages */
	void *ctx;
	const struct source_block *blocks;
	size_t nr_blocks;
	/* Decodes a block; several threads do so with different blocks at the same time, each pass anew: what comes
	 * out must be the same each time. What is damaged is warned of and left out; -errno with err set when nothing
	 * can be decoded at all, which ends the pass. */
	int (*decode)(void *ctx, size_t block, struct sample_sink *sink, struct err *err);
	/* Frees ctx and the source at the end of the session that it was added to; NULL: they are somebody else's. */
	void (*release)(void *ctx);
};

#endif
