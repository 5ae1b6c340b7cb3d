/* Reading a cache file as it is mapped, and laying one out.
 *
 *     head | table: a row a section, by (kind, part, key) | label | section | section ...
 *
 * Nothing in a file is believed because it was ours: head and table are checked by size and checksum when it is opened,
 * a section when it is asked for. What is damaged is as if it was not there. */
#include "cache/cache_file.h"

#include <errno.h>
#include <string.h>
#include "base/hash.h"

/* VERSION counts changes of this layout; what is in a section has a version in its key. LABEL_MAX: bytes, with the
 * NUL. */
#define MAGIC "perfkept"
#define BYTE_ORDER_MARK 0x01020304u
#define VERSION 1
#define LABEL_MAX 4096

const char *cache_kind_name(uint32_t kind)
{
	switch (kind) {
#define CACHE_KIND(id, number, name) \
	case CACHE_##id:             \
		return name;
#include "cache/cache_kind.def"
#undef CACHE_KIND
	default: return NULL;
	}
}

/* The order of the table: by kind, part, key. */
static int compare_ids(const struct cache_file_section *a, uint32_t kind, uint64_t part, uint64_t key)
{
	if (a->kind != kind) return a->kind < kind ? -1 : 1;
	if (a->part != part) return a->part < part ? -1 : 1;
	return a->key < key ? -1 : a->key > key;
}

/* Of the head, as if its checksum were 0, the table and the label. */
static uint64_t head_checksum(const struct cache_file_head *head, const struct cache_file_section *table,
			      const char *label)
{
	struct cache_file_head plain = *head;
	plain.head_checksum = 0;
	uint64_t parts[] = {
		hash_bytes(&plain, sizeof(plain)),
		hash_bytes(table, head->nr_sections * sizeof(*table)),
		hash_bytes(label, head->label_size),
	};
	return hash_words(parts, ARRAY_SIZE(parts));
}

static uint64_t align_up(uint64_t offset) { return (offset + CACHE_ALIGN - 1) & ~(uint64_t)(CACHE_ALIGN - 1); }

/* All sections lie behind the head, aligned and within the file, and the rows ascend, so that they can be searched by
 * bisection. Sections may overlap: they are only read. */
static bool table_is_sound(const struct cache_file_section *table, const struct cache_file_head *head, uint64_t begin)
{
	for (size_t i = 0; i < head->nr_sections; i++) {
		const struct cache_file_section *s = &table[i];
		if (s->offset % CACHE_ALIGN || s->offset < begin || s->offset > head->file_size_bytes) return false;
		if (s->size_bytes > head->file_size_bytes - s->offset) return false;
		if (i && compare_ids(s - 1, s->kind, s->part, s->key) >= 0) return false;
	}
	return true;
}

int cache_file_init(struct cache_file *file, const void *data, size_t size_bytes)
{
	struct cache_file_head head;

	if (size_bytes < sizeof(head)) return -EBADMSG;
	memcpy(&head, data, sizeof(head));
	if (memcmp(head.magic, MAGIC, sizeof(head.magic)) != 0) return -EBADMSG;
	if (head.byte_order != BYTE_ORDER_MARK || head.version != VERSION) return -ESTALE;
	if (head.file_size_bytes != size_bytes ||
	    head.nr_sections > (size_bytes - sizeof(head)) / sizeof(struct cache_file_section))
		return -EBADMSG;
	uint64_t label_off = sizeof(head) + (uint64_t)head.nr_sections * sizeof(struct cache_file_section);
	if (!head.label_size || head.label_size > LABEL_MAX || head.label_size > size_bytes - label_off)
		return -EBADMSG;

	/* copies, because the bytes may change while they are looked at */
	_free_ struct cache_file_section *table = xreallocarray(NULL, head.nr_sections + 1, sizeof(*table));
	_free_ char *label = xmalloc(head.label_size);
	memcpy(table, (const uint8_t *)data + sizeof(head), head.nr_sections * sizeof(*table));
	memcpy(label, (const uint8_t *)data + label_off, head.label_size);
	if (label[head.label_size - 1] || head_checksum(&head, table, label) != head.head_checksum) return -EBADMSG;
	if (!table_is_sound(table, &head, label_off + head.label_size)) return -EBADMSG;
	*file = (struct cache_file){
		.data = data,
		.size_bytes = size_bytes,
		.label = take(label),
		.nr_sections = head.nr_sections,
		.sections = take(table),
		.verified = xcalloc(head.nr_sections + 1, sizeof(*file->verified)),
	};
	return 0;
}

void cache_file_done(struct cache_file *file)
{
	free((char *)file->label);
	free(file->sections);
	free((void *)file->verified);
	file_map_close(&file->map);
	*file = (struct cache_file){ 0 };
}

bool cache_file_get(struct cache_file *file, size_t i, struct cache_section *ret)
{
	const struct cache_file_section *s = &file->sections[i];
	const void *data = file->data + s->offset;
	uint8_t state = atomic_load_explicit(&file->verified[i], memory_order_acquire);

	if (!state) {
		/* two threads may both do this, and find the same */
		state = hash_bytes(data, s->size_bytes) == s->checksum ? 1 : 2;
		if (state == 2) atomic_store(&file->damaged, true);
		atomic_store_explicit(&file->verified[i], state, memory_order_release);
	}
	if (state != 1) return false;
	*ret = (struct cache_section){
		.kind = s->kind, .part = s->part, .key = s->key, .data = data, .size_bytes = s->size_bytes
	};
	return true;
}

bool cache_file_find(struct cache_file *file, uint32_t kind, uint64_t part, uint64_t key, struct cache_section *ret)
{
	size_t low = 0, high = file->nr_sections;

	while (low < high) {
		size_t middle = low + (high - low) / 2;
		int order = compare_ids(&file->sections[middle], kind, part, key);
		if (order == 0) return cache_file_get(file, middle, ret);
		if (order < 0) low = middle + 1;
		else high = middle;
	}
	return false;
}

/* For qsort_r of indices of ctx, an array of sections. */
static int compare_sections(const void *a, const void *b, void *ctx)
{
	const struct cache_section *sections = ctx, *x = &sections[*(const uint32_t *)a],
				   *y = &sections[*(const uint32_t *)b];
	struct cache_file_section id = { .kind = x->kind, .part = x->part, .key = x->key };
	return compare_ids(&id, y->kind, y->part, y->key);
}

uint64_t cache_file_lay_out(const struct cache_section *sections, const uint64_t *stored_s, size_t count,
			    const char *label, struct cache_file_layout *layout)
{
	struct cache_file_section *table = layout->table;
	uint32_t *order = layout->order;
	char cut_label[LABEL_MAX];
	size_t label_size = MIN(strlen(label), sizeof(cut_label) - 1) + 1;
	uint64_t at = align_up(sizeof(layout->head) + count * sizeof(*table) + label_size);

	memcpy(cut_label, label, label_size - 1);
	cut_label[label_size - 1] = 0;
	for (size_t i = 0; i < count; i++) order[i] = (uint32_t)i;
	if (count) qsort_r(order, count, sizeof(*order), compare_sections, (void *)sections);
	for (size_t i = 0; i < count; i++) {
		const struct cache_section *s = &sections[order[i]];
		table[i] = (struct cache_file_section){
			.kind = s->kind,
			.part = s->part,
			.key = s->key,
			.offset = at,
			.size_bytes = s->size_bytes,
			.checksum = hash_bytes(s->data, s->size_bytes),
			.stored_s = stored_s[order[i]],
		};
		at = align_up(at + s->size_bytes);
	}
	layout->head = (struct cache_file_head){
		.byte_order = BYTE_ORDER_MARK,
		.version = VERSION,
		.file_size_bytes = at,
		.nr_sections = (uint32_t)count,
		.label_size = (uint32_t)label_size,
	};
	memcpy(layout->head.magic, MAGIC, sizeof(layout->head.magic));
	layout->head.head_checksum = head_checksum(&layout->head, table, cut_label);
	return at;
}
