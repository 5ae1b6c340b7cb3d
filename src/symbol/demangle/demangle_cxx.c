/* Whole names: functions with their types, data, what compilers make for classes, copies of functions. This is the
 * top of the parser: demangle_cxx_into prepares the buffers, read_encoding reads "_Z <name> <parameters>", clones()
 * what follows a dot. Where libiberty's text differs from the rule, the parser fails (cxx_fail) and libiberty is
 * asked, so that both never disagree. */
#include "symbol/demangle/demangle_cxx.h"

#include "base/compiler.h"
#include "symbol/demangle/demangle_cxx_private.h"

/* Sizes of the buffers on the stack, and of those on the heap for a second attempt when the first were too small. Room
 * for the readable text, and for the pieces that are kept. */
#define SMALL_TEXT 12288     /* and CXX_SHORT more, which may be read */
#define LIBIBERTY_BUFFER 250 /* texts up to this length it holds whole */

#define LARGE_TEXT (1u << 18)
#define SMALL_ENTRIES 192
#define LARGE_ENTRIES 4096

/* [result] parameters. Results are only mangled for templates; written in front, they come behind the name and are
 * rotated there. */
static void function_type(struct cxx_parser *p, uint32_t start, bool with_return_type, struct cxx_name *name)
{
	uint32_t return_type = p->size;

	if (name->is_template && !name->no_return_type) {
		p->absorbs = false;
		struct cxx_shape shape = cxx_type(p);
		/* libiberty lets the name stand inside such a result, even far inside, and sometimes gives up */
		if (with_return_type && (shape.form != CXX_PLAIN || p->absorbs)) cxx_fail(p);
		if (p->failed) return;
		if (with_return_type) {
			cxx_put_literal(p, " ");
			cxx_rotate(p, start, return_type, p->size);
		} else {
			cxx_drop(p, return_type);
		}
	}
	name->is_function = true;
	name->parameters = p->size;
	cxx_put_literal(p, "(");
	cxx_parameters(p);
	cxx_put_literal(p, ")");
	cxx_put_qualifiers(p, name->qualifiers, name->reference);
}

static void special(struct cxx_parser *p);

/* <encoding>: a function or data. Its template arguments make a scope that ends with it, so everything about scopes
 * is saved before and restored behind. */
static void read_encoding(struct cxx_parser *p, bool with_return_type, struct cxx_name *name)
{
	uint32_t start = p->size, nr_arguments = p->arguments.nr, nr_elements = p->elements.nr;
	struct cxx_scope scope = p->scope;
	struct cxx_pack pack = p->pack;
	uint8_t depends = p->depends;

	p->depends = 0;
	cxx_enter(p);
	*name = (struct cxx_name){ .wants_scope = true };
	p->scope = (struct cxx_scope){ 0 };
	p->pack = (struct cxx_pack){ .nr = -1 };
	if (*p->in == 'T' || *p->in == 'G') {
		special(p);
	} else {
		cxx_name(p, name);
		if (name->is_template) p->scope = name->scope;
		p->scope.id = ++p->nr_scopes;
		if (p->nr_scopes == UINT16_MAX) cxx_fail(p);
		if (*p->in && *p->in != 'E') function_type(p, start, with_return_type, name);
		else if (name->qualifiers || name->reference) cxx_fail(p);
	}
	cxx_leave(p);
	/* in a closure's parameters libiberty takes this function's for those of a generic closure */
	if (scope.id == CXX_SCOPE_LAMBDA && (p->depends & CXX_PARAMETER)) cxx_fail(p);
	p->depends |= depends;
	p->scope = scope;
	p->pack = pack;
	p->arguments.nr = nr_arguments;
	p->elements.nr = nr_elements;
}

/* h offset _, v offset _ offset _: how a thunk changes "this"; not shown. */
static void call_offset(struct cxx_parser *p, char kind)
{
	for (int i = kind == 'v' ? 2 : 1; i; i--) {
		(void)cxx_accept(p, 'n');
		(void)cxx_number(p);
		cxx_expect(p, '_');
	}
}

/* A title and the type behind the two letters. */
static void special_type(struct cxx_parser *p, const char *title)
{
	cxx_put(p, title, strlen(title));
	p->in += 2;
	(void)cxx_type(p);
}

/* A title and the function or data behind. */
static void special_encoding(struct cxx_parser *p, const char *title)
{
	struct cxx_name name;
	cxx_put(p, title, strlen(title));
	if (*p->in == 'Z') cxx_fail(p);
	read_encoding(p, true, &name);
}

/* A title and the name of data behind the two letters. */
static void special_name(struct cxx_parser *p, const char *title)
{
	struct cxx_name name = { 0 };
	cxx_put(p, title, strlen(title));
	p->in += 2;
	cxx_name(p, &name);
	if (name.qualifiers || name.reference) cxx_fail(p);
}

/* T... and G...: tables, thunks, guards ("special-name" of the ABI). Rare kinds fail. A name is either this or <name>
 * <type>: the text begins with a title ("vtable for "), and there are no parameters of its own. */
static void special(struct cxx_parser *p)
{
	char kind = p->in[1];

	if (*p->in == 'G') {
		if (kind == 'V') special_name(p, "guard variable for ");
		else cxx_fail(p);
		return;
	}
	switch (kind) {
	case 'V': special_type(p, "vtable for "); break;
	case 'T': special_type(p, "VTT for "); break;
	case 'I': special_type(p, "typeinfo for "); break;
	case 'S': special_type(p, "typeinfo name for "); break;
	case 'W': special_name(p, "TLS wrapper function for "); break;
	case 'H': special_name(p, "TLS init function for "); break;
	case 'h':
		p->in += 2;
		call_offset(p, 'h');
		special_encoding(p, "non-virtual thunk to ");
		break;
	case 'v':
		p->in += 2;
		call_offset(p, 'v');
		special_encoding(p, "virtual thunk to ");
		break;
	case 'c':
		p->in += 2;
		for (int i = 0; i < 2; i++) {
			char offset = *p->in;
			if (offset == 'h' || offset == 'v') p->in++;
			else cxx_fail(p);
			call_offset(p, offset);
		}
		special_encoding(p, "covariant return thunk to ");
		break;
	case 'C': {
		uint32_t start = p->size, base;
		special_type(p, "");
		base = p->size;
		if (*p->in == 'n' || *p->in == '_') cxx_fail(p);
		(void)cxx_number(p);
		cxx_expect(p, '_');
		(void)cxx_type(p);
		cxx_put_literal(p, "-in-");
		cxx_rotate(p, start, base, p->size);
		cxx_insert(p, start, "construction vtable for ", sizeof("construction vtable for ") - 1);
		break;
	}
	default: cxx_fail(p);
	}
}

static bool is_lower(char c) { return (c >= 'a' && c <= 'z') || c == '_'; }

/* .constprop.0, .cold, .123: compilers' copies and parts of a function. The text is libiberty's: "f(int) [clone
 * .constprop.0] [clone .cold]". Numbers that follow a word belong to it. */
static void clones(struct cxx_parser *p)
{
	while (*p->in == '.') {
		const char *from = p->in++;
		if (is_lower(*p->in)) {
			while (is_lower(*p->in)) p->in++;
		} else if (cxx_is_digit(*p->in)) {
			while (cxx_is_digit(*p->in)) p->in++;
		} else {
			cxx_fail(p);
			return;
		}
		while (p->in[0] == '.' && cxx_is_digit(p->in[1])) {
			p->in++;
			while (cxx_is_digit(*p->in)) p->in++;
		}
		cxx_put_literal(p, " [clone ");
		cxx_put(p, from, (size_t)(p->in - from));
		cxx_put_literal(p, "]");
	}
}

/* Where the finished text goes; allocate is demangle_cxx_into's. */
struct result {
	void *(*allocate)(void *ctx, size_t size_bytes);
	void *ctx;
	size_t *ret_size;
	bool is_full; /* the buffer was too small */
};

/* What the parser works in: on the stack first, which is large enough for nearly all names. */
struct workspace {
	char *text; /* of text_size, and CXX_SHORT more */
	uint32_t text_size;
	struct cxx_entry *entries; /* three times nr_entries */
	uint32_t nr_entries;
};

static const struct cxx_above above = { cxx_read_expression, cxx_read_literal, read_encoding };

/* The readable text; NULL when we do not know. Reads one name in the given buffers. Text that libiberty would have had
 * to flush in between (LIBIBERTY_BUFFER) while it took commas back is left to it. */
static char *run(const char *name, size_t name_size, const struct workspace *space, struct result *result)
{
	struct cxx_entry *entries = space->entries;
	uint32_t nr_entries = space->nr_entries;
	struct cxx_parser p = {
		.begin = name,
		.end = name + name_size,
		.in = name + 2,
		.above = &above,
		.text = space->text,
		.top = space->text_size,
		.nr_scopes = CXX_SCOPE_LAMBDA,
		.pack = { .nr = -1 },
		.substitutions = { .at = entries, .capacity = nr_entries },
		.arguments = { .at = entries + nr_entries, .capacity = nr_entries },
		.elements = { .at = entries + 2 * nr_entries, .capacity = nr_entries },
	};
	struct cxx_name parsed;

	read_encoding(&p, true, &parsed);
	clones(&p);
	result->is_full = p.is_full;
	if (p.failed || *p.in || !p.size || (p.lost_commas && p.size > LIBIBERTY_BUFFER)) return NULL;
	char *text = result->allocate(result->ctx, p.size + 1u);
	memcpy(text, p.text, p.size);
	text[p.size] = 0;
	*result->ret_size = p.size;
	return text;
}

/* Two attempts: on the stack, and with larger buffers on the heap when the first was merely too small. A name that
 * failed for another reason would fail again. */
char *demangle_cxx_into(const char *name, void *(*allocate)(void *ctx, size_t size_bytes), void *ctx, size_t *ret_size)
{
	char buffer[SMALL_TEXT + CXX_SHORT];
	struct cxx_entry entries[3 * SMALL_ENTRIES];
	struct result result = { .allocate = allocate, .ctx = ctx, .ret_size = ret_size };

	if (name[0] != '_' || name[1] != 'Z') return NULL;
	size_t name_size = strnlen(name, CXX_NAME_MAX + 1);
	if (name_size > CXX_NAME_MAX) return NULL;
	const struct workspace small = { buffer, SMALL_TEXT, entries, SMALL_ENTRIES };
	char *text = run(name, name_size, &small, &result);
	if (text || !result.is_full) return text;
	_free_ char *large_buffer = xmalloc(LARGE_TEXT + CXX_SHORT);
	_free_ struct cxx_entry *large_entries = xmalloc(3 * LARGE_ENTRIES * sizeof(large_entries[0]));
	const struct workspace large = { large_buffer, LARGE_TEXT, large_entries, LARGE_ENTRIES };
	return run(name, name_size, &large, &result);
}

static void *allocate_on_heap(_unused_ void *ctx, size_t size_bytes) { return xmalloc(size_bytes); }

char *demangle_cxx(const char *name)
{
	size_t size;
	return demangle_cxx_into(name, allocate_on_heap, NULL, &size);
}
