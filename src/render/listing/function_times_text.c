/* Columns are as wide as upstream's, which larger numbers push to the right. */
#include "render/listing/function_times_text.h"

enum { BAR_COLUMNS = 46 };

void function_times_text(const struct function_times_result *result, struct outbuf *out)
{
	if (result->nr_rows) out_lit(out, "# Total (us)   Avg (us)   Max (us)      Count   Function\n");
	for (size_t i = 0; i < result->nr_rows; i++) {
		const struct function_times_row *row = &result->rows[i];
		out_float(out, (double)row->total_ns / 1e3, 12, 3);
		out_char(out, ' ');
		out_float(out, (double)row->total_ns / 1e3 / (double)row->nr, 10, 3);
		out_char(out, ' ');
		out_float(out, (double)row->max_ns / 1e3, 10, 3);
		out_char(out, ' ');
		out_dec(out, row->nr, 10);
		out_printf(out, "   %s\n", row->name);
	}
}

/* Limits of a row with a unit that suits its beginning. Rows that double begin at powers of two of the unit, and are
 * called by the power of 1024 next to it: "1 - 2 ms" is from 1024 to 2048 us. */
static void limits(const struct function_latency_result *result, size_t row, struct outbuf *out)
{
	static const char *const units[] = { "ns", "us", "ms", "s " };
	const uint64_t *from = &result->from[row];
	bool last = row + 1 == result->nr_rows;
	size_t unit = result->in_ns ? 0 : 1;
	if (!result->range) {
		uint64_t first = from[0], next = last ? 0 : from[1];
		for (; first >= 1024; first /= 1024, next /= 1024) unit++;
		out_dec(out, first, 6);
		out_lit(out, " - ");
		if (last) out_lit(out, "... ");
		else out_dec(out, next, 4);
		out_char(out, ' ');
		return out_str(out, units[unit]);
	}
	bool large = from[0] >= 1000;
	if (large) {
		out_lit(out, "  ");
		out_float(out, (double)from[0] / 1e3, 0, 2);
	} else {
		out_dec(out, from[0], 6);
	}
	out_lit(out, " - ");
	if (last) out_str(out, large ? "... " : " ...");
	else if (large) out_float(out, (double)from[1] / 1e3, 4, 2);
	else out_dec(out, from[1], 4);
	out_char(out, ' ');
	out_str(out, units[unit + large]);
}

/* Rounded: avg of calls that together took total_ns. */
static void sums(const struct function_latency_result *result, struct outbuf *out)
{
	uint64_t unit_ns = result->in_ns ? 1 : 1000;
	const struct {
		const char *name;
		uint64_t value;
	} rows[] = {
		{ "\n  total time: ", result->total_ns / unit_ns },
		{ "\n    avg time: ",
		  (uint64_t)((double)result->total_ns / (double)result->nr / (double)unit_ns + 0.5) },
		{ "\n    max time: ", result->max_ns / unit_ns },
		{ "\n    min time: ", result->min_ns / unit_ns },
		{ "\n       count: ", result->nr },
	};
	out_str(out, result->in_ns ? "\n# statistics  (in nsec)" : "\n# statistics  (in usec)");
	for (size_t i = 0; i < ARRAY_SIZE(rows); i++) {
		out_str(out, rows[i].name);
		out_dec(out, rows[i].value, 20);
	}
	out_char(out, '\n');
}

void function_latency_text(const struct function_latency_result *result, bool hide_empty, struct outbuf *out)
{
	if (!result->nr) return out_lit(out, "No data found\n");
	out_lit(out, "#   DURATION     |      COUNT | GRAPH                                          |\n");
	for (size_t i = 0; i < result->nr_rows; i++) {
		size_t bar = (size_t)((double)result->count[i] * BAR_COLUMNS / (double)result->nr);
		if (hide_empty && !result->count[i]) continue;
		limits(result, i, out);
		out_lit(out, " | ");
		out_dec(out, result->count[i], 10);
		out_lit(out, " | ");
		for (size_t k = 0; k < BAR_COLUMNS; k++) out_char(out, k < bar ? '#' : ' ');
		out_lit(out, " |\n");
	}
	sums(result, out);
}
