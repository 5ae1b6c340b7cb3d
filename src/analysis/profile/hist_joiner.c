/* Ids of entries across recordings. Each distinct cell of a key is turned to text once for each profile and interned;
 * the numbers of an entry's texts, side by side, are interned in turn. */
#include "analysis/profile/hist_joiner.h"
#include "analysis/profile/hist_private.h"
#include "base/intern.h"
#include "base/u64map.h"

/* What is known of one key. */
struct joined_key {
	struct intern texts;
	struct u64map text_of_cell; /* of the profile at hand */
};

struct hist_joiner {
	size_t nr_keys;
	struct joined_key *keys;
	struct intern entries; /* of arrays of numbers of texts */
	uint32_t *entry;       /* [nr_keys], of the entry at hand */
	struct outbuf text;
};

struct hist_joiner *hist_joiner_new(size_t nr_keys)
{
	struct hist_joiner *joiner = xcalloc(1, sizeof(*joiner));
	joiner->nr_keys = nr_keys;
	joiner->keys = xcalloc(nr_keys + 1, sizeof(*joiner->keys));
	joiner->entry = xcalloc(nr_keys + 1, sizeof(*joiner->entry));
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
	out_done(&joiner->text);
	free(joiner->keys);
	free(joiner->entry);
	free(joiner);
}

void hist_joiner_begin(struct hist_joiner *joiner)
{
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

uint64_t hist_joiner_id(struct hist_joiner *joiner, const struct hist *hist, const struct hist_entry *entry)
{
	for (size_t i = 0; i < joiner->nr_keys; i++)
		joiner->entry[i] = text_of(joiner, hist, i, hist_cell(hist, entry, i));
	return 1 + intern_id_n(&joiner->entries, (const char *)joiner->entry, joiner->nr_keys * sizeof(*joiner->entry));
}
