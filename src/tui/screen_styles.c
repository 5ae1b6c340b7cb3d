/* Styles for a terminal: with colours where it has 8 or more, by attributes else. */
#include "tui/screen_styles.h"
#include <string.h>
#include "base/strbuf.h"
#include "tui/screen_private.h"

struct row {
	const char *name;
	int foreground, background, foreground_256, background_256, attributes;
};
static const struct row rows[SCREEN_STYLES] = {
#define STYLE(id, name, foreground, background, foreground_256, background_256, attributes) \
	{ name, foreground, background, foreground_256, background_256, attributes },
#include "tui/style.def"
};

/* Upstream's names of colours. "gray" and "lightgray" are the white of 8 colours. */
static const struct {
	const char *name;
	int colour;
} colours[] = { { "black", 0 }, { "red", 1 },   { "green", 2 }, { "yellow", 3 },    { "blue", 4 },    { "magenta", 5 },
		{ "cyan", 6 },  { "white", 7 }, { "gray", 7 },  { "lightgray", 7 }, { "default", -1 } };

/* One name of "foreground,background", to *ret; a name that is none leaves it. */
static void parse_colour(const char *text, size_t size, int *ret)
{
	while (size && *text == ' ') text++, size--;
	while (size && text[size - 1] == ' ') size--;
	for (size_t i = 0; i < ARRAY_SIZE(colours); i++)
		if (strlen(colours[i].name) == size && memcmp(colours[i].name, text, size) == 0)
			*ret = colours[i].colour;
}

static void add_colour(const struct terminfo *terminfo, const char *capability, int colour, struct strbuf *to)
{
	_free_ char *string = terminfo_string(terminfo, capability);
	if (colour >= 0 && *string) strbuf_str(to, terminfo_with(terminfo, string, (unsigned)colour, 0));
}

static void add_string(const struct terminfo *terminfo, const char *capability, struct strbuf *to)
{
	_free_ char *string = terminfo_string(terminfo, capability);
	strbuf_str(to, string);
}

static void add_attributes(const struct terminfo *terminfo, int attributes, struct strbuf *to)
{
	static const struct {
		int attribute;
		const char *capability;
	} all[] = {
		{ SCREEN_BOLD, "bold" }, { SCREEN_DIM, "dim" }, { SCREEN_UNDERLINE, "smul" }, { SCREEN_REVERSE, "rev" }
	};
	for (size_t i = 0; i < ARRAY_SIZE(all); i++)
		if (attributes & all[i].attribute) add_string(terminfo, all[i].capability, to);
}

/* With colours the attributes are left out: the colours say it already, and reversed they would be the wrong ones. */
static char *make(const struct row *row, const struct terminfo *terminfo, const struct screen_terminal_options *options,
		  int nr_colours)
{
	struct strbuf string = STRBUF_INIT;
	add_string(terminfo, "sgr0", &string);
	if (nr_colours < 8) {
		add_attributes(terminfo, row->attributes, &string);
		return strbuf_take(&string);
	}
	int foreground = nr_colours >= 256 ? row->foreground_256 : row->foreground,
	    background = nr_colours >= 256 ? row->background_256 : row->background;
	const char *wish = *row->name && options->colour_of ? options->colour_of(options->colour_of_ctx, row->name)
							    : NULL;
	if (wish) {
		size_t size = strcspn(wish, ",");
		parse_colour(wish, size, &foreground);
		if (wish[size]) parse_colour(wish + size + 1, strlen(wish + size + 1), &background);
	}
	if (row->attributes == SCREEN_DIM && nr_colours < 256) add_attributes(terminfo, SCREEN_DIM, &string);
	add_colour(terminfo, "setaf", foreground, &string);
	add_colour(terminfo, "setab", background, &string);
	return strbuf_take(&string);
}

void screen_styles_init(struct screen_styles *styles, const struct terminfo *terminfo,
			const struct screen_terminal_options *options)
{
	int nr_colours = options->colours ? terminfo->tigetnum("colors") : 0;
	for (size_t i = 0; i < SCREEN_STYLES; i++) styles->strings[i] = make(&rows[i], terminfo, options, nr_colours);
}

void screen_styles_done(struct screen_styles *styles)
{
	for (size_t i = 0; i < SCREEN_STYLES; i++) free(styles->strings[i]);
}

const char *screen_styles_switch(const struct screen_styles *styles, enum screen_style style)
{
	return styles->strings[style];
}
