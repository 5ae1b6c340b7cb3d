/* Ids of entries across recordings. Each distinct cell of a key is turned to text once for each profile and interned;
 * the numbers of an entry's texts, side by side, are interned in turn. */
#include "analysis/profile/rows/hist_joiner.h"
#include <string.h>
#include "analysis/profile/collect/hist_private.h"
#include "analysis/profile/rows/hist_homes.h"
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
	uint64_t name; /* of its object, or of the one that it counts as, and itself */
	struct object *object;
	const struct symbol *symbol;
	uint32_t number; /* among those of its name */
	size_t home;     /* SIZE_MAX: a key says the object */
};
#define SEVERAL UINT64_MAX

struct hist_joiner {
	size_t nr_keys;
	struct joined_key *keys;
	/* Of arrays of numbers of texts, and that of the function among those of its name; then that of its home + 1,
	 * where no key says the object. */
	struct intern entries;
	uint32_t *entry; /* [nr_keys + 2], of the entry at hand */
	struct outbuf text;
	size_t dso_key, symbol_key; /* of the profile at hand; nr_keys: there is none */
	struct intern names;        /* of objects and functions */
	struct hist_homes homes;
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
	hist_homes_done(&joiner->homes);
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

void hist_joiner_next(struct hist_joiner *joiner) { hist_homes_next(&joiner->homes); }

void hist_joiner_begin(struct hist_joiner *joiner, const struct hist *hist)
{
	joiner->dso_key = find_key(joiner, hist, "dso");
	joiner->symbol_key = find_key(joiner, hist, "symbol");
	for (size_t i = 0; i < joiner->nr_keys; i++) u64map_done(&joiner->keys[i].text_of_cell);
}

/* Whether functions have homes: no key says their objects. */
static bool has_homes(const struct hist_joiner *joiner)
{
	return joiner->dso_key == joiner->nr_keys && joiner->symbol_key != joiner->nr_keys;
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

/* A function's object, which is told apart from others of its name; NULL: none that counts. */
static struct object *object_of(const struct hist *hist, const struct dso *dso, const struct symbol *symbol)
{
	struct frame_space *frames = key_env_frames(hist->env);
	if (!frames || !dso || !symbol) return NULL;
	return frame_space_object(frames, dso);
}

/* What the object and the function outlive the recording with. */
static bool is_lasting(struct object *object, const struct symbol *symbol)
{
	return !symbol->is_inlined && object_is_shared(object) && object_has_symbol(object, symbol);
}

/* A function with its number among those of its name, which is noted. */
static struct joined_function function_at(struct hist_joiner *joiner, const struct hist *hist, const struct dso *dso,
					  const struct symbol *symbol)
{
	struct joined_function function = { .home = SIZE_MAX };
	struct object *object = object_of(hist, dso, symbol);
	bool is_new;
	if (!object) return function;
	uint32_t object_name = intern_id(&joiner->names, dso->short_name);
	const uint32_t name = intern_id(&joiner->names, symbol->name);
	if (has_homes(joiner)) function.home = hist_homes_of(&joiner->homes, name, object_name);
	if (function.home != SIZE_MAX) object_name = joiner->homes.homes.items[function.home].object_name;
	if (!is_lasting(object, symbol)) return function;
	function.name = (uint64_t)object_name << 32 | name;
	function.object = object;
	function.symbol = symbol;
	function.number = hist_twins_number(&joiner->twins, function.name, object, symbol);
	uint64_t *only = u64map_put(&joiner->nr_of_name, function.name, &is_new);
	if (is_new) *only = (uint64_t)function.number + 1;
	else if (*only != (uint64_t)function.number + 1) *only = SEVERAL;
	return function;
}

static const struct place *place_of(const struct hist_joiner *joiner, const struct hist *hist,
				    const struct hist_entry *entry)
{
	return key_env_place_of(hist->env, hist_cell(hist, entry, joiner->symbol_key));
}

void hist_joiner_note(struct hist_joiner *joiner, const struct hist *hist, const struct hist_entry *entry)
{
	if (!has_homes(joiner)) return;
	const struct place *place = place_of(joiner, hist, entry);
	struct object *object = object_of(hist, place->dso, place->symbol);
	if (!object) return;
	struct home_function function = { .name = intern_id(&joiner->names, place->symbol->name),
					  .object_name = intern_id(&joiner->names, place->dso->short_name),
					  .symbol = place->symbol };
	if (is_lasting(object, place->symbol)) function.object = object;
	hist_homes_note(&joiner->homes, &function);
}

void hist_joiner_settle(struct hist_joiner *joiner) { hist_homes_settle(&joiner->homes); }

/* The function of an entry. */
static struct joined_function function_of(struct hist_joiner *joiner, const struct hist *hist,
					  const struct hist_entry *entry)
{
	if (joiner->symbol_key == joiner->nr_keys) return (struct joined_function){ .home = SIZE_MAX };
	const struct place *place = place_of(joiner, hist, entry);
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
	joiner->entry[joiner->nr_keys] = function.number;
	joiner->entry[joiner->nr_keys + 1] = (uint32_t)(function.home + 1);
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

bool hist_joiner_is_homed(const struct hist_joiner *joiner, uint64_t id, struct joined_home *ret)
{
	const size_t number = joiner->functions.items[id - 1].home;
	if (number == SIZE_MAX) return false;
	const struct function_home *home = &joiner->homes.homes.items[number];
	*ret = (struct joined_home){ intern_text(&joiner->names, home->object_name), home->is_guess };
	return home->is_guess || hist_homes_several(&joiner->homes, home->name);
}
