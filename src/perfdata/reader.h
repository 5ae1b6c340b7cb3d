/* The inside of struct perfdata, shared by the files that read one; not for others. */
#ifndef PERFDATA_READER_H
#define PERFDATA_READER_H

#include <zstd.h>
#include "base/file_map.h"
#include "base/vec.h"
#include "perfdata/perfdata.h"
#include "perfdata/spool.h"

/* One run of the stream as it lies in a file or comes from a pipe. A directory has several. */
struct stream {
	const uint8_t *data, *end; /* pipe: grow with the spool */
	uint64_t file_off;         /* of data */
	char *path;
	ZSTD_DStream *zstd; /* made at the first COMPRESSED record; its window spans the records of this stream */
	struct spool plain; /* what was decompressed */
	const uint8_t *plain_next; /* first byte of plain not given out: a record may end in the next COMPRESSED one */
	size_t compressed_bytes;   /* taken so far, in this pass */
	size_t plain_start;        /* of this pass in plain */
	bool plain_broken;         /* decompression failed: what follows cannot be read */
};

/* fd stays open: it tells whether the file got shorter. */
struct mapped_file {
	struct file_map map;
	int fd;
};

struct perfdata {
	struct perfdata_window window; /* must be first: perfdata_next */
	struct perfdata_window outer;  /* while window is over decompressed data: where the stream goes on */
	enum perfdata_form form;
	bool pipe_records;        /* pipe form (also when read from a file): attrs and features are records */
	bool swap, replay;        /* replay: rewound, header records were applied already ... */
	const uint8_t *replay_to; /* ... up to here in the current stream; NULL: all of them */
	bool cut;                 /* the file ends before its data: that was said already */
	char *path;
	VEC(struct stream) streams;
	size_t stream; /* the current one */
	VEC(struct mapped_file) files;
	int pipe_fd; /* -1: all bytes are there */
	bool pipe_ended;
	struct spool input; /* pipe */
	struct perf_header header;
	struct perf_events events;
	struct perfdata_info info;
	uint64_t kept_mapped_bytes;       /* as the option, never 0 */
	struct warnings *warnings, *sink; /* the first: NULL when warnings were given already */
	bool cut_said;
	VEC(struct header_build_id) build_ids; /* from HEADER_BUILD_ID records */
};

/* Reads the 104-byte header, attrs and features of a file. */
int file_header_read(struct perfdata *pd, const uint8_t *data, size_t size, struct err *err) _warn_unused_;
/* Takes ATTR, EVENT_UPDATE, FEATURE, TRACING_DATA and BUILD_ID records into events and header. */
void pipe_records_apply(struct perfdata *pd, const struct record *r);
/* Decompresses the payload of a COMPRESSED or COMPRESSED2 record behind s->plain. 0, -EBADMSG (warned of), or -errno.
 */
int decompress_record(struct perfdata *pd, struct stream *s, const struct record *r) _warn_unused_;
ZSTD_DStream *decompress_new(void);
/* The first place at or after p, in steps of 8 bytes, where records seem to begin; end when there is none. */
const uint8_t *resync_find(const uint8_t *p, const uint8_t *end, bool swap);
/* Whether a record could begin here: known range of types, size fits. Fewer than 8 bytes: false. */
bool resync_plausible(const uint8_t *p, const uint8_t *end, bool swap, size_t *ret_size);

#endif
