/* Makes jitdump files for tests, in either byte order. */
#ifndef JITDUMP_BUILDER_H
#define JITDUMP_BUILDER_H

#include <string.h>
#include "base/strbuf.h"

struct jitdump_builder {
	struct strbuf bytes;
	bool swap;
};

static inline void jd_u32(struct jitdump_builder *b, uint32_t v)
{
	if (b->swap) v = __builtin_bswap32(v);
	strbuf_add(&b->bytes, (const char *)&v, sizeof(v));
}
static inline void jd_u64(struct jitdump_builder *b, uint64_t v)
{
	if (b->swap) v = __builtin_bswap64(v);
	strbuf_add(&b->bytes, (const char *)&v, sizeof(v));
}
static inline void jd_header(struct jitdump_builder *b)
{
	jd_u32(b, 0x4a695444);
	jd_u32(b, 1);
	jd_u32(b, 40);
	jd_u32(b, 62 /* EM_X86_64 */);
	jd_u32(b, 0);
	jd_u32(b, 42);
	jd_u64(b, 1000);
	jd_u64(b, 0);
}
static inline void jd_prefix(struct jitdump_builder *b, uint32_t id, size_t body, uint64_t time_ns)
{
	jd_u32(b, id);
	jd_u32(b, (uint32_t)(16 + body));
	jd_u64(b, time_ns);
}
/* Code of one repeated byte. */
static inline void jd_load(struct jitdump_builder *b, uint64_t time_ns, uint64_t vaddr, uint32_t size, uint64_t index,
			   const char *name, char code)
{
	jd_prefix(b, 0, 40 + strlen(name) + 1 + size, time_ns);
	jd_u32(b, 42);
	jd_u32(b, 42);
	jd_u64(b, vaddr);
	jd_u64(b, vaddr);
	jd_u64(b, size);
	jd_u64(b, index);
	strbuf_add(&b->bytes, name, strlen(name) + 1);
	for (uint32_t i = 0; i < size; i++) strbuf_add(&b->bytes, &code, 1);
}
static inline void jd_move(struct jitdump_builder *b, uint64_t time_ns, uint64_t from, uint64_t to, uint64_t size,
			   uint64_t index)
{
	jd_prefix(b, 1, 48, time_ns);
	jd_u32(b, 42);
	jd_u32(b, 42);
	jd_u64(b, to);
	jd_u64(b, from);
	jd_u64(b, to);
	jd_u64(b, size);
	jd_u64(b, index);
}
/* Two lines: at the code's start and `second` bytes behind it; the second file is the first one's when NULL. */
static inline void jd_lines(struct jitdump_builder *b, uint64_t time_ns, uint64_t vaddr, uint32_t line,
			    const char *file, uint64_t second, const char *file2)
{
	const char *again = file2 ? file2 : "\xff";
	jd_prefix(b, 2, 16 + 2 * 16 + strlen(file) + 1 + strlen(again) + 1, time_ns);
	jd_u64(b, vaddr);
	jd_u64(b, 2);
	jd_u64(b, vaddr);
	jd_u32(b, line);
	jd_u32(b, 7);
	strbuf_add(&b->bytes, file, strlen(file) + 1);
	jd_u64(b, vaddr + second);
	jd_u32(b, line + 1);
	jd_u32(b, 8);
	strbuf_add(&b->bytes, again, strlen(again) + 1);
}
static inline void jd_unwinding(struct jitdump_builder *b, uint64_t time_ns, const void *frames, size_t frames_size,
				const void *header, size_t header_size, bool header_first)
{
	jd_prefix(b, 4, 24 + frames_size + header_size, time_ns);
	jd_u64(b, frames_size + header_size);
	jd_u64(b, header_size);
	jd_u64(b, frames_size + header_size);
	if (header_first) strbuf_add(&b->bytes, header, header_size);
	strbuf_add(&b->bytes, frames, frames_size);
	if (!header_first) strbuf_add(&b->bytes, header, header_size);
}
static inline void jd_close(struct jitdump_builder *b, uint64_t time_ns) { jd_prefix(b, 3, 0, time_ns); }

#endif
