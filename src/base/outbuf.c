/* Growing and writing the output buffer, padding, strings. Numbers are in numbers.c. */
#include <errno.h>
#include <limits.h>
#include <poll.h>
#include <unistd.h>
#include "base/outbuf.h"
#include "base/printable.h"

enum {
	FLUSH_BYTES = 1 << 20,
	/* One write's size. Into a file, bigger ones make the kernel put together big folios for its page cache, which
	 * takes longer than all else: 360 MB to ext4 of Linux 6.18 took 0.22 s of system time at 64 KiB, 0.6 s at 256
	 * KiB, 0.8 s at 4 MiB. */
	WRITE_BYTES = 64 << 10,
};

void out_init(struct outbuf *out, int fd) { *out = (struct outbuf){ .fd = fd }; }

void out_done(struct outbuf *out)
{
	free(out->data);
	*out = (struct outbuf){ .fd = -1 };
}

void out_reserve_slow(struct outbuf *out, size_t more)
{
	size_t wanted;
	if (__builtin_add_overflow(out->size, more, &wanted) || __builtin_add_overflow(wanted, 1, &wanted))
		wanted = SIZE_MAX;
	if (wanted < out->capacity * 2) wanted = out->capacity * 2;
	if (wanted < 4096) wanted = 4096;
	out->data = xrealloc(out->data, wanted);
	out->capacity = wanted;
}

/* How many bytes the next write(2) gets. Shared descriptors: up to the last newline within PIPE_BUF bytes, so that
 * lines of several writers are not mixed; a longer line is torn. */
static size_t next_write(const struct outbuf *out, const char *from, size_t left)
{
	size_t most = MIN(left, out->shared ? (size_t)PIPE_BUF : (size_t)WRITE_BYTES);
	const char *end = out->shared ? memrchr(from, '\n', most) : NULL;
	return end ? (size_t)(end + 1 - from) : most;
}

/* A descriptor that was made non-blocking by whoever shares it: waits until it takes more. */
static bool may_try_again(int fd, int code)
{
	if (code == EAGAIN) (void)!poll(&(struct pollfd){ .fd = fd, .events = POLLOUT }, 1, -1);
	return code == EAGAIN || code == EINTR;
}

/* Writes to out's descriptor, past its buffer, which stays as it is. *ret_done: how much was written, also on errors.
 * The first error is kept in out->error. */
static int write_past(struct outbuf *out, const char *data, size_t size_bytes, size_t *ret_done)
{
	for (*ret_done = 0; *ret_done < size_bytes;) {
		ssize_t n = write(out->fd, data + *ret_done, next_write(out, data + *ret_done, size_bytes - *ret_done));
		if (n < 0 && !may_try_again(out->fd, errno)) {
			int code = -errno;
			if (!out->error) out->error = code;
			return code;
		}
		if (n > 0) *ret_done += (size_t)n;
	}
	return 0;
}

int out_flush(struct outbuf *out)
{
	size_t done;
	if (out->fd < 0) return 0;
	int code = write_past(out, out->data, out->size, &done);
	out->size = 0; /* what could not be written is lost: it must not pile up where nobody looks at the code */
	return code;
}

/* Small pieces are gathered in the buffer; large ones are written from where they are, behind what is waiting. */
int out_append(struct outbuf *out, const struct outbuf *from)
{
	size_t done;
	if (out->fd < 0 || from->size < WRITE_BYTES) {
		out_mem(out, from->data, from->size);
		return out_flush_some(out);
	}
	int code = out_flush(out);
	return code < 0 ? code : write_past(out, from->data, from->size, &done);
}

int out_flush_some(struct outbuf *out) { return out->size > FLUSH_BYTES ? out_flush(out) : 0; }

void out_spaces(struct outbuf *out, size_t count)
{
	memset(out_reserve(out, count), ' ', count);
	out->size += count;
}

void out_pad_from(struct outbuf *out, size_t start, size_t width)
{
	size_t used = out->size - start;
	out_spaces(out, used < width ? width - used : 0);
}

void out_left(struct outbuf *out, const char *text, size_t width)
{
	size_t size = strlen(text);
	out_mem(out, text, size);
	if (size < width) out_spaces(out, width - size);
}

void out_right(struct outbuf *out, const char *text, size_t width)
{
	size_t size = strlen(text);
	if (size < width) out_spaces(out, width - size);
	out_mem(out, text, size);
}

static bool is_plain_json(uint8_t c) { return c >= 0x20 && c < 0x7f && c != '"' && c != '\\'; }

/* RFC 8259, section 7: control characters, DEL, quotes and backslashes are escaped, all else in UTF-8 stays as it
 * is. */
void out_json_string(struct outbuf *out, const char *text, size_t size_bytes)
{
	static const char hex[] = "0123456789abcdef";
	const uint8_t *bytes = (const uint8_t *)text;
	out_char(out, '"');
	for (size_t i = 0; i < size_bytes;) {
		size_t run = i;
		while (run < size_bytes && is_plain_json(bytes[run])) run++;
		if (run > i) {
			out_mem(out, text + i, run - i);
			i = run;
			continue;
		}
		uint8_t c = bytes[i];
		if (c >= 0x80) {
			size_t length = utf8_length(bytes + i, size_bytes - i);
			if (length) out_mem(out, text + i, length);
			else out_lit(out, "\xef\xbf\xbd"); /* U+FFFD */
			i += length ? length : 1;
			continue;
		}
		switch (c) {
		case '"': out_lit(out, "\\\""); break;
		case '\\': out_lit(out, "\\\\"); break;
		case '\n': out_lit(out, "\\n"); break;
		case '\t': out_lit(out, "\\t"); break;
		case '\r': out_lit(out, "\\r"); break;
		case '\b': out_lit(out, "\\b"); break;
		case '\f': out_lit(out, "\\f"); break;
		default:
			out_lit(out, "\\u00");
			out_char(out, hex[c >> 4]);
			out_char(out, hex[c & 15]);
		}
		i++;
	}
	out_char(out, '"');
}
