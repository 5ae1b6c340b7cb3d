/* Values of D: what stands for a template's parameters that are no types. The mangled form does not say how a number
 * is to be shown (character, boolean, unsigned), so the letter of its type (kind) comes along. */
#include <ctype.h>
#include <stdio.h>
#include "symbol/demangle/demangle_d_private.h"

/* Digits as they are: values may be larger than any of our types. */
static bool digits(struct d_name *d, const char **ret, size_t *ret_size)
{
	*ret = d->p;
	while (isdigit((unsigned char)d_peek(d, 0))) d->p++;
	*ret_size = (size_t)(d->p - *ret);
	return *ret_size;
}

/* kind decides the form: b true or false; a, u, w a character; others a number with D's suffix. Characters that cannot
 * be printed are escaped with as many digits as their type has. False where there are no digits. */
static bool integer(struct d_name *d, char kind)
{
	const char *text;
	size_t size, truth;
	if (kind == 'b') {
		if (!d_number(d, &truth)) return false;
		d_add(d, truth ? "true" : "false");
		return true;
	}
	if (!digits(d, &text, &size)) return false;
	if (kind == 'a' || kind == 'u' || kind == 'w') {
		unsigned long code = strtoul(text, NULL, 10);
		char shown[32];
		if (code >= 0x20 && code < 0x7f) snprintf(shown, sizeof(shown), "'%c'", (char)code);
		else if (kind == 'a') snprintf(shown, sizeof(shown), "'\\x%02lx'", code);
		else snprintf(shown, sizeof(shown), kind == 'u' ? "'\\u%04lx'" : "'\\U%08lx'", code);
		d_add(d, shown);
		return true;
	}
	strbuf_add(&d->out, text, size);
	if (kind == 'h' || kind == 't' || kind == 'k') d_add(d, "u");
	else if (kind == 'l' || kind == 'm') d_add(d, kind == 'l' ? "L" : "uL");
	return true;
}

/* "NAN", "INF", "NINF", or [N] hex digits P [N] digits. The first digit is the integer part: "1P4" is "0x1.p4". */
static bool real(struct d_name *d)
{
	static const struct {
		const char *mangled, *shown;
	} special[] = { { "NAN", "NaN" }, { "INF", "Inf" }, { "NINF", "-Inf" } };
	for (size_t i = 0; i < ARRAY_SIZE(special); i++) {
		size_t size = strlen(special[i].mangled);
		if ((size_t)(d->end - d->p) < size || memcmp(d->p, special[i].mangled, size) != 0) continue;
		d->p += size;
		d_add(d, special[i].shown);
		return true;
	}
	if (d_accept(d, 'N')) d_add(d, "-");
	if (!isxdigit((unsigned char)d_peek(d, 0))) return false;
	d_add(d, "0x");
	strbuf_add(&d->out, d->p++, 1);
	d_add(d, ".");
	while (isxdigit((unsigned char)d_peek(d, 0))) strbuf_add(&d->out, d->p++, 1);
	if (!d_accept(d, 'P')) return false;
	d_add(d, "p");
	if (d_accept(d, 'N')) d_add(d, "-");
	const char *text;
	size_t size;
	if (!digits(d, &text, &size)) return false;
	strbuf_add(&d->out, text, size);
	return true;
}

/* -1: none. */
static int hex_digit(char c)
{
	if (c >= '0' && c <= '9') return c - '0';
	if (c >= 'a' && c <= 'f') return c - 'a' + 10;
	return c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
}

/* a, w or d, a length, '_', and two hex digits a byte. The length is in bytes. Control characters are escaped as in
 * source. */
static bool string(struct d_name *d, char width)
{
	size_t n;
	d->p++;
	if (!d_number(d, &n) || !d_accept(d, '_') || n > (size_t)(d->end - d->p) / 2) return false;
	d_add(d, "\"");
	for (size_t i = 0; i < n; i++, d->p += 2) {
		int high = hex_digit(d->p[0]), low = hex_digit(d->p[1]);
		if (high < 0 || low < 0) return false;
		char c = (char)(high << 4 | low), escaped[8];
		const char *special = c ? strchr("\tt\nn\rr\ff\vv", c) : NULL;
		if (special && isspace((unsigned char)c) && c != ' ')
			snprintf(escaped, sizeof(escaped), "\\%c", special[1]);
		else if (c >= 0x20 && c < 0x7f) snprintf(escaped, sizeof(escaped), "%c", c);
		else snprintf(escaped, sizeof(escaped), "\\x%c%c", d->p[0], d->p[1]);
		d_add(d, escaped);
	}
	d_add(d, "\"");
	if (width != 'a') strbuf_add(&d->out, &width, 1);
	return true;
}

/* A count and that many values, or pairs of key and value. kind 0: members say by themselves what they are. */
static bool values(struct d_name *d, char kind, bool pairs, const char *open, const char *close)
{
	size_t n;
	if (!d_number(d, &n)) return false;
	d_add(d, open);
	for (size_t i = 0; i < n; i++) {
		if (i) d_add(d, ", ");
		if (!d_value(d, kind, NULL, 0)) return false;
		if (!pairs) continue;
		d_add(d, ":");
		if (!d_value(d, kind, NULL, 0)) return false;
	}
	d_add(d, close);
	return true;
}

/* By the first letter: n null, i and N numbers, e real, c complex, a w d strings, A arrays, S structs, f functions. */
bool d_value(struct d_name *d, char kind, const char *name, size_t name_size)
{
	bool good = false;
	if (!d_enter(d)) return false;
	switch (d_peek(d, 0)) {
	case 'n':
		d->p++;
		d_add(d, "null");
		good = true;
		break;
	case 'N':
		d->p++;
		d_add(d, "-");
		good = integer(d, kind);
		break;
	case 'i':
		d->p++;
		good = integer(d, kind);
		break;
	case 'e':
		d->p++;
		good = real(d);
		break;
	case 'c':
		d->p++;
		good = real(d);
		d_add(d, "+");
		good = good && d_accept(d, 'c') && real(d);
		d_add(d, "i");
		break;
	case 'a':
	case 'w':
	case 'd': good = string(d, d_peek(d, 0)); break;
	case 'A':
		d->p++;
		good = values(d, 0, kind == 'H', "[", "]");
		break;
	case 'S':
		d->p++;
		if (name) strbuf_add(&d->out, name, name_size);
		good = values(d, 0, false, "(", ")");
		break;
	case 'f':
		d->p++;
		good = d_peek(d, 0) == '_' && d_peek(d, 1) == 'D' && d_mangled_name(d);
		break;
	default: good = integer(d, kind); break; /* or nothing that a value begins with */
	}
	d->depth--;
	return good;
}
