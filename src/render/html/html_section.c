/* What sections write with, beside html_data.h and html_names.h. */
#include "render/html/html_section.h"

void html_facts_text(struct html_writer *writer, const char *text)
{
	out_json_string(&writer->facts, text, MIN(strlen(text), (size_t)HTML_NAME_MAX_BYTES));
}
