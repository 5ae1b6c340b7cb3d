#include "commands/trace_enums.h"

static void values(void *ctx, const char *enumeration, void (*value)(void *to, const char *name, int64_t number), void *to)
{
	struct trace_enums *enums = ctx;
	if (!enums->was_opened) {
		enums->was_opened = true;
		enums->has_types = btf_open(enums->fs, &enums->btf) == 0;
	}
	if (enums->has_types) (void)btf_enum_values(&enums->btf, enumeration, value, to);
}

void trace_enums_init(struct trace_enums *enums, const struct kernelfs *fs)
{
	*enums = (struct trace_enums){ .fs = fs, .source = { .ctx = enums, .values = values } };
}

void trace_enums_done(struct trace_enums *enums)
{
	if (enums->has_types) btf_close(&enums->btf);
	*enums = (struct trace_enums){ 0 };
}
