/* terminfo through dlopen(3). Only the database is used: what is on the screen, and which cells changed, screen.c and
 * screen_terminal.c know themselves. */
#include "tui/terminfo.h"
#include <dlfcn.h>
#include <errno.h>
#include <string.h>

/* The first one that is there: distributions that split the library, and those that do not. */
static void *library_open(void)
{
	static const char *const names[] = { "libtinfo.so.6", "libtinfow.so.6", "libncursesw.so.6", "libtinfo.so.5",
					     "libncursesw.so.5" };
	void *library = NULL;
	for (size_t i = 0; i < ARRAY_SIZE(names) && !library; i++)
		library = dlopen(names[i], RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE);
	return library;
}

static int library_load(struct terminfo *ret, struct err *err)
{
	void *library = library_open();
	if (!library) {
		err_set(err, -ENOTSUP, "The terminal interface needs ncursesw, which cannot be loaded: %s", dlerror());
		err_hint(err, "Please install libncursesw6 (Debian, Ubuntu) or ncurses-libs (Fedora), or use --stdio.");
		return -ENOTSUP;
	}
	const struct {
		const char *name;
		void *to;
	} functions[] = { { "setupterm", &ret->setupterm },
			  { "tigetstr", &ret->tigetstr },
			  { "tigetnum", &ret->tigetnum },
			  { "tparm", &ret->tparm } };
	for (size_t i = 0; i < ARRAY_SIZE(functions); i++) {
		void *function = dlsym(library, functions[i].name);
		if (!function)
			return err_set(err, -ENOTSUP, "The ncursesw library of this machine has no %s",
				       functions[i].name);
		memcpy(functions[i].to, &function, sizeof(function));
	}
	return 0; /* it stays loaded */
}

int terminfo_open(const char *term, int fd, struct terminfo *ret, struct err *err)
{
	int error = 0;
	int r = library_load(ret, err);
	if (r < 0) return r;
	if (ret->setupterm(term, fd, &error) < 0) {
		err_set(err, -ENOENT, "The terminal '%s' (TERM) is not known here", term);
		err_hint(err, "Please set TERM to what the terminal is, such as xterm-256color, or use --stdio.");
		return -ENOENT;
	}
	_free_ char *cup = terminfo_string(ret, "cup");
	if (!*cup) {
		err_set(err, -ENOENT, "The terminal '%s' (TERM) cannot place its cursor", term);
		err_hint(err, "Please use --stdio; commands without it print text where --tui is left out.");
		return -ENOENT;
	}
	return 0;
}

char *terminfo_string(const struct terminfo *terminfo, const char *capability)
{
	const char *string = terminfo->tigetstr(capability);
	if (!string || string == (char *)-1) return xstrdup("");
	char *copy = xstrdup(string), *to = copy;
	for (const char *from = string; *from;) {
		const char *end = from[0] == '$' && from[1] == '<' ? strchr(from, '>') : NULL;
		if (end) from = end + 1;
		else *to++ = *from++;
	}
	*to = 0;
	return copy;
}

const char *terminfo_with(const struct terminfo *terminfo, const char *string, unsigned first, unsigned second)
{
	const char *done = terminfo->tparm(string, (long)first, (long)second, 0L, 0L, 0L, 0L, 0L, 0L, 0L);
	return done ? done : "";
}
