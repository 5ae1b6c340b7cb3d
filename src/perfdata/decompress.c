/* COMPRESSED and COMPRESSED2 records: their payloads, one after the other, are the zstd stream of what the recorder
 * wrote. One record of the recorder may be spread over two of them, and the compressor's window goes over all of a
 * stream: so the decompressor lives as long as the stream, and its output is appended to the spool `plain`. Once
 * something could not be decompressed, nothing behind it in the stream can be. */
#include <errno.h>
#include <inttypes.h>
#include "perfdata/reader.h"

/* A zstd window the recorder would never use is refused: it would be memory. */
#define WINDOW_LOG_MAX 27
/* What records gain by compression stays far below this; more is a bomb meant to fill the disk. */
#define RATIO_MAX 4096
/* Output that is allowed whatever the ratio. */
#define EXPANDED_FREE ((size_t)64 << 20)

ZSTD_DStream *decompress_new(void)
{
	ZSTD_DStream *zstd = ZSTD_createDStream();
	if (!zstd) return NULL;
	ZSTD_initDStream(zstd);
	ZSTD_DCtx_setParameter(zstd, ZSTD_d_windowLogMax, WINDOW_LOG_MAX);
	return zstd;
}

/* At the first compressed record of a stream: the spool, which stays between passes, and the decompressor. */
static int decompress_begin(struct perfdata *pd, struct stream *s)
{
	_err_done_ struct err err = ERR_INIT;
	if (s->zstd) return 0;
	if (!s->plain.base) {
		int r = spool_open(&s->plain, &err);
		if (r < 0) {
			warnings_add(pd->warnings, "decompression", "%s: %s", pd->path, err.message);
			return r;
		}
		s->plain_next = s->plain.base;
	}
	s->zstd = decompress_new();
	return s->zstd ? 0 : -ENOMEM;
}

int decompress_record(struct perfdata *pd, struct stream *s, const struct record *r)
{
	struct cursor c = record_cursor(r);
	size_t size = cursor_left(&c);
	if (r->type == RECORD_COMPRESSED2) { /* the size without the padding comes first */
		uint64_t said = cursor_u64(&c);
		if (!cursor_ok(&c) || said > cursor_left(&c)) goto damaged;
		size = said;
	}
	/* Said once; the records behind it are passed over. */
	if (s->plain_broken) return 0;
	int ret = decompress_begin(pd, s);
	if (ret < 0) return ret;

	ZSTD_inBuffer in = { .src = r->data + c.pos, .size = size };
	s->compressed_bytes += size;
	bool more_out = false;
	while (in.pos < in.size || more_out) {
		_err_done_ struct err err = ERR_INIT;
		ret = spool_reserve(&s->plain, ZSTD_DStreamOutSize(), &err);
		if (ret < 0) {
			warnings_add(pd->warnings, "decompression", "%s: %s", pd->path, err.message);
			return ret;
		}
		ZSTD_outBuffer out = { .dst = spool_end(&s->plain), .size = spool_room(&s->plain) };
		size_t left = ZSTD_decompressStream(s->zstd, &out, &in);
		if (ZSTD_isError(left)) goto damaged;
		s->plain.size += out.pos;
		if (s->plain.size - s->plain_start > EXPANDED_FREE + s->compressed_bytes * RATIO_MAX) goto damaged;
		/* A full buffer may mean that zstd has more output for input that it has taken already. */
		more_out = out.pos == out.size;
	}
	return 0;

damaged:
	warnings_add(pd->warnings, "compressed data",
		     "%s: the compressed records from offset %#" PRIx64
		     " on cannot be decompressed: what they held is lost",
		     pd->path, r->file_off);
	s->plain_broken = true;
	return -EBADMSG;
}
