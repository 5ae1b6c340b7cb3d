/* Types of D, and functions, whose mangled form has the result behind the parameters: each part is written as it is
 * read, and cut out again where it belongs further on.
 *
 *   i                int                    Ai     int[]
 *   PFiZv            void(int) function     G3i    int[3]
 *   xa               const(char)            HiAa   char[][int] */
#include <stdio.h>
#include "symbol/demangle/demangle_d_private.h"

/* F, D's own, is not written. */
static void calling_convention(struct d_name *d, char c)
{
	switch (c) {
	case 'U': d_add(d, "extern(C) "); break;
	case 'W': d_add(d, "extern(Windows) "); break;
	case 'V': d_add(d, "extern(Pascal) "); break;
	case 'R': d_add(d, "extern(C++) "); break;
	case 'Y': d_add(d, "extern(Objective-C) "); break;
	}
}
bool d_is_convention(char c) { return c == 'F' || c == 'U' || c == 'W' || c == 'V' || c == 'R' || c == 'Y'; }

/* Function attributes: N and a letter each. Ng, Nh, Nk and Nn are types or a parameter's storage class: the function
 * has no further attributes then. */
static bool attributes(struct d_name *d)
{
	static const char *const names[26] = { ['a' - 'a'] = "pure ",     ['b' - 'a'] = "nothrow ",
					       ['c' - 'a'] = "ref ",      ['d' - 'a'] = "@property ",
					       ['e' - 'a'] = "@trusted ", ['f' - 'a'] = "@safe ",
					       ['i' - 'a'] = "@nogc ",    ['j' - 'a'] = "return ",
					       ['l' - 'a'] = "scope ",    ['m' - 'a'] = "@live " };
	while (d_peek(d, 0) == 'N') {
		char c = d_peek(d, 1);
		if (c == 'g' || c == 'h' || c == 'k' || c == 'n') return true; /* belongs to the first parameter */
		if (c < 'a' || c > 'z' || !names[c - 'a']) return false;
		d_add(d, names[c - 'a']);
		d->p += 2;
	}
	return true;
}

/* Parameters up to X, Y (variadic) or Z. Each is preceded by its storage classes: M scope, Nk return, I in, J out, K
 * ref, L lazy. */
static bool parameters(struct d_name *d)
{
	for (size_t n = 0;; n++) {
		char c = d_peek(d, 0);
		if (++d->steps > D_STEPS_MAX) return false;
		if (c == 'X' || c == 'Y' || c == 'Z') {
			if (c == 'X') d_add(d, "...");
			if (c == 'Y') d_add(d, n ? ", ..." : "...");
			d->p++;
			return true;
		}
		if (n) d_add(d, ", ");
		if (d_accept(d, 'M')) d_add(d, "scope ");
		if (d_peek(d, 0) == 'N' && d_peek(d, 1) == 'k') {
			d_add(d, "return ");
			d->p += 2;
		}
		switch (d_peek(d, 0)) {
		case 'I':
			d_add(d, "in ");
			d->p++;
			if (d_accept(d, 'K')) d_add(d, "ref ");
			break;
		case 'J':
			d_add(d, "out ");
			d->p++;
			break;
		case 'K':
			d_add(d, "ref ");
			d->p++;
			break;
		case 'L':
			d_add(d, "lazy ");
			d->p++;
			break;
		default: break;
		}
		if (!d_type(d)) return false;
	}
}

/* Convention and attributes are written as they are read, and cut out again; only the parameters stay. */
bool d_function_no_return(struct d_name *d, char **ret_convention, char **ret_attributes)
{
	size_t at = d->out.size;
	if (!d_is_convention(d_peek(d, 0))) return false;
	calling_convention(d, *d->p++);
	_free_ char *convention = d_cut_from(d, at);
	if (!attributes(d)) return false;
	_free_ char *attribute = d_cut_from(d, at);
	d_add(d, "(");
	if (!parameters(d)) return false;
	d_add(d, ")");
	if (ret_convention) *ret_convention = take(convention);
	if (ret_attributes) *ret_attributes = take(attribute);
	return true;
}

/* "extern(C) int(char) pure " */
static bool type_function(struct d_name *d)
{
	_free_ char *convention = NULL, *attribute = NULL;
	size_t at = d->out.size;
	if (!d_enter(d) || !d_function_no_return(d, &convention, &attribute)) return false;
	_free_ char *parameter = d_cut_from(d, at);
	d_add(d, convention);
	if (!d_type(d)) return false;
	d_add(d, parameter);
	d_add(d, " ");
	d_add(d, attribute);
	d->depth--;
	return true;
}

/* x and y end the list, O and Ng may be followed by more. */
bool d_modifiers(struct d_name *d, bool blank_first)
{
	for (;;) {
		const char *text;
		char c = d_peek(d, 0);
		if (c == 'x') text = "const";
		else if (c == 'y') text = "immutable";
		else if (c == 'O') text = "shared";
		else if (c == 'N' && d_peek(d, 1) == 'g') text = "inout";
		else return true;
		d->p += c == 'N' ? 2 : 1;
		if (blank_first) d_add(d, " ");
		d_add(d, text);
		if (!blank_first) d_add(d, " ");
		if (c == 'x' || c == 'y') return true;
	}
}

/* A qualifier around a type: "const(" type ")". */
static bool wrapped(struct d_name *d, size_t skip, const char *before)
{
	d->p += skip;
	d_add(d, before);
	if (!d_type(d)) return false;
	d_add(d, ")");
	return true;
}

/* B number types */
static bool tuple(struct d_name *d)
{
	size_t n;
	if (!d_number(d, &n)) return false;
	d_add(d, "Tuple!(");
	for (size_t i = 0; i < n; i++) {
		if (i) d_add(d, ", ");
		if (!d_type(d)) return false;
	}
	d_add(d, ")");
	return true;
}

/* One type by its first letter; the table has basic types. */
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
	char c = d_peek(d, 0);
	size_t n, at = d->out.size;
	switch (c) {
	case 'x': return wrapped(d, 1, "const(");
	case 'y': return wrapped(d, 1, "immutable(");
	case 'O': return wrapped(d, 1, "shared(");
	case 'N':
		if (d_peek(d, 1) == 'g') return wrapped(d, 2, "inout(");
		if (d_peek(d, 1) == 'h') return wrapped(d, 2, "__vector(");
		if (d_peek(d, 1) != 'n') return false;
		d->p += 2;
		d_add(d, "typeof(*null)");
		return true;
	case 'A':
		d->p++;
		if (!d_type(d)) return false;
		d_add(d, "[]");
		return true;
	/* G number type: an array of fixed size. */
	case 'G': {
		d->p++;
		if (!d_number(d, &n) || !d_type(d)) return false;
		char size[32];
		snprintf(size, sizeof(size), "[%zu]", n);
		d_add(d, size);
		return true;
	}
	/* H key value: an associative array, written the other way round. */
	case 'H': {
		d->p++;
		if (!d_type(d)) return false;
		_free_ char *key = d_cut_from(d, at);
		if (!d_type(d)) return false;
		d_add(d, "[");
		d_add(d, key);
		d_add(d, "]");
		return true;
	}
	case 'P':
		d->p++;
		if (d_is_convention(d_peek(d, 0))) {
			if (!type_function(d)) return false;
			d_add(d, "function");
			return true;
		}
		if (!d_type(d)) return false;
		d_add(d, "*");
		return true;
	/* D modifiers function: a delegate. */
	case 'D': {
		d->p++;
		if (!d_modifiers(d, true)) return false;
		_free_ char *modifier = d_cut_from(d, at);
		if (!(d_peek(d, 0) == 'Q' ? d_by_reference(d, type_function) : type_function(d))) return false;
		d_add(d, "delegate");
		d_add(d, modifier);
		return true;
	}
	case 'F':
	case 'U':
	case 'W':
	case 'V':
	case 'R':
	case 'Y':
		if (!type_function(d)) return false;
		d_add(d, "function");
		return true;
	case 'C':
	case 'S':
	case 'E':
	case 'T':
	case 'I': d->p++; return d_qualified_name(d, false);
	case 'B': d->p++; return tuple(d);
	case 'Q': return d_by_reference(d, d_type);
	case 'z':
		if (d_peek(d, 1) != 'i' && d_peek(d, 1) != 'k') return false;
		d_add(d, d_peek(d, 1) == 'i' ? "cent" : "ucent");
		d->p += 2;
		return true;
	default:
		if (c < 'a' || c > 'z' || !basic[c - 'a']) return false;
		d->p++;
		d_add(d, basic[c - 'a']);
		return true;
	}
}

/* depth counts types in types: d_enter fails beyond its bound. */
bool d_type(struct d_name *d)
{
	if (!d_enter(d) || !type_inside(d)) return false;
	d->depth--;
	return true;
}
