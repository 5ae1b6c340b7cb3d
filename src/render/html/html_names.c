#include "render/html/html_names.h"

void html_names_init(struct html_names *names)
{
	intern_init(&names->texts);
	names->nr_cut = 0;
}

void html_names_done(struct html_names *names) { intern_done(&names->texts); }

uint32_t html_name(struct html_names *names, const char *text)
{
	static const char ellipsis[] = "\xe2\x80\xa6";
	size_t size = strlen(text);
	if (size <= HTML_NAME_MAX_BYTES) return intern_id_n(&names->texts, text, size);
	char cut[HTML_NAME_MAX_BYTES + sizeof(ellipsis)];
	size = HTML_NAME_MAX_BYTES;
	while (size > HTML_NAME_MAX_BYTES - 4 && ((uint8_t)text[size] & 0xc0) == 0x80) size--; /* whole characters */
	memcpy(cut, text, size);
	memcpy(cut + size, ellipsis, sizeof(ellipsis));
	names->nr_cut++;
	return intern_id_n(&names->texts, cut, size + sizeof(ellipsis) - 1);
}

void html_names_json(const struct html_names *names, struct outbuf *out)
{
	out_char(out, '[');
	for (uint32_t i = 0; i < names->texts.texts.count; i++) {
		const char *text = intern_text(&names->texts, i);
		if (i) out_lit(out, ",\n");
		out_json_string(out, text, strlen(text));
	}
	out_char(out, ']');
}
