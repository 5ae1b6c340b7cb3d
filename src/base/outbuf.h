/* Text and byte output that is fast enough to be no cost: a growable buffer with its own number formatting, written out
 * whole.
 *
 *     struct outbuf out;
 *     out_init(&out, fd);
 *     out_str(&out, name); out_lit(&out, ": "); out_dec(&out, count, 8); out_char(&out, '\n');
 *     int r = out_flush(&out);
 *     out_done(&out);
 *
 * Nothing is written until out_flush or out_flush_some; functions that only append never fail and return nothing. Not
 * thread safe: one buffer per thread or per block, which the caller writes in order (out_append). */
#ifndef BASE_OUTBUF_H
#define BASE_OUTBUF_H

#include <stdarg.h>
#include <stdbool.h>
#include <string.h>
#include "base/compiler.h"

/* data is not NUL-terminated. Callers may read data and size, and lower size to take back what they appended. */
struct outbuf {
	char *data;
	size_t size, capacity;
	int fd;    /* where out_flush writes; -1: memory only, grows */
	int error; /* -errno of the first write that failed; 0: none has */
	/* fd is a pipe or terminal that others write to: lines stay whole, each write takes at most PIPE_BUF bytes and
	 * ends one (pipe(7)). */
	bool shared;
	bool swap; /* out_u16 and the like write in the other byte order than this machine's */
};

/* An empty buffer; nothing is allocated yet. fd stays the caller's and is never closed. */
void out_init(struct outbuf *out, int fd);
/* Frees the buffer, without writing what is in it. */
void out_done(struct outbuf *out);
/* Called by out_reserve only. */
void out_reserve_slow(struct outbuf *out, size_t more);
/* Writes all to fd and empties the buffer. 0, or -errno of write(2) (EPIPE included), which out->error keeps; what was
 * not written is lost. Waits where fd is non-blocking. Without a fd it does nothing. */
int out_flush(struct outbuf *out);
/* Flushes when more than 1 MiB is waiting: 0 or -errno. */
int out_flush_some(struct outbuf *out);
/* As out_mem of what `from` holds, and out_flush_some; much is written without being copied. 0 or -errno. */
int out_append(struct outbuf *out, const struct outbuf *from);

/* Room for at least `more` bytes behind the end; the caller writes there and adds to out->size. Valid until the next
 * call. */
static inline char *out_reserve(struct outbuf *out, size_t more)
{
	if (unlikely(more >= out->capacity - out->size)) out_reserve_slow(out, more); /* so data is never NULL */
	return out->data + out->size;
}
/* Append bytes, and as many zero bytes. The data must not be in the buffer itself. */
static inline void out_mem(struct outbuf *out, const void *data, size_t size_bytes)
{
	char *to = out_reserve(out, size_bytes);
	if (size_bytes) memcpy(to, data, size_bytes);
	out->size += size_bytes;
}
static inline void out_zeros(struct outbuf *out, size_t count)
{
	memset(out_reserve(out, count), 0, count);
	out->size += count;
}
/* Numbers as bytes, in the buffer's byte order: what a cursor reads (base/cursor.h). */
static inline void out_u8(struct outbuf *out, uint8_t value) { out_mem(out, &value, sizeof(value)); }
static inline void out_u16(struct outbuf *out, uint16_t value)
{
	if (out->swap) value = __builtin_bswap16(value);
	out_mem(out, &value, sizeof(value));
}
static inline void out_u32(struct outbuf *out, uint32_t value)
{
	if (out->swap) value = __builtin_bswap32(value);
	out_mem(out, &value, sizeof(value));
}
static inline void out_u64(struct outbuf *out, uint64_t value)
{
	if (out->swap) value = __builtin_bswap64(value);
	out_mem(out, &value, sizeof(value));
}
/* Append a character, a text, a literal, blanks. Texts go out as they are: names from outside go through out_name
 * (base/printable.h). */
static inline void out_char(struct outbuf *out, char c)
{
	*out_reserve(out, 1) = c;
	out->size++;
}
static inline void out_str(struct outbuf *out, const char *text) { out_mem(out, text, strlen(text)); }
#define out_lit(out, literal) out_mem(out, "" literal, sizeof(literal) - 1)
void out_spaces(struct outbuf *out, size_t count);
/* Text padded with blanks to width bytes: out_left puts the text first, out_right the blanks. Longer text is not
 * cut. */
void out_left(struct outbuf *out, const char *text, size_t width);
void out_right(struct outbuf *out, const char *text, size_t width);
/* Numbers as printf writes them with the formats at the right; width 0: no padding. */
void out_dec(struct outbuf *out, uint64_t value, unsigned width);  /* "%*lu" */
void out_sdec(struct outbuf *out, int64_t value, unsigned width);  /* "%*ld" */
void out_dec0(struct outbuf *out, uint64_t value, unsigned width); /* "%0*lu" */
void out_hex(struct outbuf *out, uint64_t value, unsigned width);  /* "%*lx" */
void out_hex0(struct outbuf *out, uint64_t value, unsigned width); /* "%0*lx" */
/* value / 10^decimals with `decimals` (1 to 19) places: whole numbers of a smaller unit, such as ns shown as seconds
 * with 9 places. Nothing is rounded. Padded with blanks to width. */
void out_fixed(struct outbuf *out, uint64_t value, unsigned decimals, unsigned width);
/* Blanks up to width, counted from where out->size was `start`. */
void out_pad_from(struct outbuf *out, size_t start, size_t width);
/* Rounded exactly as printf("%*.*f") of the C locale. */
void out_float(struct outbuf *out, double value, unsigned width, unsigned decimals);
/* ns in milliseconds, as printf("%*.3f") of ns / 1e6. */
void out_ms(struct outbuf *out, uint64_t ns, unsigned width);
/* Slow path, C locale numbers. What %s is given is a name: written as out_name does (base/printable.h). */
void out_printf(struct outbuf *out, const char *format, ...) _printf_(2, 3);
void out_vprintf(struct outbuf *out, const char *format, va_list args);
/* A JSON string with quotes; bytes that are not UTF-8 become U+FFFD. */
void out_json_string(struct outbuf *out, const char *text, size_t size_bytes);

/* The same number formats into a caller's buffer (at least 24 bytes); they return the length, no NUL. */
size_t format_dec(char *buf, uint64_t value);
size_t format_hex(char *buf, uint64_t value);

#endif
