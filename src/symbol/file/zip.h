/* Files that stand uncompressed in a ZIP archive, as Android's packages hold the libraries that are mapped out of them
 * (PKWARE, "APPNOTE.TXT", sections 4.3 and 4.5.3). */
#ifndef SYMBOL_FILE_ZIP_H
#define SYMBOL_FILE_ZIP_H

#include "symbol/file/blob.h"

/* Do the first bytes say so? 4 bytes are enough. Archives with something in front of them are not recognised. */
bool zip_is_archive(const void *begin, size_t size_bytes);
/* Calls visit for each uncompressed member, with where its bytes are in the archive; stops when visit returns false.
 * 0, or -EBADMSG for what is no archive. Members whose headers are damaged are left out. No ZIP64: archives above 4
 * GiB. */
int zip_visit_stored(const struct blob *blob, bool (*visit)(void *ctx, uint64_t file_off, uint64_t size_bytes),
		     void *ctx) _warn_unused_;

#endif
