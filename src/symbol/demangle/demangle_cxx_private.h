/* Inside the C++ demangler: the parser writes the readable text as it reads the mangled one, without a tree in between.
 *
 * What is written may be needed again (a substitution, a template argument), so the places of such pieces in the text
 * are kept: `cxx_entry`. A type's text is not just appended to: "*" after a function's type belongs into its middle. So
 * a type has a `split`:
 *
 * void (*)(int)      PFviE
 * ^ split: the next "*" goes here
 *
 * Pieces whose text would be torn apart by an insertion are copied to the upper end of the buffer first.
 *
 * Text that depends on template parameters is only valid where they mean the same: elsewhere, and for each element of a
 * parameter pack, the mangled text it came from is read once more (demangle_cxx_template.c). */
#ifndef SYMBOL_DEMANGLE_DEMANGLE_CXX_PRIVATE_H
#define SYMBOL_DEMANGLE_DEMANGLE_CXX_PRIVATE_H

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

/* How modifiers are put around a type. */
enum cxx_form {
	CXX_PLAIN,      /* appended: int* */
	CXX_DECLARATOR, /* put in at the split: void (**)(int) */
	CXX_FUNCTION,   /* the first one brings parentheses: void (int) */
	CXX_ARRAY,      /* the same with a space: int [3] */
	CXX_EXPANSION,  /* a pack's types in a row; not modified */
};

enum { CXX_CONST = 1, CXX_VOLATILE = 2, CXX_RESTRICT = 4 };
/* What a text depends on: template parameters, packs, references to parameters. */
enum { CXX_PARAMETER = 1, CXX_PACK = 2, CXX_REFERENCE = 4 };

enum { CXX_LVALUE = 1, CXX_RVALUE = 2 }; /* & and && */

/* What has to be known of a type's text to put a modifier around it. cxx_type returns one for the type that it has just
 * written at the end of the text; a caller that puts something around the type passes it on with the new split. It is
 * only valid until text in front of it moves. */
struct cxx_shape {
	/* Where the part on the left ends: an offset into the text, in entries one from their start. */
	uint32_t split;
	unsigned form : 3;
	unsigned qualifiers : 3; /* outermost ones */
	unsigned last_qualifier : 3;
	unsigned reference : 2; /* the outermost modifier is one; 0: another */
	bool is_parameter : 1;  /* T_ itself */
	bool is_foreign : 1;    /* T_, read where it meant something else */
	bool is_decltype : 1;
	bool over_array : 1; /* a declarator of an array */
	bool absorbs : 1;    /* see cxx_parser */
};

/* How an entry's mangled text is read again: as a type, as the beginning of a nested name, or not at all. */
enum cxx_source { CXX_SOURCE_TYPE, CXX_SOURCE_PREFIX, CXX_SOURCE_NONE };

/* A piece of the written text that may be meant again: a substitution, a template argument or an element of an argument
 * pack. Whoever moves text adapts start (demangle_cxx_text.c); from and to are offsets into the mangled name and do not
 * change. */
struct cxx_entry {
	uint32_t start, size; /* of its text */
	struct cxx_shape shape;
	uint16_t from, to;      /* of its mangled text */
	uint16_t first_element; /* a parameter pack's elements */
	int16_t nr_elements;    /* -1 when it is not a pack */
	uint16_t scope;
	uint8_t source, depends;
};

/* A list in memory of fixed size; cxx_full when it is full. */
struct cxx_entries {
	struct cxx_entry *at;
	uint32_t nr, capacity;
};

/* Template arguments that T_ stands for: those of the function whose type is being read. Number 0 has none. */
struct cxx_scope {
	uint32_t first, nr;
	uint16_t id;
};
#define CXX_SCOPE_LAMBDA 1 /* in a generic lambda's signature: T_ is "auto:1" */

/* The expansion of a parameter pack being read. */
struct cxx_pack {
	int32_t index;
	int32_t nr; /* -1: none found yet */
	bool expanding;
	bool is_spoiled; /* by an expansion inside */
};

struct cxx_parser;
struct cxx_name;

/* The grammar is a circle: names have types and template arguments, these have expressions, and expressions have names
 * of functions with all they have. The files have an order all the same:
 *
 *     _text, _operator  <  _name, _template, _type (which hold each other)  <  _expression  <  demangle_cxx
 *
 * and what is below gets at what is above through this table. Both are rare: constants in template arguments, and names
 * local to a function. */
struct cxx_above {
	void (*expression)(struct cxx_parser *p);
	void (*literal)(struct cxx_parser *p);
	void (*encoding)(struct cxx_parser *p, bool with_return_type, struct cxx_name *ret_name);
};

/* The state of one name. Functions of the grammar take it, read at `in` and append to `text`; after cxx_fail all of
 * them return soon, and what was written is of no use. Nothing in it is allocated: the buffers belong to
 * demangle_cxx_into. */
struct cxx_parser {
	const struct cxx_above *above;
	const char *begin, *end; /* of the name */
	const char *in;          /* NUL ends it, and is all there is after a failure */
	char *text;
	uint32_t size; /* of the text */
	/* Where a comma was taken back: libiberty remembers its space as the last character. */
	uint32_t comma_at;
	uint32_t top; /* where the copied pieces begin */
	bool failed;
	bool is_full; /* failed because the buffer was too small */
	/* The type being read holds one that libiberty would put modifiers into: a function pointer in a closure's
	 * parameters. */
	bool absorbs;
	bool in_pack; /* in an argument pack */
	/* Several taken back in a row: libiberty leaves one where its buffer was full in between. */
	bool lost_commas;
	/* Reading something again: it makes no new substitutions. */
	bool is_again;
	uint8_t depends;
	uint16_t nr_scopes;
	uint32_t depth, nr_again;
	/* The last source name outside template arguments: a constructor's. */
	const char *last;
	uint32_t last_size;
	struct cxx_scope scope;
	struct cxx_pack pack;
	struct cxx_entries substitutions, arguments, elements;
};

/* What a name turned out to be. A caller of cxx_name sets wants_scope before; all other members are results, by which
 * the caller knows whether a result type follows and where the parameters are. */
struct cxx_name {
	/* Set before: its template arguments will be a scope. */
	bool wants_scope;
	bool is_template; /* ends in template arguments */
	/* Constructors, destructors, conversions: their templates have none. */
	bool no_return_type;
	bool has_conversion; /* operator T in it */
	bool is_member;      /* N...E of several parts */
	uint8_t qualifiers;  /* of a member function */
	uint8_t reference;
	bool is_function;    /* of an encoding: has parameters... */
	uint32_t parameters; /* ... which begin here */
	struct cxx_scope scope;
};

/* In characters; of longer names libiberty makes nothing. */
#define CXX_NAME_MAX 1024
/* In bytes: cxx_put_short copies this many, whatever the piece's size. Buffers have as many to spare. */
#define CXX_SHORT 32
/* Types, names and expressions inside each other; bounds the stack. */
#define CXX_DEPTH_MAX 192
#define CXX_AGAIN_MAX 4096 /* pieces read again */

/* Can be the beginning of a longer name. */
static inline bool cxx_is_class(const struct cxx_shape *shape)
{
	return shape->form == CXX_PLAIN && !shape->qualifiers;
}

static inline struct cxx_shape cxx_plain(const struct cxx_parser *p) { return (struct cxx_shape){ .split = p->size }; }

/* demangle_cxx_text.c */
/* Gives up: libiberty is asked. Nothing is read from then on, so that callers need not look at once. */
void cxx_fail(struct cxx_parser *p);
/* The same, because the buffer is too small: there may be a second attempt with a larger one. */
void cxx_full(struct cxx_parser *p);
/* Swaps the texts from a to b and from b to c; entries go with them. a <= b <= c <= size. */
void cxx_rotate(struct cxx_parser *p, uint32_t a, uint32_t b, uint32_t c);
/* Takes text out. `size` characters from `at` on; what is behind moves down. */
void cxx_erase(struct cxx_parser *p, uint32_t at, uint32_t size);
/* Puts text in before `at`. */
void cxx_insert(struct cxx_parser *p, uint32_t at, const char *text, size_t size);
/* Ends a list that began at `start` at `end`, behind its last element that is not empty. */
static inline void cxx_end_list(struct cxx_parser *p, uint32_t start, uint32_t end)
{
	if (p->failed || p->size == end) return;
	if (p->size - end > sizeof(", ") - 1 || start == end) p->lost_commas = true;
	p->size = p->comma_at = end;
}
/* Drops the text from start on; entries stay readable. Copies them to the upper end for that. */
void cxx_drop(struct cxx_parser *p, uint32_t start);
/* Appends an entry's text; its shape, with the split at its new place. */
struct cxx_shape cxx_copy(struct cxx_parser *p, const struct cxx_entry *entry);
/* Is it one, at the S? Otherwise St, Sa, ... */
static inline bool cxx_is_substitution(const struct cxx_parser *p) { return p->in[1] < 'a'; }

/* Appends. Fails with cxx_full when the copied pieces are in the way. */
static inline void cxx_put(struct cxx_parser *p, const char *text, size_t size)
{
	if (size > p->top - p->size) {
		cxx_full(p);
		return;
	}
	memcpy(p->text + p->size, text, size);
	p->size += (uint32_t)size;
}

/* As cxx_put; most are short, and copied without a look at how short: CXX_SHORT bytes can be read from text. */
static inline void cxx_put_short(struct cxx_parser *p, const char *text, size_t size)
{
	if (size > CXX_SHORT || CXX_SHORT > p->top - p->size) {
		cxx_put(p, text, size);
		return;
	}
	memmove(p->text + p->size, text, CXX_SHORT);
	p->size += (uint32_t)size;
}

#define cxx_put_literal(p, text) cxx_put(p, "" text, sizeof(text) - 1)

/* The last character as libiberty sees it, 0 when there is none: by it a blank is put between two "<" or ">". */
static inline char cxx_last_char(const struct cxx_parser *p)
{
	if (p->comma_at == p->size) return ' ';
	return p->size ? p->text[p->size - 1] : 0;
}

/* Takes c when it is next. cxx_expect fails when it is not. */
static inline bool cxx_accept(struct cxx_parser *p, char c)
{
	if (*p->in != c) return false;
	p->in++;
	return true;
}

static inline void cxx_expect(struct cxx_parser *p, char c)
{
	if (!cxx_accept(p, c)) cxx_fail(p);
}

static inline bool cxx_is_digit(char c) { return c >= '0' && c <= '9'; }

/* Deep input ends in failure: call first, cxx_leave at the end. */
static inline void cxx_enter(struct cxx_parser *p)
{
	if (++p->depth > CXX_DEPTH_MAX) cxx_fail(p);
}
static inline void cxx_leave(struct cxx_parser *p) { p->depth--; }

/* A decimal number; fails when there is none or it is absurd. The bound keeps sums of sizes within 32 bits; no real
 * name has such numbers. */
static inline uint32_t cxx_number(struct cxx_parser *p)
{
	uint32_t number = 0;

	if (!cxx_is_digit(*p->in)) cxx_fail(p);
	while (cxx_is_digit(*p->in)) {
		number = number * 10 + (uint32_t)(*p->in++ - '0');
		if (number > 1u << 24) {
			cxx_fail(p);
			return 0;
		}
	}
	return number;
}

/* The text from start on, read from `from` on, becomes the next substitution. Called for each component of the name in
 * the order of the ABI, since S0_, S1_, ... count them: one too many or too few, and all later ones mean something
 * else. shape is as of the whole text, and is kept from start on. */
static inline void cxx_substitutable(struct cxx_parser *p, uint32_t start, const char *from, struct cxx_shape shape,
				     enum cxx_source source)
{
	if (p->is_again || p->failed) return;
	if (p->substitutions.nr == p->substitutions.capacity) {
		cxx_full(p);
		return;
	}
	shape.split -= start;
	shape.absorbs = p->absorbs;
	p->substitutions.at[p->substitutions.nr++] = (struct cxx_entry){
		.start = start,
		.size = p->size - start,
		.from = (uint16_t)(from - p->begin),
		.to = (uint16_t)(p->in - p->begin),
		.nr_elements = -1,
		.scope = p->scope.id,
		.source = (uint8_t)source,
		.depends = p->depends,
		.shape = shape,
	};
}

/* "_" is 0, "0_" 1, ... */
uint32_t cxx_sequence(struct cxx_parser *p);
/* In decimal. */
void cxx_put_number(struct cxx_parser *p, uint32_t number);

/* demangle_cxx_operator.c: "pl" and the like: its sign, NULL when it is none; arity as in an expression (may be NULL).
 */
const char *cxx_operator(const char code[2], uint32_t *ret_size, int *ret_arity);

/* What is above: see struct cxx_above. An expression, */
static inline void cxx_expression(struct cxx_parser *p) { p->above->expression(p); }
/* a constant, L...E, */
static inline void cxx_literal(struct cxx_parser *p) { p->above->literal(p); }
/* and a function with its type, or data: what is in _Z..., and in Z...E. */
static inline void cxx_encoding(struct cxx_parser *p, bool with_return_type, struct cxx_name *ret_name)
{
	p->above->encoding(p, with_return_type, ret_name);
}

/* demangle_cxx_name.c */
/* <name>: appended to the text. wants_scope is read; the other members are set. */
void cxx_name(struct cxx_parser *p, struct cxx_name *name);
/* Sa, So, ...; false when it is none of them. In full before constructors and destructors. */
bool cxx_standard(struct cxx_parser *p, bool is_prefix);
/* A length and so many characters; becomes p->last. */
void cxx_source_name(struct cxx_parser *p);
/* The part of a nested name up to `stop` (NULL: up to the E). */
void cxx_prefix(struct cxx_parser *p, const char *stop, struct cxx_name *name);
/* " const", " volatile", " &": behind the parameters of a member function. */
void cxx_put_qualifiers(struct cxx_parser *p, uint8_t qualifiers, uint8_t reference);
/* [r] [V] [K]: CXX_CONST and the like. */
uint8_t cxx_qualifiers(struct cxx_parser *p);

/* demangle_cxx_template.c */
/* I...E; *ret_scope, when wanted, is the scope these arguments make. */
void cxx_template_arguments(struct cxx_parser *p, struct cxx_scope *ret_scope);
/* T_, T0_, ...: the text of the argument. */
struct cxx_shape cxx_template_parameter(struct cxx_parser *p);
/* S_, S0_, ...: its text. */
struct cxx_shape cxx_substitution(struct cxx_parser *p);
/* Dp type: its text once for each element. */
struct cxx_shape cxx_pack_expansion(struct cxx_parser *p);
/* Around a pattern that has been read once: the pack of before; the other elements, and the end. */
struct cxx_pack cxx_expansion_begin(struct cxx_parser *p);
void cxx_expansion_rest(struct cxx_parser *p, uint32_t start, const char *pattern, struct cxx_pack outer,
			void (*read)(struct cxx_parser *p));

/* demangle_cxx_type.c */
/* <type>: appended to the text. */
struct cxx_shape cxx_type(struct cxx_parser *p);
/* decltype: Dt...E, DT...E */
void cxx_decltype(struct cxx_parser *p);
/* Types up to E, the end, a '.' or a function's reference qualifier, at least one; "v" alone is an empty list. */
void cxx_parameters(struct cxx_parser *p);

/* demangle_cxx_expression.c */
/* <expression> and <expr-primary>: appended to the text. What is below calls them through cxx_above. */
void cxx_read_expression(struct cxx_parser *p);
void cxx_read_literal(struct cxx_parser *p);

#endif
