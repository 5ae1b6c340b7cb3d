/* The tracing metadata of a recording (header feature TRACING_DATA, or the payload of a TRACING_DATA record): the
 * formats of the recorded tracepoints and the kernel's printk strings, as tracefs showed them.
 *
 * Layout: 17 08 44 "tracing" version NUL, u8 big-endian, u8 size of long, u32 page size, "header_page" NUL u64 size
 * ..., "header_event" NUL u64 size ..., u32 count of ftrace formats {u64 size ...}, u32 count of systems {name NUL, u32
 * count, {u64 size ...}}, u32 size kallsyms, u32 size printk formats, and from version 0.6 on u64 size of saved command
 * lines (trace.dat(5), version 6, which shares it). Numbers are in the byte order of the recorded machine. */
#ifndef EVENT_FORMAT_TRACING_DATA_H
#define EVENT_FORMAT_TRACING_DATA_H

#include "base/cursor.h"
#include "base/vec.h"
#include "base/warnings.h"

/* Bytes that belong to somebody else, not NUL-terminated. text NULL: none. */
struct text_view {
	const char *text;
	size_t size;
};
/* One format file; system is a NUL-terminated string in the data. */
struct tracing_format {
	const char *system;
	struct text_view text;
};

/* Everything points into the bytes parsed. */
struct tracing_data {
	const char *version;
	bool big_endian;
	uint8_t long_size; /* 4 or 8 */
	uint32_t page_size;
	struct text_view header_page, header_event, kallsyms, printk_formats, cmdlines;
	VEC(struct tracing_format) formats; /* ftrace formats (system "ftrace") first */
};

/* Parses without copying: data must outlive *ret. What comes before damage is kept, and the damage is reported to
 * warnings (may be NULL). 0; -EBADMSG, *ret untouched, when not even the beginning of the formats is there.
 * tracing_data_done frees. */
int tracing_data_parse(const void *data, size_t size_bytes, struct warnings *warnings, struct tracing_data *ret);
/* The bytes stay. */
void tracing_data_done(struct tracing_data *td);

#endif
