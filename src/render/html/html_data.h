/* Data inside of a page: what its scripts read. Each piece is a script element that is not run, with an id and base64
 * of zlib's form (RFC 1950), which browsers inflate themselves (DecompressionStream); nothing in it can end the
 * element.
 *
 *     struct html_data data;
 *     html_data_init(&data);
 *     html_data_number(&data, 300);              LEB128, 7 bits a byte, the lowest first
 *     html_data_signed(&data, -3);               zigzag: 0, -1, 1, -2 are 0, 1, 2, 3
 *     html_data_put(&data, "nodes", 0, out);     <script type="text/plain" id="nodes0">...</script>
 *     html_data_done(&data); */
#ifndef RENDER_HTML_HTML_DATA_H
#define RENDER_HTML_HTML_DATA_H

#include "base/outbuf.h"

struct html_data {
	struct outbuf bytes;
};

void html_data_init(struct html_data *data);
void html_data_done(struct html_data *data);
void html_data_number(struct html_data *data, uint64_t value);
void html_data_signed(struct html_data *data, int64_t value);
/* Appends the element with all that was added, and forgets it. Its id is the name, letters alone, with the number of
 * an event or profile behind it, or HTML_DATA_ALONE. */
void html_data_put(struct html_data *data, const char *name, size_t number, struct outbuf *out);
#define HTML_DATA_ALONE SIZE_MAX

#endif
