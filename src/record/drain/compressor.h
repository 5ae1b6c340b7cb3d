/* COMPRESSED records: ring contents as one zstd stream, cut into records (docs/perfdata.md). */
#ifndef RECORD_DRAIN_COMPRESSOR_H
#define RECORD_DRAIN_COMPRESSOR_H

#include <sys/uio.h>
#include "base/compiler.h"

struct compressor;

/* level 1..22. NULL when zstd refuses. */
struct compressor *compressor_new(int level);
/* NULL is fine. */
void compressor_free(struct compressor *compressor);
/* Compresses size bytes (whole records, or the two parts of a ring one after the other) into COMPRESSED records,
 * complete when this returns: whoever reads up to here gets all of it. *ret lives until the next call. 0 or -EIO. */
int compressor_run(struct compressor *compressor, const void *data, size_t size_bytes, struct iovec *ret);
/* Bytes given to it and bytes it made, headers of records included, since it was made. */
uint64_t compressor_in(const struct compressor *compressor);
uint64_t compressor_out(const struct compressor *compressor);

#endif
