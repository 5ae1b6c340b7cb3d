/* printf into an outbuf, with names escaped. The C library formats; only where the result has something to escape that
 * the format does not have is it done again, conversion by conversion. */
#include <limits.h>
#include <stdio.h>
#include "base/printable.h"

/* One conversion: "%-*.3llu". Asterisks are replaced by the numbers that were given for them. */
struct conversion {
	bool left;
	int width, precision;     /* precision -1: none */
	char flags[8], length[3]; /* as written */
	char letter;              /* 0: the format ends before it */
};

/* How many bytes would be escaped. */
static size_t nr_unclean(const char *text, size_t size)
{
	size_t nr = 0;
	for (size_t at = 0; (at += printable_prefix(text + at, size - at)) < size; at++) nr++;
	return nr;
}

/* The text has nothing to escape that is not the format's own (its newlines and tabs). Compares counts: arguments can
 * only add to what the format has. */
static bool is_as_formatted(const char *text, size_t size, const char *format)
{
	size_t format_size = strlen(format);
	if (text[size - 1] == '\n' && format[format_size - 1] == '\n') size--, format_size--; /* most are lines */
	size_t nr = nr_unclean(text, size);
	return !nr || nr == nr_unclean(format, format_size);
}

/* A decimal number, of which large ones are cut; returns what is behind it. */
static const char *read_number(const char *p, int *ret)
{
	for (*ret = 0; *p >= '0' && *p <= '9'; p++)
		if (*ret < INT_MAX / 10) *ret = *ret * 10 + (*p - '0');
	return p;
}

/* p is behind the percent sign; returns what is behind the conversion. */
static const char *read_conversion(const char *p, va_list *args, struct conversion *ret)
{
	size_t nr_flags = strspn(p, "-+ #0"), nr_length;
	*ret = (struct conversion){ .left = memchr(p, '-', nr_flags) != NULL, .precision = -1 };
	memcpy(ret->flags, p, MIN(nr_flags, sizeof(ret->flags) - 1));
	p += nr_flags;
	if (*p == '*') {
		ret->width = va_arg(*args, int);
		p++;
	} else {
		p = read_number(p, &ret->width);
	}
	if (ret->width < 0) {
		ret->left = true;
		ret->flags[0] = '-';
		ret->width = ret->width == INT_MIN ? INT_MAX : -ret->width;
	}
	if (*p == '.' && p[1] == '*') {
		ret->precision = va_arg(*args, int);
		p += 2;
	} else if (*p == '.') {
		p = read_number(p + 1, &ret->precision);
	}
	nr_length = strspn(p, "hljztL");
	memcpy(ret->length, p, MIN(nr_length, sizeof(ret->length) - 1));
	p += nr_length;
	ret->letter = *p;
	return *p ? p + 1 : p;
}

/* %s with its width and precision. The width counts the escaped text, the precision the bytes of the name. */
static void put_string(struct outbuf *out, const struct conversion *c, const char *text)
{
	if (!text) text = "(null)";
	size_t size = c->precision < 0 ? strlen(text) : strnlen(text, (size_t)c->precision), start = out->size,
	       width = (size_t)c->width;
	out_name_mem(out, text, size);
	size_t written = out->size - start;
	if (written >= width) return;
	out_spaces(out, width - written);
	if (c->left) return;
	memmove(out->data + start + width - written, out->data + start, written);
	memset(out->data + start, ' ', width - written);
}

/* Any other conversion: its format is put together anew, without asterisks, for vsnprintf. That gets a copy of the
 * arguments, so the argument has to be taken from *args by its type too. */
static void put_other(struct outbuf *out, const struct conversion *c, va_list *args)
{
	char format[64];
	int size = snprintf(format, sizeof(format), c->precision < 0 ? "%%%s%d" : "%%%s%d.%d", c->flags, c->width,
			    c->precision);
	if (!c->width)
		size = snprintf(format, sizeof(format), c->precision < 0 ? "%%%s" : "%%%s.%d", c->flags, c->precision);
	snprintf(format + size, sizeof(format) - (size_t)size, "%s%c", c->length, c->letter);
	va_list own;
	va_copy(own, *args);
	int need = vsnprintf(NULL, 0, format, own);
	va_end(own);
	if (need > 0) {
		va_copy(own, *args);
		vsnprintf(out_reserve(out, (size_t)need + 1), (size_t)need + 1, format, own);
		out->size += (size_t)need;
		va_end(own);
	}
	bool is_long = c->length[0] == 'l' || c->length[0] == 'j' || c->length[0] == 'z' || c->length[0] == 't';
	if (strchr("aAeEfFgG", c->letter)) {
		if (c->length[0] == 'L') (void)va_arg(*args, long double);
		else (void)va_arg(*args, double);
	} else if (c->letter == 'p') {
		(void)va_arg(*args, void *);
	} else if (is_long) {
		(void)va_arg(*args, long long);
	} else {
		(void)va_arg(*args, int);
	}
}

/* The format once more, literal text as it is and conversions one by one. */
static void put_escaped(struct outbuf *out, const char *format, va_list *args)
{
	struct conversion c;
	for (const char *p = format; *p;) {
		size_t literal = strcspn(p, "%");
		out_mem(out, p, literal);
		p += literal;
		if (!*p) return;
		if (p[1] == '%') {
			out_char(out, '%');
			p += 2;
			continue;
		}
		p = read_conversion(p + 1, args, &c);
		if (!c.letter) return;
		if (c.letter == 's') put_string(out, &c, va_arg(*args, const char *));
		else put_other(out, &c, args);
	}
}

/* The result is put behind the end of the buffer, and counts as appended only when it needs no escapes. */
void out_vprintf(struct outbuf *out, const char *format, va_list args)
{
	va_list again;
	va_copy(again, args);
	char *to = out_reserve(out, 256);
	size_t room = out->capacity - out->size, start = out->size;
	int size = vsnprintf(to, room, format, args);
	if (size > 0 && (size_t)size >= room) {
		va_list once_more;
		va_copy(once_more, again);
		vsnprintf(out_reserve(out, (size_t)size + 1), (size_t)size + 1, format, once_more);
		va_end(once_more);
	}
	if (size > 0 && !is_as_formatted(out->data + start, (size_t)size, format)) put_escaped(out, format, &again);
	else if (size > 0) out->size += (size_t)size;
	va_end(again);
}

void out_printf(struct outbuf *out, const char *format, ...)
{
	va_list args;
	va_start(args, format);
	out_vprintf(out, format, args);
	va_end(args);
}
