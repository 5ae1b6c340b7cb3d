/* Copies a recording record by record through a callback (rewriter.h). Output is gathered in one buffer and written in
 * pieces of about 1 MiB. */
#include "perfdata/rewriter.h"

#include <errno.h>

enum { PIECE_BYTES = 1 << 20 };

/* Asks for one record and puts into out what is to be written for it. */
static enum rewrite rewrite_one(const struct record_rewriter *rewriter, const struct record *r, struct outbuf *out)
{
	size_t begin = out->size;
	enum rewrite what = rewriter->record(rewriter->ctx, r, out);
	/* What was added and not meant is taken away. */
	if (what == REWRITE_KEEP || what == REWRITE_DROP) out->size = begin;
	if (what == REWRITE_KEEP || what == REWRITE_INSERT) out_mem(out, r->data, r->size);
	return what;
}

void record_run_rewrite(const struct record_run *run, bool swap, const struct record_rewriter *rewriter,
			struct outbuf *out)
{
	struct record r;
	for (size_t pos = 0; record_run_next(run, swap, &pos, &r);) (void)rewrite_one(rewriter, &r, out);
}

/* Records that the file form keeps in its header instead. */
static bool is_header(uint32_t type)
{
	switch (type) {
	case RECORD_HEADER_ATTR:
	case RECORD_HEADER_FEATURE:
	case RECORD_HEADER_TRACING_DATA: return true;
	default: return false;
	}
}

static int flush(struct perfdata_writer *writer, struct outbuf *out)
{
	struct iovec part = { out->data, out->size };
	if (!out->size) return 0;
	out->size = 0;
	return perfdata_writer_append(writer, &part, 1);
}

/* The pages in front of a record are not needed any more; `run` begins where they were given up last. Large recordings
 * would fill the memory otherwise. */
static void give_up(const struct perfdata *pd, struct record_run *run, const struct record *r)
{
	const uint8_t *end = run->data + run->size_bytes;
	if (r->data < run->data || r->data > end) return;
	const struct record_run done = { .data = run->data, .size_bytes = (size_t)(r->data - run->data) };
	perfdata_release(pd, &done);
	run->data = r->data;
	run->size_bytes = (size_t)(end - r->data);
}

/* All records through the callback, then those of `end`. 0 or -errno of reading or writing. */
static int rewrite_records(struct perfdata *pd, struct perfdata_writer *writer,
			   const struct perfdata_rewriter *rewriter, struct outbuf *out)
{
	struct record r;
	struct record_run rest;
	bool in_memory = perfdata_rest(pd, &rest);
	int rc;
	if (rewriter->begin) rewriter->begin(rewriter->records.ctx, out);
	while ((rc = perfdata_next(pd, &r)) > 0) {
		/* Its content goes to the file's header. */
		if (perfdata_pipe_records(pd) && is_header(r.type)) continue;
		enum rewrite what = rewrite_one(&rewriter->records, &r, out);
		const uint8_t *payload = perfdata_payload(pd, &r);
		if (payload && (what == REWRITE_KEEP || what == REWRITE_INSERT)) out_mem(out, payload, r.payload_size);
		if (out->size < PIECE_BYTES) continue;
		rc = flush(writer, out);
		if (rc < 0) return rc;
		if (in_memory) give_up(pd, &rest, &r);
	}
	if (rc >= 0 && rewriter->end) rewriter->end(rewriter->records.ctx, out);
	return rc < 0 ? rc : flush(writer, out);
}

int perfdata_learn_header(struct perfdata *pd, struct err *err)
{
	struct record r;
	int rc;
	if (!perfdata_pipe_records(pd)) return 0; /* rewinding would silence the warnings */
	do rc = perfdata_next(pd, &r);
	while (rc > 0);
	if (rc < 0) return err_set_errno(err, rc, "failed to read %s", perfdata_path(pd));
	perfdata_rewind(pd);
	return 0;
}

/* What the new recording's header says. What it points to stays the recording's. */
static struct perf_header header_of(const struct perfdata *pd, const struct perfdata_rewriter *rewriter)
{
	struct perf_header header = *perfdata_header(pd);
	header_clear(&header, FEATURE_COMPRESSED);
	header_clear(&header, FEATURE_DIR_FORMAT);
	header_clear(&header, FEATURE_AUXTRACE); /* an index of places in the file, which are others now */
	if (rewriter->events) header.events = rewriter->events;
	if (rewriter->header) rewriter->header(rewriter->records.ctx, &header);
	return header;
}

int perfdata_rewrite(struct perfdata *pd, int fd, const struct perfdata_rewriter *rewriter, struct err *err)
{
	struct perfdata_writer *writer;
	unsigned form = perfdata_swapped(pd) ? WRITER_SWAPPED : WRITER_FILE;
	if (rewriter->pipe) form |= WRITER_PIPE;
	int rc = perfdata_learn_header(pd, err);
	if (rc < 0) return rc;
	if (!perfdata_events(pd)->count)
		return err_set(err, -ENODATA, "%s describes no events: it cannot be written anew", perfdata_path(pd));
	const struct perf_events *events = rewriter->events ? rewriter->events : perfdata_events(pd);
	rc = perfdata_writer_new(fd, form, events, &writer, err);
	if (rc < 0) return rc;
	struct perf_header header;
	if (rewriter->pipe) {
		header = header_of(pd, rewriter);
		rc = perfdata_writer_features(writer, &header, err);
		if (rc < 0) goto out;
	}
	struct outbuf out;
	out_init(&out, -1);
	out.swap = perfdata_swapped(pd);
	rc = rewrite_records(pd, writer, rewriter, &out);
	out_done(&out);
	if (rc < 0) {
		(void)err_set_errno(err, rc, "failed to write %s anew", perfdata_path(pd));
		goto out;
	}
	if (rewriter->stream) {
		rc = rewriter->stream(rewriter->records.ctx, writer, err);
		if (rc < 0) goto out;
	}
	perfdata_check_cut(pd);
	if (!rewriter->pipe) header = header_of(pd, rewriter);
	rc = perfdata_writer_finish(writer, &header, err);
out:
	perfdata_writer_free(writer);
	return rc;
}
