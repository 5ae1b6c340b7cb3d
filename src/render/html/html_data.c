/* Numbers as bytes, bytes deflated, deflated bytes in base64. Level 3 of zlib: columns of small numbers get hardly
 * smaller with more, and a page is made in the time of a report. */
#include "render/html/html_data.h"
#include <zlib.h>

enum { LEVEL = 3 };

void html_data_init(struct html_data *data) { out_init(&data->bytes, -1); }
void html_data_done(struct html_data *data) { out_done(&data->bytes); }

void html_data_number(struct html_data *data, uint64_t value)
{
	uint8_t *to = (uint8_t *)out_reserve(&data->bytes, 10), *start = to;
	for (; value >= 0x80; value >>= 7) *to++ = (uint8_t)(value | 0x80);
	*to++ = (uint8_t)value;
	data->bytes.size += (size_t)(to - start);
}

void html_data_signed(struct html_data *data, int64_t value)
{
	html_data_number(data, (uint64_t)value << 1 ^ (uint64_t)(value >> 63));
}

/* RFC 4648, section 4. */
static void put_base64(const uint8_t *from, size_t size, struct outbuf *out)
{
	static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
	char *to = out_reserve(out, (size + 2) / 3 * 4);
	for (size_t i = 0; i < size; i += 3, to += 4) {
		size_t left = size - i;
		uint32_t bits = (uint32_t)from[i] << 16;
		if (left > 1) bits |= (uint32_t)from[i + 1] << 8;
		if (left > 2) bits |= from[i + 2];
		to[0] = digits[bits >> 18];
		to[1] = digits[bits >> 12 & 63];
		to[2] = left > 1 ? digits[bits >> 6 & 63] : '=';
		to[3] = left > 2 ? digits[bits & 63] : '=';
	}
	out->size = (size_t)(to - out->data);
}

void html_data_put(struct html_data *data, const char *name, size_t number, struct outbuf *out)
{
	uLongf size = compressBound(data->bytes.size);
	_free_ uint8_t *packed = xmalloc(size + 1);
	/* the bound leaves no way to fail but memory, and for that zlib asks malloc */
	if (compress2(packed, &size, (const uint8_t *)data->bytes.data, data->bytes.size, LEVEL) != Z_OK) abort();
	out_printf(out, "<script type=\"text/plain\" id=\"%s", name);
	if (number != HTML_DATA_ALONE) out_dec(out, number, 0);
	out_lit(out, "\">");
	put_base64(packed, size, out);
	out_lit(out, "</script>\n");
	data->bytes.size = 0;
}
