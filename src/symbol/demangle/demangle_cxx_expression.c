/* Expressions in template arguments, array bounds and decltype: the common ones. The text is libiberty's, which puts
 * operands in parentheses: "(2)+(3)". Operators come with two letters and an arity (demangle_cxx_operator.def); what
 * is not here fails. */
#include "symbol/demangle/demangle_cxx_private.h"

/* Two letters as one number, for case labels. */
#define CODE(first, second) ((first) << 8 | (second))

/* What follows a number of this type, NULL when the type is written before it. */
static const char *literal_suffix(char type)
{
	switch (type) {
	case 'i': return "";
	case 'j': return "u";
	case 'l': return "l";
	case 'm': return "ul";
	case 'x': return "ll";
	case 'y': return "ull";
	default: return NULL;
	}
}

/* L type value E, or L_Z encoding E. Numbers are written with their suffix or, of other types, behind a cast. */
void cxx_read_literal(struct cxx_parser *p)
{
	p->in++; /* L */
	if (*p->in == '_' || *p->in == 'Z') {
		/* an entity: L_Z encoding E */
		if (p->in[0] != '_' || p->in[1] != 'Z') {
			cxx_fail(p);
			return;
		}
		struct cxx_name name;
		p->in += 2;
		cxx_encoding(p, true, &name);
		if (name.has_conversion) cxx_fail(p); /* read by other rules in expressions */
		cxx_expect(p, 'E');
		return;
	}

	char type = *p->in;
	const char *suffix = literal_suffix(type);
	if (type == 'b' && (p->in[1] == '0' || p->in[1] == '1') && p->in[2] == 'E') {
		if (p->in[1] == '0') cxx_put_literal(p, "false");
		else cxx_put_literal(p, "true");
		p->in += 3;
		return;
	}
	if (strchr("fdegA", type) || (type == 'D' && !strchr("nis", p->in[1]))) { /* other forms of numbers */
		cxx_fail(p);
		return;
	}
	if (suffix) {
		p->in++;
	} else {
		cxx_put_literal(p, "(");
		if (cxx_type(p).form != CXX_PLAIN) cxx_fail(p);
		cxx_put_literal(p, ")");
	}
	if (cxx_accept(p, 'n')) cxx_put_literal(p, "-");
	const char *digits = p->in;
	while (cxx_is_digit(*p->in)) p->in++;
	if (p->in == digits) cxx_fail(p);
	else cxx_put(p, digits, (size_t)(p->in - digits));
	cxx_expect(p, 'E');
	if (suffix) cxx_put(p, suffix, strlen(suffix));
}

/* Reads an operand, in parentheses unless it is a name. What counts is the operand's mangled beginning: libiberty
 * writes names and function parameters bare, all else in parentheses, even a single number. */
static void operand(struct cxx_parser *p)
{
	uint32_t start = p->size;
	const char *in = p->in;
	bool is_name = cxx_is_digit(in[0]) || (in[0] == 's' && in[1] == 'r');

	cxx_read_expression(p);
	if (in[0] == 'L' && in[1] == '_') cxx_fail(p);
	if (p->failed) return;
	if ((in[0] == 'f' && in[1] == 'p') || (is_name && cxx_last_char(p) != '>')) return;
	cxx_insert(p, start, "(", 1);
	cxx_put_literal(p, ")");
}

/* adL_Z encoding E: of a member function only the name is shown. */
static void address_of_entity(struct cxx_parser *p)
{
	p->in += 5; /* adL_Z */
	bool is_nested = *p->in == 'N';
	if (!is_nested && !cxx_is_digit(*p->in) && *p->in != 'L') {
		cxx_fail(p);
		return;
	}
	cxx_put_literal(p, "&");
	uint32_t start = p->size;
	struct cxx_name name;
	cxx_encoding(p, true, &name);
	cxx_expect(p, 'E');
	if (p->failed) return;
	if (name.has_conversion) {
		cxx_fail(p); /* read by other rules in expressions */
	} else if (!name.is_function) {
		if (name.is_template || is_nested != name.is_member || cxx_last_char(p) == ']') cxx_fail(p);
	} else if (name.is_member && !name.is_template && !name.qualifiers && !name.reference) {
		cxx_drop(p, name.parameters);
	} else {
		cxx_insert(p, start, "(", 1);
		cxx_put_literal(p, ")");
	}
}

/* A name, perhaps with template arguments. */
static void simple_name(struct cxx_parser *p)
{
	cxx_source_name(p);
	if (*p->in == 'I') cxx_template_arguments(p, NULL);
}

/* sp pattern A pattern without a pack in it is only allowed for function parameters, whose packs are not known here:
 * "{parm#1}...". */
static void expansion(struct cxx_parser *p)
{
	p->in += 2;
	const char *pattern = p->in;
	uint32_t start = p->size;
	struct cxx_pack outer = cxx_expansion_begin(p);
	cxx_read_expression(p);
	if (p->failed) return;
	if (p->pack.nr < 0) {
		if (pattern[0] != 'f' || pattern[1] != 'p') cxx_fail(p);
		cxx_put_literal(p, "...");
	}
	cxx_expansion_rest(p, start, pattern, outer, cxx_read_expression);
}

/* cl function arguments E Arguments may be empty packs, which leave neither text nor comma at the end. */
static void call(struct cxx_parser *p)
{
	p->in += 2;
	operand(p);
	cxx_put_literal(p, "(");
	uint32_t start = p->size, end = start;
	for (bool is_first = true; !p->failed && *p->in != 'E'; is_first = false) {
		if (!is_first) cxx_put_literal(p, ", ");
		uint32_t before = p->size;
		cxx_read_expression(p);
		if (p->size > before) end = p->size;
	}
	cxx_expect(p, 'E');
	cxx_end_list(p, start, end);
	cxx_put_literal(p, ")");
}

/* fp number _ fpT is "this", fp_ the first parameter, fp0_ the second. */
static void function_parameter(struct cxx_parser *p)
{
	p->in += 2;
	if (cxx_accept(p, 'T')) {
		cxx_put_literal(p, "this");
		return;
	}
	cxx_put_literal(p, "{parm#");
	cxx_put_number(p, cxx_sequence(p) + 1);
	cxx_put_literal(p, "}");
}

/* sr type name, sr levels E name: type::name */
static void scoped(struct cxx_parser *p)
{
	p->in += 2;
	if (cxx_is_digit(*p->in)) {
		do {
			simple_name(p);
			cxx_put_literal(p, "::");
		} while (cxx_is_digit(*p->in));
		cxx_expect(p, 'E');
	} else if (*p->in == 'S' || *p->in == 'T' || *p->in == 'N') {
		struct cxx_shape shape = cxx_type(p);
		if (shape.form != CXX_PLAIN) cxx_fail(p);
		cxx_put_literal(p, "::");
	}
	if (cxx_is_digit(*p->in)) simple_name(p);
	else cxx_fail(p);
}

/* sZ T_: sizeof...(pack), which libiberty writes as a number. The argument is read like an expansion's pattern, but
 * only its number of elements is kept. */
static void pack_size(struct cxx_parser *p)
{
	p->in += 2; /* sZ */
	if (*p->in != 'T') {
		cxx_fail(p);
		return;
	}
	struct cxx_pack outer = p->pack;
	uint32_t start = p->size;
	p->pack = (struct cxx_pack){ .nr = -1, .expanding = true };
	(void)cxx_template_parameter(p);
	if (p->failed) return;
	if (p->pack.nr < 0) {
		cxx_fail(p);
		return;
	}
	p->size = start;
	cxx_put_number(p, (uint32_t)p->pack.nr);
	p->pack = outer;
}

/* One expression; begins with its operator, operands follow (prefix notation). Comparisons with ">" are put into
 * parentheses, which keeps them from ending the argument list. */
void cxx_read_expression(struct cxx_parser *p)
{
	uint32_t size;
	int arity;
	const char *text;

	cxx_enter(p);
	unsigned char first = (unsigned char)*p->in, second = first ? (unsigned char)p->in[1] : 0;
	switch (CODE(first, second)) {
	case CODE('s', 'r'): scoped(p); break;
	case CODE('f', 'p'): function_parameter(p); break;
	case CODE('s', 'Z'): pack_size(p); break;
	case CODE('s', 't'):
		p->in += 2;
		cxx_put_literal(p, "sizeof (");
		if (cxx_type(p).form != CXX_PLAIN) cxx_fail(p);
		cxx_put_literal(p, ")");
		break;
	case CODE('s', 'p'): expansion(p); break;
	case CODE('c', 'l'): call(p); break;
	default:
		if (cxx_is_digit(*p->in)) {
			simple_name(p);
		} else if (first == 'L') {
			cxx_read_literal(p);
		} else if (first == 'T') {
			struct cxx_shape shape = cxx_template_parameter(p);
			if (shape.form != CXX_PLAIN) cxx_fail(p);
		} else if (strncmp(p->in, "adL_Z", 5) == 0) {
			address_of_entity(p);
		} else if ((text = cxx_operator(p->in, &size, &arity)) && arity) {
			p->in += 2;
			if (arity == 1) {
				cxx_put(p, text, size);
				operand(p);
			} else {
				if (first == 'g' && second == 't') cxx_put_literal(p, "(");
				operand(p);
				cxx_put(p, text, size);
				operand(p);
				if (first == 'g' && second == 't') cxx_put_literal(p, ")");
			}
		} else {
			cxx_fail(p);
		}
	}
	cxx_leave(p);
}
