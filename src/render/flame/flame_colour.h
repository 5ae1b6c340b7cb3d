/* Colours of frames. */
#ifndef RENDER_FLAME_FLAME_COLOUR_H
#define RENDER_FLAME_FLAME_COLOUR_H

#include "render/timeline/svg_palette.h"
#include "result/flame.h"

enum flame_colours {
	FLAME_BY_OBJECT,    /* the file of the code; the kernel is warm, what is no code grey */
	FLAME_BY_NAME,      /* warm ones, by a hash of the name */
	FLAME_BY_DIFFERENCE /* red grew, blue shrank, grey stayed */
};

/* "object", "name" or "difference"; NULL: difference where there is a baseline, else object. */
enum flame_colours flame_colours_parse(const char *name, const struct flame *flame);
/* change: a node's share now less the one before, of `width`, its width as a share. */
struct svg_colour flame_colour(const struct flame_frame *frame, enum flame_colours colours, double change,
			       double width);

#endif
