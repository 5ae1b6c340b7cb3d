/* Names of the running kernel's enumerations, read when they are first asked for. */
#ifndef COMMANDS_TRACE_TRACE_ENUMS_H
#define COMMANDS_TRACE_TRACE_ENUMS_H

#include "analysis/trace/syscall_events.h"
#include "kernel/btf.h"

struct trace_enums {
	const struct kernelfs *fs;
	struct btf btf;
	bool was_opened, has_types;
	struct enum_source source;
};
void trace_enums_init(struct trace_enums *enums, const struct kernelfs *fs);
/* The types behind such a source; NULL: the kernel does not tell them. */
const struct btf *trace_enums_btf(const struct enum_source *source);
void trace_enums_done(struct trace_enums *enums);

#endif
