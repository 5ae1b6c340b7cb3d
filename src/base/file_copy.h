/* The content of one file in another, and writing all of a buffer. Descriptors are the caller's and stay open. All
 * functions return 0 or -errno, and go on after EINTR and short writes. */
#ifndef BASE_FILE_COPY_H
#define BASE_FILE_COPY_H

#include <stddef.h>
#include <stdint.h>

/* Shares the content where the file system can (FICLONE): no bytes are moved, and a change of one file is not one of
 * the other. to: empty, open for writing. 0, or -errno: this file system cannot, or not with these two files. */
int file_clone(int from, int to);
/* Copies all of `from`, whatever its offset, behind the offset of `to`. 0, or -errno with part of it written: -ENOSPC,
 * -EDQUOT, -EIO, ... */
int file_copy(int from, int to);
/* Writes all of it at the descriptor's offset; a disk that becomes full halfway is -ENOSPC, with part of it written. */
int file_write(int to, const void *data, size_t size_bytes);
/* The same at `offset` bytes from the start of the file, without moving the descriptor's offset (pwrite(2)). */
int file_write_at(int to, const void *data, size_t size_bytes, uint64_t offset);

#endif
