/* Writing a recording anew: each record is kept, dropped, replaced, or has others put in front of it.
 *
 * Records that are added are written with record_encode_* and sample_encode (perfdata/record/) into a buffer that has
 * the byte order of the recording. What the reader skips as damaged is not written, and is warned of as always; what is
 * written is readable up to its last whole record at any time (perfdata/writer.h). */
#ifndef PERFDATA_REWRITER_H
#define PERFDATA_REWRITER_H

#include "base/outbuf.h"
#include "perfdata/perfdata.h"
#include "perfdata/writer.h"

enum rewrite {
	REWRITE_KEEP,    /* as it is */
	REWRITE_DROP,    /* not at all */
	REWRITE_REPLACE, /* what was added to out stands in its place */
	REWRITE_INSERT,  /* what was added to out stands in front of it */
};

/* What to do with each record. */
struct record_rewriter {
	void *ctx;
	/* What becomes of r; whole records are added to out. */
	enum rewrite (*record)(void *ctx, const struct record *r, struct outbuf *out);
	/* Whether records of that type are asked about; the others are kept, and copied faster. NULL: all are. */
	bool (*wants)(void *ctx, uint32_t type);
};
/* The records of a run, in its order. What the callback adds and does not mean (KEEP, DROP) is taken away again. */
void record_run_rewrite(const struct record_run *run, bool swap, const struct record_rewriter *rewriter,
			struct outbuf *out);

/* What to do with a whole recording; ctx of `records` is given to all three functions. */
struct perfdata_rewriter {
	struct record_rewriter records;
	/* Changes what the header says, which is a copy: features by header_set and header_clear, texts by other
	 * pointers that live until the end; NULL: it stays. Called behind the last record (pipe form: before the
	 * first); its events are not to be changed. */
	void (*header)(void *ctx, struct perf_header *header);
	/* Add records in front of the first one, and behind the last; NULL: there are none. */
	void (*begin)(void *ctx, struct outbuf *out);
	void (*end)(void *ctx, struct outbuf *out);
	/* Appends more records behind those by itself, where they are many; NULL: there are none. 0, or -errno with err
	 * set. */
	int (*stream)(void *ctx, struct perfdata_writer *writer, struct err *err);
	/* How the events are described, where samples are written in another layout: the same ones, in the same order
	 * and with the same ids; borrowed. NULL: as they were recorded. */
	struct perf_events *events;
	/* In pipe form (perfdata/writer.h); else as a file, for which fd is at offset 0. */
	bool pipe;
};
/* In pipe form events and features come with the records, and are all known behind the last one: reads them, for who
 * asks about them before the recording is written anew. 0, or -errno with err set. */
int perfdata_learn_header(struct perfdata *pd, struct err *err) _warn_unused_;
/* Writes the recording, of which no record was read yet (else: perfdata_rewind), to fd in the byte order of the
 * recording. Records that only describe events and features, as in pipe form, become the header; compressed records are
 * written as what was in them. Traces follow their AUXTRACE records when these are kept; the index of their places (the
 * header's AUXTRACE) is left out. Returns 0; -ENODATA with err set when there are no events; or another -errno with
 * err set. */
int perfdata_rewrite(struct perfdata *pd, int fd, const struct perfdata_rewriter *rewriter,
		     struct err *err) _warn_unused_;

#endif
