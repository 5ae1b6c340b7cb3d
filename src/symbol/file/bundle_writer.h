/* Writes what a portable recording carries (bundle.h) behind the end of a file. What is there stays readable at any
 * time: the archive counts only once bundle_writer_finish has written its last bytes. */
#ifndef SYMBOL_FILE_BUNDLE_WRITER_H
#define SYMBOL_FILE_BUNDLE_WRITER_H

#include "base/outbuf.h"
#include "base/u64map.h"

struct bundle_writer {
	int fd;             /* borrowed; open for writing */
	uint64_t start, at; /* offsets in the file: of the archive, and of its end so far */
	struct outbuf directory;
	struct u64map names; /* hashes of the members' */
	unsigned nr_members;
	uint64_t content_bytes; /* of all members, unpacked */
};

/* The archive begins at offset start, the end of the recording. fd is borrowed until bundle_writer_done. */
void bundle_writer_init(struct bundle_writer *writer, int fd, uint64_t start);
void bundle_writer_done(struct bundle_writer *writer);
/* Whether a member of that name is there. */
bool bundle_writer_has(const struct bundle_writer *writer, const char *name);
/* Adds the content of an open file, compressed, from its beginning on. 1, 0 when that name is there already; -EFBIG
 * when the file or the archive would become too large (1 GiB, 4 GiB); or -errno of reading or writing, with nothing
 * added. */
int bundle_writer_add(struct bundle_writer *writer, const char *name, int from_fd) _warn_unused_;
/* Writes the directory; the file ends behind it. 0 or -errno. */
int bundle_writer_finish(struct bundle_writer *writer) _warn_unused_;

#endif
