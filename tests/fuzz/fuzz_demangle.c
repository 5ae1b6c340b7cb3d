/* Mangled names. What our C++ demangler answers is what libiberty's answers. */
#include "symbol/demangle/demangle.h"

#include <libiberty/demangle.h>
#undef ARRAY_SIZE
#include <setjmp.h>
#include <stdio.h>
#include "symbol/demangle/demangle_cxx.h"
#include "tests/fuzz/fuzz.h"

#define TEXT_MAX (1u << 18)

struct reference {
	char *text;
	size_t size;
	jmp_buf too_long;
};

static void reference_add(const char *piece, size_t size, void *opaque)
{
	struct reference *r = opaque;

	if (size > TEXT_MAX - r->size) longjmp(r->too_long, 1);
	memcpy(r->text + r->size, piece, size);
	r->size += size;
	r->text[r->size] = '\0';
}

static void compare(const char *name)
{
	char *text = demangle_cxx(name);
	if (!text) return;
	struct reference r = { .text = calloc(1, TEXT_MAX + 1) };
	/* a text beyond what we take from libiberty is left alone */
	if (!setjmp(r.too_long) && (!cplus_demangle_v3_callback(name, DMGL_PARAMS | DMGL_ANSI, reference_add, &r) ||
				    strcmp(text, r.text) != 0)) {
		fprintf(stderr, "%s\n ours      %s\n libiberty %s\n", name, text, r.text);
		abort();
	}
	free(r.text);
	free(text);
}

FUZZ(data, size)
{
	if (size > 4096) return;
	char *text = fuzz_text(data, size);
	free(demangle(text));
	compare(text);
	free(text);
}
