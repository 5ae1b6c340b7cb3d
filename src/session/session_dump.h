/* The dump of a whole recording, records in the order upstream gives them out. */
#ifndef SESSION_SESSION_DUMP_H
#define SESSION_SESSION_DUMP_H

#include "perfdata/dump.h"
#include "session/session.h"

struct session_dump_options {
	enum dump_tool tool;
	const char *preamble; /* text in front of the first record; may be NULL */
	/* called behind each record's block, to add to out; sample: of samples of known events, else NULL. May be NULL
	 */
	void (*after)(void *ctx, const struct record *r, const struct sample *sample, const struct sample_task *task,
		      struct resolver *resolver, struct outbuf *out);
	void *ctx;
};

/* Reads the recording again from its first record (pipes from the spool) and writes its text to out. Returns 0, or
 * -errno; err is set when reading the recording failed and not when writing did, which out->error tells. The session
 * can be used for samples afterwards. One thread; not while another pass runs. */
int session_dump(struct session *session, const struct session_dump_options *options, struct outbuf *out,
		 struct err *err) _warn_unused_;

#endif
