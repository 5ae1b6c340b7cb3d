/* A member is compressed while it is read, and its header written when its sizes are known, in front of it. */
#define ZLIB_CONST
#include "symbol/file/bundle_writer.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>
#include <zlib.h>
#include "base/hash.h"
#include "symbol/file/bundle.h"
#include "symbol/file/bundle_format.h"

enum { PIECE_BYTES = 256 << 10, LEVEL = 3, MADE_BY_UNIX = 3 << 8 | 20, NEEDS = 20, NAME_MAX_BYTES = 8192 };
#define MEMBER_MAX_BYTES ((uint64_t)1 << 30)
#define ARCHIVE_MAX ((uint64_t)UINT32_MAX - (64 << 20))
/* 1980-01-01, the first day that the format knows. */
#define FIRST_DAY 0x0021u

void bundle_writer_init(struct bundle_writer *writer, int fd, uint64_t start)
{
	*writer = (struct bundle_writer){ .fd = fd, .start = start, .at = start };
	out_init(&writer->directory, -1);
}

void bundle_writer_done(struct bundle_writer *writer)
{
	out_done(&writer->directory);
	u64map_done(&writer->names);
}

static uint64_t key_of(const char *name) { return hash_bytes(name, strlen(name)); }

bool bundle_writer_has(const struct bundle_writer *writer, const char *name)
{
	return u64map_find(&writer->names, key_of(name)) != NULL;
}

static int write_at(int fd, const uint8_t *data, size_t size, uint64_t at)
{
	while (size) {
		ssize_t n = pwrite(fd, data, size, (off_t)at);
		if (n < 0 && errno == EINTR) continue;
		if (n < 0) return -errno;
		if (!n) return -EIO;
		data += n;
		at += (uint64_t)n;
		size -= (size_t)n;
	}
	return 0;
}

static void put16(struct outbuf *out, uint16_t value)
{
	const uint8_t bytes[] = { (uint8_t)value, (uint8_t)(value >> 8) };
	out_mem(out, bytes, sizeof(bytes));
}

static void put32(struct outbuf *out, uint64_t value)
{
	put16(out, (uint16_t)value);
	put16(out, (uint16_t)(value >> 16));
}

/* What is known of a member once it is written. */
struct written {
	const char *name;
	uint64_t offset; /* in the archive */
	uint64_t packed_bytes, size_bytes;
	uint32_t checksum;
};

/* The part that both headers of a member have. */
static void put_common(struct outbuf *out, const struct written *w)
{
	put16(out, NEEDS);
	put16(out, 0);
	put16(out, BUNDLE_DEFLATED);
	put16(out, 0);
	put16(out, FIRST_DAY);
	put32(out, w->checksum);
	put32(out, w->packed_bytes);
	put32(out, w->size_bytes);
	put16(out, (uint16_t)strlen(w->name));
	put16(out, 0);
}

static void put_local(struct outbuf *out, const struct written *w)
{
	put32(out, BUNDLE_LOCAL_MAGIC);
	put_common(out, w);
	out_mem(out, w->name, strlen(w->name));
}

static void put_central(struct outbuf *out, const struct written *w)
{
	put32(out, BUNDLE_CENTRAL_MAGIC);
	put16(out, MADE_BY_UNIX);
	put_common(out, w);
	put16(out, 0);
	put32(out, 0);
	put32(out, (uint64_t)0100644 << 16); /* a regular file */
	put32(out, w->offset);
	out_mem(out, w->name, strlen(w->name));
}

/* Compresses what is left in the stream's input to the file at *at. */
static int pack_piece(struct bundle_writer *writer, z_stream *stream, int flush, uint8_t *out, uint64_t *at)
{
	do {
		stream->next_out = out;
		stream->avail_out = PIECE_BYTES;
		(void)deflate(stream, flush);
		size_t size = PIECE_BYTES - stream->avail_out;
		if (*at + size - writer->start > ARCHIVE_MAX) return -EFBIG;
		int r = write_at(writer->fd, out, size, *at);
		if (r < 0) return r;
		*at += size;
	} while (!stream->avail_out);
	return 0;
}

/* The file from its beginning to its end; fills sizes and checksum. */
static int pack(struct bundle_writer *writer, int from_fd, uint64_t *at, struct written *w)
{
	z_stream stream = { 0 };
	_free_ uint8_t *in = xmalloc(PIECE_BYTES), *out = xmalloc(PIECE_BYTES);
	ssize_t n = 1;
	int r = 0;
	if (deflateInit2(&stream, LEVEL, Z_DEFLATED, -MAX_WBITS, 9, Z_DEFAULT_STRATEGY) != Z_OK) return -ENOMEM;
	while (r >= 0 && n > 0) {
		n = pread(from_fd, in, PIECE_BYTES, (off_t)w->size_bytes);
		if (n < 0 && errno == EINTR) n = 1;
		else if (n < 0) r = -errno;
		else {
			w->size_bytes += (uint64_t)n;
			w->checksum = (uint32_t)crc32(w->checksum, in, (unsigned)n);
			stream.next_in = in;
			stream.avail_in = (unsigned)n;
			r = w->size_bytes > MEMBER_MAX_BYTES
				    ? -EFBIG
				    : pack_piece(writer, &stream, n ? Z_NO_FLUSH : Z_FINISH, out, at);
		}
	}
	deflateEnd(&stream);
	return r;
}

int bundle_writer_add(struct bundle_writer *writer, const char *name, int from_fd)
{
	struct written w = { .name = name, .offset = writer->at - writer->start };
	size_t length = strlen(name);
	bool is_new;
	if (length > NAME_MAX_BYTES) return -ENAMETOOLONG;
	if (bundle_writer_has(writer, name)) return 0;
	uint64_t data = writer->at + BUNDLE_LOCAL_BYTES + length, at = data;
	int r = pack(writer, from_fd, &at, &w);
	if (r < 0) return r;
	w.packed_bytes = at - data;
	struct outbuf header;
	out_init(&header, -1);
	put_local(&header, &w);
	r = write_at(writer->fd, (const uint8_t *)header.data, header.size, writer->at);
	out_done(&header);
	if (r < 0) return r;
	put_central(&writer->directory, &w);
	u64map_put(&writer->names, key_of(name), &is_new);
	writer->nr_members++;
	writer->content_bytes += w.size_bytes;
	writer->at = at;
	return 1;
}

/* More than 65535 members is more than the end record can count; readers go by the directory's size. */
int bundle_writer_finish(struct bundle_writer *writer)
{
	uint64_t size = writer->directory.size, offset = writer->at - writer->start;
	struct outbuf *out = &writer->directory;
	put32(out, BUNDLE_END_MAGIC);
	put32(out, 0);
	put16(out, (uint16_t)writer->nr_members);
	put16(out, (uint16_t)writer->nr_members);
	put32(out, size);
	put32(out, offset);
	put16(out, sizeof(BUNDLE_COMMENT) - 1);
	out_mem(out, BUNDLE_COMMENT, sizeof(BUNDLE_COMMENT) - 1);
	int r = write_at(writer->fd, (const uint8_t *)out->data, out->size, writer->at);
	if (r < 0) return r;
	return ftruncate(writer->fd, (off_t)(writer->at + out->size)) < 0 ? -errno : 0;
}
