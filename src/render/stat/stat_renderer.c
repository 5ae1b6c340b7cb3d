/* The renderers by name, and what a printer keeps from one interval to the next. To add a format: a file with a `const
 * struct stat_renderer stat_NAME_renderer`, a row of stat_renderer.def, a line of meson.build. Only intervals are
 * counted (nr_intervals): titles come again by their number. */
#include "render/stat/stat_renderer.h"

#include <langinfo.h>
#include <string.h>
#include "render/stat/stat_printer.h"

#define STAT_RENDERER(name) extern const struct stat_renderer stat_##name##_renderer;
#include "render/stat/stat_renderer.def"
#undef STAT_RENDERER
/* In the order of stat_renderer.def; the first is what unknown names get. */
static const struct stat_renderer *const RENDERERS[] = {
#define STAT_RENDERER(name) &stat_##name##_renderer,
#include "render/stat/stat_renderer.def"
#undef STAT_RENDERER
};

struct stat_printer *stat_printer_new(const char *format, const struct stat_print_options *options)
{
	struct stat_printer *printer = xcalloc(1, sizeof(*printer));
	printer->options = *options;
	printer->renderer = RENDERERS[0];
	/* looked up once: text asks for each number */
	if (options->locale) {
		printer->has_own_point = strcmp(nl_langinfo_l(RADIXCHAR, options->locale), ".") != 0;
		printer->groups_digits = options->big_numbers && *nl_langinfo_l(THOUSEP, options->locale);
	}
	for (size_t i = 0; i < ARRAY_SIZE(RENDERERS); i++)
		if (!strcmp(format, RENDERERS[i]->name)) printer->renderer = RENDERERS[i];
	return printer;
}

void stat_printer_free(struct stat_printer *printer) { free(printer); }

void stat_printer_print(struct stat_printer *printer, const struct stat_result *result, struct outbuf *out)
{
	printer->renderer->print(printer, result, out);
	if (result->is_interval) printer->nr_intervals++;
}
