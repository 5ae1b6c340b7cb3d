/* The texts of a page: each stored once, known by its number. */
#ifndef RENDER_HTML_HTML_NAMES_H
#define RENDER_HTML_HTML_NAMES_H

#include "base/intern.h"
#include "base/outbuf.h"

/* Texts longer than this are cut, with an ellipsis behind: names of several megabytes would make the page slow. */
enum { HTML_NAME_MAX_BYTES = 2000 };

struct html_names {
	struct intern texts;
	size_t nr_cut;
};

void html_names_init(struct html_names *names);
void html_names_done(struct html_names *names);
/* The number of a text; counted from 0 in order of first use. */
uint32_t html_name(struct html_names *names, const char *text);
/* A JSON array of all, in order of their numbers; bytes that are not UTF-8 become U+FFFD. */
void html_names_json(const struct html_names *names, struct outbuf *out);

#endif
