/* Who calls a function, above, and what it calls, below. It shows the data of html_profile.c. */
#include "render/html/html_section.h"

extern const char html_sandwich_js[];

static bool html_sandwich_is_there(const struct profile_page *page, const struct html_page_options *options)
{
	return !options->flames_only;
}

const struct html_section html_section_sandwich = { .name = "sandwich",
						    .is_there = html_sandwich_is_there,
						    .script = html_sandwich_js };
