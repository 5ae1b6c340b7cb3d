/* What the dump of a hardware trace needs of other records, where its bytes do not speak for themselves: how it was
 * made (AUXTRACE_INFO), and which stretches of the area AUX records tell of. */
#ifndef SESSION_SESSION_DUMP_PIECES_H
#define SESSION_SESSION_DUMP_PIECES_H

#include "base/vec.h"
#include "hwtrace/trace_format.h"
#include "session/session_private.h"

struct dump_piece {
	uint64_t offset, size_bytes, flags;
	uint32_t cpu, tid; /* UINT32_MAX: not told */
};
struct dump_pieces {
	const struct trace_format *format; /* NULL: no trace, or of a kind that is not known */
	const char *cpuid;                 /* of the recording; NULL: not known */
	uint64_t *info;
	size_t nr_info;
	VEC(struct trace_dump_id) ids;
	VEC(struct dump_piece) all;
};
/* Reads the recording from its beginning, where the kind of its trace needs it. 0 or -errno. */
int dump_pieces_read(struct session *session, struct dump_pieces *ret);
void dump_pieces_done(struct dump_pieces *pieces);
/* Appends the packets of a piece of the trace whose bytes speak for themselves, as it is in a sample; false: they do
 * not, and nothing was appended. */
bool dump_pieces_bytes(const struct dump_pieces *pieces, const uint8_t *bytes, size_t size, struct outbuf *out);
/* Appends the packets of an AUXTRACE record; bytes: behind it. */
void dump_pieces_text(const struct dump_pieces *pieces, const struct record *r, const uint8_t *bytes, size_t size,
		      struct outbuf *out);

#endif
