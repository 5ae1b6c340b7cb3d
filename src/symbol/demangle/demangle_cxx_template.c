/* What was said before and is meant again: template arguments (I...E, T_), their packs, and substitutions (S_).
 *
 *   I i J c d E E     <int, char, double>, of which the second argument is a pack of two
 *   T_ T0_ T1_        argument 0, 1, 2 of the scope
 *   S_ S0_ S1_        substitution 0, 1, 2 of the name, in base 36
 *   Dp T_             the pattern once for each element of the pack
 *
 * Usually a copy of the text is enough. Where parameters mean something else now, the mangled text is read again;
 * nr_again bounds that. */
#include "symbol/demangle/demangle_cxx_private.h"

static void argument(struct cxx_parser *p, struct cxx_entries *entries, struct cxx_entries *elements);

/* A list up to E, kept in entries and their packs' elements if they are not NULL. Empty packs at its end vanish
 * together with their commas, others leave them. */
static void arguments(struct cxx_parser *p, struct cxx_entries *entries, struct cxx_entries *elements)
{
	uint32_t start = p->size, end = start;

	for (bool is_first = true; !p->failed && *p->in != 'E'; is_first = false) {
		if (!is_first) cxx_put_literal(p, ", ");
		uint32_t before = p->size;
		argument(p, entries, elements);
		if (p->size > before) end = p->size;
	}
	if (p->failed) return;
	p->in++;
	cxx_end_list(p, start, end);
}

/* One argument into the text; what T_ needs of it goes into entries. */
static void argument(struct cxx_parser *p, struct cxx_entries *entries, struct cxx_entries *elements)
{
	uint32_t start = p->size, first_element = 0;
	int32_t nr_elements = -1;
	uint8_t depends = p->depends;
	const char *last = p->last;
	uint32_t last_size = p->last_size;
	struct cxx_shape shape;

	p->depends = 0;
	switch (*p->in) {
	case 'J':
		if (p->in_pack) {
			cxx_fail(p);
			return;
		}
		p->in++;
		p->in_pack = true;
		if (elements) first_element = elements->nr;
		cxx_enter(p);
		arguments(p, elements, NULL);
		cxx_leave(p);
		if (elements) nr_elements = (int32_t)(elements->nr - first_element);
		p->in_pack = false;
		p->last = last;
		p->last_size = last_size;
		shape = cxx_plain(p);
		break;
	case 'L':
		cxx_literal(p);
		shape = cxx_plain(p);
		break;
	case 'X':
		p->in++;
		cxx_expression(p);
		cxx_expect(p, 'E');
		shape = cxx_plain(p);
		break;
	default: shape = cxx_type(p);
	}
	if (entries && !p->failed) {
		if (entries->nr == entries->capacity) {
			cxx_full(p);
			return;
		}
		shape.split -= start;
		shape.is_parameter = false;
		shape.absorbs = p->absorbs;
		/* field by field: copied whole, it would have to wait for its parts */
		struct cxx_entry *entry = &entries->at[entries->nr++];
		entry->start = start;
		entry->size = p->size - start;
		entry->shape = shape;
		entry->from = entry->to = entry->scope = 0;
		entry->first_element = (uint16_t)first_element;
		entry->nr_elements = (int16_t)nr_elements;
		entry->source = CXX_SOURCE_NONE;
		entry->depends = 0; /* settled; it is what stands for it that depends */
	}
	p->depends |= depends;
}

void cxx_template_arguments(struct cxx_parser *p, struct cxx_scope *ret_scope)
{
	const char *last = p->last;
	uint32_t last_size = p->last_size, first = p->arguments.nr;
	bool absorbs = p->absorbs, in_pack = p->in_pack;

	p->in++; /* I */
	p->in_pack = false;
	if (cxx_last_char(p) == '<') cxx_put_literal(p, " ");
	cxx_put_literal(p, "<");
	cxx_enter(p);
	arguments(p, ret_scope ? &p->arguments : NULL, ret_scope ? &p->elements : NULL);
	cxx_leave(p);
	if (cxx_last_char(p) == '>') cxx_put_literal(p, " ");
	cxx_put_literal(p, ">");
	p->last = last;
	p->last_size = last_size;
	p->absorbs = absorbs;
	p->in_pack = in_pack;
	if (p->failed) return;
	if (ret_scope) *ret_scope = (struct cxx_scope){ .first = first, .nr = p->arguments.nr - first };
}

/* A pack is only allowed within an expansion, where it stands for the element at pack.index. */
struct cxx_shape cxx_template_parameter(struct cxx_parser *p)
{
	p->in++; /* T */
	uint32_t number = cxx_sequence(p);
	struct cxx_shape shape = cxx_plain(p);

	if (p->failed) return shape;
	if (p->scope.id == CXX_SCOPE_LAMBDA) {
		cxx_put_literal(p, "auto:");
		cxx_put_number(p, number + 1);
		shape = cxx_plain(p);
	} else if (number >= p->scope.nr) {
		cxx_fail(p);
		return shape;
	} else {
		const struct cxx_entry *entry = &p->arguments.at[p->scope.first + number];
		if (entry->nr_elements >= 0) {
			if (!p->pack.expanding || p->pack.is_spoiled) {
				cxx_fail(p);
				return shape;
			}
			if (p->pack.nr < 0) p->pack.nr = entry->nr_elements;
			p->depends |= CXX_PACK;
			if (p->pack.nr == 0) return shape;
			if (p->pack.index >= entry->nr_elements) {
				cxx_fail(p);
				return shape;
			}
			entry = &p->elements.at[entry->first_element + (uint32_t)p->pack.index];
		}
		shape = cxx_copy(p, entry);
	}
	p->depends |= CXX_PARAMETER;
	shape.is_parameter = true;
	return shape;
}

/* How an expansion is read: begin, the pattern once (with the first element, and where a parameter says how many there
 * are), and cxx_expansion_rest. */
struct cxx_pack cxx_expansion_begin(struct cxx_parser *p)
{
	struct cxx_pack outer = p->pack;
	p->pack = (struct cxx_pack){ .nr = -1, .expanding = true };
	return outer;
}

/* pattern is read once more for each further element; `read` is the reader of types or of expressions. */
void cxx_expansion_rest(struct cxx_parser *p, uint32_t start, const char *pattern, struct cxx_pack outer,
			void (*read)(struct cxx_parser *p))
{
	bool is_again = p->is_again, is_expanded = p->pack.nr >= 0;

	if (p->failed) return;
	if (p->pack.nr == 0) cxx_drop(p, start);
	p->is_again = true;
	for (p->pack.index = 1; p->pack.index < p->pack.nr && !p->failed; p->pack.index++) {
		cxx_put_literal(p, ", ");
		p->in = pattern;
		p->pack.is_spoiled = false;
		if (++p->nr_again > CXX_AGAIN_MAX) cxx_fail(p);
		read(p);
	}
	p->is_again = is_again;
	p->pack = outer;
	p->pack.is_spoiled |= is_expanded; /* libiberty forgets which element it was at */
}

static void read_type(struct cxx_parser *p) { (void)cxx_type(p); }

/* An empty pack's text is dropped after it was read; the mangled text must be read in any case, to get behind it and to
 * count its substitutions. */
struct cxx_shape cxx_pack_expansion(struct cxx_parser *p)
{
	p->in += 2; /* Dp */
	const char *pattern = p->in;
	uint32_t start = p->size;

	struct cxx_pack outer = cxx_expansion_begin(p);
	struct cxx_shape shape = cxx_type(p);
	if (shape.form != CXX_PLAIN || shape.qualifiers) p->absorbs = true;
	if (!p->failed && p->pack.nr < 0) { /* a generic closure's parameters */
		if (p->scope.id != CXX_SCOPE_LAMBDA || !strchr("TROPK", *pattern)) cxx_fail(p);
		cxx_insert(p, start, "(", 1);
		cxx_put_literal(p, ")...");
	}
	cxx_expansion_rest(p, start, pattern, outer, read_type);
	return (struct cxx_shape){ .split = p->size, .form = CXX_EXPANSION };
}

/* The entry's mangled text, with what the template parameters mean here. The parser's place is saved and restored; what
 * is read must end exactly where it ended the first time. */
static struct cxx_shape read_again(struct cxx_parser *p, const struct cxx_entry *entry)
{
	const char *in = p->in;
	const char *last = p->last;
	uint32_t last_size = p->last_size;
	bool is_again = p->is_again;
	struct cxx_shape shape = cxx_plain(p);

	p->in = p->begin + entry->from;
	p->is_again = true;
	if (++p->nr_again > CXX_AGAIN_MAX) cxx_fail(p);
	cxx_enter(p);
	if (entry->source == CXX_SOURCE_TYPE) {
		shape = cxx_type(p);
	} else if (entry->source == CXX_SOURCE_PREFIX) {
		struct cxx_name name = { 0 };
		cxx_prefix(p, p->begin + entry->to, &name);
		shape = cxx_plain(p);
	} else {
		cxx_fail(p);
	}
	cxx_leave(p);
	if (p->failed || p->in != p->begin + entry->to) {
		cxx_fail(p);
		return shape;
	}
	p->is_again = is_again;
	p->in = in;
	p->last = last;
	p->last_size = last_size;
	return shape;
}

/* A copy where the text depends on nothing, or on parameters of the scope it was written in; read again elsewhere, and
 * within a pack's expansion. */
struct cxx_shape cxx_substitution(struct cxx_parser *p)
{
	const char *in = p->in + 1; /* behind the S */
	uint32_t number = 0;

	if (*in != '_') {
		for (; *in != '_'; in++) {
			bool is_digit = cxx_is_digit(*in);
			if (number > 1u << 20 || (!is_digit && (*in < 'A' || *in > 'Z'))) {
				cxx_fail(p);
				return cxx_plain(p);
			}
			number = number * 36 + (uint32_t)(is_digit ? *in - '0' : *in - 'A' + 10);
		}
		number++;
	}
	p->in = in + 1;
	if (number >= p->substitutions.nr) {
		cxx_fail(p);
		return cxx_plain(p);
	}
	const struct cxx_entry *entry = &p->substitutions.at[number];
	if (!entry->depends) return cxx_copy(p, entry);

	bool is_elsewhere = entry->scope != p->scope.id, is_foreign = is_elsewhere && entry->scope != CXX_SCOPE_LAMBDA;
	bool is_parameter = entry->shape.is_parameter;
	/* libiberty mixes up what such references refer to */
	if (is_foreign && (entry->depends & CXX_REFERENCE)) cxx_fail(p);
	struct cxx_shape shape = is_elsewhere || (entry->depends & CXX_PACK) ? read_again(p, entry)
									     : cxx_copy(p, entry);
	shape.is_foreign = is_foreign && is_parameter;
	return shape;
}
