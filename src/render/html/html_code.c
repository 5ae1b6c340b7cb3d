/* Source and assembly of the hottest functions: an element "code" with a JSON array of listings. */
#include "render/html/html_section.h"

extern const char html_code_js[];

static bool html_code_is_there(const struct profile_page *page, const struct html_page_options *options)
{
	return !options->flames_only && page->nr_codes;
}

static void put_string(struct outbuf *out, const char *name, const char *text)
{
	out_printf(out, ",\"%s\":", name);
	out_json_string(out, text ? text : "", text ? strlen(text) : 0);
}

/* [kind, text, file:line, address, target line or -1, [samples, period], ...] */
static void put_line(const struct code_listing *listing, size_t number, struct outbuf *out)
{
	const struct code_line *line = &listing->lines.items[number];
	if (number) out_lit(out, ",\n");
	out_printf(out, "[%d,", line->kind == CODE_SOURCE);
	out_json_string(out, line->text ? line->text : "", line->text ? strlen(line->text) : 0);
	out_printf(out, ",%u,\"%llx\",%lld", line->file_line, (unsigned long long)line->vaddr,
		   line->target_line == CODE_NO_LINE ? -1LL : (long long)line->target_line);
	for (size_t e = 0; e < listing->events.count; e++) {
		const struct code_cell *cell = code_cell(listing, number, e);
		out_printf(out, ",%llu,%llu", (unsigned long long)cell->nr_samples, (unsigned long long)cell->period);
	}
	out_char(out, ']');
}

static void html_code_put(struct html_writer *w)
{
	struct outbuf *out = &w->data.bytes;
	out_char(out, '[');
	for (size_t i = 0; i < w->page->nr_codes; i++) {
		const struct code_listing *listing = &w->page->codes[i];
		if (i) out_lit(out, ",\n");
		out_printf(out, "{\"start\":\"%llx\"", (unsigned long long)listing->start);
		put_string(out, "symbol", listing->symbol);
		put_string(out, "object", listing->object);
		out_lit(out, ",\"events\":[");
		for (size_t e = 0; e < listing->events.count; e++) {
			const struct code_event *event = &listing->events.items[e];
			out_printf(out, "%s{\"samples\":%llu,\"period\":%llu", e ? "," : "",
				   (unsigned long long)event->nr_samples, (unsigned long long)event->period);
			put_string(out, "name", event->name);
			out_char(out, '}');
		}
		out_lit(out, "],\"lines\":[");
		for (size_t n = 0; n < listing->lines.count; n++) put_line(listing, n, out);
		out_lit(out, "]}");
	}
	out_char(out, ']');
	html_data_put(&w->data, "code", HTML_DATA_ALONE, w->out);
}

const struct html_section html_section_code = {
	.name = "code",
	.is_there = html_code_is_there,
	.put = html_code_put,
	.script = html_code_js,
};
