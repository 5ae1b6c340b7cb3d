/* Bytes of a file that is read where it is looked at, or of memory; and unpacking of whole files (blob_unpack: gzip,
 * xz, zstd through their libraries, into a buffer that grows up to a limit). Reading uses pread, so that several
 * threads may read one blob. */
#include <assert.h>
#include "symbol/file/blob.h"

#include <errno.h>
#include <lzma.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>
#include <zstd.h>

struct blob blob_of_memory(const void *data, size_t size_bytes)
{
	return (struct blob){ .memory = data ? data : (const void *)"", .fd = -1, .size_bytes = size_bytes };
}

int blob_of_fd(int fd, struct blob *ret)
{
	struct stat st;
	int code = 0;

	if (fstat(fd, &st) < 0) code = -errno;
	else if (S_ISDIR(st.st_mode)) code = -EISDIR;
	else if (!S_ISREG(st.st_mode)) code = -ENODEV;
	if (code) {
		close(fd);
		return code;
	}
	*ret = (struct blob){ .fd = fd, .size_bytes = (uint64_t)st.st_size };
	return 0;
}

void blob_close(struct blob *blob)
{
	if (blob->fd >= 0) close(blob->fd);
	free(blob->owned_memory);
	*blob = (struct blob)BLOB_INIT;
}

/* Buffers from HUGE_FROM_BYTES on are allocated with huge pages: otherwise the page faults of filling them cost more
 * than the reading. */
enum { HUGE_FROM_BYTES = 1 << 20, HUGE_BYTES = 2 << 20 };

int blob_read(const struct blob *blob, uint64_t offset, uint64_t size_bytes, struct bytes *ret)
{
	if (offset > blob->size_bytes || size_bytes > blob->size_bytes - offset) return -EBADMSG;
	/* Without a copy only where the NUL byte that blob_read promises is there already. */
	if (blob->memory && offset + size_bytes < blob->size_bytes && !blob->memory[offset + size_bytes]) {
		*ret = (struct bytes){ .data = blob->memory + offset, .size = size_bytes };
		return 0;
	}
	_free_ uint8_t *copy = size_bytes < HUGE_FROM_BYTES ? xmalloc(size_bytes + 1)
							    : xmalloc_huge(MAX(size_bytes + 1, (uint64_t)HUGE_BYTES));
	if (blob->memory) {
		memcpy(copy, blob->memory + offset, size_bytes);
	} else {
		for (uint64_t done = 0; done < size_bytes;) {
			ssize_t n = pread(blob->fd, copy + done, size_bytes - done, (off_t)(offset + done));
			if (n < 0 && errno == EINTR) continue;
			if (n < 0) return -errno;
			if (n == 0) return -EBADMSG;
			done += (uint64_t)n;
		}
	}
	copy[size_bytes] = 0;
	ret->data = copy;
	ret->size = size_bytes;
	ret->owned = take(copy);
	return 0;
}

void bytes_done(struct bytes *bytes)
{
	free(bytes->owned);
	*bytes = (struct bytes)BYTES_INIT;
}

/* A growing output of a decompressor: size bytes of capacity are used, max is the limit. */
struct unpacked {
	uint8_t *data;
	size_t size, capacity;
	uint64_t max;
};

/* Doubles the buffer; one byte more than capacity is allocated, for the NUL behind the content. -EFBIG at the limit. */
static int unpacked_more(struct unpacked *out)
{
	if (out->capacity >= out->max) return -EFBIG;
	out->capacity = MIN(out->capacity ? out->capacity * 2 : 1 << 20, out->max);
	out->data = xrealloc(out->data, out->capacity + 1);
	return 0;
}

/* The first member only: compressed modules and debug data have one. */
static int unpack_gzip(const struct bytes *in, struct unpacked *out)
{
	z_stream z = { 0 };
	int status = Z_OK, code = 0;

	if (inflateInit2(&z, 16 + MAX_WBITS) != Z_OK) return -EBADMSG;
	z.next_in = (Bytef *)in->data;
	z.avail_in = (uInt)MIN(in->size, UINT32_MAX);
	while (status != Z_STREAM_END) {
		if (out->size == out->capacity && (code = unpacked_more(out)) < 0) break;
		z.next_out = out->data + out->size;
		z.avail_out = (uInt)MIN(out->capacity - out->size, UINT32_MAX);
		uInt before = z.avail_out;
		status = inflate(&z, Z_NO_FLUSH);
		out->size += before - z.avail_out;
		if (status != Z_OK && status != Z_STREAM_END) {
			code = -EBADMSG;
			break;
		}
	}
	inflateEnd(&z);
	return code;
}

/* Streams one behind the other are allowed (LZMA_CONCATENATED), with 256 MiB for the decoder at most. */
static int unpack_xz(const struct bytes *in, struct unpacked *out)
{
	lzma_stream stream = LZMA_STREAM_INIT;
	lzma_ret status = LZMA_OK;
	int code = 0;

	if (lzma_stream_decoder(&stream, 256 << 20, LZMA_CONCATENATED) != LZMA_OK) return -EBADMSG;
	stream.next_in = in->data;
	stream.avail_in = in->size;
	while (status != LZMA_STREAM_END) {
		if (out->size == out->capacity && (code = unpacked_more(out)) < 0) break;
		stream.next_out = out->data + out->size;
		stream.avail_out = out->capacity - out->size;
		size_t before = stream.avail_out;
		status = lzma_code(&stream, LZMA_FINISH);
		out->size += before - stream.avail_out;
		if (status != LZMA_OK && status != LZMA_STREAM_END) {
			code = -EBADMSG;
			break;
		}
	}
	lzma_end(&stream);
	return code;
}

/* All frames of the file. */
static int unpack_zstd(const struct bytes *in, struct unpacked *out)
{
	ZSTD_DCtx *context = ZSTD_createDCtx();
	ZSTD_inBuffer input = { in->data, in->size, 0 };
	int code = 0;

	if (!context) return -ENOMEM;
	for (;;) {
		if (out->size == out->capacity && (code = unpacked_more(out)) < 0) break;
		ZSTD_outBuffer output = { out->data, out->capacity, out->size };
		size_t status = ZSTD_decompressStream(context, &output, &input);
		bool progress = output.pos > out->size;
		out->size = output.pos;
		if (ZSTD_isError(status) || (status && !progress && input.pos == input.size)) {
			code = -EBADMSG;
			break;
		}
		if (!status && input.pos == input.size) break;
	}
	ZSTD_freeDCtx(context);
	return code;
}

/* By the magic bytes at the beginning, not by the file's name. */
int blob_unpack(struct blob *blob, uint64_t max_bytes)
{
	static const struct {
		uint8_t magic[6], size;
		int (*unpack)(const struct bytes *in, struct unpacked *out);
	} packings[] = {
		{ { 0x1f, 0x8b }, 2, unpack_gzip },
		{ { 0xfd, '7', 'z', 'X', 'Z', 0 }, 6, unpack_xz },
		{ { 0x28, 0xb5, 0x2f, 0xfd }, 4, unpack_zstd },
	};

	_bytes_done_ struct bytes head = BYTES_INIT;
	if (blob->size_bytes < 6 || blob_read(blob, 0, 6, &head) < 0) return 0;
	assert(head.data);
	for (size_t i = 0; i < ARRAY_SIZE(packings); i++) {
		if (memcmp(head.data, packings[i].magic, packings[i].size) != 0) continue;
		if (blob->size_bytes > max_bytes) return -EFBIG;
		_bytes_done_ struct bytes packed = BYTES_INIT;
		struct unpacked out = { .max = max_bytes };
		int code = blob_read(blob, 0, blob->size_bytes, &packed);
		if (code >= 0) code = packings[i].unpack(&packed, &out);
		if (code < 0) {
			free(out.data);
			return code;
		}
		blob_close(blob);
		out.data[out.size] = 0;
		*blob = blob_of_memory(out.data, out.size);
		blob->owned_memory = out.data;
		return 1;
	}
	return 0;
}
