/* Ids of entries across recordings. Each distinct cell of a key is turned to text once for each profile and interned;
 * the numbers of an entry's texts, side by side, are interned in turn. */
#include "analysis/profile/rows/hist_joiner.h"
#include <string.h>
#include "analysis/profile/collect/hist_private.h"
#include "analysis/profile/rows/hist_twins.h"
#include "base/intern.h"
#include "base/u64map.h"

/* What is known of one key. */
struct joined_key {
	struct intern texts;
	struct u64map text_of_cell; /* of the profile at hand */
};

/* The function of an entry; without an object it has none that counts. */
struct joined_function {
	uint64_t name; /* of its object and itself */
	struct object *object;
	const struct symbol *symbol;
	uint32_t number; /* among those of its name */
};
#define SEVERAL UINT64_MAX

struct hist_joiner {
	size_t nr_keys;
	struct joined_key *keys;
	/* Of arrays of numbers of texts, and that of the function among those of its name; then that of its object,
	 * where no key says it and the number needs it. */
	struct intern entries;
	uint32_t *entry; /* [nr_keys + 2], of the entry at hand */
	struct outbuf text;
	size_t dso_key, symbol_key; /* of the profile at hand; nr_keys: there is none */
	struct intern names;        /* of objects and functions */
	struct hist_twins twins;
	struct u64map nr_of_name; /* by name: the number of its only function + 1; SEVERAL: there are more */
	VEC(struct joined_function) functions; /* by number of the entry */
};

struct hist_joiner *hist_joiner_new(size_t nr_keys)
{
	struct hist_joiner *joiner = xcalloc(1, sizeof(*joiner));
	joiner->nr_keys = nr_keys;
	intern_init(&joiner->names);
	joiner->keys = xcalloc(nr_keys + 1, sizeof(*joiner->keys));
	joiner->entry = xcalloc(nr_keys + 3, sizeof(*joiner->entry));
	for (size_t i = 0; i < nr_keys; i++) intern_init(&joiner->keys[i].texts);
	intern_init(&joiner->entries);
	out_init(&joiner->text, -1);
	return joiner;
}

void hist_joiner_free(struct hist_joiner *joiner)
{
	if (!joiner) return;
	for (size_t i = 0; i < joiner->nr_keys; i++) {
		intern_done(&joiner->keys[i].texts);
		u64map_done(&joiner->keys[i].text_of_cell);
	}
	intern_done(&joiner->entries);
	intern_done(&joiner->names);
	hist_twins_done(&joiner->twins);
	u64map_done(&joiner->nr_of_name);
	vec_done(&joiner->functions);
	out_done(&joiner->text);
	free(joiner->keys);
	free(joiner->entry);
	free(joiner);
}

static size_t find_key(const struct hist_joiner *joiner, const struct hist *hist, const char *name)
{
	size_t i = 0;
	while (i < joiner->nr_keys && strcmp(hist->keys[i]->name, name) != 0) i++;
	return i;
}

void hist_joiner_begin(struct hist_joiner *joiner, const struct hist *hist)
{
	joiner->dso_key = find_key(joiner, hist, "dso");
	joiner->symbol_key = find_key(joiner, hist, "symbol");
	for (size_t i = 0; i < joiner->nr_keys; i++) u64map_done(&joiner->keys[i].text_of_cell);
}

static uint32_t text_of(struct hist_joiner *joiner, const struct hist *hist, size_t key, uint64_t cell)
{
	struct joined_key *joined = &joiner->keys[key];
	bool is_new;
	uint64_t *text = u64map_put(&joined->text_of_cell, cell, &is_new);
	if (!is_new) return (uint32_t)*text;
	joiner->text.size = 0;
	key_join(hist->keys[key], hist->env, cell, &joiner->text);
	out_char(&joiner->text, '\0');
	*text = intern_id_n(&joined->texts, joiner->text.data, joiner->text.size - 1);
	return (uint32_t)*text;
}

/* A function with its number among those of its name, which is noted. */
static struct joined_function function_at(struct hist_joiner *joiner, const struct hist *hist, const struct dso *dso,
					  const struct symbol *symbol)
{
	struct joined_function none = { 0 };
	struct frame_space *frames = key_env_frames(hist->env);
	bool is_new;
	if (!frames || !symbol || symbol->is_inlined || !dso) return none;
	struct object *object = frame_space_object(frames, dso);
	if (!object_is_shared(object) || !object_has_symbol(object, symbol)) return none;
	uint64_t name = (uint64_t)intern_id(&joiner->names, dso->short_name) << 32 |
			intern_id(&joiner->names, symbol->name);
	uint32_t number = hist_twins_number(&joiner->twins, name, object, symbol);
	uint64_t *only = u64map_put(&joiner->nr_of_name, name, &is_new);
	if (is_new) *only = (uint64_t)number + 1;
	else if (*only != (uint64_t)number + 1) *only = SEVERAL;
	return (struct joined_function){ name, object, symbol, number };
}

/* The function of an entry. */
static struct joined_function function_of(struct hist_joiner *joiner, const struct hist *hist,
					  const struct hist_entry *entry)
{
	if (joiner->symbol_key == joiner->nr_keys) return (struct joined_function){ 0 };
	const struct place *place = key_env_place_of(hist->env, hist_cell(hist, entry, joiner->symbol_key));
	return function_at(joiner, hist, place->dso, place->symbol);
}

uint32_t hist_joiner_number(struct hist_joiner *joiner, const struct hist *hist, const struct dso *dso,
			    const struct symbol *symbol)
{
	return function_at(joiner, hist, dso, symbol).number;
}

uint64_t hist_joiner_id(struct hist_joiner *joiner, const struct hist *hist, const struct hist_entry *entry)
{
	for (size_t i = 0; i < joiner->nr_keys; i++)
		joiner->entry[i] = text_of(joiner, hist, i, hist_cell(hist, entry, i));
	struct joined_function function = function_of(joiner, hist, entry);
	const bool needs_object = function.number && joiner->dso_key == joiner->nr_keys;
	joiner->entry[joiner->nr_keys] = function.number;
	joiner->entry[joiner->nr_keys + 1] = needs_object ? (uint32_t)(function.name >> 32) + 1 : 0;
	uint32_t id = intern_id_n(&joiner->entries, (const char *)joiner->entry,
				  (joiner->nr_keys + 2) * sizeof(*joiner->entry));
	if (id == joiner->functions.count) vec_push(&joiner->functions, function);
	return 1 + (uint64_t)id;
}

bool hist_joiner_is_twin(const struct hist_joiner *joiner, uint64_t id, struct joined_twin *ret)
{
	const struct joined_function *function = &joiner->functions.items[id - 1];
	*ret = (struct joined_twin){ .number = function->number };
	if (!function->object) return false;
	const uint64_t *only = u64map_find(&joiner->nr_of_name, function->name);
	ret->is_guess = hist_twins_is_guess(&joiner->twins, function->name, function->number);
	if (!ret->is_guess && (!only || *only != SEVERAL)) return false;
	ret->elf_addr = object_elf_addr(function->object, function->symbol->start);
	return true;
}
