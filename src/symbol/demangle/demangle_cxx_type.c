/* Types (ABI, <type>). A modifier comes before what it modifies ("PKc" is "char const*"), so that the inner type is
 * written first and the modifier put around it: at its split (see demangle_cxx_private.h). Every type becomes a
 * substitution, but for builtin ones and those that are a substitution alone. */
#include "symbol/demangle/demangle_cxx_private.h"

/* By the letter, from demangle_cxx_builtin.def; size 0: no such type. Names are as long as CXX_SHORT, for
 * cxx_put_short. */
static const struct builtin {
	char name[CXX_SHORT];
	uint8_t size;
} builtins[26] = {
#define BUILTIN(code, name) [code - 'a'] = { name, sizeof(name) - 1 },
#define DBUILTIN(code, name)
#include "symbol/demangle/demangle_cxx_builtin.def"
#undef BUILTIN
#undef DBUILTIN
}, d_builtins[26] = {
#define BUILTIN(code, name)
#define DBUILTIN(code, name) [code - 'a'] = { name, sizeof(name) - 1 },
#include "symbol/demangle/demangle_cxx_builtin.def"
#undef BUILTIN
#undef DBUILTIN
};

/* One letter, or the letter behind D. False: none of that letter. */
static bool put_builtin(struct cxx_parser *p, const struct builtin table[26], char code)
{
	if (code < 'a' || code > 'z' || !table[code - 'a'].size) return false;
	cxx_put_short(p, table[code - 'a'].name, table[code - 'a'].size);
	return true;
}

/* Puts "*" and the like around the type that ends the text. "int" becomes "int*", "void (int)" "void (*)(int)", "int
 * [3]" "int (*) [3]"; the modifier in front of these adds no parentheses any more: "void (**)(int)". The new split is
 * behind the modifier. */
static struct cxx_shape wrap(struct cxx_parser *p, struct cxx_shape shape, const char *modifier)
{
	char text[8];
	uint32_t size = 0, split_after;

	if (shape.form == CXX_EXPANSION || p->absorbs) cxx_fail(p);
	if (shape.form == CXX_FUNCTION || shape.form == CXX_ARRAY) {
		if (shape.form == CXX_ARRAY) text[size++] = ' ';
		text[size++] = '(';
	}
	while (*modifier) text[size++] = *modifier++;
	split_after = size;
	if (shape.form == CXX_FUNCTION || shape.form == CXX_ARRAY) {
		text[size++] = ')';
		shape.over_array = shape.form == CXX_ARRAY;
		shape.form = CXX_DECLARATOR;
	}
	if (shape.form == CXX_PLAIN) {
		cxx_put(p, text, size);
		shape.split = p->size;
	} else {
		cxx_insert(p, shape.split, text, size);
		shape.split += split_after;
	}
	shape.qualifiers = shape.last_qualifier = 0;
	shape.reference = 0;
	shape.is_parameter = shape.is_decltype = false;
	return shape;
}

/* A reference to a template parameter that is a reference already: & wins. C++ collapses references: only "&&" to a
 * "&&" stays one. */
static struct cxx_shape reference(struct cxx_parser *p, struct cxx_shape shape, uint8_t kind)
{
	if (shape.is_parameter) p->depends |= CXX_REFERENCE;
	if (shape.is_foreign) cxx_fail(p); /* libiberty mixes up what such references refer to */
	if (!shape.reference) {
		shape = wrap(p, shape, kind == CXX_LVALUE ? "&" : "&&");
		shape.reference = kind;
		return shape;
	}
	if (!shape.is_parameter) {
		cxx_fail(p); /* not what compilers write */
		return shape;
	}
	if (kind == CXX_LVALUE && shape.reference == CXX_RVALUE) {
		cxx_erase(p, --shape.split, 1);
		shape.reference = CXX_LVALUE;
	}
	shape.is_parameter = false;
	return shape;
}

/* Puts const, volatile or restrict behind the type, or at its split. */
static struct cxx_shape qualify(struct cxx_parser *p, struct cxx_shape shape, uint8_t qualifier, const char *text)
{
	/* such functions are rare, and of several qualifiers of an array the order matters */
	if (shape.form == CXX_FUNCTION || shape.form == CXX_EXPANSION || shape.is_decltype || p->absorbs ||
	    (shape.form == CXX_ARRAY && shape.qualifiers && shape.qualifiers != qualifier)) {
		cxx_fail(p);
		return shape;
	}
	shape.reference = 0;
	shape.is_parameter = false;
	if (shape.qualifiers &
	    qualifier) { /* shown once; which one is left out matters when there are others in between */
		if (shape.last_qualifier != qualifier) cxx_fail(p);
		return shape;
	}
	if (shape.form == CXX_PLAIN) {
		cxx_put(p, text, strlen(text));
		shape.split = p->size;
	} else {
		cxx_insert(p, shape.split, text, strlen(text));
		shape.split += (uint32_t)strlen(text);
	}
	shape.qualifiers |= qualifier;
	shape.last_qualifier = qualifier;
	return shape;
}

/* Empty packs at the end vanish with their commas. In a closure's signature, types with modifiers make libiberty put
 * later modifiers into the wrong place, which p->absorbs remembers. */
void cxx_parameters(struct cxx_parser *p)
{
	uint32_t start = p->size, end = start;
	const char *from = p->in;
	bool absorbs = p->absorbs;

	if (*p->in == 'v') {
		p->in++;
		return;
	}
	for (bool is_first = true; !p->failed; is_first = false) {
		char c = *p->in;
		if (!c || c == 'E' || c == '.' || ((c == 'R' || c == 'O') && p->in[1] == 'E')) break;
		if (!is_first) cxx_put_literal(p, ", ");
		uint32_t before = p->size;
		struct cxx_shape shape = cxx_type(p);
		if (p->size > before) end = p->size;
		if (c == 'v') cxx_fail(p);
		/* libiberty puts modifiers of the closure into these */
		if (p->scope.id == CXX_SCOPE_LAMBDA && (shape.form == CXX_FUNCTION || shape.form == CXX_ARRAY))
			cxx_fail(p);
		if (p->scope.id == CXX_SCOPE_LAMBDA && (shape.form == CXX_DECLARATOR || shape.qualifiers))
			absorbs = true;
	}
	if (p->in == from) cxx_fail(p);
	cxx_end_list(p, start, end);
	p->absorbs = absorbs;
}

/* F [Y] result parameters [R|O] E, with the qualifiers before the F. The result is written first and has the split in
 * it for functions that return pointers to functions: parameters are rotated to there, "void (*(int))(char)". */
static struct cxx_shape function(struct cxx_parser *p, uint8_t qualifiers, bool is_noexcept)
{
	p->in++;                  /* F */
	(void)cxx_accept(p, 'Y'); /* extern "C" */
	struct cxx_shape shape = cxx_type(p);
	if ((shape.form != CXX_PLAIN && shape.form != CXX_DECLARATOR) || shape.over_array || p->absorbs) cxx_fail(p);
	if (shape.form == CXX_PLAIN) {
		cxx_put_literal(p, " ");
		shape.split = p->size;
	} else if (!p->failed && p->text[shape.split - 1] != '*') {
		cxx_fail(p); /* other spaces then */
	}
	uint32_t end = p->size;
	cxx_put_literal(p, "(");
	cxx_parameters(p);
	cxx_put_literal(p, ")");
	uint8_t reference = 0;
	if (*p->in == 'R' || *p->in == 'O') {
		reference = *p->in++ == 'R' ? CXX_LVALUE : CXX_RVALUE;
		if (is_noexcept) cxx_fail(p);
	}
	cxx_expect(p, 'E');
	if (is_noexcept) cxx_put_literal(p, " noexcept");
	cxx_put_qualifiers(p, qualifiers, reference);
	cxx_rotate(p, shape.split, end, p->size);
	return (struct cxx_shape){ .split = shape.split, .form = CXX_FUNCTION };
}

/* [r][V][K] and the type, Do and a function. The innermost is applied first: const, volatile, restrict. */
static struct cxx_shape qualified(struct cxx_parser *p)
{
	uint8_t qualifiers = cxx_qualifiers(p);
	bool is_noexcept = p->in[0] == 'D' && p->in[1] == 'o';

	if (is_noexcept) p->in += 2;
	if (*p->in == 'F') return function(p, qualifiers, is_noexcept);
	if (is_noexcept) cxx_fail(p);
	struct cxx_shape shape = cxx_type(p);
	if (qualifiers & CXX_CONST) shape = qualify(p, shape, CXX_CONST, " const");
	if (qualifiers & CXX_VOLATILE) shape = qualify(p, shape, CXX_VOLATILE, " volatile");
	if (qualifiers & CXX_RESTRICT) shape = qualify(p, shape, CXX_RESTRICT, " restrict");
	return shape;
}

/* A [dimension] _ element The dimension is mangled in front of the element: it is written there and rotated behind it.
 */
static struct cxx_shape array(struct cxx_parser *p)
{
	uint32_t start = p->size;

	p->in++; /* A */
	cxx_put_literal(p, " [");
	if (cxx_is_digit(*p->in)) {
		const char *number = p->in;
		while (cxx_is_digit(*p->in)) p->in++;
		cxx_put(p, number, (size_t)(p->in - number));
	} else if (*p->in != '_') {
		cxx_expression(p);
	}
	cxx_expect(p, '_');
	cxx_put_literal(p, "]");
	uint32_t element = p->size;
	struct cxx_shape shape = cxx_type(p);
	if (p->failed) return shape;
	if (shape.form == CXX_FUNCTION || shape.form == CXX_EXPANSION || p->absorbs) cxx_fail(p);
	if (shape.form == CXX_ARRAY) cxx_erase(p, shape.split, 1); /* [2][3] */
	cxx_rotate(p, start, element, shape.split);
	shape.split -= element - start;
	shape.form = CXX_ARRAY;
	shape.reference = 0;
	shape.is_parameter = false;
	return shape;
}

/* M class member The class is mangled in front of the member's type: " C::*" is written there and rotated to the type's
 * split. For functions its blank becomes the parenthesis: "int (C::*)(char)". */
static struct cxx_shape member_pointer(struct cxx_parser *p)
{
	uint32_t start = p->size;

	p->in++; /* M */
	cxx_put_literal(p, " ");
	struct cxx_shape shape = cxx_type(p);
	if (shape.form != CXX_PLAIN) cxx_fail(p);
	cxx_put_literal(p, "::*");
	uint32_t member = p->size;
	shape = cxx_type(p);
	if (p->failed) return shape;
	if (shape.form == CXX_FUNCTION) {
		if (p->text[shape.split - 1] != ' ') cxx_fail(p);
		p->text[start] = '(';
		cxx_insert(p, shape.split, ")", 1);
	} else if (shape.form == CXX_ARRAY || shape.form == CXX_EXPANSION || p->absorbs) {
		cxx_fail(p);
	}
	cxx_rotate(p, start, member, shape.split);
	return (struct cxx_shape){ .split = shape.split,
				   .form = shape.form == CXX_PLAIN ? CXX_PLAIN : CXX_DECLARATOR,
				   .over_array = shape.over_array };
}

/* Dv number _ type */
static struct cxx_shape vector(struct cxx_parser *p)
{
	p->in += 2; /* Dv */
	const char *number = p->in;
	if (*number == '0') cxx_fail(p);
	(void)cxx_number(p);
	size_t size = p->failed ? 0 : (size_t)(p->in - number);
	cxx_expect(p, '_');
	struct cxx_shape shape = cxx_type(p);
	if (shape.form != CXX_PLAIN) cxx_fail(p);
	cxx_put_literal(p, " __vector(");
	cxx_put(p, number, size);
	cxx_put_literal(p, ")");
	return cxx_plain(p);
}

/* A type that begins with a substitution, alone or with template arguments. *ret_is_new: it becomes a substitution
 * itself. */
static struct cxx_shape substituted(struct cxx_parser *p, bool *ret_is_new)
{
	struct cxx_shape shape;

	*ret_is_new = false;
	if (cxx_is_substitution(p)) {
		shape = cxx_substitution(p);
	} else {
		if (!cxx_standard(p, false)) cxx_fail(p);
		shape = cxx_plain(p);
	}
	if (*p->in == 'I') {
		if (shape.form != CXX_PLAIN) cxx_fail(p);
		else cxx_template_arguments(p, NULL);
		*ret_is_new = true;
		shape = cxx_plain(p);
	}
	return shape;
}

/* A type that is a name. Names with what only functions have are not types. */
static struct cxx_shape class_type(struct cxx_parser *p)
{
	struct cxx_name name = { 0 };

	cxx_name(p, &name);
	if (name.qualifiers || name.reference || name.has_conversion) cxx_fail(p);
	return cxx_plain(p);
}

/* Types that begin with D: decltype, pack expansions, noexcept functions, vectors, rarer builtins. */
static struct cxx_shape d_type(struct cxx_parser *p, bool *ret_is_new)
{
	struct cxx_shape shape = cxx_plain(p);

	switch (p->in[1]) {
	case 't':
	case 'T': cxx_decltype(p); return (struct cxx_shape){ .split = p->size, .is_decltype = true };
	case 'p': return cxx_pack_expansion(p);
	case 'o': return qualified(p);
	case 'v': return vector(p);
	default:
		*ret_is_new = false;
		if (put_builtin(p, d_builtins, p->in[1])) p->in += 2;
		else cxx_fail(p);
		shape.split = p->size;
		return shape;
	}
}

/* All types but builtin ones of one letter. Not a part of cxx_type, so that those do not need its stack frame. What
 * the type depends on is collected anew for it, and then added to what is around it. */
__attribute__((noinline)) static struct cxx_shape longer_type(struct cxx_parser *p)
{
	uint32_t start = p->size;
	const char *from = p->in;
	struct cxx_shape shape = cxx_plain(p);
	bool is_new = true;
	uint8_t depends = p->depends;
	bool absorbs = p->absorbs;
	p->depends = 0;
	p->absorbs = false;
	cxx_enter(p);
	switch (*p->in) {
	case 'P':
		p->in++;
		shape = wrap(p, cxx_type(p), "*");
		break;
	case 'R':
	case 'O': {
		uint8_t kind = *p->in++ == 'R' ? CXX_LVALUE : CXX_RVALUE;
		shape = reference(p, cxx_type(p), kind);
		break;
	}
	case 'r':
	case 'V':
	case 'K': shape = qualified(p); break;
	case 'F': shape = function(p, 0, false); break;
	case 'A': shape = array(p); break;
	case 'M': shape = member_pointer(p); break;
	case 'C':
	case 'G':
		p->in++;
		shape = cxx_type(p);
		if (shape.form != CXX_PLAIN) cxx_fail(p);
		if (*from == 'C') cxx_put_literal(p, " _Complex");
		else cxx_put_literal(p, " _Imaginary");
		shape = cxx_plain(p);
		break;
	case 'D': shape = d_type(p, &is_new); break;
	/* A template parameter, perhaps a template itself: then it becomes a substitution before its arguments are
	 * read. */
	case 'T':
		shape = cxx_template_parameter(p);
		if (*p->in == 'I') {
			if (shape.form != CXX_PLAIN) {
				cxx_fail(p);
				break;
			}
			cxx_substitutable(p, start, from, shape, CXX_SOURCE_NONE);
			cxx_template_arguments(p, NULL);
			shape = cxx_plain(p);
		}
		break;
	/* St begins a name; the others are substitutions, perhaps with template arguments. */
	case 'S':
		if (p->in[1] == 't') shape = class_type(p);
		else shape = substituted(p, &is_new);
		break;
	case 'N':
	case 'Z': shape = class_type(p); break;
	default:
		if (cxx_is_digit(*p->in)) shape = class_type(p);
		else cxx_fail(p);
	}
	cxx_leave(p);
	if (is_new) cxx_substitutable(p, start, from, shape, CXX_SOURCE_TYPE);
	p->depends |= depends;
	p->absorbs |= absorbs;
	return shape;
}

void cxx_decltype(struct cxx_parser *p)
{
	p->in += 2;
	cxx_put_literal(p, "decltype (");
	cxx_expression(p);
	cxx_expect(p, 'E');
	cxx_put_literal(p, ")");
}

struct cxx_shape cxx_type(struct cxx_parser *p)
{
	if (!put_builtin(p, builtins, *p->in)) return longer_type(p);
	p->in++;
	return cxx_plain(p);
}
