#include "key/key_table.h"

static uint64_t cell(struct key_env *env, const struct key_input *in)
{
	char text[512];
	key_source_line(env, in->frame, text, sizeof(text));
	return key_env_text(env, text);
}

/* Where no line is known, the symbol and the distance from its start, or the object and the address in it. */
void key_source_line(struct key_env *env, const struct frame *frame, char *text, size_t size_bytes)
{
	if (frame->symbol) snprintf(text, size_bytes, "%s+%llu", frame->symbol->name, (unsigned long long)(frame->object_addr - frame->symbol->start));
	else if (frame->map) snprintf(text, size_bytes, "%s[%llx]", frame->map->dso->short_name, (unsigned long long)frame->object_addr);
	else snprintf(text, size_bytes, "%#llx", (unsigned long long)frame->ip);
}

const struct key key_srcline = {
	.name = "srcline", .header = "Source:Line", .scope = KEY_FRAME, .align = KEY_LEFT_RAGGED, .flags = KEY_IP,
	.cell = cell, .order = key_order_text, .format = key_format_text,
};
