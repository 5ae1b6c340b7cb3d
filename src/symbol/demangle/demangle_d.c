/* Names of the D language, by the grammar of its ABI (dlang.org/spec/abi.html, "Name Mangling"), written as c++filt
 * writes them.
 *
 * References back into the name (Q) make a short name long, and a hostile one endless: depth, steps and length are
 * limited. */
#include <ctype.h>
#include <stdio.h>
#include <string.h>
#include "base/strbuf.h"
#include "symbol/demangle/demangle.h"

#define DEPTH_MAX 64
#define STEPS_MAX 20000
#define TEXT_MAX (64u << 10)

struct d_name {
	const char *begin, *p, *end;
	const char *last_ref; /* a reference within what a reference gave must go further back */
	unsigned depth, steps;
	struct strbuf out;
};

static bool type(struct d_name *d);
static bool qualified_name(struct d_name *d, bool suffix_modifiers);
static bool value(struct d_name *d, char kind, const char *name, size_t name_size);

static void add(struct d_name *d, const char *text) { strbuf_add(&d->out, text, strlen(text)); }
static char peek(const struct d_name *d, size_t i) { return (size_t)(d->end - d->p) > i ? d->p[i] : 0; }
static bool accept(struct d_name *d, char c)
{
	if (peek(d, 0) != c) return false;
	d->p++;
	return true;
}
static bool enter(struct d_name *d)
{
	return ++d->depth <= DEPTH_MAX && ++d->steps <= STEPS_MAX && d->out.size <= TEXT_MAX;
}

/* What was written from `at` on, taken out again; the caller frees. */
static char *cut_from(struct d_name *d, size_t at)
{
	char *text = xstrndup(d->out.text ? d->out.text + at : "", d->out.size - at);
	d->out.size = at;
	if (d->out.text) d->out.text[at] = 0;
	return text;
}

static bool number(struct d_name *d, size_t *ret)
{
	size_t n = 0;
	if (!isdigit((unsigned char)peek(d, 0))) return false;
	while (isdigit((unsigned char)peek(d, 0))) {
		if (n > 100000000) return false;
		n = n * 10 + (size_t)(*d->p++ - '0');
	}
	*ret = n;
	return true;
}

/* Q and a number in base 26, the last digit in lower case: how far back from the Q. */
static bool back_reference(struct d_name *d, const char **ret)
{
	const char *q = d->p++;
	size_t n = 0;
	for (;;) {
		char c = peek(d, 0);
		if (n > 100000000 || !isalpha((unsigned char)c)) return false;
		d->p++;
		n = n * 26 + (size_t)(c >= 'a' ? c - 'a' : c - 'A');
		if (c >= 'a') break;
	}
	if (!n || n > (size_t)(q - d->begin)) return false;
	*ret = q - n;
	return true;
}

/* Goes on at where the reference at p points, with `parse`, and comes back. */
static bool by_reference(struct d_name *d, bool (*parse)(struct d_name *d))
{
	const char *q = d->p, *to, *outer = d->last_ref;
	if (outer && q >= outer) return false;
	if (!back_reference(d, &to)) return false;
	const char *after = d->p;
	d->p = to;
	d->last_ref = q;
	bool good = parse(d);
	d->last_ref = outer;
	d->p = after;
	return good;
}

static bool type_function_of_reference(struct d_name *d);

static void calling_convention(struct d_name *d, char c)
{
	switch (c) {
	case 'U': add(d, "extern(C) "); break;
	case 'W': add(d, "extern(Windows) "); break;
	case 'V': add(d, "extern(Pascal) "); break;
	case 'R': add(d, "extern(C++) "); break;
	case 'Y': add(d, "extern(Objective-C) "); break;
	}
}
static bool is_convention(char c) { return c == 'F' || c == 'U' || c == 'W' || c == 'V' || c == 'R' || c == 'Y'; }

static bool attributes(struct d_name *d)
{
	static const char *const names[26] = { ['a' - 'a'] = "pure ",     ['b' - 'a'] = "nothrow ",
					       ['c' - 'a'] = "ref ",      ['d' - 'a'] = "@property ",
					       ['e' - 'a'] = "@trusted ", ['f' - 'a'] = "@safe ",
					       ['i' - 'a'] = "@nogc ",    ['j' - 'a'] = "return ",
					       ['l' - 'a'] = "scope ",    ['m' - 'a'] = "@live " };
	while (peek(d, 0) == 'N') {
		char c = peek(d, 1);
		if (c == 'g' || c == 'h' || c == 'k' || c == 'n') return true; /* belongs to the first parameter */
		if (c < 'a' || c > 'z' || !names[c - 'a']) return false;
		add(d, names[c - 'a']);
		d->p += 2;
	}
	return true;
}

static bool parameters(struct d_name *d)
{
	for (size_t n = 0;; n++) {
		char c = peek(d, 0);
		if (++d->steps > STEPS_MAX) return false;
		if (c == 'X' || c == 'Y' || c == 'Z') {
			if (c == 'X') add(d, "...");
			if (c == 'Y') add(d, n ? ", ..." : "...");
			d->p++;
			return true;
		}
		if (n) add(d, ", ");
		if (accept(d, 'M')) add(d, "scope ");
		if (peek(d, 0) == 'N' && peek(d, 1) == 'k') {
			add(d, "return ");
			d->p += 2;
		}
		switch (peek(d, 0)) {
		case 'I':
			add(d, "in ");
			d->p++;
			if (accept(d, 'K')) add(d, "ref ");
			break;
		case 'J':
			add(d, "out ");
			d->p++;
			break;
		case 'K':
			add(d, "ref ");
			d->p++;
			break;
		case 'L':
			add(d, "lazy ");
			d->p++;
			break;
		default: break;
		}
		if (!type(d)) return false;
	}
}

/* Convention, attributes and parameters: written as "(parameters)"; the others only when they are asked for. */
static bool function_no_return(struct d_name *d, char **ret_convention, char **ret_attributes)
{
	size_t at = d->out.size;
	if (!is_convention(peek(d, 0))) return false;
	calling_convention(d, *d->p++);
	_free_ char *convention = cut_from(d, at);
	if (!attributes(d)) return false;
	_free_ char *attribute = cut_from(d, at);
	add(d, "(");
	if (!parameters(d)) return false;
	add(d, ")");
	if (ret_convention) *ret_convention = take(convention);
	if (ret_attributes) *ret_attributes = take(attribute);
	return true;
}

/* "extern(C) int(char) pure " */
static bool type_function(struct d_name *d)
{
	_free_ char *convention = NULL, *attribute = NULL;
	size_t at = d->out.size;
	if (!enter(d) || !function_no_return(d, &convention, &attribute)) return false;
	_free_ char *parameter = cut_from(d, at);
	add(d, convention);
	if (!type(d)) return false;
	add(d, parameter);
	add(d, " ");
	add(d, attribute);
	d->depth--;
	return true;
}
static bool type_function_of_reference(struct d_name *d) { return type_function(d); }

/* Modifiers of a method's this, or of a delegate's: " const". */
static bool modifiers(struct d_name *d, bool blank_first)
{
	for (;;) {
		const char *text;
		char c = peek(d, 0);
		if (c == 'x') text = "const";
		else if (c == 'y') text = "immutable";
		else if (c == 'O') text = "shared";
		else if (c == 'N' && peek(d, 1) == 'g') text = "inout";
		else return true;
		d->p += c == 'N' ? 2 : 1;
		if (blank_first) add(d, " ");
		add(d, text);
		if (!blank_first) add(d, " ");
		if (c == 'x' || c == 'y') return true;
	}
}

static bool wrapped(struct d_name *d, size_t skip, const char *before)
{
	d->p += skip;
	add(d, before);
	if (!type(d)) return false;
	add(d, ")");
	return true;
}

static bool tuple(struct d_name *d)
{
	size_t n;
	if (!number(d, &n)) return false;
	add(d, "Tuple!(");
	for (size_t i = 0; i < n; i++) {
		if (i) add(d, ", ");
		if (!type(d)) return false;
	}
	add(d, ")");
	return true;
}

static bool type_inside(struct d_name *d)
{
	static const char *const basic[26] = {
		['v' - 'a'] = "void",    ['g' - 'a'] = "byte",    ['h' - 'a'] = "ubyte",       ['s' - 'a'] = "short",
		['t' - 'a'] = "ushort",  ['i' - 'a'] = "int",     ['k' - 'a'] = "uint",        ['l' - 'a'] = "long",
		['m' - 'a'] = "ulong",   ['f' - 'a'] = "float",   ['d' - 'a'] = "double",      ['e' - 'a'] = "real",
		['o' - 'a'] = "ifloat",  ['p' - 'a'] = "idouble", ['j' - 'a'] = "ireal",       ['q' - 'a'] = "cfloat",
		['r' - 'a'] = "cdouble", ['c' - 'a'] = "creal",   ['b' - 'a'] = "bool",        ['a' - 'a'] = "char",
		['u' - 'a'] = "wchar",   ['w' - 'a'] = "dchar",   ['n' - 'a'] = "typeof(null)"
	};
	char c = peek(d, 0);
	size_t n, at = d->out.size;
	switch (c) {
	case 'x': return wrapped(d, 1, "const(");
	case 'y': return wrapped(d, 1, "immutable(");
	case 'O': return wrapped(d, 1, "shared(");
	case 'N':
		if (peek(d, 1) == 'g') return wrapped(d, 2, "inout(");
		if (peek(d, 1) == 'h') return wrapped(d, 2, "__vector(");
		if (peek(d, 1) != 'n') return false;
		d->p += 2;
		add(d, "typeof(*null)");
		return true;
	case 'A':
		d->p++;
		if (!type(d)) return false;
		add(d, "[]");
		return true;
	case 'G': {
		d->p++;
		if (!number(d, &n) || !type(d)) return false;
		char size[32];
		snprintf(size, sizeof(size), "[%zu]", n);
		add(d, size);
		return true;
	}
	case 'H': {
		d->p++;
		if (!type(d)) return false;
		_free_ char *key = cut_from(d, at);
		if (!type(d)) return false;
		add(d, "[");
		add(d, key);
		add(d, "]");
		return true;
	}
	case 'P':
		d->p++;
		if (is_convention(peek(d, 0))) {
			if (!type_function(d)) return false;
			add(d, "function");
			return true;
		}
		if (!type(d)) return false;
		add(d, "*");
		return true;
	case 'D': {
		d->p++;
		if (!modifiers(d, true)) return false;
		_free_ char *modifier = cut_from(d, at);
		if (!(peek(d, 0) == 'Q' ? by_reference(d, type_function_of_reference) : type_function(d))) return false;
		add(d, "delegate");
		add(d, modifier);
		return true;
	}
	case 'F':
	case 'U':
	case 'W':
	case 'V':
	case 'R':
	case 'Y':
		if (!type_function(d)) return false;
		add(d, "function");
		return true;
	case 'C':
	case 'S':
	case 'E':
	case 'T':
	case 'I': d->p++; return qualified_name(d, false);
	case 'B': d->p++; return tuple(d);
	case 'Q': return by_reference(d, type);
	case 'z':
		if (peek(d, 1) != 'i' && peek(d, 1) != 'k') return false;
		add(d, peek(d, 1) == 'i' ? "cent" : "ucent");
		d->p += 2;
		return true;
	default:
		if (c < 'a' || c > 'z' || !basic[c - 'a']) return false;
		d->p++;
		add(d, basic[c - 'a']);
		return true;
	}
}

static bool type(struct d_name *d)
{
	if (!enter(d) || !type_inside(d)) return false;
	d->depth--;
	return true;
}

/* ---- values of template arguments */

static bool digits(struct d_name *d, const char **ret, size_t *ret_size)
{
	*ret = d->p;
	while (isdigit((unsigned char)peek(d, 0))) d->p++;
	*ret_size = (size_t)(d->p - *ret);
	return *ret_size;
}

static bool integer(struct d_name *d, char kind)
{
	const char *text;
	size_t size;
	if (!digits(d, &text, &size)) return false;
	if (kind == 'b' && size == 1 && (*text == '0' || *text == '1')) {
		add(d, *text == '1' ? "true" : "false");
		return true;
	}
	if (kind == 'a' || kind == 'u' || kind == 'w') {
		unsigned long code = strtoul(text, NULL, 10);
		char shown[32];
		if (code >= 0x20 && code < 0x7f) snprintf(shown, sizeof(shown), "'%c'", (char)code);
		else if (kind == 'a') snprintf(shown, sizeof(shown), "'\\x%02lx'", code);
		else snprintf(shown, sizeof(shown), kind == 'u' ? "'\\u%04lx'" : "'\\U%08lx'", code);
		add(d, shown);
		return true;
	}
	strbuf_add(&d->out, text, size);
	if (kind == 'h' || kind == 't' || kind == 'k') add(d, "u");
	else if (kind == 'l' || kind == 'm') add(d, kind == 'l' ? "L" : "uL");
	return true;
}

/* "NAN", "INF", "NINF", or [N] hex digits P [N] digits. */
static bool real(struct d_name *d)
{
	static const struct {
		const char *mangled, *shown;
	} special[] = { { "NAN", "NaN" }, { "INF", "Inf" }, { "NINF", "-Inf" } };
	for (size_t i = 0; i < ARRAY_SIZE(special); i++) {
		size_t size = strlen(special[i].mangled);
		if ((size_t)(d->end - d->p) < size || memcmp(d->p, special[i].mangled, size) != 0) continue;
		d->p += size;
		add(d, special[i].shown);
		return true;
	}
	if (accept(d, 'N')) add(d, "-");
	if (!isxdigit((unsigned char)peek(d, 0))) return false;
	add(d, "0x");
	strbuf_add(&d->out, d->p++, 1);
	add(d, ".");
	while (isxdigit((unsigned char)peek(d, 0))) strbuf_add(&d->out, d->p++, 1);
	if (!accept(d, 'P')) return false;
	add(d, "p");
	if (accept(d, 'N')) add(d, "-");
	const char *text;
	size_t size;
	if (!digits(d, &text, &size)) return false;
	strbuf_add(&d->out, text, size);
	return true;
}

static int hex_digit(char c)
{
	if (c >= '0' && c <= '9') return c - '0';
	if (c >= 'a' && c <= 'f') return c - 'a' + 10;
	return c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
}

static bool string(struct d_name *d, char width)
{
	size_t n;
	d->p++;
	if (!number(d, &n) || !accept(d, '_') || n > (size_t)(d->end - d->p) / 2) return false;
	add(d, "\"");
	for (size_t i = 0; i < n; i++, d->p += 2) {
		int high = hex_digit(d->p[0]), low = hex_digit(d->p[1]);
		if (high < 0 || low < 0) return false;
		char c = (char)(high << 4 | low), escaped[8];
		const char *special = c ? strchr("\tt\nn\rr\ff\vv", c) : NULL;
		if (special && isspace((unsigned char)c) && c != ' ')
			snprintf(escaped, sizeof(escaped), "\\%c", special[1]);
		else if (c >= 0x20 && c < 0x7f) snprintf(escaped, sizeof(escaped), "%c", c);
		else snprintf(escaped, sizeof(escaped), "\\x%c%c", d->p[0], d->p[1]);
		add(d, escaped);
	}
	add(d, "\"");
	if (width != 'a') strbuf_add(&d->out, &width, 1);
	return true;
}

static bool values(struct d_name *d, char kind, bool pairs, const char *open, const char *close)
{
	size_t n;
	if (!number(d, &n)) return false;
	add(d, open);
	for (size_t i = 0; i < n; i++) {
		if (i) add(d, ", ");
		if (!value(d, kind, NULL, 0)) return false;
		if (!pairs) continue;
		add(d, ":");
		if (!value(d, kind, NULL, 0)) return false;
	}
	add(d, close);
	return true;
}

static bool mangled_name(struct d_name *d);

static bool value(struct d_name *d, char kind, const char *name, size_t name_size)
{
	bool good = false;
	if (!enter(d)) return false;
	switch (peek(d, 0)) {
	case 'n':
		d->p++;
		add(d, "null");
		good = true;
		break;
	case 'N':
		d->p++;
		add(d, "-");
		good = integer(d, kind);
		break;
	case 'i':
		d->p++;
		good = integer(d, kind);
		break;
	case '0':
	case '1':
	case '2':
	case '3':
	case '4':
	case '5':
	case '6':
	case '7':
	case '8':
	case '9': good = integer(d, kind); break;
	case 'e':
		d->p++;
		good = real(d);
		break;
	case 'c':
		d->p++;
		good = real(d);
		add(d, "+");
		good = good && accept(d, 'c') && real(d);
		add(d, "i");
		break;
	case 'a':
	case 'w':
	case 'd': good = string(d, peek(d, 0)); break;
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
		good = peek(d, 0) == '_' && peek(d, 1) == 'D' && mangled_name(d);
		break;
	default: break;
	}
	d->depth--;
	return good;
}

/* V: its type is not written, but says how the value is. */
static bool template_value(struct d_name *d)
{
	size_t at = d->out.size;
	char kind = peek(d, 0);
	if (kind == 'Q') { /* the type is further in front */
		const char *p = d->p, *to;
		if (!back_reference(d, &to)) return false;
		kind = *to;
		d->p = p;
	}
	if (!type(d)) return false;
	_free_ char *name = cut_from(d, at);
	return value(d, kind, name, strlen(name));
}

static bool template_symbol(struct d_name *d)
{
	if (peek(d, 0) == '_' && peek(d, 1) == 'D' && isdigit((unsigned char)peek(d, 2))) return mangled_name(d);
	if (peek(d, 0) == 'Q') return qualified_name(d, false);
	/* old compilers put the length of the whole in front, whose digits run into those of the first part */
	const char *p = d->p;
	size_t n, at = d->out.size;
	if (number(d, &n) && n <= (size_t)(d->end - d->p) && isdigit((unsigned char)peek(d, 0))) {
		const char *to = d->p + n;
		if (qualified_name(d, false) && d->p == to) return true;
		free(cut_from(d, at));
	}
	d->p = p;
	return qualified_name(d, false);
}

static bool template_arguments(struct d_name *d)
{
	for (size_t n = 0;; n++) {
		if (++d->steps > STEPS_MAX) return false;
		if (accept(d, 'Z')) return true;
		if (n) add(d, ", ");
		accept(d, 'H'); /* a specialised one */
		size_t size;
		switch (peek(d, 0)) {
		case 'T':
			d->p++;
			if (!type(d)) return false;
			break;
		case 'V':
			d->p++;
			if (!template_value(d)) return false;
			break;
		case 'S':
			d->p++;
			if (!template_symbol(d)) return false;
			break;
		case 'X':
			d->p++;
			if (!number(d, &size) || size > (size_t)(d->end - d->p)) return false;
			strbuf_add(&d->out, d->p, size);
			d->p += size;
			break;
		default: return false;
		}
	}
}

static bool symbol_name(struct d_name *d);

/* p is behind __T or __U. */
static bool template_instance(struct d_name *d)
{
	if (!enter(d) || !symbol_name(d)) return false;
	add(d, "!(");
	if (!template_arguments(d)) return false;
	add(d, ")");
	d->depth--;
	return true;
}

static bool is_template(const struct d_name *d)
{
	return peek(d, 0) == '_' && peek(d, 1) == '_' && (peek(d, 2) == 'T' || peek(d, 2) == 'U');
}

static void identifier(struct d_name *d, const char *text, size_t size)
{
	static const struct {
		const char *name, *shown;
	} special[] = { { "__ctor", "this" }, { "__dtor", "~this" }, { "__postblit", "this(this)" } };
	static const struct {
		const char *name, *before;
	} whole[] = { { "__init", "initializer for " },
		      { "__vtbl", "vtable for " },
		      { "__Class", "ClassInfo for " },
		      { "__Interface", "Interface for " },
		      { "__ModuleInfo", "ModuleInfo for " } };
	for (size_t i = 0; i < ARRAY_SIZE(special); i++)
		if (size == strlen(special[i].name) && memcmp(text, special[i].name, size) == 0) {
			add(d, special[i].shown);
			return;
		}
	for (size_t i = 0; i < ARRAY_SIZE(whole); i++) {
		if (size != strlen(whole[i].name) || memcmp(text, whole[i].name, size) != 0 || d->p >= d->end ||
		    *d->p != 'Z' || !d->out.size)
			continue;
		/* "a.b." becomes "initializer for a.b" */
		_free_ char *before = cut_from(d, 0);
		add(d, whole[i].before);
		strbuf_add(&d->out, before, strlen(before) - 1);
		return;
	}
	strbuf_add(&d->out, text, size);
}

static bool lname(struct d_name *d)
{
	size_t size;
	if (!number(d, &size) || size > (size_t)(d->end - d->p)) return false;
	const char *text = d->p;
	if (size > 5 && is_template(d)) {
		/* old compilers say how long an instance is */
		const char *to = d->p + size, *end = d->end;
		d->p += 3;
		d->end = to;
		bool good = template_instance(d) && d->p == to;
		d->end = end;
		return good;
	}
	d->p += size;
	identifier(d, text, size);
	return true;
}

static bool symbol_name(struct d_name *d)
{
	if (++d->steps > STEPS_MAX || d->out.size > TEXT_MAX) return false;
	if (peek(d, 0) == 'Q') return by_reference(d, lname);
	if (is_template(d)) {
		d->p += 3;
		return template_instance(d);
	}
	return lname(d);
}

/* A nested function's parents have their parameters: [M [modifiers]] and a function's type without its result. Nothing
 * is taken when what stands here is the type of the whole. */
static bool inner_function(struct d_name *d, bool suffix_modifiers)
{
	const char *p = d->p;
	size_t at = d->out.size;
	_free_ char *modifier = NULL;
	if (accept(d, 'M')) {
		if (!modifiers(d, true)) return false;
		modifier = cut_from(d, at);
	}
	if (!is_convention(peek(d, 0)) || !function_no_return(d, NULL, NULL)) {
		free(cut_from(d, at));
		d->p = p;
		return false;
	}
	if (modifier && suffix_modifiers) add(d, modifier);
	return true;
}

static bool starts_symbol(const struct d_name *d)
{
	char c = peek(d, 0);
	if (isdigit((unsigned char)c) || is_template(d)) return true;
	if (c != 'Q') return false;
	/* of a name, not of a type */
	struct d_name look = *d;
	const char *to;
	return back_reference(&look, &to) && isdigit((unsigned char)*to);
}

static bool qualified_name(struct d_name *d, bool suffix_modifiers)
{
	if (!enter(d)) return false;
	for (size_t n = 0;; n++) {
		while (accept(d, '0')) {
		} /* parts without a name */
		if (!starts_symbol(d)) {
			if (!n) return false;
			break;
		}
		if (n) add(d, ".");
		if (!symbol_name(d)) return false;
		if (peek(d, 0) == 'M' || is_convention(peek(d, 0))) {
			const char *p = d->p;
			size_t at = d->out.size;
			if (inner_function(d, suffix_modifiers) && d->p == d->end && !suffix_modifiers) {
				/* the type of the whole */
				free(cut_from(d, at));
				d->p = p;
				break;
			}
		}
	}
	d->depth--;
	return true;
}

static bool mangled_name(struct d_name *d)
{
	d->p += 2;
	if (!enter(d) || !qualified_name(d, true)) return false;
	if (!accept(d, 'Z')) {
		/* a variable's or a result's type is not shown */
		size_t at = d->out.size;
		if (!type(d)) return false;
		free(cut_from(d, at));
	}
	d->depth--;
	return true;
}

char *demangle_d(const char *name)
{
	if (strcmp(name, "_Dmain") == 0) return xstrdup("D main");
	if (name[0] != '_' || name[1] != 'D' || !(isdigit((unsigned char)name[2]) || name[2] == '_' || name[2] == 'Q'))
		return NULL;
	struct d_name d = { .begin = name, .p = name, .end = name + strlen(name), .out = STRBUF_INIT };
	char *text = NULL;
	if (mangled_name(&d) && d.p == d.end && d.out.size <= TEXT_MAX) text = strbuf_take(&d.out);
	strbuf_done(&d.out);
	return text;
}
