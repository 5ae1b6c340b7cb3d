/* Names: nested, local and unqualified ones, constructors, operators, closures. Grammar, from the ABI ("Mangling",
 * <name>):
 *
 *   N [qualifiers] prefix... E     nested, each part a substitution for later
 *   Z encoding E name              local to a function
 *   St name                        std::
 *   name [I arguments E]           unqualified, perhaps a template */
#include "symbol/demangle/demangle_cxx_private.h"

#define ANONYMOUS_PREFIX "_GLOBAL_"

/* The abbreviations of the standard library: as they are written, in full (before a constructor or destructor), and the
 * name of the constructor. */
static const struct standard {
	char code;
	const char *brief, *full, *last;
} standard_names[] = {
	{ 'a', "std::allocator", "std::allocator", "allocator" },
	{ 'b', "std::basic_string", "std::basic_string", "basic_string" },
	{ 's', "std::string", "std::basic_string<char, std::char_traits<char>, std::allocator<char> >",
	  "basic_string" },
	{ 'i', "std::istream", "std::basic_istream<char, std::char_traits<char> >", "basic_istream" },
	{ 'o', "std::ostream", "std::basic_ostream<char, std::char_traits<char> >", "basic_ostream" },
	{ 'd', "std::iostream", "std::basic_iostream<char, std::char_traits<char> >", "basic_iostream" },
};

bool cxx_standard(struct cxx_parser *p, bool is_prefix)
{
	for (const struct standard *s = standard_names;
	     s < standard_names + sizeof(standard_names) / sizeof(standard_names[0]); s++) {
		if (p->in[1] != s->code) continue;
		p->in += 2;
		bool in_full = is_prefix && (*p->in == 'C' || *p->in == 'D');
		const char *text = in_full ? s->full : s->brief;
		cxx_put(p, text, strlen(text));
		p->last = s->last;
		p->last_size = (uint32_t)strlen(s->last);
		return true;
	}
	return false;
}

/* A length and that many characters. *ret_text is in the mangled name, or is a literal for an anonymous namespace. */
static inline void identifier(struct cxx_parser *p, const char **ret_text, uint32_t *ret_size)
{
	const char *text = p->in;
	uint32_t size = 0;

	while (cxx_is_digit(*text) && size <= CXX_NAME_MAX) size = size * 10 + (uint32_t)(*text++ - '0');
	*ret_text = text;
	*ret_size = 0;
	if (!size || p->failed || size > (size_t)(p->end - text)) {
		cxx_fail(p);
		return;
	}
	p->in = text + size;
	*ret_size = size;
	/* what compilers call the anonymous namespace: _GLOBAL__N_1 and with other separators */
	if (text[0] == '_' && size >= sizeof(ANONYMOUS_PREFIX) + 1 &&
	    memcmp(text, ANONYMOUS_PREFIX, sizeof(ANONYMOUS_PREFIX) - 1) == 0 && strchr("_.$", text[8]) &&
	    text[9] == 'N') {
		*ret_text = "(anonymous namespace)";
		*ret_size = sizeof("(anonymous namespace)") - 1;
	}
}

/* The parser's most frequent step: an identifier that is followed by enough input is copied with a fixed size, as
 * reading over its end is harmless then. */
static inline void source_name(struct cxx_parser *p)
{
	const char *text;
	uint32_t size;

	identifier(p, &text, &size);
	if (p->failed) return;
	p->last = text;
	p->last_size = size;
	if (p->end - p->in >= CXX_SHORT && text + size == p->in) cxx_put_short(p, text, size);
	else cxx_put(p, text, size);
}

void cxx_source_name(struct cxx_parser *p) { source_name(p); }

/* B and an identifier: "[abi:cxx11]". Several may follow each other: "[abi:v1][abi:cxx11]". */
static void abi_tags(struct cxx_parser *p)
{
	while (cxx_accept(p, 'B')) {
		const char *text;
		uint32_t size;
		identifier(p, &text, &size);
		cxx_put_literal(p, "[abi:");
		cxx_put(p, text, size);
		cxx_put_literal(p, "]");
	}
}

/* C1, C2, ..., D0, ... Has no name of its own: it is called like the class in front of it, p->last. Which of its
 * variants it is (complete, base, deleting) is not shown. */
static void constructor(struct cxx_parser *p, struct cxx_name *name)
{
	bool is_destructor = *p->in == 'D';

	if (!is_destructor && p->in[1] == 'I' && p->in[2] >= '1' && p->in[2] <= '4') { /* inherited */
		uint32_t start = p->size;
		p->in += 3;
		(void)cxx_type(p);
		cxx_drop(p, start);
	} else if (p->in[1] < '0' || p->in[1] > '5' || (is_destructor ? p->in[1] == '3' : p->in[1] == '0')) {
		cxx_fail(p);
	} else {
		p->in += 2;
	}
	if (!p->last) cxx_fail(p);
	if (p->failed) return;
	if (is_destructor) cxx_put_literal(p, "~");
	cxx_put(p, p->last, p->last_size);
	name->no_return_type = true;
}

/* Ul parameters E number _, Ut number _ A closure's parameters are a scope of its own, in which T_ are the types of a
 * generic one ("auto:1"). The numbers begin with 1 where the mangled ones begin with "_". */
static void unnamed(struct cxx_parser *p)
{
	uint32_t start = p->size;
	const char *from = p->in;

	if (p->in[1] == 't') {
		p->in += 2;
		cxx_put_literal(p, "{unnamed type#");
		cxx_put_number(p, cxx_sequence(p) + 1);
		cxx_put_literal(p, "}");
		/* libiberty counts it, and once more as part of the name around it */
		cxx_substitutable(p, start, from, cxx_plain(p), CXX_SOURCE_NONE);
	} else if (p->in[1] == 'l') {
		struct cxx_scope scope = p->scope;
		struct cxx_pack pack = p->pack;
		p->in += 2;
		p->scope = (struct cxx_scope){ .id = CXX_SCOPE_LAMBDA };
		p->pack = (struct cxx_pack){ .nr = -1 };
		cxx_put_literal(p, "{lambda(");
		cxx_parameters(p);
		p->scope = scope;
		p->pack = pack;
		cxx_expect(p, 'E');
		cxx_put_literal(p, ")#");
		cxx_put_number(p, cxx_sequence(p) + 1);
		cxx_put_literal(p, "}");
	} else {
		cxx_fail(p);
	}
}

/* cv type, li name, or two letters: "operator int", operator"" _s, "operator+". Words are set off by a blank ("operator
 * new"), signs are not. */
static void operator_name(struct cxx_parser *p, struct cxx_name *name)
{
	uint32_t size;
	const char *text;

	if (p->in[0] == 'c' && p->in[1] == 'v') {
		p->in += 2;
		cxx_put_literal(p, "operator ");
		uint8_t depends = p->depends;
		p->depends = 0;
		(void)cxx_type(p);
		if (p->depends) cxx_fail(p); /* on arguments yet to come */
		p->depends = depends;
		name->no_return_type = name->has_conversion = true;
	} else if (p->in[0] == 'l' && p->in[1] == 'i') {
		p->in += 2;
		cxx_put_literal(p, "operator\"\" ");
		cxx_source_name(p);
	} else if ((text = cxx_operator(p->in, &size, NULL))) {
		p->in += 2;
		cxx_put_literal(p, "operator");
		if (text[0] >= 'a' && text[0] <= 'z') cxx_put_literal(p, " ");
		while (size && text[size - 1] == ' ') size--;
		cxx_put(p, text, size);
	} else {
		cxx_fail(p);
	}
}

/* <unqualified-name> with its ABI tags. */
static void unqualified(struct cxx_parser *p, struct cxx_name *name)
{
	char c = *p->in;

	name->no_return_type = false;
	if (cxx_is_digit(c)) {
		cxx_source_name(p);
	} else if (c == 'L') { /* of one file alone */
		p->in++;
		cxx_source_name(p);
	} else if (c == 'U') {
		unnamed(p);
	} else if (c == 'C' || c == 'D') {
		constructor(p, name);
	} else {
		operator_name(p, name);
	}
	if (*p->in == 'B') {
		abi_tags(p);
		if (name->no_return_type && *p->in == 'I') cxx_fail(p); /* libiberty reads a result then */
	}
}

uint8_t cxx_qualifiers(struct cxx_parser *p)
{
	uint8_t qualifiers = 0;

	/* only in the specification's order: they would be written in another one, too */
	if (cxx_accept(p, 'r')) qualifiers |= CXX_RESTRICT;
	if (cxx_accept(p, 'V')) qualifiers |= CXX_VOLATILE;
	if (cxx_accept(p, 'K')) qualifiers |= CXX_CONST;
	if (*p->in == 'r' || *p->in == 'V' || *p->in == 'K') cxx_fail(p);
	return qualifiers;
}

void cxx_put_qualifiers(struct cxx_parser *p, uint8_t qualifiers, uint8_t reference)
{
	if (qualifiers == (CXX_CONST | CXX_VOLATILE | CXX_RESTRICT) && reference)
		cxx_fail(p); /* too many for libiberty */
	if (qualifiers & CXX_CONST) cxx_put_literal(p, " const");
	if (qualifiers & CXX_VOLATILE) cxx_put_literal(p, " volatile");
	if (qualifiers & CXX_RESTRICT) cxx_put_literal(p, " restrict");
	if (reference == CXX_LVALUE) cxx_put_literal(p, " &");
	if (reference == CXX_RVALUE) cxx_put_literal(p, " &&");
}

/* Reads N...E part by part. Each part but the last becomes a substitution with all before it; the flags say what a
 * constructor may be named after. */
void cxx_prefix(struct cxx_parser *p, const char *stop, struct cxx_name *name)
{
	uint32_t start = p->size;
	const char *from = p->in;
	struct cxx_shape shape;
	bool has_name = false, is_class = false, is_standard = false;

	for (bool is_first = true; !p->failed && p->in != stop && *p->in != 'E'; is_first = false) {
		char c = *p->in;
		bool is_new = true; /* becomes a substitution */
		if (c == 'I') {
			if (is_first || name->is_template) {
				cxx_fail(p);
				return;
			}
			cxx_template_arguments(p, name->wants_scope ? &name->scope : NULL);
			name->is_template = true;
			has_name |= is_class; /* a substituted class template */
		} else {
			bool is_type = is_first &&
				       (c == 'S' || c == 'T' || (c == 'D' && (p->in[1] == 't' || p->in[1] == 'T')));
			if (!is_first && c != 'M') {
				cxx_put_literal(p, "::");
				name->is_member = true;
			}
			name->is_template = false;
			if (!is_type) {
				if (c == 'M' && !is_first) { /* a member whose initializer holds a closure */
					p->in++;
					if (*p->in == 'E') cxx_fail(p);
					continue;
				}
				if (is_first && !cxx_is_digit(c) && c != 'U' && c != 'L') cxx_fail(p);
				/* whose? libiberty takes the last name it has read */
				if (!has_name && !is_standard && (c == 'C' || c == 'D')) cxx_fail(p);
				has_name = true;
				if (cxx_is_digit(c)) { /* nearly always */
					name->no_return_type = false;
					source_name(p);
					if (*p->in == 'B') abi_tags(p);
				} else {
					unqualified(p, name);
				}
			} else if (c == 'T') {
				shape = cxx_template_parameter(p);
				if (shape.form != CXX_PLAIN) cxx_fail(p);
			} else if (c == 'D') {
				cxx_decltype(p);
				/* libiberty counts it as a type, and once more as a prefix */
				cxx_substitutable(p, start, from, cxx_plain(p), CXX_SOURCE_TYPE);
			} else if (p->in[1] == 't') {
				p->in += 2;
				cxx_put_literal(p, "std");
				is_new = false;
			} else if (cxx_is_substitution(p)) {
				shape = cxx_substitution(p);
				if (!cxx_is_class(&shape)) cxx_fail(p);
				is_new = false;
				is_class = true;
			} else {
				if (!cxx_standard(p, true)) cxx_fail(p);
				is_new = false;
				is_class = is_standard = true;
			}
		}
		if (is_new && *p->in != 'E' && !p->failed)
			cxx_substitutable(p, start, from, cxx_plain(p), CXX_SOURCE_PREFIX);
	}
	if (!stop && !has_name) cxx_fail(p);
}

/* N [qualifiers] [R|O] prefix E: the qualifiers are those of a member function. */
static void nested(struct cxx_parser *p, struct cxx_name *name)
{
	p->in++; /* N */
	name->qualifiers = cxx_qualifiers(p);
	if (*p->in == 'R' || *p->in == 'O') name->reference = *p->in++ == 'R' ? CXX_LVALUE : CXX_RVALUE;
	cxx_prefix(p, NULL, name);
	cxx_expect(p, 'E');
}

/* _ and a digit, or __ digits _: which of several entities of one name; not shown. */
static void discriminator(struct cxx_parser *p)
{
	if (!cxx_accept(p, '_')) return;
	if (cxx_accept(p, '_')) {
		uint32_t number = cxx_number(p);
		if (number < 10) cxx_fail(p);
		cxx_expect(p, '_');
	} else {
		if (!cxx_is_digit(*p->in) || cxx_is_digit(p->in[1])) cxx_fail(p);
		else p->in++;
	}
}

/* Z encoding E name: an entity inside a function. */
static void local(struct cxx_parser *p, struct cxx_name *name)
{
	struct cxx_name function;
	bool is_default = false;

	p->in++; /* Z */
	cxx_encoding(p, false, &function);
	cxx_expect(p, 'E');
	cxx_put_literal(p, "::");
	if (cxx_accept(p, 's')) {
		discriminator(p);
		cxx_put_literal(p, "string literal");
		return;
	}
	if (cxx_accept(p, 'd')) {
		is_default = true;
		cxx_put_literal(p, "{default arg#");
		cxx_put_number(p, cxx_sequence(p) + 1);
		cxx_put_literal(p, "}::");
	}
	bool is_name = cxx_is_digit(*p->in) || *p->in == 'L';
	if (*p->in == 'Z') cxx_fail(p); /* other rules for its qualifiers */
	cxx_name(p, name);
	if (is_name) discriminator(p);
	if (is_default) name->no_return_type = true; /* as libiberty has it */
}

/* N and Z names end by themselves, so that template arguments can only follow the other two forms. A template becomes a
 * substitution before its arguments are read. */
void cxx_name(struct cxx_parser *p, struct cxx_name *name)
{
	uint32_t start = p->size;
	const char *from = p->in;
	struct cxx_shape shape;

	*name = (struct cxx_name){ .wants_scope = name->wants_scope };
	cxx_enter(p);
	switch (*p->in) {
	case 'N':
		nested(p, name);
		cxx_leave(p);
		return;
	case 'Z':
		local(p, name);
		cxx_leave(p);
		return;
	case 'S':
		if (p->in[1] == 't') {
			p->in += 2;
			cxx_put_literal(p, "std::");
			if (*p->in == 'S') cxx_fail(p);
			unqualified(p, name);
			if (*p->in == 'I') cxx_substitutable(p, start, from, cxx_plain(p), CXX_SOURCE_NONE);
		} else if (cxx_is_substitution(p)) {
			shape = cxx_substitution(p);
			if (!cxx_is_class(&shape) || *p->in != 'I') cxx_fail(p);
		} else {
			if (!cxx_standard(p, false) || *p->in != 'I') cxx_fail(p);
		}
		break;
	default:
		unqualified(p, name);
		if (*p->in == 'I' && *from == 'U') cxx_fail(p);
		if (*p->in == 'I') cxx_substitutable(p, start, from, cxx_plain(p), CXX_SOURCE_NONE);
	}
	if (*p->in == 'I' && !p->failed) {
		cxx_template_arguments(p, name->wants_scope ? &name->scope : NULL);
		name->is_template = true;
	}
	cxx_leave(p);
}
