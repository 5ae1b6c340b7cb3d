/* Shares in colour: what weighs much in red, what weighs something in green. */
#ifndef RENDER_TREE_SHARE_COLOUR_H
#define RENDER_TREE_SHARE_COLOUR_H

#include "base/outbuf.h"

/* Switches the colour of a share on: red from 5 %, green above 0.5 %. false: it has none, and there is nothing
 * to be switched off. */
static inline bool share_colour_begin(double percent, struct outbuf *out)
{
	if (percent >= 5.0) out_lit(out, "\033[31m");
	else if (percent > 0.5) out_lit(out, "\033[32m");
	else return false;
	return true;
}
static inline void share_colour_end(struct outbuf *out) { out_lit(out, "\033[m"); }

#endif
