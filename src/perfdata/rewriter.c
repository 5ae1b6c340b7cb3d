/* Copies a recording record by record through a callback (rewriter.h). Output is gathered in one buffer and written in
 * pieces of about 1 MiB. Records that nobody asks about, one behind the other in a file, are a stretch: the kernel
 * copies it from file to file (copy_file_range(2)), and where the file system shares content it only notes where it is.
 */
#include "perfdata/rewriter.h"

#include <errno.h>
#include "perfdata/reader.h"

/* STRETCH: the longest that is copied at once, so that memory is given back. FEW: a shorter one is not worth a call. */
enum { PIECE_BYTES = 1 << 20, STRETCH_BYTES = 16 << 20, FEW_BYTES = 128 << 10 };

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

/* A recording on its way. stretch: records that were met and are not written yet; they stand behind what is in out. */
struct copying {
	struct perfdata *pd;
	struct perfdata_writer *writer;
	const struct perfdata_rewriter *rewriter;
	struct outbuf *out;
	struct record_run rest;    /* what is still in memory, from where pages were given up last */
	bool in_memory, by_kernel; /* by_kernel: stretches are copied from file to file */
	struct record_run stretch; /* size_bytes 0: none */
};

/* By way of memory, which can be done everywhere. */
static int copy_bytes(struct copying *copying, const uint8_t *data, size_t size_bytes)
{
	int rc = 0;
	for (size_t step; rc >= 0 && size_bytes; data += step, size_bytes -= step) {
		step = MIN(size_bytes, (size_t)PIECE_BYTES);
		out_mem(copying->out, data, step);
		if (copying->out->size >= PIECE_BYTES) rc = flush(copying->writer, copying->out);
	}
	return rc;
}

/* The end of a stretch that goes on lies on a border of pages, as that of the next begins there: only whole pages can
 * be shared. */
static size_t bytes_at_once(const struct copying *copying, bool goes_on)
{
	const struct record_run *stretch = &copying->stretch;
	size_t over = (stretch->file_off + stretch->size_bytes) % PERFDATA_SHARED_BYTES;
	return goes_on && over < stretch->size_bytes ? stretch->size_bytes - over : stretch->size_bytes;
}

/* Writes the stretch; goes_on: but for what belongs to a page that is not whole yet. */
static int write_stretch(struct copying *copying, bool goes_on)
{
	struct record_run *stretch = &copying->stretch;
	size_t size_bytes = bytes_at_once(copying, goes_on);
	uint64_t done = 0;
	int rc = 0;
	if (copying->by_kernel && size_bytes >= FEW_BYTES) {
		rc = flush(copying->writer, copying->out);
		if (rc < 0) return rc;
		rc = perfdata_writer_copy(copying->writer, copying->pd->files.items[0].fd, stretch->file_off,
					  size_bytes, &done);
		if (rc == -ENOSPC || rc == -EDQUOT || rc == -EFBIG) return rc;
		copying->by_kernel = rc >= 0; /* what the kernel did not copy is copied here */
	}
	rc = copy_bytes(copying, stretch->data + done, size_bytes - done);
	stretch->data += size_bytes;
	stretch->file_off += size_bytes;
	stretch->size_bytes -= size_bytes;
	return rc;
}

/* Adds a record that stays as it is; false: it is not one of a stretch. */
static bool add_to_stretch(struct copying *copying, const struct record *r)
{
	struct record_run *stretch = &copying->stretch;
	const struct record_rewriter *records = &copying->rewriter->records;
	if (!copying->in_memory || r->decompressed || !records->wants || records->wants(records->ctx, r->type))
		return false;
	if (!stretch->size_bytes) *stretch = (struct record_run){ .data = r->data, .file_off = r->file_off };
	if (stretch->data + stretch->size_bytes != r->data) return false; /* something damaged is between */
	stretch->size_bytes += r->size + (size_t)r->payload_size;
	return true;
}

/* What becomes of a record that is no part of a stretch. */
static int copy_record(struct copying *copying, const struct record *r)
{
	struct outbuf *out = copying->out;
	int rc = copying->stretch.size_bytes ? write_stretch(copying, false) : 0;
	if (rc < 0 || add_to_stretch(copying, r)) return rc;
	enum rewrite what = rewrite_one(&copying->rewriter->records, r, out);
	const uint8_t *payload = perfdata_payload(copying->pd, r);
	if (payload && (what == REWRITE_KEEP || what == REWRITE_INSERT)) out_mem(out, payload, r->payload_size);
	if (out->size < PIECE_BYTES) return 0;
	rc = flush(copying->writer, out);
	if (rc >= 0 && copying->in_memory) give_up(copying->pd, &copying->rest, r);
	return rc;
}

/* All records through the callback, then those of `end`. 0 or -errno of reading or writing. */
static int rewrite_records(struct copying *copying)
{
	struct perfdata *pd = copying->pd;
	const struct perfdata_rewriter *rewriter = copying->rewriter;
	struct record r;
	int rc;
	copying->in_memory = perfdata_rest(pd, &copying->rest);
	copying->by_kernel = copying->in_memory && !rewriter->pipe && pd->files.count == 1;
	if (copying->by_kernel) perfdata_writer_align(copying->writer, copying->rest.file_off);
	if (rewriter->begin) rewriter->begin(rewriter->records.ctx, copying->out);
	while ((rc = perfdata_next(pd, &r)) > 0) {
		/* Its content goes to the file's header. */
		if (perfdata_pipe_records(pd) && is_header(r.type)) continue;
		if (!add_to_stretch(copying, &r)) rc = copy_record(copying, &r);
		if (rc >= 0 && copying->stretch.size_bytes >= STRETCH_BYTES) {
			rc = write_stretch(copying, true);
			give_up(pd, &copying->rest, &r);
		}
		if (rc < 0) return rc;
	}
	if (rc >= 0 && copying->stretch.size_bytes) rc = write_stretch(copying, false);
	if (rc >= 0 && rewriter->end) rewriter->end(rewriter->records.ctx, copying->out);
	return rc < 0 ? rc : flush(copying->writer, copying->out);
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
	struct copying copying = { .pd = pd, .writer = writer, .rewriter = rewriter, .out = &out };
	rc = rewrite_records(&copying);
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
