/* A symbol table to bytes and back (symbol_table_flat.h). Reading back copies nothing: it checks the sizes and
 * points into the bytes. Contents are checked by those who use them (symbol_table_find, symbol_table_get). */
#include "symbol/symbol_table_flat.h"

#include <errno.h>
#include <string.h>

#define SYMBOLS_MAX (1u << 28)
#define NAMES_MAX (UINT32_MAX / 2)

/* Sizes first: each part begins where the one before ends. All parts are of multiples of 8 bytes but for the last. */
struct flat_head {
	uint64_t nr_symbols, nr_ranges, nr_buckets, names_size, nr_found, low, high;
	uint32_t bucket_shift, overlaps;
	struct symbol_range sections[NR_SYMBOL_SECTIONS];
};

/* Offsets of the parts, from the start of the bytes. */
struct parts {
	uint64_t ranges, range_symbols, spans, buckets, marks, names, end;
};

/* Size of count 32-bit words, padded to a multiple of 8. */
static uint64_t words_size(uint64_t count) { return (count * sizeof(uint32_t) + 7) & ~(uint64_t)7; }

/* Counts are at most SYMBOLS_MAX, so that nothing overflows. */
static struct parts parts_of(const struct flat_head *head)
{
	struct parts p = { .ranges = sizeof(*head) };
	p.range_symbols = p.ranges + head->nr_ranges * sizeof(struct symbol_range);
	p.spans = p.range_symbols + (head->overlaps ? words_size(head->nr_ranges) : 0);
	p.buckets = p.spans + (head->overlaps ? head->nr_symbols * sizeof(struct symbol_range) : 0);
	p.marks = p.buckets + words_size(head->nr_buckets);
	p.names = p.marks + head->nr_symbols * sizeof(struct symbol_mark);
	p.end = p.names + head->names_size;
	return p;
}

/* Names are written one by one, in order of symbols; the offset in a mark is that of its name. */
void *symbol_table_flatten(const struct symbol_table *table, uint64_t nr_found, size_t *ret_size_bytes)
{
	struct flat_head head = {
		.nr_symbols = table->nr_symbols,
		.nr_ranges = table->nr_ranges,
		.nr_buckets = table->nr_buckets,
		.nr_found = nr_found,
		.low = table->low,
		.high = table->high,
		.bucket_shift = table->bucket_shift,
		.overlaps = table->range_symbols != NULL,
	};

	memcpy(head.sections, table->sections, sizeof(head.sections));
	if (table->nr_symbols > SYMBOLS_MAX || table->nr_ranges > SYMBOLS_MAX) return NULL;
	for (size_t i = 0; i < table->nr_symbols; i++) head.names_size += strlen(symbol_table_get(table, i).name) + 1;
	if (head.names_size > NAMES_MAX) return NULL;
	struct parts p = parts_of(&head);
	uint8_t *bytes = xcalloc(1, p.end);
	struct symbol_mark *marks = (struct symbol_mark *)(bytes + p.marks);
	struct symbol_range *spans = (struct symbol_range *)(bytes + p.spans);
	memcpy(bytes, &head, sizeof(head));
	if (head.nr_ranges) memcpy(bytes + p.ranges, table->ranges, head.nr_ranges * sizeof(*table->ranges));
	if (head.overlaps)
		memcpy(bytes + p.range_symbols, table->range_symbols, head.nr_ranges * sizeof(*table->range_symbols));
	if (head.nr_buckets) memcpy(bytes + p.buckets, table->buckets, head.nr_buckets * sizeof(*table->buckets));
	uint64_t name = 0;
	for (size_t i = 0; i < table->nr_symbols; i++) {
		struct raw_symbol s = symbol_table_get(table, i);
		size_t size = strlen(s.name) + 1;
		if (head.overlaps) spans[i] = (struct symbol_range){ s.start, s.end };
		marks[i] = (struct symbol_mark){
			.name = (uint32_t)name, .binding = s.binding, .type = s.type, .flags = s.flags
		};
		memcpy(bytes + p.names + name, s.name, size);
		name += size;
	}
	*ret_size_bytes = p.end;
	return bytes;
}

/* The checks make sure that each part is within the bytes, and that each bucket the search can reach exists. */
int symbol_table_unflatten(struct symbol_table *table, const void *data, size_t size_bytes, uint64_t *ret_nr_found)
{
	struct flat_head head;
	const uint8_t *bytes = data;

	if (size_bytes < sizeof(head)) return -EBADMSG;
	memcpy(&head, data, sizeof(head));
	if (head.nr_symbols > SYMBOLS_MAX || head.nr_ranges > SYMBOLS_MAX ||
	    head.nr_buckets > 2 * (uint64_t)SYMBOLS_MAX || head.names_size > NAMES_MAX)
		return -EBADMSG;
	if (head.bucket_shift > 63 || (!head.overlaps && head.nr_ranges != head.nr_symbols)) return -EBADMSG;
	/* each bucket's end is the next one's begin; the last address is in the last but one */
	if (head.high < head.low ||
	    (head.high > head.low && ((head.high - head.low) >> head.bucket_shift) + 2 > head.nr_buckets))
		return -EBADMSG;
	struct parts p = parts_of(&head);
	if (p.end != size_bytes) return -EBADMSG;
	*table = (struct symbol_table){
		.nr_symbols = head.nr_symbols,
		.nr_ranges = head.nr_ranges,
		.nr_buckets = head.nr_buckets,
		.ranges = (const struct symbol_range *)(bytes + p.ranges),
		.range_symbols = head.overlaps ? (const uint32_t *)(bytes + p.range_symbols) : NULL,
		.buckets = head.nr_buckets ? (const uint32_t *)(bytes + p.buckets) : NULL,
		.low = head.low,
		.high = head.high,
		.bucket_shift = head.bucket_shift,
		.flat = {
			.spans = (const struct symbol_range *)(bytes + (head.overlaps ? p.spans : p.ranges)),
			.marks = (const struct symbol_mark *)(bytes + p.marks),
			.names = (const char *)bytes + p.names,
			.names_size = head.names_size,
		},
	};
	memcpy(table->sections, head.sections, sizeof(head.sections));
	symbol_list_init(&table->list);
	*ret_nr_found = head.nr_found;
	return 0;
}
