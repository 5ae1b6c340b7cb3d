/* Escaping names. Nearly all names are printable ASCII, so the check for that comes first and costs a few instructions
 * for 8 or 16 bytes; only what fails it is looked at byte by byte. One function, write_escaped, makes the escaped text
 * piece by piece for all who want it: a string, an output buffer, or just a size. */
#include "base/printable.h"

/* A word with the same byte eight times, for tests of eight bytes at once. */
#define EACH(byte) (0x0101010101010101u * (byte))
enum { WORD_BYTES = 8, CHUNK_BYTES = 16 };

typedef uint8_t chunk __attribute__((vector_size(CHUNK_BYTES)));

/* All bits of each byte that is no printable ASCII (0x20 to 0x7e). A byte below 0x20 wraps around and is caught by the
 * same comparison as those from 0x7f on. */
static inline chunk other_bytes(const uint8_t *bytes)
{
	chunk text;
	memcpy(&text, bytes, sizeof(text));
	return (chunk)(text - 0x20 >= 0x5f);
}

/* All is printable ASCII, as nearly all names are: a few instructions for each 16 bytes. At least 16 bytes. */
static bool is_plain(const uint8_t *bytes, size_t size)
{
	chunk others = other_bytes(bytes + size - CHUNK_BYTES);
	uint64_t halves[2];
	for (size_t at = 0; at + CHUNK_BYTES < size; at += CHUNK_BYTES) others |= other_bytes(bytes + at);
	memcpy(halves, &others, sizeof(halves));
	return !(halves[0] | halves[1]);
}

/* Marks, with their high bits, bytes below 0x20, 0x7f, and those with their high bit set. A borrow marks bytes behind
 * one that is marked rightly: the first mark is right. */
static inline uint64_t marks_of(uint64_t word)
{
	uint64_t del = word ^ EACH(0x7fu);
	return ((word - EACH(0x20u)) | word | ((del - EACH(1u)) & ~del)) & EACH(0x80u);
}

/* The marks of eight bytes of memory, the first byte's lowest, on machines of either byte order. */
static inline uint64_t marks(const uint8_t *bytes)
{
	uint64_t word;
	memcpy(&word, bytes, sizeof(word));
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
	word = __builtin_bswap64(word);
#endif
	return marks_of(word);
}

/* The same as is_plain for less than 16 bytes: two loads that overlap. */
static inline bool is_plain_short(const uint8_t *bytes, size_t size)
{
	if (size >= WORD_BYTES) return !(marks(bytes) | marks(bytes + size - WORD_BYTES));
	uint32_t first, last;
	if (size >= sizeof(first)) {
		memcpy(&first, bytes, sizeof(first));
		memcpy(&last, bytes + size - sizeof(last), sizeof(last));
		return !marks_of((uint64_t)first << 32 | last);
	}
	for (size_t i = 0; i < size; i++)
		if (bytes[i] < 0x20 || bytes[i] >= 0x7f) return false;
	return true;
}

/* The first byte at or behind `at` that is no printable ASCII; size: none. */
static size_t skip_plain(const uint8_t *bytes, size_t at, size_t size)
{
	for (; size - at >= WORD_BYTES; at += WORD_BYTES) {
		uint64_t found = marks(bytes + at);
		if (found) return at + (size_t)__builtin_ctzll(found) / 8;
	}
	if (at < size && size >= WORD_BYTES) { /* the last word, without what was looked at */
		uint64_t found = marks(bytes + size - WORD_BYTES) >> 8 * (WORD_BYTES - (size - at));
		return found ? at + (size_t)__builtin_ctzll(found) / 8 : size;
	}
	while (at < size && bytes[at] >= 0x20 && bytes[at] < 0x7f) at++;
	return at;
}

/* The length of what stands at text, which is no printable ASCII, and may be shown, 0: its first byte must be escaped.
 */
static size_t plain_length(const uint8_t *text, size_t left)
{
	if (text[0] < 0x80) return 0;
	size_t length = utf8_length(text, left);
	bool is_c1 = length == 2 && text[0] == 0xc2 && text[1] < 0xa0; /* U+0080 to U+009F */
	return is_c1 ? 0 : length;
}

size_t printable_prefix(const char *text, size_t size_bytes)
{
	const uint8_t *bytes = (const uint8_t *)text;
	size_t at = 0, length;
	if (likely(size_bytes >= CHUNK_BYTES ? is_plain(bytes, size_bytes) : is_plain_short(bytes, size_bytes)))
		return size_bytes;
	while ((at = skip_plain(bytes, at, size_bytes)) < size_bytes) {
		if (!(length = plain_length(bytes + at, size_bytes - at))) return at;
		at += length;
	}
	return at;
}

enum { ESCAPE_BYTES = 4 };

static const char *escape(uint8_t byte, char *buf)
{
	static const char hex[] = "0123456789abcdef";
	buf[0] = '\\';
	buf[1] = 'x';
	buf[2] = hex[byte >> 4];
	buf[3] = hex[byte & 15];
	return buf;
}

/* Calls for each piece of the text: `add` appends bytes to `to`. */
static void write_escaped(const char *text, size_t size, bool keep_lines,
			  void (*add)(void *to, const char *text, size_t size), void *to)
{
	char buf[ESCAPE_BYTES];
	for (size_t at = 0; at < size;) {
		size_t clean = printable_prefix(text + at, size - at);
		if (clean) add(to, text + at, clean);
		at += clean;
		if (at == size) return;
		bool stays = keep_lines && (text[at] == '\n' || text[at] == '\t');
		add(to, stays ? text + at : escape((uint8_t)text[at], buf), stays ? 1 : ESCAPE_BYTES);
		at++;
	}
}

static void add_to_strbuf(void *to, const char *text, size_t size) { strbuf_add(to, text, size); }
static void add_to_outbuf(void *to, const char *text, size_t size) { out_mem(to, text, size); }
static void add_size(void *to, const char *text _unused_, size_t size) { *(size_t *)to += size; }

size_t printable_size(const char *text)
{
	size_t size = 0;
	write_escaped(text, strlen(text), false, add_size, &size);
	return size;
}

static void add_width(void *to, const char *text, size_t size)
{
	for (size_t i = 0; i < size; i++)
		*(size_t *)to += (text[i] & 0xc0) != 0x80; /* UTF-8: the first byte of each character */
}

size_t printable_width(const char *text)
{
	size_t width = 0;
	write_escaped(text, strlen(text), false, add_width, &width);
	return width;
}

const char *printable(const char *text, struct strbuf *scratch)
{
	if (printable_is_clean(text)) return text;
	strbuf_clear(scratch);
	strbuf_name(scratch, text);
	return strbuf_text(scratch);
}

char *printable_vformat(const char *format, va_list args)
{
	struct outbuf out;
	out_init(&out, -1);
	out_vprintf(&out, format, args);
	out_char(&out, '\0');
	return out.data;
}

void strbuf_name(struct strbuf *sb, const char *name) { write_escaped(name, strlen(name), false, add_to_strbuf, sb); }
void strbuf_lines(struct strbuf *sb, const char *text, size_t size_bytes)
{
	write_escaped(text, size_bytes, true, add_to_strbuf, sb);
}

void out_name_mem(struct outbuf *out, const char *name, size_t size_bytes)
{
	if (likely(printable_prefix(name, size_bytes) == size_bytes)) out_mem(out, name, size_bytes);
	else write_escaped(name, size_bytes, false, add_to_outbuf, out);
}

void out_lines(struct outbuf *out, const char *text, size_t size_bytes)
{
	write_escaped(text, size_bytes, true, add_to_outbuf, out);
}

void out_name_from(struct outbuf *out, size_t start)
{
	size_t size = out->size - start;
	if (!size || printable_prefix(out->data + start, size) == size) return;
	_free_ char *text = xmalloc(size);
	memcpy(text, out->data + start, size);
	out->size = start;
	out_name_mem(out, text, size);
}

void out_name_left(struct outbuf *out, const char *name, size_t width)
{
	size_t start = out->size;
	out_name(out, name);
	out_pad_from(out, start, width);
}

void out_name_right(struct outbuf *out, const char *name, size_t width)
{
	size_t size = printable_size(name);
	if (size < width) out_spaces(out, width - size);
	out_name(out, name);
}
