/* Colours of pictures: by name, and along a ramp. */
#ifndef RENDER_TIMELINE_SVG_PALETTE_H
#define RENDER_TIMELINE_SVG_PALETTE_H

#include <stddef.h>
#include <stdint.h>

/* sRGB. */
struct svg_colour {
	uint8_t red, green, blue;
};

/* From which colours a name's is taken. */
enum svg_family {
	SVG_WARM /* red to yellow: flames */,
	SVG_COOL /* greens and blues */,
	SVG_ANY /* all round the wheel, soft */
};

/* The colour of a name: the same in every picture and run. */
struct svg_colour svg_colour_of(enum svg_family family, const char *name, size_t size_bytes);
/* share 0..1 of a ramp from pale to dark whose steps look equally far apart: for heat maps. Also right in grey print.
 */
struct svg_colour svg_colour_ramp(double share);
/* "#rrggbb" and NUL. */
void svg_colour_format(struct svg_colour colour, char text[static 8]);

#endif
