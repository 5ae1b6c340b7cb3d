/* The document: head with policy and style, data of all sections, then the scripts.
 *
 *     <meta Content-Security-Policy>, <style> html_page.css
 *     <script type="text/plain" id="...">     data (html_data.h), section by section; names, facts
 *     <script> html_page.js, scripts of sections, page.start() </script>
 *
 * Style and scripts are built in (tools/embed-text). Names from the recording are in data alone, which is base64: none
 * can end an element. The title is escaped as text. */
#include "render/html/html_page.h"
#include "render/html/html_section.h"
#include "render/timeline/svg_page.h"

extern const char html_page_css[], html_page_js[];

#define SECTION(id) extern const struct html_section html_section_##id;
#include "render/html/html_section.def"
#undef SECTION

static const struct html_section *const sections[] = {
#define SECTION(id) &html_section_##id,
#include "render/html/html_section.def"
#undef SECTION
};

static void put_head(const struct profile_page *page, struct outbuf *out)
{
	out_lit(out,
		"<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
		"<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; script-src "
		"'unsafe-inline'; style-src 'unsafe-inline'; img-src data: blob:\">\n"
		"<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<meta name=\"generator\" "
		"content=\"");
	svg_text(out, page->program, strlen(page->program));
	out_lit(out, "\">\n<title>");
	svg_text(out, page->title, strlen(page->title));
	out_lit(out, "</title>\n<style>\n");
	out_str(out, html_page_css);
	out_lit(out, "</style>\n</head>\n<body>\n<noscript>This page shows a profile by a script: allow scripts, or "
		     "read the "
		     "report as text (perf report --stdio).</noscript>\n");
}

static bool is_there(const struct html_section *section, const struct html_writer *writer)
{
	return !section->is_there || section->is_there(writer->page, writer->options);
}

static void put_sections(struct html_writer *w)
{
	const char *comma = "";
	out_lit(&w->facts, "{\"version\":1,\"program\":");
	html_facts_text(w, w->page->program);
	out_lit(&w->facts, ",\"title\":");
	html_facts_text(w, w->page->title);
	out_char(&w->facts, ',');
	for (size_t i = 0; i < ARRAY_SIZE(sections); i++)
		if (is_there(sections[i], w) && sections[i]->put) sections[i]->put(w);
	out_lit(&w->facts, "\"sections\":[");
	for (size_t i = 0; i < ARRAY_SIZE(sections); i++) {
		if (!is_there(sections[i], w)) continue;
		out_printf(&w->facts, "%s\"%s\"", comma, sections[i]->name);
		comma = ",";
	}
	out_lit(&w->facts, "]}");
}

void html_page(const struct profile_page *page, const struct html_page_options *options, struct outbuf *out)
{
	struct html_writer writer = { .page = page, .options = options, .out = out };
	html_names_init(&writer.names);
	html_data_init(&writer.data);
	out_init(&writer.facts, -1);
	put_head(page, out);
	put_sections(&writer);
	html_names_json(&writer.names, &writer.data.bytes);
	html_data_put(&writer.data, "names", HTML_DATA_ALONE, out);
	out_mem(&writer.data.bytes, writer.facts.data, writer.facts.size);
	html_data_put(&writer.data, "facts", HTML_DATA_ALONE, out);
	out_lit(out, "<script>\n");
	out_str(out, html_page_js);
	for (size_t i = 0; i < ARRAY_SIZE(sections); i++)
		if (is_there(sections[i], &writer)) out_str(out, sections[i]->script);
	out_lit(out, "page.start();\n</script>\n</body>\n</html>\n");
	out_done(&writer.facts);
	html_data_done(&writer.data);
	html_names_done(&writer.names);
}
