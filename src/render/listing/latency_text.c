#include "render/listing/latency_text.h"
#include "base/printable.h"

enum { NUMBER_WIDTH = 12, BAR_WIDTH = 40, MAX_LINEAR_ROWS = 40 };

static const struct {
	const char *name;
	double share;
} quantiles[] = { { "p50", 0.5 }, { "p90", 0.9 }, { "p99", 0.99 }, { "p99.9", 0.999 } };

static void text_statistics(const struct latency_histogram *histogram, const char *group,
			    const struct latency_unit *unit, struct outbuf *out)
{
	out_lit(out, "  ");
	out_dec(out, histogram->count, 10);
	out_char(out, ' ');
	latency_unit_format(unit, (double)histogram->min_ns, NUMBER_WIDTH, out);
	for (size_t i = 0; i < ARRAY_SIZE(quantiles); i++) {
		out_char(out, ' ');
		latency_unit_format(unit, (double)latency_histogram_quantile(histogram, quantiles[i].share),
				    NUMBER_WIDTH, out);
	}
	const double numbers[] = { (double)histogram->max_ns, histogram->mean_ns,
				   latency_histogram_deviation(histogram) };
	for (size_t i = 0; i < ARRAY_SIZE(numbers); i++) {
		out_char(out, ' ');
		latency_unit_format(unit, numbers[i], NUMBER_WIDTH, out);
	}
	if (group) out_printf(out, "  %s", group);
	out_char(out, '\n');
}

/* until < 0: and all that are longer */
static void histogram_row(double from, double until, unsigned decimals, uint64_t count, uint64_t largest,
			  uint64_t total, struct outbuf *out)
{
	out_float(out, from, 14, decimals);
	out_lit(out, " .. ");
	if (until < 0) out_spaces(out, 14);
	else out_float(out, until, 14, decimals);
	out_lit(out, "  ");
	out_dec(out, count, 10);
	out_lit(out, "  ");
	out_float(out, 100.0 * (double)count / (double)total, 6, 2);
	out_lit(out, "%  |");
	size_t stars = largest ? (size_t)((double)count * BAR_WIDTH / (double)largest + 0.5) : 0, start = out->size;
	if (count && !stars) stars = 1;
	for (size_t i = 0; i < stars; i++) out_char(out, '*');
	out_pad_from(out, start, BAR_WIDTH);
	out_lit(out, "|\n");
}

/* From the first row that holds something to the last. */
static void text_rows(const double *froms, const uint64_t *counts, size_t nr, unsigned decimals, uint64_t total,
		      struct outbuf *out)
{
	size_t first = 0, last = nr;
	uint64_t largest = 0;
	while (first < nr && !counts[first]) first++;
	while (last > first && !counts[last - 1]) last--;
	for (size_t i = first; i < last; i++) largest = MAX(largest, counts[i]);
	for (size_t i = first; i < last; i++) {
		size_t end = i;
		while (!counts[end]) end++;
		if (end > i + 3) {
			out_printf(out, "%16s\n", "...");
			i = end;
		}
		histogram_row(froms[i], froms[i + 1], decimals, counts[i], largest, total, out);
	}
}

static void text_powers(const struct latency_histogram *histogram, uint64_t max_units, struct outbuf *out)
{
	double froms[LATENCY_POWERS + 1];
	uint64_t counts[LATENCY_POWERS] = { 0 };
	size_t last = LATENCY_POWERS - 1;
	for (size_t i = 0; i <= LATENCY_POWERS; i++) froms[i] = i ? (double)((unsigned __int128)1 << (i - 1)) : 0;
	while (max_units && last && froms[last] >= (double)max_units) last--;
	if (last + 1 < LATENCY_POWERS) froms[++last + 1] = -1;
	for (size_t i = 0; i < LATENCY_POWERS; i++) counts[MIN(i, last)] += histogram->powers[i];
	text_rows(froms, counts, LATENCY_POWERS, 0, histogram->count, out);
}

static void text_linear(const struct latency_histogram *histogram, const struct latency_text_options *options,
			struct outbuf *out)
{
	double max_ns = (double)(options->max_ns ? options->max_ns : histogram->max_ns),
	       unit_ns = (double)options->unit->ns;
	double step = latency_round_step(max_ns / unit_ns / (MAX_LINEAR_ROWS / 2));
	double froms[MAX_LINEAR_ROWS + 1];
	uint64_t counts[MAX_LINEAR_ROWS] = { 0 }, from_ns, until_ns, count;
	size_t nr = MIN((size_t)(max_ns / unit_ns / step * (1 + 1e-12)) + 1, (size_t)MAX_LINEAR_ROWS);
	for (size_t i = 0; i <= nr; i++) froms[i] = (double)i * step;
	if ((double)histogram->max_ns / unit_ns >= froms[nr]) froms[nr] = -1;
	for (uint32_t pos = 0; latency_histogram_next(histogram, &pos, &from_ns, &until_ns, &count);) {
		double row = (double)latency_histogram_middle(histogram, from_ns, until_ns) / unit_ns / step;
		counts[row >= (double)nr ? nr - 1 : (size_t)row] += count;
	}
	unsigned decimals = 0;
	for (double digits = step; digits < 0.999 && decimals < options->unit->decimals; digits *= 10) decimals++;
	text_rows(froms, counts, nr, decimals, histogram->count, out);
}

static void remark(uint64_t count, const char *what, struct outbuf *out)
{
	if (count) out_printf(out, "# %s: %llu\n", what, (unsigned long long)count);
}

static void text_remarks(const struct latency_result *result, struct outbuf *out)
{
	remark(result->nr_without_begin, "ends without a begin", out);
	remark(result->nr_begun_again, "begins given up for a later one of the same key", out);
	remark(result->nr_pending, "begins without an end until the last event", out);
	remark(result->nr_given_up, "begins given up because too many were waiting", out);
	remark(result->nr_backwards, "ends before their begin (the recording is not in order), not counted", out);
	remark(result->nr_damaged, "events too short for their key", out);
	remark(result->nr_ungrouped, "latencies in 'all' only, of too many groups", out);
	remark(result->nr_lost_events, "events lost while recording (latencies are missing, and some may be too long)",
	       out);
}

static void text_slowest(const struct latency_result *result, const struct latency_unit *unit, struct outbuf *out)
{
	out_printf(out, "\n# slowest\n#         begin (s) %10s (%s)   cpu -> cpu      tid  command%s\n", "latency",
		   unit->name, result->by ? "           group" : "");
	for (size_t i = 0; i < result->nr_slowest; i++) {
		const struct latency_row *row = &result->slowest[i];
		out_fixed(out, row->begin_ns, 9, 19);
		out_char(out, ' ');
		latency_unit_format(unit, (double)latency_row_ns(row), 14, out);
		out_printf(out, "  %4d -> %-4d %8d  ", (int)row->cpu, (int)row->end_cpu, (int)row->tid);
		if (row->group) out_name_left(out, row->comm, 16);
		else out_name(out, row->comm);
		if (row->group) out_printf(out, "  %s", row->group);
		out_char(out, '\n');
	}
}

void latency_text(const struct latency_result *result, const struct latency_text_options *options, struct outbuf *out)
{
	const struct latency_unit *unit = options->unit;
	out_printf(out, "# %s -> %s, key %s\n# %llu latencies in ", result->begin, result->end,
		   *result->key ? result->key : "none", (unsigned long long)result->all.count);
	out_fixed(out, (result->last_ns - result->first_ns) / 1000, 6, 0);
	out_lit(out, " s\n");
	text_remarks(result, out);
	if (!result->all.count) return;
	out_printf(out, "#\n#  %9s %*s", "count", NUMBER_WIDTH, "min");
	for (size_t i = 0; i < ARRAY_SIZE(quantiles); i++) out_printf(out, " %*s", NUMBER_WIDTH, quantiles[i].name);
	out_printf(out, " %*s %*s %*s  (%s)%s%s\n", NUMBER_WIDTH, "max", NUMBER_WIDTH, "mean", NUMBER_WIDTH, "sd",
		   unit->name, result->by ? " by " : "", result->by ? result->by : "");
	for (size_t i = 0; i < result->nr_groups; i++)
		text_statistics(&result->groups[i].histogram, result->groups[i].name, unit, out);
	text_statistics(&result->all, result->by ? "all" : NULL, unit, out);
	if (!options->no_histogram) {
		out_printf(out, "\n# %28s (%s)       count    share\n", "latency", unit->name);
		if (options->linear) text_linear(&result->all, options, out);
		else text_powers(&result->all, options->max_ns / unit->ns, out);
	}
	if (result->nr_slowest) text_slowest(result, unit, out);
}

void latency_text_row(const struct latency_row *row, const struct latency_unit *unit, struct outbuf *out)
{
	unsigned decimals = unit->ns == 1 ? 0 : unit->ns == 1000 ? 3 : unit->ns == 1000000 ? 6 : 9;
	out_fixed(out, row->end_ns, decimals, 0);
	out_char(out, ' ');
	out_fixed(out, latency_row_ns(row), decimals, 0);
	if (row->group) out_printf(out, " %s", row->group);
	out_char(out, '\n');
}

/* ---- CSV */

/* Quoted where it has to be. */
static void csv_text(const char *name, char separator, struct outbuf *out)
{
	_strbuf_done_ struct strbuf scratch = STRBUF_INIT;
	const char *text = printable(name, &scratch);
	if (!strchr(text, separator) && !strchr(text, '"')) {
		out_str(out, text);
		return;
	}
	out_char(out, '"');
	for (; *text; text++) {
		if (*text == '"') out_char(out, '"');
		out_char(out, *text);
	}
	out_char(out, '"');
}

static void csv_row(const struct latency_histogram *histogram, const char *group,
		    const struct latency_text_options *options, struct outbuf *out)
{
	csv_text(group, options->separator, out);
	out_char(out, options->separator);
	out_dec(out, histogram->count, 0);
	double numbers[4 + ARRAY_SIZE(quantiles)];
	size_t nr = 0;
	numbers[nr++] = (double)histogram->min_ns;
	for (size_t i = 0; i < ARRAY_SIZE(quantiles); i++)
		numbers[nr++] = (double)latency_histogram_quantile(histogram, quantiles[i].share);
	numbers[nr++] = (double)histogram->max_ns;
	numbers[nr++] = histogram->mean_ns;
	numbers[nr++] = latency_histogram_deviation(histogram);
	for (size_t i = 0; i < nr; i++) {
		out_char(out, options->separator);
		latency_unit_format(options->unit, numbers[i], 0, out);
	}
	out_char(out, '\n');
}

void latency_csv(const struct latency_result *result, const struct latency_text_options *options, struct outbuf *out)
{
	static const char *const names[] = { "min", "p50", "p90", "p99", "p99.9", "max", "mean", "sd" };
	out_printf(out, "group%ccount", options->separator);
	for (size_t i = 0; i < ARRAY_SIZE(names); i++)
		out_printf(out, "%c%s_%s", options->separator, names[i], options->unit->name);
	out_char(out, '\n');
	for (size_t i = 0; i < result->nr_groups; i++)
		csv_row(&result->groups[i].histogram, result->groups[i].name, options, out);
	csv_row(&result->all, "all", options, out);
}
