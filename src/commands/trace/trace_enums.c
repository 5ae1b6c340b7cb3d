#include "commands/trace/trace_enums.h"

const struct btf *trace_enums_btf(const struct enum_source *source)
{
	struct trace_enums *enums = source->ctx;
	if (!enums->was_opened) {
		enums->was_opened = true;
		enums->has_types = btf_open(enums->fs, &enums->btf) == 0;
	}
	return enums->has_types ? &enums->btf : NULL;
}

static void values(void *ctx, const char *enumeration, void (*value)(void *to, const char *name, int64_t number),
		   void *to)
{
	const struct btf *btf = trace_enums_btf(&((struct trace_enums *)ctx)->source);
	if (btf) (void)btf_enum_values(btf, enumeration, value, to);
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
