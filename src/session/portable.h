/* Makes a recording portable: what reading it needs of this machine is put behind its end (symbol/file/bundle.h), so
 * that it opens anywhere.
 *
 * What is carried: programs, libraries and modules that samples, their callers, branches and data addresses are in,
 * with their debug files; all mapped ones where a hardware trace was recorded, whose code is not in the samples; the
 * kernel's symbols; perf maps and jitdumps of generated code; and the sources of the functions that were met. */
#ifndef SESSION_PORTABLE_H
#define SESSION_PORTABLE_H

#include "session/session.h"

struct portable_result {
	unsigned nr_objects, nr_sources;
	/* objects of which nothing was found here, and what could not be read or is too large */
	unsigned nr_missing, nr_failed;
	uint64_t content_bytes, packed_bytes; /* of what is carried */
};
/* Appends to the recording that fd is open on for writing, which ends at offset end; session: of the same recording, or
 * of that which it is a copy of. On failure the file is cut to `end` again. 0, or -errno with err set. */
int session_pack(struct session *session, int fd, uint64_t end, struct portable_result *ret,
		 struct err *err) _warn_unused_;

#endif
