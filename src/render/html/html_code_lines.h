/* Which lines of listings a page has: of long functions only those near samples. */
#ifndef RENDER_HTML_HTML_CODE_LINES_H
#define RENDER_HTML_HTML_CODE_LINES_H

#include "result/code_listing.h"

/* By line of the listing its number on the page + 1; 0: left out. At most about max_lines are kept: all, else those
 * around hot ones (by line: it has samples), as many around as there is room for. The caller frees the array. */
uint32_t *html_code_lines(const struct code_listing *listing, const bool *hot, size_t max_lines);

#endif
