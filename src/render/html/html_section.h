/* A section of a page: a const descriptor in a file of its own and a line in html_section.def, which is the order on
 * the page. docs/howto/add-page-section.md walks through one. */
#ifndef RENDER_HTML_HTML_SECTION_H
#define RENDER_HTML_HTML_SECTION_H

#include "render/html/html_data.h"
#include "render/html/html_names.h"
#include "render/html/html_page.h"

/* What sections write to. */
struct html_writer {
	const struct profile_page *page;
	const struct html_page_options *options;
	struct html_names names;
	struct html_data data;
	struct outbuf
		facts;      /* members of a JSON object, each with a comma behind it: what scripts know as page.facts */
	struct outbuf *out; /* elements with data */
};

struct html_section {
	const char *name;
	/* Whether the page has it; NULL: always. */
	bool (*is_there)(const struct profile_page *page, const struct html_page_options *options);
	/* Writes its data; NULL: it shows those of others. */
	void (*put)(struct html_writer *writer);
	const char *script; /* JavaScript, run behind html_page.js */
};

/* JSON string of a name, cut as html_name does. */
void html_facts_text(struct html_writer *writer, const char *text);
/* Appends moments as columns (html_moments.c). nr_slices: of their times; unit: of their event. */
void html_moments(struct html_data *data, uint32_t nr_slices, const struct flame_moment *moments, size_t count,
		  uint64_t unit);
/* What each sample of an event weighs where all weigh the same, else about. */
static inline uint64_t html_unit_of(const struct flame *flame)
{
	return flame->nr_samples ? flame->total / flame->nr_samples : 0;
}

#endif
