#include "symbol/demangle.h"

#include <libiberty/demangle.h>
#include <string.h>
#undef ARRAY_SIZE /* libiberty.h has its own */
#include "base/compiler.h"

#define NAME_MAX_CHARS 65536 /* longer ones are left as they are: the demanglers' work can grow with the square of the length */

static char *demangle_plain(const char *name)
{
	char *text = NULL;

	if (name[1] == 'Z' || (name[1] == '_' && name[2] == '_' && name[3] == 'Z')) {
		text = rust_demangle(name, DMGL_NO_OPTS);
		if (!text) text = cplus_demangle_v3(name, DMGL_PARAMS | DMGL_ANSI);
	} else if (name[1] == 'R') {
		text = rust_demangle(name, DMGL_NO_OPTS);
	} else if (name[1] == 'D') {
		text = dlang_demangle(name, DMGL_NO_OPTS);
	}
	if (text && !*text) {
		free(text);
		text = NULL;
	}
	return text;
}

char *demangle(const char *name)
{
	if (name[0] != '_' || !name[1] || strlen(name) > NAME_MAX_CHARS) return NULL;
	/* "_ZSt4cout@GLIBCXX_3.4": readable names are shown without the version, as upstream does; others keep it */
	const char *version = strchr(name, '@');
	if (!version) return demangle_plain(name);
	_free_ char *plain = xstrndup(name, (size_t)(version - name));
	return demangle_plain(plain);
}
