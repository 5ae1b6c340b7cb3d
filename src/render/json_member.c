/* Members of JSON objects: the name in quotes, ": ", the value, and what the caller wants behind it. Numbers are
 * decimal and unsigned; what needs another form (signed, floating) is written by the caller. */
#include "render/json_member.h"

#include <string.h>

/* The name, up to where the value goes. */
static void begin(struct outbuf *out, const char *name)
{
	out_char(out, '"');
	out_str(out, name);
	out_lit(out, "\": ");
}

void json_member_number(struct outbuf *out, const char *name, uint64_t value, const char *behind)
{
	begin(out, name);
	out_dec(out, value, 0);
	out_str(out, behind);
}

void json_member_signed(struct outbuf *out, const char *name, int64_t value, const char *behind)
{
	begin(out, name);
	out_sdec(out, value, 0);
	out_str(out, behind);
}

void json_member_text(struct outbuf *out, const char *name, const char *text, const char *behind)
{
	begin(out, name);
	if (text) out_json_string(out, text, strlen(text));
	else out_lit(out, "null");
	out_str(out, behind);
}

void json_member_address(struct outbuf *out, const char *name, uint64_t address, const char *behind)
{
	begin(out, name);
	out_printf(out, "\"0x%llx\"", (unsigned long long)address);
	out_str(out, behind);
}
