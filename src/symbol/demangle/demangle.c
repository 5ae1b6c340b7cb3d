/* Which language a name is of, by how it begins:
 *
 *   _Z ___Z _GLOBAL_   C++; or Rust's old form when it has "17h"
 *   _R                 Rust v0
 *   _D                 D
 *   caml               OCaml
 *   L                  Java
 *
 * Rust is left to libiberty, as is what our reader of C++ gives up on. */
#include "symbol/demangle/demangle.h"

#include <libiberty/demangle.h>
#include <setjmp.h>
#include <string.h>
#undef ARRAY_SIZE /* libiberty.h has its own */
#include "base/compiler.h"
#include "base/text.h"
#include "symbol/demangle/demangle_cxx.h"

#define NAME_MAX_CHARS 16384          /* the demanglers' stack use grows with the length */
#define READABLE_MAX_CHARS (1u << 18) /* their output can grow exponentially: substitutions of substitutions */
#define PLT_NAME_CHARS 1023           /* upstream cuts longer names of linkage table entries here */

/* Collects the pieces a demangler prints; leaves it by longjmp when there are too many (it holds no heap memory then,
 * everything of its is on the stack). */
struct readable {
	char *text;
	size_t size, capacity;
	jmp_buf too_long;
};

static void readable_add(const char *piece, size_t size, void *opaque)
{
	struct readable *r = opaque;

	if (!size) return;
	if (size > READABLE_MAX_CHARS - r->size) longjmp(r->too_long, 1);
	if (r->size + size + 1 > r->capacity) {
		r->capacity = MAX(r->size + size + 1, r->capacity * 2 + 64);
		r->text = xrealloc(r->text, r->capacity);
	}
	memcpy(r->text + r->size, piece, size);
	r->size += size;
	r->text[r->size] = 0;
}

/* setjmp and longjmp, because libiberty's callback cannot say "stop". */
static char *run_demangler(int (*run)(const char *, int, demangle_callbackref, void *), const char *name, int options)
{
	struct readable readable = { 0 };

	if (setjmp(readable.too_long) || !run(name, options, readable_add, &readable) || !readable.size) {
		free(readable.text);
		return NULL;
	}
	return readable.text;
}

/* OCaml: "camlStdlib__List__map_1" is Stdlib.List.map_1, "$2d" a '-'. The text never grows, so that the input's length
 * is enough. NULL when no module name follows "caml": they begin with a capital letter, and C functions of OCaml's
 * runtime do not. */
static char *ocaml_demangle(const char *name)
{
	static const char digits[] = "0123456789abcdef";
	const char *in = name + strlen("caml");
	char *text, *out;

	if (*in < 'A' || *in > 'Z') return NULL;
	text = out = xmalloc(strlen(in) + 1);
	while (*in) {
		const char *high, *low;
		if (in[0] == '_' && in[1] == '_') {
			*out++ = '.';
			in += 2;
		} else if (in[0] == '$' && in[1] && (high = strchr(digits, in[1])) && in[2] &&
			   (low = strchr(digits, in[2])) && (high > digits || low > digits)) {
			*out++ = (char)((high - digits) << 4 | (low - digits));
			in += 3;
		} else {
			*out++ = *in++;
		}
	}
	*out = 0;
	return text;
}

/* May be wrong for a C++ name: then Rust's demangler declines, and C++'s is asked. */
static bool may_be_old_rust(const char *name)
{
	return strstr(name, "17h") != NULL; /* their names end in a hash of 16 digits */
}

static void *allocate_in_arena(void *ctx, size_t size_bytes) { return arena_alloc(ctx, size_bytes); }

/* Old Rust names look like C++ to our reader, which would make something of them; so these are left to demangle. */
char *demangle_in(struct arena *arena, const char *name, size_t *ret_size)
{
	if (text_starts_with(name, "_Z") && !may_be_old_rust(name)) {
		char *readable = demangle_cxx_into(name, allocate_in_arena, arena, ret_size);
		if (readable) return readable;
	}
	_free_ char *readable = demangle(name);
	if (!readable) return NULL;
	*ret_size = strlen(readable);
	return arena_memdup(arena, readable, *ret_size + 1);
}

/* The first character decides most cases, as this is called for every symbol that is shown. */
char *demangle(const char *name)
{
	char *text = NULL;

	if ((name[0] != '_' && name[0] != 'c' && name[0] != 'L') || strnlen(name, NAME_MAX_CHARS) == NAME_MAX_CHARS)
		return NULL;
	if (text_starts_with(name, "_Z") || text_starts_with(name, "___Z") || text_starts_with(name, "_GLOBAL_")) {
		if (may_be_old_rust(name)) text = run_demangler(rust_demangle_callback, name, DMGL_NO_OPTS);
		if (!text) text = demangle_cxx(name);
		if (!text) text = run_demangler(cplus_demangle_v3_callback, name, DMGL_PARAMS | DMGL_ANSI);
	} else if (text_starts_with(name, "_R")) {
		text = run_demangler(rust_demangle_callback, name, DMGL_NO_OPTS);
	} else if (text_starts_with(name, "_D")) {
		text = demangle_d(name);
	} else if (text_starts_with(name, "caml")) {
		text = ocaml_demangle(name);
	} else if (name[0] == 'L') {
		text = demangle_java(name);
	}
	return text;
}

/* Demangles what is in front of "@plt" and puts that behind again. */
char *demangle_symbol(const char *name, bool is_plt)
{
	const char *suffix = is_plt ? strrchr(name, '@') : NULL; /* "@plt" */
	if (!suffix) return demangle(name);
	_free_ char *plain = xstrndup(name, (size_t)(suffix - name));
	_free_ char *readable = demangle(plain);
	char *whole = readable ? xasprintf("%s%s", readable, suffix) : NULL;
	if (whole && strlen(whole) > PLT_NAME_CHARS) whole[PLT_NAME_CHARS] = 0;
	return whole;
}
