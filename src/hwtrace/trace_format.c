#include "hwtrace/trace_format.h"

#include "base/compiler.h"

#define TRACE_FORMAT(name) extern const struct trace_format trace_format_##name;
#include "hwtrace/trace_format.def"
#undef TRACE_FORMAT

static const struct trace_format *const formats[] = {
#define TRACE_FORMAT(name) &trace_format_##name,
#include "hwtrace/trace_format.def"
#undef TRACE_FORMAT
};

const struct trace_format *trace_format_find(uint32_t type)
{
	for (size_t i = 0; i < ARRAY_SIZE(formats); i++)
		if (formats[i]->type == type) return formats[i];
	return NULL;
}
