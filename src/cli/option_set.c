/* Sets of known words: visited for completion, searched for a word, and formatted for a message: the nearest words
 * (base/suggest.h), then all of them where they are few enough to be read. */
#include "cli/option_set.h"

#include <string.h>
#include "base/arena.h"
#include "base/printable.h"
#include "base/suggest.h"
#include "base/vec.h"

/* A longer list is not printed; its lines end before the column. */
enum { LISTED_MAX = 64, LINE_COLUMNS = 80 };

void option_set_visit(const struct option_set *set, void (*add)(void *ctx, const char *name), void *ctx)
{
	if (!set->names) set->visit(add, ctx);
	for (const char *const *name = set->names; name && *name; name++) add(ctx, *name);
}

/* One lookup: what to find, and whether it was there. */
struct search {
	const char *word;
	size_t size;
	bool found;
};

static void look(void *ctx, const char *name)
{
	struct search *search = ctx;
	if (strncmp(name, search->word, search->size) == 0 && !name[search->size]) search->found = true;
}

bool option_set_has(const struct option_set *set, const char *word, size_t word_size)
{
	struct search search = { .word = word, .size = word_size };

	option_set_visit(set, look, &search);
	return search.found;
}

/* The names of a set, kept to be compared and listed. */
struct names {
	struct arena arena;
	VEC(const char *) list;
};

/* Keeps a word once. The comparison is quadratic, so it ends with LISTED_MAX: a longer set is not listed, and a word
 * that is suggested twice does no harm. */
static void collect(void *ctx, const char *name)
{
	struct names *names = ctx;
	for (size_t i = 0; names->list.count <= LISTED_MAX && i < names->list.count; i++)
		if (strcmp(names->list.items[i], name) == 0) return;
	_strbuf_done_ struct strbuf scratch = STRBUF_INIT;
	/* Words may come from other people's processes, say: control characters are escaped. */
	vec_push(&names->list, arena_strdup(&names->arena, printable(name, &scratch)));
}

/* "Known are: a, b, c", broken into lines that begin with a tab. */
static void list(const struct names *names, struct strbuf *out)
{
	size_t column = 0;

	strbuf_str(out, names->list.count == 1 ? "Known is:" : "Known are:");
	column = strlen("Known are:");
	for (size_t i = 0; i < names->list.count; i++) {
		size_t size = strlen(names->list.items[i]) + 2;

		if (column + size > LINE_COLUMNS) {
			strbuf_str(out, "\n\t");
			column = 8;
		} else {
			strbuf_char(out, ' ');
		}
		strbuf_printf(out, "%s%s", names->list.items[i], i + 1 < names->list.count ? "," : "\n");
		column += size;
	}
}

/* Collects first: suggestions and the list need the same names, and a visit may be slow. */
void option_set_format(const struct option_set *set, const char *word, struct strbuf *out)
{
	struct suggest suggest = suggest_for(word);
	struct names names = { .list = VEC_INIT };

	arena_init(&names.arena);
	option_set_visit(set, collect, &names);
	for (size_t i = 0; i < names.list.count; i++) suggest_add(&suggest, names.list.items[i]);
	suggest_format(&suggest, "", out);
	if (names.list.count && names.list.count <= LISTED_MAX && !set->is_open) list(&names, out);
	vec_done(&names.list);
	arena_done(&names.arena);
}
