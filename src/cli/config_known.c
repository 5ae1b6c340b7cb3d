/* Which variables there are (config_known.def), and what a name that is none of them may have been meant to be.
 *
 * A section that is no section of ours is either mistyped, when it is near one of ours, or another program's, which
 * is left alone. */
#include "cli/config_known.h"

#include <stdio.h>
#include <string.h>
#include <strings.h>
#include "base/arena.h"
#include "base/compiler.h"
#include "base/suggest.h"

enum {
	MISTYPED_DISTANCE =
		3 /* a letter too much, or swapped, or another; anything further away is another program's */
};

/* The rows of config_known.def. A name of "*" stands for any name in its section. */
static const struct {
	const char *section, *name;
} known[] = {
#define KNOWN(section, name) { #section, #name },
#include "cli/config_known.def"
#undef KNOWN
};

/* Linear, as the table is short. A section with any name that fits decides; the distance is looked at only when no
 * section is ours. */
enum config_known config_known(const char *section, const char *name)
{
	enum config_known found = CONFIG_FOREIGN_SECTION;
	_free_ char *first = xstrndup(section, strcspn(section, ".")); /* man.<viewer>.path */

	/* The part before the dot decides: man.<viewer>.path belongs to "man". */
	section = first;
	if (strncasecmp(section, "session-", 8) == 0) return CONFIG_KNOWN; /* of perf daemon */
	for (size_t i = 0; i < ARRAY_SIZE(known); i++) {
		if (strcasecmp(known[i].section, section) != 0) continue;
		if (strcasecmp(known[i].name, name) == 0 || strcmp(known[i].name, "*") == 0) return CONFIG_KNOWN;
		found = CONFIG_UNKNOWN_NAME;
	}
	for (size_t i = 0; found == CONFIG_FOREIGN_SECTION && i < ARRAY_SIZE(known); i++)
		if (strlen(section) > 2 && suggest_distance(section, known[i].section) <= MISTYPED_DISTANCE)
			found = CONFIG_MISTYPED_SECTION;
	return found;
}

static void visit(void (*add)(void *ctx, const char *name), void *ctx)
{
	for (size_t i = 0; i < ARRAY_SIZE(known); i++) {
		if (strcmp(known[i].name, "*") == 0) continue;
		_free_ char *name = xasprintf("%s.%s", known[i].section, known[i].name);
		add(ctx, name);
	}
}

const struct option_set config_known_set = { .what = "variable", .visit = visit, .is_open = true };

static void visit_sections(void (*add)(void *ctx, const char *name), void *ctx)
{
	for (size_t i = 0; i < ARRAY_SIZE(known); i++) {
		_free_ char *name = xasprintf("[%s]", known[i].section);
		add(ctx, name);
	}
}

static const struct option_set section_set = { .what = "section", .visit = visit_sections, .is_open = true };

/* The names nearest to a word, with copies of those that a visit makes for the moment only. */
struct nearest {
	struct suggest suggest;
	struct arena arena; /* of the names in it */
};

static void consider(void *ctx, const char *name)
{
	struct nearest *nearest = ctx;
	suggest_add(&nearest->suggest, arena_strdup(&nearest->arena, name));
}

/* ": did you mean a or b?"; false when nothing is near. */
static bool add_nearest(const struct option_set *set, const char *word, struct strbuf *out)
{
	struct nearest nearest = { .suggest = suggest_for(word) };
	size_t count;

	arena_init(&nearest.arena);
	option_set_visit(set, consider, &nearest);
	count = nearest.suggest.count;
	for (size_t i = 0; i < count; i++)
		strbuf_printf(out, "%s%s%s", i ? " or " : ": did you mean ", nearest.suggest.best[i],
			      i + 1 < count ? "" : "?");
	arena_done(&nearest.arena);
	return count > 0;
}

void config_known_format(const char *section, const char *name, struct strbuf *out)
{
	_free_ char *key = xasprintf("%s.%s", section, name);
	_free_ char *bracketed = xasprintf("[%s]", section);

	strbuf_printf(out, "unknown variable %s", key);
	bool found = add_nearest(&config_known_set, key, out);
	if (!found && config_known(section, name) == CONFIG_MISTYPED_SECTION)
		(void)add_nearest(&section_set, bracketed, out);
}
