#include "cli/debug.h"

#include <errno.h>
#include <string.h>
#include "cli/console.h"

static const char *const names[] = {
#define X(symbol, name) name,
#include "cli/debug.def"
#undef X
};
static int levels[ARRAY_SIZE(names)];

int debug_parse(const char *text, struct err *err)
{
	const char *equal = strchrnul(text, '=');
	size_t size = (size_t)(equal - text);
	int level = *equal ? atoi(equal + 1) : 1;

	for (size_t i = 0; i < ARRAY_SIZE(names); i++) {
		if (strncmp(names[i], text, size) != 0 || names[i][size]) continue;
		levels[i] = level;
		if (i == DEBUG_VERBOSE) console_verbosity = level;
		return 0;
	}
	return err_set(err, -EINVAL, "Unknown option name '%s'", text);
}

int debug_level(enum debug_subject subject) { return levels[subject]; }
