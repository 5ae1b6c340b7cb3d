/* Cache lines that several CPUs access, and who accesses which offset: an element "lines" with a JSON array. */
#include "render/html/html_section.h"

extern const char html_lines_js[];

/* More lines than anybody looks at are left out, and so are a line's lightest rows. */
enum { MAX_LINES = 100, MAX_ROWS = 64 };

static bool html_lines_is_there(const struct profile_page *page, const struct html_page_options *options)
{
	return !options->flames_only && page->lines && page->lines->nr_lines;
}

static void put_string(struct outbuf *out, const char *name, const char *text)
{
	out_printf(out, ",\"%s\":", name);
	out_json_string(out, text ? text : "", text ? strlen(text) : 0);
}

static void put_counts(const struct c2c_stats *stats, struct outbuf *out)
{
	out_printf(out, ",\"local\":%u,\"remote\":%u,\"peer\":%llu,\"loads\":%u,\"stores\":%u",
		   stats->counts[C2C_LOCAL_HITM], stats->counts[C2C_REMOTE_HITM], (unsigned long long)c2c_peer(stats),
		   stats->counts[C2C_LOADS], stats->counts[C2C_STORES]);
}

static void put_line(const struct c2c_line *line, struct outbuf *out)
{
	out_printf(out, "{\"address\":\"0x%llx\"", (unsigned long long)line->address);
	put_string(out, "symbol", line->symbol);
	put_string(out, "object", line->object);
	put_counts(&line->stats, out);
	out_lit(out, ",\"rows\":[");
	for (size_t i = 0; i < line->nr_rows && i < MAX_ROWS; i++) {
		const struct c2c_row *row = &line->rows[i];
		out_printf(out, "%s{\"offset\":%u,\"cpus\":%u", i ? "," : "", row->offset, row->nr_cpus);
		put_string(out, "symbol", row->symbol);
		put_string(out, "object", row->object);
		put_string(out, "source", row->source);
		put_counts(row->stats, out);
		out_char(out, '}');
	}
	out_printf(out, "],\"more\":%zu}", line->nr_rows > MAX_ROWS ? line->nr_rows - MAX_ROWS : 0);
}

static void html_lines_put(struct html_writer *w)
{
	const struct c2c_result *lines = w->page->lines;
	struct outbuf *out = &w->data.bytes;
	out_printf(out, "{\"bytes\":%u,\"more\":%zu,\"lines\":[", lines->line_bytes,
		   lines->nr_lines > MAX_LINES ? lines->nr_lines - MAX_LINES : 0);
	for (size_t i = 0; i < lines->nr_lines && i < MAX_LINES; i++) {
		if (i) out_char(out, ',');
		put_line(&lines->lines[i], out);
	}
	out_lit(out, "]}");
	html_data_put(&w->data, "lines", HTML_DATA_ALONE, w->out);
}

const struct html_section html_section_lines = {
	.name = "lines",
	.is_there = html_lines_is_there,
	.put = html_lines_put,
	.script = html_lines_js,
};
