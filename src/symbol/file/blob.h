/* Bytes of a file of the profiled machine: read in pieces when asked for, or given whole in memory.
 *
 * Pieces are copied with pread instead of mapped, because a file that shrinks under a mapping kills the reader with
 * SIGBUS. */
#ifndef SYMBOL_FILE_BLOB_H
#define SYMBOL_FILE_BLOB_H

#include <stdbool.h>
#include "base/compiler.h"
#include "base/err.h"

/* Either memory or fd is set. A blob owns fd and owned_memory; it is moved by copying the struct
 * and setting the source to BLOB_INIT. */
struct blob {
	const uint8_t *memory; /* NULL: read from fd */
	void *owned_memory;    /* freed by blob_close */
	int fd;
	uint64_t size_bytes;
};
#define BLOB_INIT        \
	{                \
		.fd = -1 \
	}

/* A piece of a blob; data stays valid until bytes_done, and owned may be taken over. */
struct bytes {
	const uint8_t *data;
	size_t size;
	/* NULL: borrowed from a blob in memory, which must outlive it. */
	void *owned;
};
#define BYTES_INIT            \
	{                     \
		NULL, 0, NULL \
	}

/* Borrows data, which must outlive the blob and all bytes read from it. */
struct blob blob_of_memory(const void *data, size_t size_bytes);
/* Takes fd over, also on failure. Regular files only: -EISDIR, -ENODEV for others. */
int blob_of_fd(int fd, struct blob *ret);
/* Leaves it as BLOB_INIT, so that closing twice is harmless. */
void blob_close(struct blob *blob);
/* size_bytes from offset on, with a NUL byte behind them that is not counted. -EBADMSG when the blob ends before. */
int blob_read(const struct blob *blob, uint64_t offset, uint64_t size_bytes, struct bytes *ret) _warn_unused_;
/* Frees owned, if any, and leaves BYTES_INIT. */
void bytes_done(struct bytes *bytes);
#define _bytes_done_ _cleanup_(bytes_done)
#define _blob_close_ _cleanup_(blob_close)

/* Replaces gzip, xz or zstd compressed content by what it unpacks to, at most max_bytes; other content is left alone.
 * Returns 1 when it was unpacked, 0 when not compressed, -EBADMSG, -EFBIG. */
int blob_unpack(struct blob *blob, uint64_t max_bytes) _warn_unused_;

#endif
