/* `perf diff --json`: docs/json-diff.md describes members; a change of them is a change of the version.
 *
 *     {"perf-diff-json-version": 1, "files": [...], "events": [
 *      {"name": "cycles", "judgement": {...}, "recordings": [...], "rows": [...]}]} */
#include "render/listing/diff_json.h"
#include <math.h>
#include "render/json_member.h"

static void put_real(const char *name, double value, const char *behind, struct outbuf *out)
{
	out_printf(out, "\"%s\": ", name);
	if (isfinite(value)) out_printf(out, "%.6g", value);
	else out_lit(out, "null");
	out_str(out, behind);
}

void diff_json_begin(const char *const *files, size_t nr_files, size_t nr_before, struct outbuf *out)
{
	out_lit(out, "{\n\"perf-diff-json-version\": 1,\n\"files\": [");
	for (size_t i = 0; i < nr_files; i++) {
		out_str(out, i ? ",\n{" : "\n{");
		json_member_text(out, "path", files[i], ", ");
		json_member_text(out, "side", i < nr_before ? "before" : "after", "}");
	}
	out_lit(out, "],\n\"events\": [");
}

static void put_judged(const struct diff_judged *judged, struct outbuf *out)
{
	put_real("before", judged->before, ", ", out);
	put_real("after", judged->after, ", ", out);
	put_real("change", judged->change, ", ", out);
	put_real("low", judged->low, ", ", out);
	put_real("high", judged->high, ", ", out);
	put_real("p", judged->p, ", ", out);
	json_member_text(out, "verdict", judged->verdict == DIFF_NOT_JUDGED ? NULL : diff_verdict_name(judged->verdict),
			 "");
}

static void put_judgement(const struct diff_judgement *judgement, struct outbuf *out)
{
	out_lit(out, "\"judgement\": {");
	json_member_text(out, "percents_of", judgement->by_period ? "period" : "share", ", ");
	put_real("confidence", judgement->confidence, ", ", out);
	json_member_number(out, "judged_rows", judgement->nr_judged, ", ");
	if (judgement->nr_judged_paths) json_member_number(out, "judged_paths", judgement->nr_judged_paths, ", ");
	put_real("least_share", judgement->least_share, ", ", out);
	put_real("noise", judgement->noise, ", ", out);
	out_printf(out, "\"sampling_only\": %s, \"total\": {", judgement->is_sampling_only ? "true" : "false");
	put_judged(&judgement->total, out);
	out_lit(out, "}},\n");
}

/* Period and samples of each recording. */
static void put_values(const char *name, const struct diff_value *values, size_t count, struct outbuf *out)
{
	out_printf(out, "\"%s\": [", name);
	for (size_t i = 0; i < count; i++) {
		out_str(out, i ? ", {" : "{");
		json_member_number(out, "period", values[i].period, ", ");
		json_member_number(out, "samples", values[i].samples, "}");
	}
	out_char(out, ']');
}

/* The callers from *at on that are so deep, each with its own callers. */
static void put_callers(const struct diff *diff, const struct diff_paths *paths, size_t *at, unsigned depth,
			bool is_judged, struct outbuf *out)
{
	bool is_first = true;
	out_lit(out, ", \"callers\": [");
	while (*at < paths->paths.count && paths->paths.items[*at].depth == depth) {
		const struct diff_path *path = &paths->paths.items[(*at)++];
		out_str(out, is_first ? "{" : ", {");
		is_first = false;
		json_member_text(out, "name", path->label, ", ");
		if (is_judged) {
			put_judged(&path->judged, out);
			out_lit(out, ", ");
		}
		put_values("recordings", path->row.values, diff->nr_files, out);
		put_callers(diff, paths, at, depth + 1, is_judged, out);
		out_char(out, '}');
	}
	out_char(out, ']');
}

static void put_row(const struct diff *diff, const struct diff_row *row, const struct diff_judged *judged,
		    struct outbuf *out)
{
	for (size_t i = 0; i < diff->keys.count; i++) {
		const char *text = row->texts[i] + strspn(row->texts[i], " ");
		size_t size = strlen(text);
		while (size && text[size - 1] == ' ') size--;
		out_printf(out, "\"%s\": ", diff->keys.items[i].name);
		out_json_string(out, text, size);
		out_lit(out, ", ");
	}
	if (row->is_guess) out_lit(out, "\"is_guess\": true, ");
	if (judged) {
		put_judged(judged, out);
		out_lit(out, ", ");
	}
	put_values("recordings", row->values, diff->nr_files, out);
	size_t at = 0;
	if (row->paths) put_callers(diff, row->paths, &at, 0, judged != NULL, out);
}

void diff_json_event(const struct diff *diff, const struct diff_judgement *judgement, const char *event, bool is_first,
		     struct outbuf *out)
{
	size_t count = judgement ? judgement->rows.count : diff->rows.count;
	out_str(out, is_first ? "\n{" : ",\n{");
	json_member_text(out, "name", event, ",\n");
	if (judgement) put_judgement(judgement, out);
	put_values("recordings", diff->totals, diff->nr_files, out);
	out_lit(out, ",\n\"rows\": [");
	for (size_t i = 0; i < count; i++) {
		const struct diff_judged *judged = judgement ? &judgement->rows.items[i] : NULL;
		out_str(out, i ? ",\n\t{" : "\n\t{");
		put_row(diff, judged ? judged->row : &diff->rows.items[i], judged, out);
		out_char(out, '}');
	}
	out_lit(out, "]}");
}

void diff_json_end(struct outbuf *out) { out_lit(out, "\n]}\n"); }
