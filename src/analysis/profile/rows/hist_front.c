/* The lines that can be among the first rows, found without ordering the others. The value that is most important
 * decides: a line that has less of it than max_rows other lines is behind all of these, whatever its other columns. */
#include <string.h>
#include "analysis/profile/rows/hist_reporter.h"

/* How much longer than the rows that are wanted a list of lines is before this is worth it. */
enum { WORTH_IT = 4 };

/* The greatest values seen so far, as a heap: the least of them is values[0]. */
struct greatest_values {
	uint64_t *values;
	size_t count, max;
};

/* Moves the value at i down to its place. */
static void sink(struct greatest_values *g, size_t i)
{
	for (size_t child; (child = 2 * i + 1) < g->count; i = child) {
		if (child + 1 < g->count && g->values[child + 1] < g->values[child]) child++;
		if (g->values[i] <= g->values[child]) return;
		uint64_t value = g->values[i];
		g->values[i] = g->values[child];
		g->values[child] = value;
	}
}

static void add_value(struct greatest_values *g, uint64_t value)
{
	if (g->count < g->max) {
		g->values[g->count++] = value;
		if (g->count == g->max)
			for (size_t i = g->count / 2; i-- > 0;) sink(g, i);
	} else if (value > g->values[0]) {
		g->values[0] = value;
		sink(g, 0);
	}
}

size_t hist_front(struct reporter *r)
{
	const struct hist_field *field = r->layout->order.count ? r->layout->order.items[0].field : NULL;
	size_t max_rows = r->options->max_rows, nr_events = r->nr_events, count = 0;
	if (!field || !max_rows || r->nr_lines / WORTH_IT < max_rows) return r->nr_lines;
	_free_ uint64_t *values = xmalloc(r->nr_lines * sizeof(*values));
	_free_ uint64_t *heap = xmalloc(max_rows * sizeof(*heap));
	struct greatest_values greatest = { .values = heap, .max = max_rows };
	for (size_t n = 0; n < r->nr_lines; n++) {
		const struct hist_entry *const *line = r->lines + n * nr_events, *entry = line[r->first];
		values[n] = entry ? value_of(r, field, entry, r->first) : 0;
		if (!hist_is_light(r->options, line[0], r->totals[0])) add_value(&greatest, values[n]);
	}
	if (greatest.count < max_rows) return r->nr_lines;
	/* lines keep their order on both sides: it decides between those that are equal in everything */
	const struct hist_entry **parted = xmalloc(r->nr_lines * nr_events * sizeof(*parted));
	for (size_t n = 0; n < r->nr_lines; n++) count += values[n] >= heap[0];
	for (size_t n = 0, front = 0, behind = count; n < r->nr_lines; n++) {
		size_t to = values[n] >= heap[0] ? front++ : behind++;
		memcpy(parted + to * nr_events, r->lines + n * nr_events, nr_events * sizeof(*parted));
	}
	free(r->lines);
	r->lines = parted;
	return count;
}
