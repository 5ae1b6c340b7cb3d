/* The flame graph, and the icicle, which is one upside down. It shows the data of html_profile.c. */
#include "render/html/html_section.h"

extern const char html_flame_js[];

static void html_flame_put(struct html_writer *w)
{
	out_printf(&w->facts, "\"flame\":{\"icicle\":%s,\"colours\":", w->options->icicle ? "true" : "false");
	html_facts_text(w, w->options->colours ? w->options->colours : "");
	out_lit(&w->facts, "},");
}

const struct html_section html_section_flame = { .name = "flame", .put = html_flame_put, .script = html_flame_js };
