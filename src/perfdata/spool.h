/* Bytes that come once, kept readable: an unlinked temporary file, mapped as it grows, at addresses that never change.
 * So a pipe of any length costs page cache and disk, not memory. */
#ifndef PERFDATA_SPOOL_H
#define PERFDATA_SPOOL_H

#include <stdbool.h>
#include "base/err.h"

/* base NULL: not open, which is how a zeroed struct starts and what spool_close leaves. */
struct spool {
	int fd;
	uint8_t *base; /* start of the reserved addresses */
	/* Of the reserved addresses, the first mapped_bytes are backed by the file, and `size` of these are written.
	 * size <= mapped_bytes <= reserved_bytes. */
	size_t reserved_bytes, mapped_bytes, size;
};

/* Makes the file and reserves addresses, as many as the system gives (up to 4 TiB). Returns 0 or -errno with err set.
 */
int spool_open(struct spool *spool, struct err *err) _warn_unused_;
/* Unmaps and closes; all pointers into the spool die. Does nothing to one that is not open. */
void spool_close(struct spool *spool);
/* At least `more` writable bytes behind base + size; 0, or -ENOSPC, -ENOMEM, -errno. */
int spool_reserve(struct spool *spool, size_t more, struct err *err) _warn_unused_;
/* The bytes from..to are not read any more: gives their room on disk back, as far as whole pages of it can be. */
void spool_forget(struct spool *spool, uint64_t from, uint64_t to);
static inline uint8_t *spool_end(struct spool *spool) { return spool->base + spool->size; }
/* How many bytes may be written at spool_end now. */
static inline size_t spool_room(const struct spool *spool) { return spool->mapped_bytes - spool->size; }

#endif
