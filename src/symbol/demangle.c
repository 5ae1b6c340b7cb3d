#include "symbol/demangle.h"

#include <libiberty/demangle.h>
#include <string.h>
#undef ARRAY_SIZE /* libiberty.h has its own */
#include "base/compiler.h"

#define NAME_MAX_CHARS 65536 /* longer ones are left as they are: the demanglers' work can grow with the square of the length */

#define PLT_NAME_CHARS 1023  /* upstream cuts longer names of linkage table entries here */

/* OCaml: "camlStdlib__List__map_1" is Stdlib.List.map_1, "$2d" a '-'. */
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
		} else if (in[0] == '$' && in[1] && (high = strchr(digits, in[1])) && in[2] && (low = strchr(digits, in[2])) && (high > digits || low > digits)) {
			*out++ = (char)((high - digits) << 4 | (low - digits));
			in += 3;
		} else {
			*out++ = *in++;
		}
	}
	*out = 0;
	return text;
}

static bool starts_with(const char *text, const char *prefix) { return strncmp(text, prefix, strlen(prefix)) == 0; }

char *demangle(const char *name)
{
	char *text = NULL;

	if ((name[0] != '_' && name[0] != 'c') || strlen(name) > NAME_MAX_CHARS) return NULL;
	if (starts_with(name, "_Z") || starts_with(name, "___Z") || starts_with(name, "_GLOBAL_")) {
		text = rust_demangle(name, DMGL_NO_OPTS);
		if (!text) text = cplus_demangle_v3(name, DMGL_PARAMS | DMGL_ANSI);
	} else if (starts_with(name, "_R")) {
		text = rust_demangle(name, DMGL_NO_OPTS);
	} else if (starts_with(name, "_D")) {
		text = dlang_demangle(name, DMGL_NO_OPTS);
	} else if (starts_with(name, "caml")) {
		text = ocaml_demangle(name);
	}
	if (text && !*text) {
		free(text);
		text = NULL;
	}
	return text;
}

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
