/* From the rings into the recording: whole records, straight from the shared memory to the file in one write a round.
 */
#ifndef RECORD_DRAIN_DRAIN_H
#define RECORD_DRAIN_DRAIN_H

#include "base/vec.h"
#include "kernel/kernelfs.h"
#include "perfdata/perfdata.h"
#include "perfdata/writer.h"
#include "record/ring/buffer.h"
#include "record/drain/round_queue.h"

/* So often even a ring that fills slowly is emptied: who kills the recorder loses no more than that. */
enum { DRAIN_LATEST_MS = 1000 };
enum drain_affinity { DRAIN_ANYWHERE, DRAIN_ON_CPU, DRAIN_ON_NODE };

/* What one thread drains: buffers, where they go to, and what it keeps account of. Filled in by its owner; there is no
 * function that makes one. Of one thread. */
struct drain {
	struct buffer **buffers; /* borrowed; what comes out of each is counted in its tally */
	size_t nr_buffers;
	struct perfdata_writer *writer; /* borrowed; NULL: nothing is written */
	struct compressor *compressor;  /* borrowed; NULL: written as they are */
	/* Is shown what is compressed, as that cannot be read back; borrowed. NULL: not wanted. */
	struct hits_seen *seen;
	/* Where the contents of the rings go instead of the file; borrowed. NULL: they are written. */
	struct round_queue *rounds;
	/* Each round has what came into overwritten buffers, too, and drain_overwritten has nothing left to do. */
	bool rounds_have_overwritten;
	/* Offsets in the data where records begin, one about every 4 MiB, for reading the file in parallel. */
	VEC(uint64_t) runs;
	/* At most so many bytes are compressed in one call: the header tells readers (COMPRESSED, mmap_len). */
	size_t compressed_bytes;
	uint64_t flush_bytes; /* a ring with less than that waits (--mmap-flush), except at the end */
	/* No FINISHED_ROUND records: other threads write as well, and nobody orders their files. */
	bool no_rounds;
	/* where the thread runs while it takes a buffer; but for DRAIN_ANYWHERE each buffer is a write of its own */
	enum drain_affinity affinity;
	const struct kernelfs *fs; /* borrowed; for the CPUs of a node */
	/* Is told which processes map code; borrowed. NULL: not wanted. */
	struct roots *roots;
	/* The last round left the rings alone, because the consumer of rounds is behind. */
	bool held_up;
	uint64_t last_bytes, fullest_bytes; /* of the last round: written in all, and of the ring that had most */
};

void drain_done(struct drain *drain);
/* Divides the data that was written, size_bytes at data, into runs that begin with a whole record, to be read in
 * parallel: ret gets as many as drain->runs.count. */
void drain_runs(const struct drain *drain, const uint8_t *data, uint64_t size_bytes, struct record_run *ret);
/* Own records: the side band. 0 or -errno. */
int drain_append(struct drain *drain, const void *records, size_t size_bytes);
/* The same from several places, which are one or more whole records, and what follows an AUXTRACE record; parts is
 * consumed. */
int drain_append_parts(struct drain *drain, struct iovec *parts, int nr_parts);
/* One round over all rings, with a FINISHED_ROUND record behind it when there was anything. all: also what flush_bytes
 * would leave. Returns the bytes taken, or -errno. With a queue of rounds, what is written is what earlier rounds
 * became. */
int64_t drain_round(struct drain *drain, bool all);
/* What is in the overwritten buffers: their events stand still meanwhile. Oldest first. As drain_round. */
int64_t drain_overwritten(struct drain *drain);
/* Waits until the consumer has had all rounds, and writes what they became. 0 or -errno. */
int drain_flush(struct drain *drain);

#endif
