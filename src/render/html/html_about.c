/* What the recording is: events, facts of its header, what was lost or cut. */
#include "render/html/html_section.h"

extern const char html_about_js[];

static void html_about_put(struct html_writer *w)
{
	out_printf(&w->facts, "\"lost\":%llu,\"header\":", (unsigned long long)w->page->nr_lost);
	const char *header = w->page->header ? w->page->header : "";
	out_json_string(&w->facts, header, MIN(strlen(header), (size_t)1 << 16));
	out_lit(&w->facts, ",\"remarks\":[");
	for (size_t i = 0; i < w->page->nr_remarks; i++) {
		if (i) out_char(&w->facts, ',');
		html_facts_text(w, w->page->remarks[i]);
	}
	if (w->names.nr_cut)
		out_printf(&w->facts, "%s\"Names of more than %d bytes are cut.\"", w->page->nr_remarks ? "," : "",
			   HTML_NAME_MAX_BYTES);
	out_lit(&w->facts, "],");
}

const struct html_section html_section_about = { .name = "about", .put = html_about_put, .script = html_about_js };
