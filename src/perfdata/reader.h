/* The inside of struct perfdata, shared by the files that read one; not for others.
 *
 * How records come out:
 *
 *   file          mapped -> stream ------------------------------+
 *   directory     mapped -> a stream for each of its files ------+-> window -> perfdata_next
 *   pipe          read -> spool `input` -> stream ---------------+      ^
 *   COMPRESSED    record of a stream -> zstd -> spool `plain` ----------+
 *
 * perfdata_next takes records from `window`, the bytes at hand. When a COMPRESSED record is met, the window moves to
 * `outer` and is replaced by one over the stream's `plain`; at the end of that, it moves back. Neither mappings nor
 * spools ever move, so records that were given out stay valid. */
#ifndef PERFDATA_READER_H
#define PERFDATA_READER_H

#include <zstd.h>
#include "base/file_map.h"
#include "base/vec.h"
#include "perfdata/perfdata.h"
#include "perfdata/spool.h"

/* A sequence of records as it lies in one file, or comes from a pipe. A directory has several. */
struct stream {
	/* The bytes; of a pipe, those read so far: end grows with the spool. */
	const uint8_t *data, *end;
	uint64_t file_off; /* of data */
	char *path;
	ZSTD_DStream *zstd; /* made at the first COMPRESSED record; its window spans the records of this stream */
	struct spool plain; /* what was decompressed */
	const uint8_t *plain_next; /* first byte of plain not given out: a record may end in the next COMPRESSED one */
	/* Compressed bytes taken in this pass, against which decompress.c bounds what comes out. */
	size_t compressed_bytes;
	/* Where in plain the output of this pass begins: each pass decompresses anew behind the last one's. */
	size_t plain_start;
	bool plain_broken; /* decompression failed: what follows cannot be read */
};

/* A mapped file of the recording. fd stays open: the file's size tells whether it got shorter. */
struct mapped_file {
	struct file_map map;
	int fd;
};

struct perfdata {
	struct perfdata_window window; /* must be first: perfdata_next */
	struct perfdata_window outer;  /* while window is over decompressed data: where the stream goes on */
	enum perfdata_form form;
	/* Pipe form, also when kept in a file: attrs and features are records. */
	bool pipe_records;
	/* swap: foreign byte order. replay: rewound; header records up to replay_to were applied already. */
	bool swap, replay;
	/* Where in the current stream that ends; NULL: all records were read before. */
	const uint8_t *replay_to;
	/* The file ends before its data does, which was warned of when it was opened. */
	bool cut;
	char *path;
	VEC(struct stream) streams;
	size_t stream; /* the current one */
	VEC(struct mapped_file) files;
	int pipe_fd; /* -1: all bytes are there */
	bool pipe_ended;
	/* What came from the pipe so far. */
	struct spool input;
	struct perf_header header;
	struct perf_events events;
	struct perfdata_info info;
	uint64_t kept_mapped_bytes; /* as the option, never 0 */
	/* Both are the caller's sink; warnings is NULL during replay, when everything was said already. */
	bool may_lack_events;
	struct warnings *warnings, *sink;
	/* perfdata_check_cut has warned. */
	bool cut_said;
	VEC(struct header_build_id) build_ids; /* from HEADER_BUILD_ID records */
};

/* Reads the header, attrs and features of a file of `size` bytes and adds its stream. Damage to the data or to
 * features is warned of; -EBADMSG with err set only when the events cannot be read. */
int file_header_read(struct perfdata *pd, const uint8_t *data, size_t size, struct err *err) _warn_unused_;
/* Takes ATTR, EVENT_UPDATE, FEATURE, TRACING_DATA and BUILD_ID records into events and header. */
void pipe_records_apply(struct perfdata *pd, const struct record *r);
/* Decompresses the payload of a COMPRESSED or COMPRESSED2 record behind s->plain. 0, -EBADMSG (warned of), or -errno.
 */
int decompress_record(struct perfdata *pd, struct stream *s, const struct record *r) _warn_unused_;
/* A decompressor with a bounded window; NULL when there is no memory. */
ZSTD_DStream *decompress_new(void);
/* The first place at or after p, in steps of 8 bytes, where records seem to begin; end when there is none. */
const uint8_t *resync_find(const uint8_t *p, const uint8_t *end, bool swap);
/* Whether a record could begin here: known range of types, size fits. Fewer than 8 bytes: false. */
bool resync_plausible(const uint8_t *p, const uint8_t *end, bool swap, size_t *ret_size);

#endif
