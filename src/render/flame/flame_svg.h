/* A flame graph as an SVG document of its own (render/timeline/svg_page.h). A node is as wide as it weighs and stands
 * over its caller, siblings by name. A click zooms, the search says what share was found. */
#ifndef RENDER_FLAME_FLAME_SVG_H
#define RENDER_FLAME_FLAME_SVG_H

#include "base/outbuf.h"
#include "result/flame.h"

struct flame_svg_options {
	const char *title;   /* NULL: "Flame graph" */
	const char *colours; /* as flame_colours_parse takes them */
	bool icicle;         /* outermost calls at the top */
};

/* Appends the whole document. What is narrower than a quarter of a pixel is left out, and the subtitle says so. */
void flame_svg(const struct flame *flame, const struct flame_svg_options *options, struct outbuf *out);

#endif
