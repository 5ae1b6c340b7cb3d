/* The header of the file form: magic, sections, attrs with their ids, and the feature sections behind the data.
 * Layout: docs/perfdata.md, "File header".
 *
 * Every offset and size comes from the file and is checked against its length before it is used. Damaged features and
 * ids are left out with a warning; only a file whose events cannot be read is refused. */
#include <errno.h>
#include <inttypes.h>
#include "perfdata/reader.h"

/* Where something is in the file, in bytes. */
struct section {
	uint64_t offset, size;
};

static struct section read_section(struct cursor *c)
{
	struct section s;
	s.offset = cursor_u64(c);
	s.size = cursor_u64(c);
	return s;
}

/* Written so that no sum can overflow. */
static bool section_inside(struct section s, uint64_t size) { return s.offset <= size && s.size <= size - s.offset; }

/* The message upstream gives for every such file, with the reason as its hint. */
static int incompatible(struct perfdata *pd, struct err *err, const char *what)
{
	err_set(err, -EBADMSG, "incompatible file format (rerun with -v to learn more)");
	err_hint(err, "%s: %s", pd->path, what);
	return -EBADMSG;
}

/* Adds an event for each entry of the attrs section: an attr of entry_size - 16 bytes, then the section of its ids. */
static int read_attrs(struct perfdata *pd, const uint8_t *data, size_t size, struct section attrs, uint64_t entry_size,
		      struct err *err)
{
	/* 64: the first published size of struct perf_event_attr; recorders newer than this reader have longer ones. */
	if (entry_size < 64 + 16 || entry_size > 64 * 1024)
		return incompatible(pd, err, "the size of its event descriptions is not possible");
	if (!section_inside(attrs, size)) return incompatible(pd, err, "its event descriptions lie outside the file");
	if (!attrs.size && pd->may_lack_events) return 0;
	if (attrs.size < entry_size) return incompatible(pd, err, "it describes no events");
	struct cursor c = cursor_of(data + attrs.offset, attrs.size, pd->swap);
	bool ids_lost = false;
	uint64_t ids_left = size / 8; /* sections that overlap must not make more ids than the file has room for */
	for (uint64_t n = attrs.size / entry_size; n; n--) {
		struct event_attr attr;
		if (attr_decode(&c, entry_size - 16, &attr) < 0)
			return incompatible(pd, err, "its event descriptions are damaged");
		struct section ids = read_section(&c);
		struct perf_event *event = events_add(&pd->events, &attr, NULL);
		if (!section_inside(ids, size) || ids.size / 8 > ids_left) {
			ids_lost = true;
			continue;
		}
		struct cursor i = cursor_of(data + ids.offset, ids.size, pd->swap);
		uint64_t count = ids.size / 8;
		ids_left -= count;
		uint64_t *words = xreallocarray(NULL, count, sizeof(*words));
		for (uint64_t k = 0; k < count; k++) words[k] = cursor_u64(&i);
		events_add_ids(&pd->events, event, words, count);
		free(words);
	}
	if (ids_lost)
		warnings_add(pd->warnings, "damaged ids", "%s: the ids of some events are damaged and ignored",
			     pd->path);
	return 0;
}

/* Features of the recorders of 32-bit machines of the other byte order: the bitmap is made of 32-bit words there.
 * HOSTNAME is always there, so its place tells. */
static void fix_bitmap_words(uint64_t bits[4])
{
	/* The recorder had 64-bit words. */
	if (bits[0] >> FEATURE_HOSTNAME & 1) return;
	for (unsigned i = 0; i < 4; i++) bits[i] = bits[i] << 32 | bits[i] >> 32;
	if (bits[0] >> FEATURE_HOSTNAME & 1) return;
	for (unsigned i = 0; i < 4; i++) bits[i] = bits[i] << 32 | bits[i] >> 32;
}

static bool bit_is_set(const uint64_t bits[4], unsigned bit) { return bits[bit / 64] >> (bit % 64) & 1; }

/* Whether the table at offset is one: its sections follow it and lie in the file. A recorder that was killed has not
 * written it. */
static bool has_feature_table(struct perfdata *pd, const uint8_t *data, size_t size, uint64_t offset,
			      const uint64_t bits[4])
{
	uint64_t count = 0;
	for (unsigned i = 0; i < 4; i++) count += (uint64_t)__builtin_popcountll(bits[i]);
	if (!count) return offset >= size;
	if (offset > size || size - offset < count * 16) return false;
	struct cursor c = cursor_of(data + offset, size - offset, pd->swap);
	for (uint64_t i = 0; i < count; i++) {
		struct section s = read_section(&c);
		if (!s.offset && !s.size) continue;
		if (s.offset < offset + count * 16 || !section_inside(s, size)) return false;
	}
	return true;
}

/* Decodes the features whose bit is set. Their sections are in a table behind the data, in the order of the bits. */
static void read_features(struct perfdata *pd, const uint8_t *data, size_t size, const uint64_t bits[4])
{
	uint64_t offset = pd->info.feature_offset;
	/* The table is read up to its end even when some sections are damaged: their entries keep their places. */
	uint64_t count = 0, lost = 0;
	for (unsigned i = 0; i < 4; i++) count += (uint64_t)__builtin_popcountll(bits[i]);
	struct cursor table = cursor_of(data, size, pd->swap);
	cursor_seek(&table, offset);
	for (unsigned bit = 0; bit < FEATURE_BITS; bit++) {
		if (!bit_is_set(bits, bit)) continue;
		struct section s = read_section(&table);
		if (!cursor_ok(&table)) {
			lost++;
			continue;
		}
		if (!section_inside(s, size)) {
			const char *name = header_feature_name(bit);
			if (name)
				warnings_add(pd->warnings, "damaged feature",
					     "%s: header feature %s lies outside the file and is ignored", pd->path,
					     name);
			continue;
		}
		if (header_decode_feature(&pd->header, bit, cursor_of(data + s.offset, s.size, pd->swap)) < 0)
			warnings_add(pd->warnings, "damaged feature", "%s: header feature %s is damaged and ignored",
				     pd->path, header_feature_name(bit));
	}
	if (lost)
		warnings_add(pd->warnings, "missing features",
			     "%s: the file is cut off: %" PRIu64 " of %" PRIu64
			     " header features (host, events' names, "
			     "build-ids ...) are lost",
			     pd->path, lost, count);
}

int file_header_read(struct perfdata *pd, const uint8_t *data, size_t size, struct err *err)
{
	struct cursor c = cursor_of(data, size, pd->swap);
	cursor_u64(&c);
	uint64_t header_size = cursor_u64(&c), entry_size = cursor_u64(&c);
	struct section attrs = read_section(&c), records = read_section(&c);
	/* Event types: names of tracepoints in files of Linux 2.6.3x, which have them in the tracing data as well. */
	read_section(&c);
	uint64_t bits[4] = { 0 };
	if (header_size >= PERFDATA_HEADER_SIZE)
		for (unsigned i = 0; i < 4; i++) bits[i] = cursor_u64(&c);
	if (!cursor_ok(&c)) return incompatible(pd, err, "it ends within its header");
	if (pd->swap) fix_bitmap_words(bits);

	pd->info.header_size = header_size;
	/* As recorded, for --header; what is really there is decided below. */
	pd->info.data_offset = records.offset;
	pd->info.data_size = records.size;
	pd->info.feature_offset = records.offset + records.size;
	int r = read_attrs(pd, data, size, attrs, entry_size, err);
	if (r < 0) return r;

	bool features = true;
	/* Either the recorder was killed, which has written no features, or there are no records at all. */
	if (records.size == 0) {
		features = has_feature_table(pd, data, size, records.offset, bits);
		pd->info.unfinished = !features;
		if (pd->info.unfinished) {
			if (records.offset > size) records.offset = size;
			records.size = size - records.offset;
		}
		if (pd->info.unfinished)
			warnings_add(pd->warnings, "unfinished",
				     "The %s file's data size field is 0 which is unexpected.\n"
				     "Was the 'perf record' command properly terminated?\n"
				     "Reading the %" PRIu64 " bytes of records that are there; the header's features "
				     "(host, build-ids ...) were not written.",
				     pd->path, records.size);
		else
			warnings_add(pd->warnings, "unfinished",
				     "The %s file's data size field is 0 which is unexpected.\n"
				     "Was the 'perf record' command properly terminated?",
				     pd->path);
	} else if (!section_inside(records, size)) {
		uint64_t offset = MIN(records.offset, size);
		warnings_add(pd->warnings, "truncated file",
			     "%s: the file is cut off: %" PRIu64 " of %" PRIu64
			     " bytes of records are lost, and the header's "
			     "features (host, events' names, build-ids ...)",
			     pd->path, records.size - (size - offset), records.size);
		features = false;
		pd->cut = true;
		records.offset = offset;
		records.size = size - offset;
	}
	if (features) read_features(pd, data, size, bits);

	struct stream *s = vec_add(&pd->streams);
	*s = (struct stream){ .data = data + records.offset,
			      .end = data + records.offset + records.size,
			      .file_off = records.offset,
			      .path = xstrdup(pd->path) };
	return 0;
}
