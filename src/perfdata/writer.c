/* Writing recordings. Layouts: docs/perfdata.md.
 *
 *   file form     header | ids of all events | attrs | data ... | feature table | feature sections
 *   pipe form     16-byte header | ATTR and EVENT_UPDATE records | HEADER_FEATURE records | data ...
 *
 * Everything in front of the data is written by perfdata_writer_new, so that its size is fixed before the first
 * record. The header says data size 0 until perfdata_writer_finish writes it again: readers take that as "not ended
 * properly" and read to the end of the file. */
#include "perfdata/writer.h"

#include <errno.h>
#include <stdio.h>
#include <unistd.h>
#include "perfdata/feature/header_feature.h"

/* data_size counts the bytes behind data_offset; the next record goes to their sum. attr_size: bytes of each attr
 * written. */
struct perfdata_writer {
	int fd;
	bool pipe, swap;
	const struct perf_events *events;
	uint64_t attrs_offset, data_offset, data_size;
	uint32_t attr_size;
};

static int write_all(int fd, const void *data, size_t size)
{
	for (const uint8_t *p = data; size;) {
		ssize_t n = write(fd, p, size);
		if (n < 0 && errno == EINTR) continue;
		if (n < 0) return -errno;
		p += n;
		size -= (size_t)n;
	}
	return 0;
}

static void buffer_init(struct outbuf *out, const struct perfdata_writer *w)
{
	out_init(out, -1);
	out->swap = w->swap;
}

static void put_ids(struct outbuf *out, const struct perf_event *event)
{
	for (size_t i = 0; i < event->nr_ids; i++) out_u64(out, event->ids[i]);
}

/* Magic, header size, the size of an entry of attrs (attr and the section of its ids), then the sections of attrs,
 * data and event types, then the feature bits. */
static void put_header(struct outbuf *out, const struct perfdata_writer *w, uint64_t data_size,
		       const uint64_t features[FEATURE_BITS / 64])
{
	out_u64(out, PERFDATA_MAGIC2);
	out_u64(out, PERFDATA_HEADER_SIZE);
	out_u64(out, w->attr_size + 16);
	out_u64(out, w->attrs_offset);
	out_u64(out, (w->attr_size + 16) * (uint64_t)w->events->count);
	out_u64(out, w->data_offset);
	out_u64(out, data_size);
	out_u64(out, 0); /* event types: not used any more */
	out_u64(out, 0);
	for (unsigned i = 0; i < FEATURE_BITS / 64; i++) out_u64(out, features[i]);
}

static int begin_file(struct perfdata_writer *w)
{
	static const uint64_t no_features[FEATURE_BITS / 64];
	uint64_t offset = PERFDATA_HEADER_SIZE;
	for (size_t i = 0; i < w->events->count; i++) offset += 8 * (uint64_t)w->events->items[i]->nr_ids;
	w->attrs_offset = offset;
	w->data_offset = offset + (w->attr_size + 16) * (uint64_t)w->events->count;

	struct outbuf out;
	buffer_init(&out, w);
	put_header(&out, w, 0, no_features);
	for (size_t i = 0; i < w->events->count; i++) {
		const struct perf_event *event = w->events->items[i];
		put_ids(&out, event);
	}
	/* Each attr is followed by the section of its event's ids. */
	offset = PERFDATA_HEADER_SIZE;
	for (size_t i = 0; i < w->events->count; i++) {
		const struct perf_event *event = w->events->items[i];
		attr_put(&out, &event->attr, w->attr_size);
		out_u64(&out, offset);
		out_u64(&out, 8 * (uint64_t)event->nr_ids);
		offset += 8 * (uint64_t)event->nr_ids;
	}
	int r = write_all(w->fd, out.data, out.size);
	out_done(&out);
	return r;
}

/* One HEADER_ATTR record. -E2BIG when the event has more ids than fit a record of 64 KiB. */
static int put_attr_record(struct outbuf *out, const struct perfdata_writer *w, const struct perf_event *event)
{
	struct outbuf attr;
	buffer_init(&attr, w);
	attr_put(&attr, &event->attr, w->attr_size);
	const struct record_header_attr record = { .attr = { (const uint8_t *)attr.data, w->attr_size },
						   .nr_ids = event->nr_ids,
						   .ids = cursor_of(event->ids, event->nr_ids * sizeof(*event->ids),
								    false) };
	int r = record_encode_header_attr(out, (struct record_envelope){ .type = RECORD_HEADER_ATTR }, &record);
	out_done(&attr);
	return r;
}

/* An event without ids cannot be named; text that no record holds is left out. */
static void put_update(struct outbuf *out, const struct perf_event *event, enum event_update_type type,
		       const void *data, size_t size_bytes)
{
	if (!event->nr_ids) return;
	const struct record_event_update update = { .update_type = type,
						    .id = event->ids[0],
						    .payload = cursor_of(data, size_bytes, false) };
	(void)!record_encode_event_update(out, (struct record_envelope){ .type = RECORD_EVENT_UPDATE }, &update);
}

/* What an attr does not say of its event: name, unit, scale. */
static void put_updates(struct outbuf *out, const struct perf_event *event)
{
	struct outbuf scale;
	uint64_t bits;
	memcpy(&bits, &event->scale, sizeof(bits));
	out_init(&scale, -1);
	scale.swap = out->swap;
	out_u64(&scale, bits);
	put_update(out, event, EVENT_UPDATE_NAME, event->name, strlen(event->name) + 1);
	if (event->unit) put_update(out, event, EVENT_UPDATE_UNIT, event->unit, strlen(event->unit) + 1);
	if (event->has_scale) put_update(out, event, EVENT_UPDATE_SCALE, scale.data, scale.size);
	out_done(&scale);
}

static int begin_pipe(struct perfdata_writer *w)
{
	struct outbuf out;
	int r = 0;
	buffer_init(&out, w);
	out_u64(&out, PERFDATA_MAGIC2);
	out_u64(&out, PERFDATA_PIPE_HEADER_SIZE);
	for (size_t i = 0; i < w->events->count && r >= 0; i++) r = put_attr_record(&out, w, w->events->items[i]);
	for (size_t i = 0; i < w->events->count; i++) put_updates(&out, w->events->items[i]);
	if (r >= 0) r = write_all(w->fd, out.data, out.size);
	out_done(&out);
	return r;
}

int perfdata_writer_new(int fd, unsigned form, const struct perf_events *events, struct perfdata_writer **ret,
			struct err *err)
{
	struct perfdata_writer *w = xcalloc(1, sizeof(*w));
	bool pipe = form & WRITER_PIPE;
	/* in pipe form readers take the attr they know whole, whatever its size says: what follows a small one would be
	 * taken for fields */
	*w = (struct perfdata_writer){ .fd = fd,
				       .pipe = pipe,
				       .swap = form & WRITER_SWAPPED,
				       .events = events,
				       .attr_size = pipe ? sizeof(struct event_attr) : 64 };
	for (size_t i = 0; i < events->count; i++)
		w->attr_size = MAX(w->attr_size, attr_smallest_size(&events->items[i]->attr));
	/* readers of streams up to 6.12 take all 136 bytes they know, whatever the attr says of its size */
	if (pipe) w->attr_size = MAX(w->attr_size, 136u);
	int r = pipe ? begin_pipe(w) : begin_file(w);
	if (r < 0) {
		free(w);
		return r == -E2BIG ? err_set(err, r, "an event has more instances than the pipe form can hold")
				   : err_set_errno(err, r, "failed to write the header");
	}
	*ret = w;
	return 0;
}

struct perfdata_writer *perfdata_writer_new_bare(int fd)
{
	struct perfdata_writer *w = xcalloc(1, sizeof(*w));
	w->fd = fd;
	return w;
}

void perfdata_writer_free(struct perfdata_writer *writer) { free(writer); }
uint64_t perfdata_writer_size(const struct perfdata_writer *w) { return w->data_size; }
uint64_t perfdata_writer_offset(const struct perfdata_writer *w) { return w->data_offset + w->data_size; }
void perfdata_writer_appended(struct perfdata_writer *w, uint64_t size_bytes) { w->data_size += size_bytes; }

int perfdata_writer_append(struct perfdata_writer *w, struct iovec *parts, int nr_parts)
{
	while (nr_parts) {
		if (!parts->iov_len) {
			parts++;
			nr_parts--;
			continue;
		}
		/* The kernel takes at most 1024 parts at once (IOV_MAX). */
		ssize_t n = writev(w->fd, parts, MIN(nr_parts, 1024));
		if (n < 0 && errno == EINTR) continue;
		if (n < 0) return -errno;
		w->data_size += (uint64_t)n;
		for (size_t left = (size_t)n; left;) {
			size_t step = MIN(left, parts->iov_len);
			parts->iov_base = (uint8_t *)parts->iov_base + step;
			parts->iov_len -= step;
			left -= step;
			if (!parts->iov_len) {
				parts++;
				nr_parts--;
			}
		}
	}
	return 0;
}

/* One call ends at a border of pages where it can, as only whole pages are shared. */
int perfdata_writer_copy(struct perfdata_writer *w, int from, uint64_t offset, uint64_t size_bytes, uint64_t *ret_done)
{
	uint64_t done = 0, head = -offset % PERFDATA_SHARED_BYTES;
	int r = 0;
	while (done < size_bytes && r == 0) {
		off_t at = (off_t)(offset + done);
		size_t step = (size_t)(done < head ? MIN(head, size_bytes) - done : size_bytes - done);
		ssize_t n = copy_file_range(from, &at, w->fd, NULL, step, 0);
		if (n < 0 && errno == EINTR) continue;
		if (n <= 0) r = n < 0 ? -errno : -ENODATA; /* 0: the file is shorter than it was */
		else done += (uint64_t)n;
	}
	w->data_size += done;
	*ret_done = done;
	return r;
}

void perfdata_writer_align(struct perfdata_writer *w, uint64_t data_offset)
{
	uint64_t room = (data_offset - w->data_offset) % PERFDATA_SHARED_BYTES;
	if (w->pipe || w->data_size || lseek(w->fd, (off_t)(w->data_offset + room), SEEK_SET) < 0) return;
	w->data_offset += room;
}

int perfdata_writer_cut(struct perfdata_writer *w, uint64_t data_size)
{
	off_t end = (off_t)(w->data_offset + data_size);
	if (w->pipe || ftruncate(w->fd, end) < 0 || lseek(w->fd, end, SEEK_SET) < 0) return w->pipe ? -EINVAL : -errno;
	w->data_size = data_size;
	return 0;
}

/* As a HEADER_FEATURE record; nothing when it is longer than a record can be. */
static void put_feature(struct outbuf *out, uint64_t bit, const struct outbuf *payload)
{
	const struct record_header_feature feature = { .bit = bit,
						       .payload = cursor_of(payload->data, payload->size, false) };
	(void)!record_encode_header_feature(out, (struct record_envelope){ .type = RECORD_HEADER_FEATURE }, &feature);
}

int perfdata_writer_features(struct perfdata_writer *w, const struct perf_header *header, struct err *err)
{
	struct outbuf out, payload;
	buffer_init(&out, w);
	buffer_init(&payload, w);
	for (unsigned bit = 0; bit < FEATURE_BITS; bit++) {
		const struct feature_desc *desc = feature_desc(bit);
		/* these two have records of their own */
		if (!desc || !header_has(header, bit) || bit == FEATURE_TRACING_DATA || bit == FEATURE_BUILD_ID)
			continue;
		payload.size = 0;
		if (desc->encode) desc->encode(header, &payload);
		put_feature(&out, bit, &payload); /* nothing when no record holds it */
	}
	payload.size = 0;
	put_feature(&out, FEATURE_END, &payload); /* tells a reader that there are no more */
	if (header_has(header, FEATURE_TRACING_DATA)) {
		size_t padded = (header->tracing_data_size + 7) & ~(size_t)7;
		(void)!record_encode_header_tracing_data(
			&out, (struct record_envelope){ .type = RECORD_HEADER_TRACING_DATA },
			&(struct record_header_tracing_data){ .size = (uint32_t)padded });
		out_mem(&out, header->tracing_data, header->tracing_data_size);
		out_zeros(&out, padded - header->tracing_data_size);
	}
	int r = write_all(w->fd, out.data, out.size);
	w->data_size += out.size;
	out_done(&payload);
	out_done(&out);
	return r < 0 ? err_set_errno(err, r, "failed to write the header") : 0;
}

int perfdata_writer_finish(struct perfdata_writer *w, const struct perf_header *header, struct err *err)
{
	if (w->pipe) return 0;
	struct outbuf table, sections, head;
	uint64_t features[FEATURE_BITS / 64] = { 0 };
	unsigned count = 0;
	for (unsigned bit = 0; bit < FEATURE_BITS; bit++) {
		if (!feature_desc(bit) || !header_has(header, bit)) continue;
		features[bit / 64] |= 1ull << (bit % 64);
		count++;
	}
	/* Sections begin behind the table, which has 16 bytes for each. */
	uint64_t start = perfdata_writer_offset(w) + 16 * count;
	buffer_init(&table, w);
	buffer_init(&sections, w);
	buffer_init(&head, w);
	for (unsigned bit = 0; bit < FEATURE_BITS; bit++) {
		if (!(features[bit / 64] >> (bit % 64) & 1)) continue;
		const struct feature_desc *desc = feature_desc(bit);
		size_t before = sections.size;
		if (desc->encode) desc->encode(header, &sections);
		out_u64(&table, start + before);
		out_u64(&table, sections.size - before);
	}
	put_header(&head, w, w->data_size, features);
	int r = write_all(w->fd, table.data, table.size);
	if (r >= 0) r = write_all(w->fd, sections.data, sections.size);
	/* last, so that the header never promises what is not there */
	if (r >= 0 && pwrite(w->fd, head.data, head.size, 0) != (ssize_t)head.size) r = errno ? -errno : -EIO;
	out_done(&table);
	out_done(&sections);
	out_done(&head);
	return r < 0 ? err_set_errno(err, r, "failed to write the header") : 0;
}
