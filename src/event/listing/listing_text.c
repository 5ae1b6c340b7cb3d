/* A listing as text, in the shape that upstream's `perf list` has, and as names for completion.
 *
 *     Metric Groups:                          heading of a part
 *
 *     TopdownL1: [Metrics for top-down ...]   group, with its description
 *       tma_backend_bound                     a metric: stands in each of its groups
 *            [This category represents ...]   notes, wrapped at the terminal's width
 *
 *       cpu-cycles OR cycles        [Hardware event]      an event of no topic: its type in column 53 */
#include "base/printable.h"
#include "event/listing/listing.h"

#include <string.h>

/* Columns in front of notes. */
enum { INDENT = 8 };

/* Words that end at blanks and behind commas, as many in a line as fit; further lines start at INDENT. A blank behind a
 * comma goes, as does all but one between words. */
static void wrap(struct outbuf *out, const char *text, size_t columns)
{
	size_t column = INDENT;
	bool first = true, glued = false;
	while (*text) {
		while (*text == ' ' || *text == '\n' || *text == '\t') text++;
		size_t word = strcspn(text, " ,\n\t"), size = word + (text[word] == ',');
		if (!size) break;
		if (!first && column + word + !glued >= columns) {
			out_char(out, '\n');
			out_spaces(out, INDENT);
			column = INDENT;
			first = true;
		}
		if (!first && !glued) {
			out_char(out, ' ');
			column++;
		}
		out_mem(out, text, size);
		column += size;
		glued = text[size - 1] == ',';
		first = false;
		text += size;
	}
}

/* "[TEXT. Unit: UNIT]", wrapped. */
static void write_note(struct outbuf *out, const char *text, const char *unit, size_t columns)
{
	char *with_unit = unit ? xasprintf("%s. Unit: %s", text, unit) : NULL;
	out_lit(out, "       [");
	wrap(out, with_unit ? with_unit : text, columns);
	out_lit(out, "]\n");
	free(with_unit);
}

/* topic: the one that was written last. Its heading stands above the first event of it. */
static void write_event(const struct listed_event *event, const struct listing_format *format, struct outbuf *out,
			const char **topic)
{
	const char *own_topic = event->topic ? event->topic : "";
	if (strcmp(own_topic, *topic) != 0) {
		*topic = own_topic;
		if (event->topic) out_printf(out, "\n%s:\n", event->topic);
	}
	/* the width of what is written from here on decides how many blanks follow */
	size_t before = out->size;
	out_lit(out, "  ");
	out_name(out, event->name);
	if (event->alias) {
		out_lit(out, " OR ");
		out_name(out, event->alias);
	}
	/* events under a heading of their own need no type */
	if (!event->topic) {
		size_t width = out->size - before;
		if (width < 53) out_spaces(out, 53 - width);
		out_char(out, '[');
		out_str(out, event->type);
		out_char(out, ']');
	}
	out_char(out, '\n');
	if (format->desc && format->long_desc && event->long_desc) {
		write_note(out, event->long_desc, NULL, format->columns);
	} else if (format->desc && event->desc) {
		write_note(out, event->desc, format->long_desc ? NULL : event->pmu, format->columns);
	}
	if (event->encoding && format->details) {
		out_spaces(out, INDENT);
		wrap(out, event->encoding, format->columns);
		out_char(out, '\n');
	}
}

/* One metric with its notes: description, formula, threshold. */
static void write_metric(const struct vendor_metric *metric, const struct listing_format *format, struct outbuf *out)
{
	out_lit(out, "  ");
	out_name(out, metric->name);
	out_char(out, '\n');
	const char *desc = format->long_desc && metric->long_desc ? metric->long_desc : metric->desc;
	if (desc && format->desc) write_note(out, desc, NULL, format->columns);
	if (!format->details) return;
	write_note(out, metric->expr, NULL, format->columns);
	if (metric->threshold) write_note(out, metric->threshold, NULL, format->columns);
}

/* A group's name, and its description where descriptions are wanted. */
static void write_group_name(const struct listed_metric *row, const struct listing_format *format, struct outbuf *out,
			     const char *behind)
{
	out_name(out, row->group);
	out_str(out, behind);
	if (format->desc && row->group_desc) out_printf(out, " [%s]", row->group_desc);
	out_char(out, '\n');
}

/* Which metrics of a part were written already: a metric stands in several groups. */
struct shown {
	const struct vendor_metric *first;
	bool *is_shown;
};

/* Metrics are told apart by where they are in the vendor's tables, which are arrays: one bool for each between the
 * lowest and the highest. */
static struct shown shown_none(const struct listed_metric *rows, size_t count)
{
	const struct vendor_metric *low = rows[0].metric, *high = low;
	for (size_t i = 0; i < count; i++) {
		if (rows[i].metric < low) low = rows[i].metric;
		if (rows[i].metric > high) high = rows[i].metric;
	}
	return (struct shown){ low, xcalloc((size_t)(high - low) + 1, sizeof(bool)) };
}

/* True the first time. */
static bool shown_add(struct shown *shown, const struct listed_metric *row)
{
	bool *is_shown = &shown->is_shown[row->metric - shown->first], was = *is_shown;
	*is_shown = true;
	return !was;
}

/* Rows are sorted by group. */
static bool is_new_group(const struct listed_metric *rows, size_t i)
{
	return !i || strcmp(rows[i].group, rows[i - 1].group) != 0;
}

/* A part's metrics under their groups; of kind LISTING_METRICS each once, of LISTING_METRIC_GROUPS only the groups. */
static void write_metrics(const struct listing *listing, const struct listing_part *part,
			  const struct listing_format *format, struct outbuf *out)
{
	const struct listed_metric *rows = listing->metrics.items + part->first;
	struct shown shown = shown_none(rows, part->count);
	out_str(out, part->kind == LISTING_METRICS ? "\nMetrics:\n" : "\nMetric Groups:\n");
	if (part->kind != LISTING_GROUPED_METRICS) out_char(out, '\n');
	for (size_t i = 0; i < part->count; i++) {
		if (part->kind != LISTING_METRICS && is_new_group(rows, i)) {
			if (part->kind == LISTING_GROUPED_METRICS) out_char(out, '\n');
			write_group_name(&rows[i], format, out, part->kind == LISTING_GROUPED_METRICS ? ":" : "");
		}
		bool is_first = shown_add(&shown, &rows[i]);
		if (part->kind == LISTING_GROUPED_METRICS || (part->kind == LISTING_METRICS && is_first))
			write_metric(rows[i].metric, format, out);
	}
	free(shown.is_shown);
}

void listing_write_text(const struct listing *listing, const struct listing_format *format, struct outbuf *out)
{
	const char *topic = "";
	for (size_t i = 0; i < listing->parts.count; i++) {
		const struct listing_part *part = &listing->parts.items[i];
		if (part->kind != LISTING_EVENTS) write_metrics(listing, part, format, out);
		for (size_t j = 0; part->kind == LISTING_EVENTS && j < part->count; j++)
			write_event(&listing->events.items[part->first + j], format, out, &topic);
	}
}

/* Groups and metrics as one row of words. */
static void write_metric_names(const struct listing *listing, const struct listing_part *part, struct outbuf *out)
{
	const struct listed_metric *rows = listing->metrics.items + part->first;
	struct shown shown = shown_none(rows, part->count);
	for (size_t i = 0; i < part->count; i++) {
		if (part->kind != LISTING_METRICS && is_new_group(rows, i)) {
			out_name(out, rows[i].group);
			out_char(out, ' ');
		}
		if (part->kind == LISTING_METRIC_GROUPS || !shown_add(&shown, &rows[i])) continue;
		out_name(out, rows[i].metric->name);
		out_char(out, ' ');
	}
	free(shown.is_shown);
}

void listing_write_names(const struct listing *listing, struct outbuf *out)
{
	for (size_t i = 0; i < listing->parts.count; i++) {
		const struct listing_part *part = &listing->parts.items[i];
		if (part->kind != LISTING_EVENTS) {
			write_metric_names(listing, part, out);
			continue;
		}
		for (size_t j = part->first; j < part->first + part->count; j++) {
			const struct listed_event *event = &listing->events.items[j];
			out_name(out, event->alias ? event->alias : event->name);
			out_char(out, ' ');
		}
	}
}
