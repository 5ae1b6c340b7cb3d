/* Interned strings: a hash table with linear probing (slots, at most half full) of ids, and an array that gives the
 * text of each id. Each text is stored behind a small head with its hash and size, so that a probe compares bytes only
 * when the whole hash agrees, and growing the table hashes nothing again.
 *
 *     arena:  | hash, size | 'm' 'a' 'i' 'n' 0 |
 *                            ^ texts.items[id] */
#include <stdbool.h>
#include <string.h>
#include "base/hash.h"
#include "base/intern.h"

struct head {
	uint32_t hash;
	uint32_t size_bytes; /* without the NUL; texts of 4 GiB and more are cut */
};

static const struct head *head_of(const char *text)
{
	return (const struct head *)(const void *)(text - sizeof(struct head));
}

void intern_init(struct intern *intern)
{
	*intern = (struct intern){ 0 };
	arena_init(&intern->arena);
}

void intern_done(struct intern *intern)
{
	arena_done(&intern->arena);
	vec_done(&intern->texts);
	free(intern->slots);
	*intern = (struct intern){ 0 };
}

/* The slot of the text, or the free one where it belongs. */
static size_t probe(const struct intern *intern, const char *text, uint32_t size_bytes, uint32_t hash)
{
	for (size_t i = hash & intern->mask;; i = (i + 1) & intern->mask) {
		uint32_t slot = intern->slots[i];
		if (!slot) return i;
		const char *known = intern->texts.items[slot - 1];
		const struct head *head = head_of(known);
		if (head->hash == hash && head->size_bytes == size_bytes && !memcmp(known, text, size_bytes)) return i;
	}
}

/* Twice as many slots, filled anew from the texts; the ids stay. */
static void grow(struct intern *intern)
{
	size_t slots = intern->slots ? (intern->mask + 1) * 2 : 64;
	free(intern->slots);
	intern->slots = xcalloc(slots, sizeof(*intern->slots));
	intern->mask = slots - 1;
	for (size_t id = 0; id < intern->texts.count; id++) {
		size_t i = head_of(intern->texts.items[id])->hash & intern->mask;
		while (intern->slots[i]) i = (i + 1) & intern->mask;
		intern->slots[i] = (uint32_t)id + 1;
	}
}

uint32_t intern_id_n(struct intern *intern, const char *text, size_t size_bytes)
{
	uint32_t size = (uint32_t)MIN(size_bytes, (size_t)UINT32_MAX - 64);
	uint32_t hash = (uint32_t)hash_bytes(text, size);
	if (!intern->slots || (intern->texts.count + 1) * 2 > intern->mask + 1) grow(intern);
	size_t i = probe(intern, text, size, hash);
	if (intern->slots[i]) return intern->slots[i] - 1;
	struct head *head = arena_alloc(&intern->arena, sizeof(*head) + size + 1);
	*head = (struct head){ .hash = hash, .size_bytes = size };
	char *copy = (char *)(head + 1);
	memcpy(copy, text, size);
	copy[size] = '\0';
	vec_push(&intern->texts, copy);
	intern->slots[i] = (uint32_t)intern->texts.count;
	return intern->slots[i] - 1;
}

uint32_t intern_id(struct intern *intern, const char *text) { return intern_id_n(intern, text, strlen(text)); }

const char *intern_text(const struct intern *intern, uint32_t id) { return intern->texts.items[id]; }

const char *intern_string(struct intern *intern, const char *text)
{
	uint32_t id = intern_id(intern, text); /* may move the items */
	return intern->texts.items[id];
}

_Bool intern_find(const struct intern *intern, const char *text, uint32_t *ret_id)
{
	if (!intern->slots) return false;
	uint32_t size = (uint32_t)MIN(strlen(text), (size_t)UINT32_MAX - 64);
	size_t i = probe(intern, text, size, (uint32_t)hash_bytes(text, size));
	if (!intern->slots[i]) return false;
	*ret_id = intern->slots[i] - 1;
	return true;
}
