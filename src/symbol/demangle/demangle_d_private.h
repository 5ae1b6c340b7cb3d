/* Inside the reader of D's names: the grammar of its ABI (dlang.org/spec/abi.html, "Name Mangling"), written as c++filt
 * writes them.
 *
 * The parser writes the readable text as it reads the mangled one. Types, values and names are made of each other:
 * demangle_d_type.c, demangle_d_value.c and demangle_d.c read one each, demangle_d_text.c is below them.
 *
 * References back into the name (Q) make a short name long, and a hostile one endless: depth, steps and length are
 * limited. All that parse give false where the name is not one of D; it is given up then, wherever the parser stands.
 */
#ifndef SYMBOL_DEMANGLE_DEMANGLE_D_PRIVATE_H
#define SYMBOL_DEMANGLE_DEMANGLE_D_PRIVATE_H

#include <stdbool.h>
#include <string.h>
#include "base/strbuf.h"

/* Bounds: parts in each other, parts in all, bytes of text. */
#define D_DEPTH_MAX 64
#define D_STEPS_MAX 20000
#define D_TEXT_MAX (64u << 10)

/* The state of one name. d_by_reference moves p back into the name and returns it; end is nearer while a template
 * instance of known length is read (lname). */
struct d_name {
	const char *begin, *p, *end; /* of the mangled name; p: what is read next */
	/* A reference within what a reference gave must go further back. */
	const char *last_ref;
	unsigned depth, steps;
	struct strbuf out;
};

static inline void d_add(struct d_name *d, const char *text) { strbuf_add(&d->out, text, strlen(text)); }
/* The i-th character from here; 0 behind the end. */
static inline char d_peek(const struct d_name *d, size_t i) { return (size_t)(d->end - d->p) > i ? d->p[i] : 0; }
static inline bool d_accept(struct d_name *d, char c)
{
	if (d_peek(d, 0) != c) return false;
	d->p++;
	return true;
}
/* Before each part that may hold others; the caller decreases the depth behind it. False: too deep, too long, or too
 * much work. */
static inline bool d_enter(struct d_name *d)
{
	return ++d->depth <= D_DEPTH_MAX && ++d->steps <= D_STEPS_MAX && d->out.size <= D_TEXT_MAX;
}

/* demangle_d_text.c */
/* What was written from `at` on, taken out again; the caller frees. */
char *d_cut_from(struct d_name *d, size_t at);
/* A decimal number, of a length or a count: at most some 100 million. */
bool d_number(struct d_name *d, size_t *ret);
/* Q and a number in base 26, the last digit in lower case: how far back from the Q. *ret: what is meant. */
bool d_back_reference(struct d_name *d, const char **ret);
/* Goes on at where the reference at p points, with `parse`, and comes back. */
bool d_by_reference(struct d_name *d, bool (*parse)(struct d_name *d));

/* demangle_d_type.c */
/* A type, appended to the text. */
bool d_type(struct d_name *d);
/* Does a function's type begin with it? It is the calling convention: "extern(C)". */
bool d_is_convention(char c);
/* Convention, attributes and parameters: written as "(parameters)"; the others only when they are asked for, and the
 * caller frees them then. */
bool d_function_no_return(struct d_name *d, char **ret_convention, char **ret_attributes);
/* Modifiers of a method's this, or of a delegate's: " const". */
bool d_modifiers(struct d_name *d, bool blank_first);

/* demangle_d_value.c
 * kind: the letter of its type, which says how numbers are shown; 0: not known. name: of the type, shown before the
 * members of a struct; NULL: not known. */
bool d_value(struct d_name *d, char kind, const char *name, size_t name_size);

/* demangle_d.c */
/* Parts with dots between. suffix_modifiers: the whole name, where modifiers of methods are shown behind parameters. */
bool d_qualified_name(struct d_name *d, bool suffix_modifiers);
/* "_D...", with its type. */
bool d_mangled_name(struct d_name *d);

#endif
