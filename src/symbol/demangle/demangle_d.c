/* Names of D: parts with dots between, instances of templates, nested functions; and the whole.
 *
 *   _D8demangle4testFiZv    ->  demangle.test(int)
 *
 * A part is a length and characters, or Q (a reference back), or __T...Z (an instance of a template). */
#include <ctype.h>
#include "symbol/demangle/demangle_d_private.h"
#include "symbol/demangle/demangle.h"

/* V: its type is not written, but says how the value is. The type's text is needed for structs alone, and cut out
 * again. */
static bool template_value(struct d_name *d)
{
	size_t at = d->out.size;
	char kind = d_peek(d, 0);
	if (kind == 'Q') { /* the type is further in front */
		const char *p = d->p, *to;
		if (!d_back_reference(d, &to)) return false;
		kind = *to;
		d->p = p;
	}
	if (!d_type(d)) return false;
	_free_ char *name = d_cut_from(d, at);
	return d_value(d, kind, name, strlen(name));
}

/* Old compilers put the length of the whole in front, whose digits run into those of the first part: "138demangle3foo"
 * is 13 and "8demangle3foo". Takes the split that fits, the longest number first; else nothing. */
static bool symbol_with_length(struct d_name *d)
{
	const char *p = d->p;
	size_t at = d->out.size, nr_digits = 0;
	unsigned depth = d->depth;
	while (isdigit((unsigned char)d_peek(d, nr_digits))) nr_digits++;
	for (size_t n = MIN(nr_digits, (size_t)8); n; n--) {
		size_t length = 0;
		for (size_t i = 0; i < n; i++) length = length * 10 + (size_t)(p[i] - '0');
		if (length > (size_t)(d->end - p) - n) continue;
		const char *to = p + n + length;
		d->p = p + n;
		bool is_whole = d_peek(d, 0) == '_' && d_peek(d, 1) == 'D';
		if (is_whole ? d_mangled_name(d) : isdigit((unsigned char)d_peek(d, 0)) && d_qualified_name(d, false))
			if (d->p == to) return true;
		free(d_cut_from(d, at));
		d->depth = depth;
	}
	d->p = p;
	return false;
}

/* S: a name as an argument, in one of four forms that compilers wrote over time. */
static bool template_symbol(struct d_name *d)
{
	if (d_peek(d, 0) == '_' && d_peek(d, 1) == 'D' && isdigit((unsigned char)d_peek(d, 2)))
		return d_mangled_name(d);
	if (d_peek(d, 0) == 'Q') return d_qualified_name(d, false);
	return symbol_with_length(d) || d_qualified_name(d, false);
}

/* T type, V type value, S symbol, X text as it is; Z ends the list. */
static bool template_arguments(struct d_name *d)
{
	for (size_t n = 0;; n++) {
		if (++d->steps > D_STEPS_MAX) return false;
		if (d_accept(d, 'Z')) return true;
		if (n) d_add(d, ", ");
		d_accept(d, 'H'); /* a specialised one */
		size_t size;
		switch (d_peek(d, 0)) {
		case 'T':
			d->p++;
			if (!d_type(d)) return false;
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
			if (!d_number(d, &size) || size > (size_t)(d->end - d->p)) return false;
			strbuf_add(&d->out, d->p, size);
			d->p += size;
			break;
		default: return false;
		}
	}
}

static bool symbol_name(struct d_name *d);

/* p is behind __T or __U. Written "name!(arguments)". */
static bool template_instance(struct d_name *d)
{
	if (!d_enter(d) || !symbol_name(d)) return false;
	d_add(d, "!(");
	if (!template_arguments(d)) return false;
	d_add(d, ")");
	d->depth--;
	return true;
}

/* __U: declared in a template's constraint, and written alike. */
static bool is_template(const struct d_name *d)
{
	return d_peek(d, 0) == '_' && d_peek(d, 1) == '_' && (d_peek(d, 2) == 'T' || d_peek(d, 2) == 'U');
}

/* A part as it is shown: constructors and what compilers make for types have names of their own. */
static void identifier(struct d_name *d, const char *text, size_t size)
{
	static const struct {
		const char *name, *shown;
	} special[] = { { "__ctor", "this" }, { "__dtor", "~this" } };
	static const struct {
		const char *name, *before;
	} whole[] = { { "__init", "initializer for " },
		      { "__vtbl", "vtable for " },
		      { "__Class", "ClassInfo for " },
		      { "__Interface", "Interface for " },
		      { "__ModuleInfo", "ModuleInfo for " } };
	for (size_t i = 0; i < ARRAY_SIZE(special); i++)
		if (size == strlen(special[i].name) && memcmp(text, special[i].name, size) == 0) {
			d_add(d, special[i].shown);
			return;
		}
	for (size_t i = 0; i < ARRAY_SIZE(whole); i++) {
		if (size != strlen(whole[i].name) || memcmp(text, whole[i].name, size) != 0 || d->p >= d->end ||
		    *d->p != 'Z' || !d->out.size)
			continue;
		/* "a.b." becomes "initializer for a.b" */
		_free_ char *before = d_cut_from(d, 0);
		d_add(d, whole[i].before);
		strbuf_add(&d->out, before, strlen(before) - 1);
		return;
	}
	strbuf_add(&d->out, text, size);
}

/* A struct's postblit, with the only type it has. */
static bool is_postblit(const struct d_name *d, const char *text, size_t size)
{
	return size == strlen("__postblit") && memcmp(text, "__postblit", size) == 0 && d_peek(d, 0) == 'M' &&
	       d_peek(d, 1) == 'F' && d_peek(d, 2) == 'Z';
}

/* A length and that many characters. */
static bool lname(struct d_name *d)
{
	size_t size;
	if (!d_number(d, &size) || size > (size_t)(d->end - d->p)) return false;
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
	if (is_postblit(d, text, size)) {
		d->p += strlen("MFZ");
		d_add(d, "this(this)");
	} else {
		identifier(d, text, size);
	}
	return true;
}

/* One part of a qualified name. */
static bool symbol_name(struct d_name *d)
{
	if (++d->steps > D_STEPS_MAX || d->out.size > D_TEXT_MAX) return false;
	if (d_peek(d, 0) == 'Q') return d_by_reference(d, lname);
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
	if (d_accept(d, 'M')) {
		if (!d_modifiers(d, true)) return false;
		modifier = d_cut_from(d, at);
	}
	if (!d_is_convention(d_peek(d, 0)) || !d_function_no_return(d, NULL, NULL)) {
		free(d_cut_from(d, at));
		d->p = p;
		return false;
	}
	if (modifier && suffix_modifiers) d_add(d, modifier);
	return true;
}

/* Looks only: a copy of d is moved. */
static bool starts_symbol(const struct d_name *d)
{
	char c = d_peek(d, 0);
	if (isdigit((unsigned char)c) || is_template(d)) return true;
	if (c != 'Q') return false;
	/* of a name, not of a type */
	struct d_name look = *d;
	const char *to;
	return d_back_reference(&look, &to) && isdigit((unsigned char)*to);
}

/* Whether what follows a part is the type of a function around the next part, or of the whole name, shows only when
 * it was read: then it is taken back. */
bool d_qualified_name(struct d_name *d, bool suffix_modifiers)
{
	if (!d_enter(d)) return false;
	for (size_t n = 0;; n++) {
		while (d_accept(d, '0')) {
		} /* parts without a name */
		if (!starts_symbol(d)) {
			if (!n) return false;
			break;
		}
		if (n) d_add(d, ".");
		if (!symbol_name(d)) return false;
		if (d_peek(d, 0) == 'M' || d_is_convention(d_peek(d, 0))) {
			const char *p = d->p;
			size_t at = d->out.size;
			if (inner_function(d, suffix_modifiers) && d->p == d->end && !suffix_modifiers) {
				/* the type of the whole */
				free(d_cut_from(d, at));
				d->p = p;
				break;
			}
		}
	}
	d->depth--;
	return true;
}

/* Of what the name denotes only functions show more than the name: their parameters, which d_qualified_name has read as
 * those of the last part. */
bool d_mangled_name(struct d_name *d)
{
	d->p += 2;
	if (!d_enter(d) || !d_qualified_name(d, true)) return false;
	if (!d_accept(d, 'Z')) {
		/* a variable's or a result's type is not shown */
		size_t at = d->out.size;
		if (!d_type(d)) return false;
		free(d_cut_from(d, at));
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
	if (d_mangled_name(&d) && d.p == d.end && d.out.size <= D_TEXT_MAX) text = strbuf_take(&d.out);
	strbuf_done(&d.out);
	return text;
}
