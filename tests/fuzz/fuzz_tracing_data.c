/* Tracing metadata as a whole. */
#include "event/format/tracing_data.h"
#include "tests/fuzz/fuzz.h"

FUZZ(data, size)
{
	struct tracing_data td;
	if (tracing_data_parse(data, size, NULL, &td) < 0) return;
	size_t sum = td.kallsyms.size + td.printk_formats.size + td.cmdlines.size;
	for (size_t i = 0; i < td.formats.count; i++) {
		const struct text_view *text = &td.formats.items[i].text;
		(void)strlen(td.formats.items[i].system);
		if (text->text < (const char *)data || text->text + text->size > (const char *)data + size) abort();
		sum += text->size;
	}
	if (sum > size) abort();
	tracing_data_done(&td);
}
