/* Members of JSON objects, with what stands behind them (", " or "}"). Names are written as they are, without escapes:
 * constants of ours. Texts are escaped. */
#ifndef RENDER_JSON_MEMBER_H
#define RENDER_JSON_MEMBER_H

#include "base/outbuf.h"

/* "name": 12 */
void json_member_number(struct outbuf *out, const char *name, uint64_t value, const char *behind);
/* "name": -1 */
void json_member_signed(struct outbuf *out, const char *name, int64_t value, const char *behind);
/* "name": "text"; null for NULL */
void json_member_text(struct outbuf *out, const char *name, const char *text, const char *behind);
/* "name": "0x1f" */
void json_member_address(struct outbuf *out, const char *name, uint64_t address, const char *behind);

#endif
