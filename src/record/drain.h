/* From the rings into the recording: whole records, straight from the shared memory to the file in one write a round. */
#ifndef RECORD_DRAIN_H
#define RECORD_DRAIN_H

#include "base/vec.h"
#include "perfdata/writer.h"
#include "record/buffer.h"

struct drain {
	struct buffer **buffers; size_t nr_buffers; /* borrowed; what comes out of each is counted in its tally */
	struct perfdata_writer *writer;        /* borrowed */
	struct compressor *compressor;         /* borrowed; NULL: written as they are */
	VEC(uint64_t) runs;                    /* offsets in the data where records begin, every few MiB, for reading it in parallel */
	size_t compressed_bytes;               /* at most so much is compressed at once: readers were told */
	uint64_t flush_bytes;                  /* a ring with less than that waits (--mmap-flush), except at the end */
	uint64_t last_bytes, fullest_bytes;    /* of the last round: written in all, and of the ring that had most */
};

void drain_done(struct drain *drain);
/* Own records: the side band. 0 or -errno. */
int drain_append(struct drain *drain, const void *records, size_t size_bytes);
/* One round over all rings, with a FINISHED_ROUND record behind it when there was anything. all: also what flush_bytes would leave.
   Returns the bytes written, or -errno. */
int64_t drain_round(struct drain *drain, bool all);

#endif
