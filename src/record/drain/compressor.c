/* Compression: one zstd stream for as long as the compressor lives, cut into COMPRESSED records of at most 64 KiB.
 * Each call flushes the stream: a file that ends anywhere can be decompressed up to its last whole record. */
#include "record/drain/compressor.h"

#include <errno.h>
#include <string.h>
#include <zstd.h>
#include "base/outbuf.h"
#include "perfdata/format/format.h"

#define PAYLOAD_MAX ((1u << 16) - 16) /* of a record, multiple of 8 */

/* out: the records of the last call. */
struct compressor {
	ZSTD_CStream *zstd;
	struct outbuf out;
	uint64_t in_bytes, out_bytes;
};

struct compressor *compressor_new(int level)
{
	ZSTD_CStream *zstd = ZSTD_createCStream();
	if (!zstd || ZSTD_isError(ZSTD_initCStream(zstd, level))) {
		ZSTD_freeCStream(zstd);
		return NULL;
	}
	struct compressor *compressor = xcalloc(1, sizeof(*compressor));
	compressor->zstd = zstd;
	out_init(&compressor->out, -1);
	return compressor;
}

void compressor_free(struct compressor *compressor)
{
	if (!compressor) return;
	ZSTD_freeCStream(compressor->zstd);
	out_done(&compressor->out);
	free(compressor);
}

int compressor_run(struct compressor *compressor, const void *data, size_t size_bytes, struct iovec *ret)
{
	ZSTD_inBuffer in = { data, size_bytes, 0 };
	compressor->out.size = 0;
	size_t left;
	do {
		char *record = out_reserve(&compressor->out, 8 + PAYLOAD_MAX);
		ZSTD_outBuffer out = { record + 8, PAYLOAD_MAX, 0 };
		/* flushed at the end of each block, so that what is in the file can be read even if nothing follows */
		left = ZSTD_compressStream2(compressor->zstd, &out, &in, ZSTD_e_flush);
		if (ZSTD_isError(left)) return -EIO;
		/* zstd only buffered so far. */
		if (!out.pos) continue;
		struct {
			uint32_t type;
			uint16_t misc, size;
		} head = { RECORD_COMPRESSED, 0, (uint16_t)(8 + out.pos) };
		memcpy(record, &head, sizeof(head));
		compressor->out.size += 8 + out.pos;
	} while (left || in.pos < in.size);
	compressor->in_bytes += size_bytes;
	compressor->out_bytes += compressor->out.size;
	*ret = (struct iovec){ compressor->out.data, compressor->out.size };
	return 0;
}

uint64_t compressor_in(const struct compressor *compressor) { return compressor->in_bytes; }
uint64_t compressor_out(const struct compressor *compressor) { return compressor->out_bytes; }
