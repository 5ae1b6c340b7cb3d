/* A bounds-checked reader over bytes from outside (perf.data, ELF, DWARF, procfs, sockets), with a sticky error and a
 * byte order.
 *
 *     struct cursor c = cursor_of(data, size_bytes, swap);
 *     uint32_t type = cursor_u32(&c);
 *     uint64_t offset = cursor_u64(&c);
 *     if (!cursor_ok(&c)) return -EBADMSG;
 *
 * A read past the end sets `error` and returns 0 or NULL, and so does each read after it. Nothing is ever read out of
 * bounds, so a parser reads all its fields and checks cursor_ok() once. Unaligned data is fine. A cursor copies
 * nothing: what it returns points into the caller's bytes. Copying the struct saves a position to come back to. */
#ifndef BASE_CURSOR_H
#define BASE_CURSOR_H

#include <stdbool.h>
#include <string.h>
#include "base/compiler.h"

/* All members may be read; only `swap` is meant to be written by callers. */
struct cursor {
	const uint8_t *data;
	size_t size;
	/* Offset of the next read, at most size. */
	size_t pos;
	bool swap;  /* bytes are in the other order than this machine's */
	bool error; /* sticky: something was read past the end */
};

/* A cursor at the start of the bytes, which must outlive it. data may be NULL when size_bytes is 0. */
static inline struct cursor cursor_of(const void *data, size_t size_bytes, bool swap)
{
	if (!data) data = ""; /* an empty view is no failure: cursor_bytes of nothing is not NULL */
	return (struct cursor){ .data = data, .size = size_bytes, .swap = swap };
}
static inline bool cursor_ok(const struct cursor *c) { return !c->error; }
/* Bytes from the position to the end. Also after an error, when the position is that of the read that failed. */
static inline size_t cursor_left(const struct cursor *c) { return c->size - c->pos; }

/* A view of the next n bytes, advancing; NULL and error when fewer are left. */
static inline const void *cursor_bytes(struct cursor *c, size_t n)
{
	if (unlikely(c->error || n > c->size - c->pos)) {
		c->error = true;
		return NULL;
	}
	const void *p = c->data + c->pos;
	c->pos += n;
	return p;
}
static inline void cursor_skip(struct cursor *c, size_t n) { (void)cursor_bytes(c, n); }
/* Goes to an offset from the start of the data; an offset behind the end is an error. Does not clear the error. */
static inline void cursor_seek(struct cursor *c, size_t pos)
{
	if (pos > c->size) c->error = true;
	else c->pos = pos;
}
/* Unsigned numbers of 1, 2, 4 and 8 bytes, in this machine's byte order after the swap; 0 on errors. */
static inline uint8_t cursor_u8(struct cursor *c)
{
	const uint8_t *p = cursor_bytes(c, 1);
	return p ? *p : 0;
}
static inline uint16_t cursor_u16(struct cursor *c)
{
	uint16_t v = 0;
	const void *p = cursor_bytes(c, sizeof(v));
	if (p) memcpy(&v, p, sizeof(v));
	return c->swap ? __builtin_bswap16(v) : v;
}
static inline uint32_t cursor_u32(struct cursor *c)
{
	uint32_t v = 0;
	const void *p = cursor_bytes(c, sizeof(v));
	if (p) memcpy(&v, p, sizeof(v));
	return c->swap ? __builtin_bswap32(v) : v;
}
static inline uint64_t cursor_u64(struct cursor *c)
{
	uint64_t v = 0;
	const void *p = cursor_bytes(c, sizeof(v));
	if (p) memcpy(&v, p, sizeof(v));
	return c->swap ? __builtin_bswap64(v) : v;
}
/* A cursor over the next n bytes; this one advances past them. On error the result is empty and in error too. */
struct cursor cursor_sub(struct cursor *c, size_t n);
/* A NUL-terminated string that ends within the next max bytes; advances past the NUL. It is a view of the data, not a
 * copy. NULL and error when there is no NUL. */
const char *cursor_string(struct cursor *c, size_t max);
/* DWARF's variable-length numbers (DWARF 5, section 7.6): unsigned and signed. Bits beyond the 64th are dropped. */
uint64_t cursor_uleb128(struct cursor *c);
int64_t cursor_sleb128(struct cursor *c);

#endif
