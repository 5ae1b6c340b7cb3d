/* A profile as one HTML file that needs nothing else: no network (a policy in its head forbids any), no fonts, no
 * server; it works from a disk and prints.
 *
 * The page is made of sections, a row each of html_section.def: what writes its data, and the script that shows it. */
#ifndef RENDER_HTML_HTML_PAGE_H
#define RENDER_HTML_HTML_PAGE_H

#include "base/outbuf.h"
#include "result/profile_page.h"

struct html_page_options {
	bool flames_only;    /* the flame graph without the rest */
	bool icicle;         /* outermost calls at the top */
	const char *colours; /* "object", "name" or "difference"; NULL: as the page finds best */
};

/* Appends the whole document. */
void html_page(const struct profile_page *page, const struct html_page_options *options, struct outbuf *out);

#endif
