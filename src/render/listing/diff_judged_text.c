/* A line a judged row:
 *
 *     # Event 'cycles': 5 recordings before, 5 after
 *     # ...
 *     #  Before    After   Change          95% interval  Verdict  Shared Object  Symbol
 *     # .......  .......  .......  ....................  .......  .............  ......
 *     #
 *        11.95%   15.03%   +3.08%    +2.11% ..   +4.05%  grew     prog           [.] parse */
#include "render/listing/diff_judged_text.h"
#include <math.h>
#include <stdio.h>
#include "base/printable.h"
#include "base/strbuf.h"
#include "render/short_name.h"

enum { SHARE_WIDTH = 8, INTERVAL_WIDTH = 20, VERDICT_WIDTH = 7 };
/* Of each table: a merge request takes 64 KiB or so. */
enum { MARKDOWN_MAX_ROWS = 50, MARKDOWN_MAX_PATHS = 10 /* of a row */ };

static void put_change(double value, unsigned width, struct outbuf *out)
{
	char text[64];
	snprintf(text, sizeof(text), "%+.2f%%", value);
	out_right(out, text, width);
}

static void put_share(double value, unsigned width, struct outbuf *out)
{
	out_float(out, value, width > 1 ? width - 1 : 0, 2);
	out_char(out, '%');
}

void diff_judged_interval(const struct diff_judged *judged, unsigned width, struct outbuf *out)
{
	if (isnan(judged->low)) {
		out_spaces(out, width);
		return;
	}
	unsigned each = width ? (width - 4) / 2 : 0;
	put_change(judged->low, each, out);
	out_lit(out, " .. ");
	put_change(judged->high, each, out);
}

/* "5 recordings before, 5 after" */
static void put_counts(const struct diff_judgement *judgement, struct outbuf *out)
{
	out_printf(out, "%zu recording%s before, %zu after", judgement->nr_before, judgement->nr_before == 1 ? "" : "s",
		   judgement->nr_after);
}

/* What all rows together did. */
static void put_total(const struct diff_judgement *judgement, struct outbuf *out)
{
	const struct diff_judged *total = &judgement->total;
	out_lit(out, "All together ");
	put_change(total->change, 0, out);
	if (isnan(total->low)) {
		out_lit(out, " (nothing is known of its scatter)");
		return;
	}
	out_lit(out, " (");
	diff_judged_interval(total, 0, out);
	out_lit(out, "): ");
	out_str(out, diff_verdict_name(total->verdict));
}

/* What the numbers are, and how certain. */
static void put_remarks(const struct diff_judgement *judgement, const char *begin, struct outbuf *out)
{
	out_str(out, begin);
	put_total(judgement, out);
	out_char(out, '\n');
	out_str(out, begin);
	out_str(out, judgement->by_period ? "Rows are percents of the mean period before"
					  : "Rows are shares of each recording's period");
	out_printf(out, "; intervals of all %zu judged rows hold together with 95%%\n", judgement->nr_judged);
	if (judgement->nr_judged_paths)
		out_printf(out,
			   "%sIntervals of all %zu judged paths of calls hold together with 95%% among themselves\n",
			   begin, judgement->nr_judged_paths);
	if (judgement->is_sampling_only)
		out_printf(out,
			   "%sOne recording each: intervals know the scatter of samples only, not that of runs; record "
			   "each side several times\n",
			   begin);
	else if (judgement->noise > 1.1)
		out_printf(out, "%sRecordings of one side differ %.1f times as much as their samples would alone\n",
			   begin, sqrt(judgement->noise));
}

static void put_light(const struct diff_judgement *judgement, size_t nr_light, struct outbuf *out)
{
	out_printf(out, "%zu row%s lighter than %.6g%% %s not judged\n", nr_light, nr_light == 1 ? "" : "s",
		   judgement->least_share, nr_light == 1 ? "is" : "are");
}

void diff_judged_about(const struct diff_judgement *judgement, struct outbuf *out)
{
	size_t nr_light = 0;
	for (size_t i = 0; i < judgement->rows.count; i++)
		nr_light += judgement->rows.items[i].verdict == DIFF_NOT_JUDGED;
	put_counts(judgement, out);
	out_char(out, '\n');
	put_remarks(judgement, "", out);
	if (nr_light) put_light(judgement, nr_light, out);
}

static void put_titles(const struct diff *diff, struct outbuf *out)
{
	static const struct {
		const char *title;
		unsigned width;
		bool is_left;
	} columns[] = { { "Before", SHARE_WIDTH, false },
			{ "After", SHARE_WIDTH, false },
			{ "Change", SHARE_WIDTH, false },
			{ "95% interval", INTERVAL_WIDTH, false },
			{ "Verdict", VERDICT_WIDTH, true } };
	out_lit(out, "# ");
	for (size_t i = 0; i < ARRAY_SIZE(columns); i++) {
		if (i) out_lit(out, "  ");
		if (columns[i].is_left) out_left(out, columns[i].title, columns[i].width);
		else out_right(out, columns[i].title, columns[i].width);
	}
	for (size_t i = 0; i < diff->keys.count; i++) {
		out_lit(out, "  ");
		out_name_left(out, diff->keys.items[i].title, diff->keys.items[i].width);
	}
	out_lit(out, "\n# ");
	for (size_t i = 0; i < ARRAY_SIZE(columns) + diff->keys.count; i++) {
		unsigned width = i < ARRAY_SIZE(columns) ? columns[i].width
							 : diff->keys.items[i - ARRAY_SIZE(columns)].width;
		if (i) out_lit(out, "  ");
		for (unsigned n = 0; n < width; n++) out_char(out, '.');
	}
	out_lit(out, "\n#\n");
}

static void put_keys(const struct diff *diff, const struct diff_row *row, struct outbuf *out)
{
	for (size_t i = 0; i < diff->keys.count; i++) {
		out_lit(out, "  ");
		size_t begin = out->size;
		out_name(out, row->texts[i]);
		unsigned width = short_name_width(out->data + begin, out->size - begin);
		if (width < diff->keys.items[i].width && i + 1 < diff->keys.count)
			out_spaces(out, diff->keys.items[i].width - width);
	}
}

/* "     8.00%    12.00%   +4.00%   +2.11% ..  +5.89%  grew    < main": of the samples that came this way. Where the row
 * has an interval a light path has none. */
static void put_paths(const struct diff *diff, const struct diff_row *row, struct outbuf *out)
{
	for (size_t i = 0; row->paths && i < row->paths->paths.count; i++) {
		const struct diff_path *path = &row->paths->paths.items[i];
		out_lit(out, "  ");
		put_share(path->judged.before, SHARE_WIDTH, out);
		out_lit(out, "  ");
		put_share(path->judged.after, SHARE_WIDTH, out);
		out_lit(out, "  ");
		put_change(path->judged.change, SHARE_WIDTH, out);
		out_lit(out, "  ");
		diff_judged_interval(&path->judged, INTERVAL_WIDTH, out);
		out_lit(out, "  ");
		out_left(out, diff_verdict_name(path->judged.verdict), VERDICT_WIDTH);
		for (size_t n = 0; n + 1 < diff->keys.count; n++) out_spaces(out, 2 + diff->keys.items[n].width);
		out_spaces(out, 2 + 2 * path->nr_partings);
		out_lit(out, "< ");
		out_name(out, path->label);
		out_char(out, '\n');
	}
}

void diff_judged_text(const struct diff_judgement *judgement, const struct diff *diff, const char *event, bool is_first,
		      bool quiet, struct outbuf *out)
{
	if (!is_first) out_char(out, '\n');
	if (!quiet) {
		out_lit(out, "# Event '");
		out_name(out, event);
		out_lit(out, "': ");
		put_counts(judgement, out);
		out_lit(out, "\n#\n");
		put_remarks(judgement, "# ", out);
		out_lit(out, "#\n");
		put_titles(diff, out);
	}
	size_t nr_light = 0;
	for (size_t i = 0; i < judgement->rows.count; i++) {
		const struct diff_judged *judged = &judgement->rows.items[i];
		if (judged->verdict == DIFF_NOT_JUDGED) {
			nr_light++;
			continue;
		}
		out_lit(out, "  ");
		put_share(judged->before, SHARE_WIDTH, out);
		out_lit(out, "  ");
		put_share(judged->after, SHARE_WIDTH, out);
		out_lit(out, "  ");
		put_change(judged->change, SHARE_WIDTH, out);
		out_lit(out, "  ");
		diff_judged_interval(judged, INTERVAL_WIDTH, out);
		out_lit(out, "  ");
		out_left(out, diff_verdict_name(judged->verdict), VERDICT_WIDTH);
		put_keys(diff, judged->row, out);
		out_char(out, '\n');
		put_paths(diff, judged->row, out);
	}
	if (!nr_light || quiet) return;
	out_lit(out, "#\n# ");
	put_light(judgement, nr_light, out);
}

/* ---- Markdown */

/* A text in a cell: as code, which nothing in it can end. */
static void put_code(const char *text, struct outbuf *out)
{
	size_t begin = out->size;
	out_name(out, text);
	_free_ char *clean = xstrndup(out->data + begin, out->size - begin);
	out->size = begin;
	unsigned run = 0, longest = 0;
	for (const char *c = clean; *c; c++) {
		run = *c == '`' ? run + 1 : 0;
		longest = MAX(longest, run);
	}
	for (unsigned i = 0; i <= longest; i++) out_char(out, '`');
	if (longest) out_char(out, ' ');
	for (const char *c = clean; *c; c++) {
		/* Cells end at a bar, also within code. */
		if (*c == '|') out_char(out, '\\');
		out_char(out, *c);
	}
	if (longest) out_char(out, ' ');
	for (unsigned i = 0; i <= longest; i++) out_char(out, '`');
}

/* The heaviest paths as rows of their own, a dot for each place where they part. */
static void put_markdown_paths(const struct diff *diff, const struct diff_row *row, struct outbuf *out)
{
	for (size_t i = 0; row->paths && i < MIN(row->paths->paths.count, (size_t)MARKDOWN_MAX_PATHS); i++) {
		const struct diff_path *path = &row->paths->paths.items[i];
		_strbuf_done_ struct strbuf text = STRBUF_INIT;
		for (unsigned n = 0; n < path->nr_partings; n++) strbuf_str(&text, "· ");
		strbuf_printf(&text, "< %s", path->label);
		out_lit(out, "| ");
		put_share(path->judged.before, 0, out);
		out_lit(out, " | ");
		put_share(path->judged.after, 0, out);
		out_lit(out, " | ");
		put_change(path->judged.change, 0, out);
		out_lit(out, " | ");
		diff_judged_interval(&path->judged, 0, out);
		out_printf(out, " | %s |", diff_verdict_name(path->judged.verdict));
		for (size_t n = 0; n + 1 < diff->keys.count; n++) out_lit(out, " |");
		out_char(out, ' ');
		put_code(strbuf_text(&text), out);
		out_lit(out, " |\n");
	}
}

static void put_markdown_rows(const struct diff_judgement *judgement, const struct diff *diff, bool noise,
			      struct outbuf *out)
{
	out_lit(out, "| before | after | change | 95 % interval | |");
	for (size_t i = 0; i < diff->keys.count; i++) {
		out_char(out, ' ');
		out_name(out, diff->keys.items[i].title + strspn(diff->keys.items[i].title, " "));
		out_lit(out, " |");
	}
	out_lit(out, "\n|---:|---:|---:|:---:|---|");
	for (size_t i = 0; i < diff->keys.count; i++) out_lit(out, "---|");
	out_char(out, '\n');
	for (size_t i = 0, shown = 0; i < judgement->rows.count && shown < MARKDOWN_MAX_ROWS; i++) {
		const struct diff_judged *judged = &judgement->rows.items[i];
		if (judged->verdict == DIFF_NOT_JUDGED || (judged->verdict == DIFF_NOISE) != noise) continue;
		shown++;
		out_lit(out, "| ");
		put_share(judged->before, 0, out);
		out_lit(out, " | ");
		put_share(judged->after, 0, out);
		out_str(out, noise ? " | " : " | **");
		put_change(judged->change, 0, out);
		out_str(out, noise ? " | " : "** | ");
		diff_judged_interval(judged, 0, out);
		out_printf(out, " | %s |", diff_verdict_name(judged->verdict));
		for (size_t n = 0; n < diff->keys.count; n++) {
			out_char(out, ' ');
			put_code(judged->row->texts[n], out);
			out_lit(out, " |");
		}
		out_char(out, '\n');
		put_markdown_paths(diff, judged->row, out);
	}
}

static bool any_path_changed(const struct diff_judgement *judgement)
{
	for (size_t i = 0; i < judgement->rows.count; i++) {
		const struct diff_paths *paths = judgement->rows.items[i].row->paths;
		for (size_t n = 0; paths && n < paths->paths.count; n++)
			if (paths->paths.items[n].judged.verdict >= DIFF_GREW) return true;
	}
	return false;
}

void diff_judged_markdown(const struct diff_judgement *judgement, const struct diff *diff, const char *event,
			  bool is_first, struct outbuf *out)
{
	size_t counts[4] = { 0 };
	for (size_t i = 0; i < judgement->rows.count; i++) counts[judgement->rows.items[i].verdict]++;
	size_t nr_real = counts[DIFF_GREW] + counts[DIFF_SHRANK];
	if (!is_first) out_char(out, '\n');
	out_lit(out, "### ");
	put_code(event, out);
	out_lit(out, ": ");
	if (nr_real) out_printf(out, "%zu grew, %zu shrank", counts[DIFF_GREW], counts[DIFF_SHRANK]);
	else out_lit(out, "no change beyond noise");
	/* rows of which stand below, perhaps folded */
	out_str(out, any_path_changed(judgement) ? "; paths of calls changed\n\n" : "\n\n");
	put_counts(judgement, out);
	out_lit(out, ".\n\n");
	put_remarks(judgement, "* ", out);
	out_char(out, '\n');
	if (nr_real) put_markdown_rows(judgement, diff, false, out);
	if (!counts[DIFF_NOISE]) return;
	if (nr_real) out_char(out, '\n');
	out_printf(out, "<details><summary>%zu within noise</summary>", counts[DIFF_NOISE]);
	out_lit(out, "\n\n");
	put_markdown_rows(judgement, diff, true, out);
	out_lit(out, "\n</details>\n");
}
