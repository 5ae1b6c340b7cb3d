/* Colours by name (a hash chooses within a family), and a ramp of nine colours, with straight lines between them. */
#include "render/timeline/svg_palette.h"

#include <stdio.h>
#include "base/compiler.h"

/* FNV-1a: names differ in their last letters */
static uint32_t hash_of(const char *name, size_t size_bytes)
{
	uint32_t hash = 2166136261u;
	for (size_t i = 0; i < size_bytes; i++) hash = (hash ^ (uint8_t)name[i]) * 16777619u;
	/* mixed once more: the lower bits choose the colour */
	hash ^= hash >> 15;
	hash *= 0x2c1b3c6du;
	return hash ^ hash >> 12;
}

/* of_256: 0 is low, 255 is high. */
static uint8_t between(unsigned low, unsigned high, unsigned of_256)
{
	return (uint8_t)(low + (high - low) * of_256 / 255);
}

/* Hue in 0..1535, six ramps of 256; soft: between 110 and 225. */
static struct svg_colour wheel(unsigned hue)
{
	unsigned up = hue % 256, down = 255 - up;
	unsigned red[] = { 255, down, 0, 0, up, 255 }, green[] = { up, 255, 255, down, 0, 0 },
		 blue[] = { 0, 0, up, 255, 255, down };
	unsigned part = hue / 256 % 6;
	return (struct svg_colour){ between(110, 225, red[part]), between(110, 225, green[part]),
				    between(110, 225, blue[part]) };
}

struct svg_colour svg_colour_of(enum svg_family family, const char *name, size_t size_bytes)
{
	uint32_t hash = hash_of(name, size_bytes);
	unsigned first = hash & 255, second = hash >> 8 & 255;
	switch (family) {
	case SVG_WARM:
		return (struct svg_colour){ between(205, 250, first), between(85, 215, second),
					    between(30, 80, first) };
	case SVG_COOL:
		return (struct svg_colour){ between(70, 140, first), between(165, 215, second),
					    between(150, 230, first) };
	default: return wheel(hash % 1536);
	}
}

struct svg_colour svg_colour_ramp(double share)
{
	/* lightness falls evenly from 96 to 20, yellow to red to violet */
	static const struct svg_colour stops[] = {
		{ 255, 247, 214 }, { 254, 226, 152 }, { 253, 192, 97 }, { 247, 149, 64 }, { 231, 102, 53 },
		{ 202, 58, 62 },   { 160, 28, 78 },   { 110, 14, 84 },  { 58, 10, 72 },
	};
	enum { STEPS = ARRAY_SIZE(stops) - 1 };
	if (!(share > 0)) return stops[0];
	if (share >= 1) return stops[STEPS];
	unsigned at = (unsigned)(share * STEPS), rest = (unsigned)((share * STEPS - at) * 255);
	const struct svg_colour *a = &stops[at], *b = &stops[at + 1];
	return (struct svg_colour){
		(uint8_t)((a->red * (255 - rest) + b->red * rest) / 255),
		(uint8_t)((a->green * (255 - rest) + b->green * rest) / 255),
		(uint8_t)((a->blue * (255 - rest) + b->blue * rest) / 255),
	};
}

void svg_colour_format(struct svg_colour colour, char text[static 8])
{
	snprintf(text, 8, "#%02x%02x%02x", colour.red, colour.green, colour.blue);
}
