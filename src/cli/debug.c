/* perf --debug: of the subjects in debug.def "verbose" has an effect here; the others are accepted without one,
 * because scripts written for upstream give them. */
#include "cli/debug.h"

#include <errno.h>
#include <string.h>
#include "cli/console.h"
#include "cli/options.h"

static const char *const names[] = {
#define X(symbol, name) name,
#include "cli/debug.def"
#undef X
};

static void visit(void (*add)(void *ctx, const char *name), void *ctx)
{
	for (size_t i = 0; i < ARRAY_SIZE(names); i++) add(ctx, names[i]);
}

static const struct option_set debug_set = { .what = "name", .visit = visit };

/* A name without a level is level 1. */
int debug_parse(const char *text, struct err *err)
{
	const char *equal = strchrnul(text, '=');
	size_t size = (size_t)(equal - text);
	int64_t level = 1;

	if (*equal && option_number(equal + 1, INT32_MIN, INT32_MAX, &level) < 0)
		return err_set(err, -EINVAL, "--debug: '%s' is no number", text);

	for (size_t i = 0; i < ARRAY_SIZE(names); i++) {
		if (strncmp(names[i], text, size) != 0 || names[i][size]) continue;
		if (i == DEBUG_VERBOSE) console.verbosity = (int)level;
		return 0;
	}
	_free_ char *word = xstrndup(text, size);
	_strbuf_done_ struct strbuf near = STRBUF_INIT;
	option_set_format(&debug_set, word, &near);
	err_set(err, -EINVAL, "Unknown option name '%s'", text);
	err_hint(err, "%s", strbuf_text(&near));
	return -EINVAL;
}
