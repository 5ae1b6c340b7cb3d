#include "render/flame/flame_colour.h"
#include <math.h>
#include <string.h>

enum flame_colours flame_colours_parse(const char *name, const struct flame *flame)
{
	if (!name) return flame->has_baseline ? FLAME_BY_DIFFERENCE : FLAME_BY_OBJECT;
	if (strcmp(name, "name") == 0) return FLAME_BY_NAME;
	return strcmp(name, "difference") == 0 ? FLAME_BY_DIFFERENCE : FLAME_BY_OBJECT;
}

static uint8_t mix(unsigned from, unsigned to, double share)
{
	return (uint8_t)((double)from + ((double)to - (double)from) * share + 0.5);
}

/* From grey to red or blue. A node that doubled, or that went, has the full colour. */
static struct svg_colour colour_of_change(double change, double width)
{
	static const struct svg_colour same = { 226, 228, 232 }, more = { 222, 70, 60 }, less = { 58, 118, 214 };
	double strength = fmin(1, fabs(change) / fmax(0.002, width * 0.5));
	const struct svg_colour *to = change > 0 ? &more : &less;
	return (struct svg_colour){ mix(same.red, to->red, strength), mix(same.green, to->green, strength),
				    mix(same.blue, to->blue, strength) };
}

struct svg_colour flame_colour(const struct flame_frame *frame, enum flame_colours colours, double change, double width)
{
	static const struct svg_colour grey = { 205, 208, 214 }, blue = { 156, 192, 234 };
	if (colours == FLAME_BY_DIFFERENCE) return colour_of_change(change, width);
	if (frame->kind == FLAME_TASK) return grey;
	if (frame->kind == FLAME_WAIT) return blue;
	if (colours == FLAME_BY_NAME) return svg_colour_of(SVG_WARM, frame->name, strlen(frame->name));
	if (frame->kind == FLAME_KERNEL) {
		/* shades of one colour, so that neighbours can be told apart */
		struct svg_colour shade = svg_colour_of(SVG_WARM, frame->name, strlen(frame->name));
		return (struct svg_colour){ mix(shade.red, 232, 0.8), mix(shade.green, 150, 0.8),
					    mix(shade.blue, 112, 0.8) };
	}
	return *frame->object ? svg_colour_of(SVG_ANY, frame->object, strlen(frame->object)) : grey;
}
