/* What the kernel calls a variable. It looks variables up by the name of their symbol and takes the first; where
 * several have the name, the distance from _text says which is meant. */
#include "probe/search/image_variable.h"

#include <elf.h>
#include <stdlib.h>
#include <string.h>
#include "base/compiler.h"
#include "symbol/image_symbols.h"

/* What is looked for, and the best that was found. */
struct search {
	const char *name;
	size_t size;
	const uint64_t *vaddr;
	char *found; /* as it is in the table; owned */
	uint64_t found_vaddr;
	bool is_per_cpu;
	unsigned nr_of_name; /* of the found one's, wherever they are */
	uint64_t text_vaddr;
};

/* "count", "count.12" */
static bool is_name(const struct search *s, const char *symbol)
{
	if (strncmp(symbol, s->name, s->size) != 0) return false;
	if (!symbol[s->size]) return true;
	return symbol[s->size] == '.' && symbol[s->size + 1] &&
	       !symbol[s->size + 1 + strspn(symbol + s->size + 1, "0123456789")];
}

/* Called for each symbol: keeps the shortest name that fits. */
static void look(void *ctx, const char *name, uint64_t value, unsigned type, const struct image_section *section)
{
	struct search *s = ctx;
	(void)type;
	if (strcmp(name, "_text") == 0) s->text_vaddr = value;
	if (!section || !is_name(s, name) || (s->vaddr && *s->vaddr != value)) return;
	/* the plain name before those with a number */
	if (s->found && strlen(s->found) <= strlen(name)) return;
	free(s->found);
	s->found = xstrdup(name);
	s->found_vaddr = value;
	s->is_per_cpu = strncmp(section->name, ".data..percpu", strlen(".data..percpu")) == 0;
}

/* The second walk: how many symbols have the name that was chosen. */
static void count(void *ctx, const char *name, uint64_t value, unsigned type, const struct image_section *section)
{
	struct search *s = ctx;
	(void)value;
	(void)type;
	s->nr_of_name += section && strcmp(name, s->found) == 0;
}

bool image_variable_find(const struct image *image, const char *name, const uint64_t *vaddr, struct image_variable *ret)
{
	struct search s = { .name = name, .size = strlen(name), .vaddr = vaddr };
	image_symbols_visit(image, SHT_SYMTAB, look, &s);
	if (!s.found) return false;
	image_symbols_visit(image, SHT_SYMTAB, count, &s);
	*ret = (struct image_variable){ .is_per_cpu = s.is_per_cpu };
	if (s.nr_of_name > 1 && vaddr && s.text_vaddr && s.found_vaddr > s.text_vaddr) {
		free(s.found);
		ret->symbol = xstrdup("_text");
		ret->offset = s.found_vaddr - s.text_vaddr;
	} else {
		ret->symbol = s.found;
	}
	return true;
}
