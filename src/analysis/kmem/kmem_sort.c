/* The words of --sort as keys. A key that is new has a row here, a case in compare_by of kmem_slab.c or kmem_page.c or
 * of both. */
#include "analysis/kmem/kmem_sort.h"

#include <string.h>
#include "base/compiler.h"

/* The words of --sort, and for which rows they are. `struct kmem_sort` has room for each key once. */
static const struct {
	const char *name;
	uint8_t key;
	bool of_slabs, of_pages;
} keys[] = {
	{ "ptr", KMEM_BY_PTR, true, false },
	{ "callsite", KMEM_BY_CALLSITE, true, true },
	{ "hit", KMEM_BY_HIT, true, true },
	{ "bytes", KMEM_BY_BYTES, true, true },
	{ "pingpong", KMEM_BY_PINGPONG, true, false },
	{ "frag", KMEM_BY_FRAG, true, false },
	{ "page", KMEM_BY_PAGE, false, true },
	{ "order", KMEM_BY_ORDER, false, true },
	{ "migtype", KMEM_BY_MIGTYPE, false, true },
	{ "gfp", KMEM_BY_GFP, false, true },
};

/* size: the word's, which ends at a comma. */
static bool find_key(const char *word, size_t size, bool of_pages, uint8_t *ret)
{
	for (size_t i = 0; i < ARRAY_SIZE(keys); i++) {
		if (!(of_pages ? keys[i].of_pages : keys[i].of_slabs) || strlen(keys[i].name) != size ||
		    memcmp(keys[i].name, word, size) != 0)
			continue;
		*ret = keys[i].key;
		return true;
	}
	return false;
}

/* An empty word is none of them either. */
bool kmem_sort_parse(const char *text, bool of_pages, struct kmem_sort *ret, const char **ret_bad, size_t *ret_bad_size)
{
	struct kmem_sort sort = { 0 };
	for (;;) {
		size_t size = strcspn(text, ",");
		uint8_t key;
		if (!find_key(text, size, of_pages, &key)) {
			*ret_bad = text;
			*ret_bad_size = size;
			return false;
		}
		if (!memchr(sort.keys, key, sort.nr_keys))
			sort.keys[sort.nr_keys++] = key; /* a key again changes nothing: there is room for all */
		if (!text[size]) break;
		text += size + 1;
	}
	*ret = sort;
	return true;
}
