/* A file of the cache. Checksums, which chance does not get right, are put right first (half of the time), so that what
 * they guard is reached. */
#include "cache/cache_file.c"
#include "tests/fuzz/fuzz.h"

static void put_right(uint8_t *bytes, size_t size)
{
	struct cache_file_head *head = (struct cache_file_head *)bytes;
	if (size < sizeof(*head)) return;
	memcpy(head->magic, MAGIC, sizeof(head->magic));
	head->byte_order = BYTE_ORDER_MARK;
	head->version = VERSION;
	head->file_size_bytes = size;
	size_t table_bytes = (size_t)head->nr_sections * sizeof(struct cache_file_section);
	if (head->nr_sections > size / sizeof(struct cache_file_section) ||
	    sizeof(*head) + table_bytes + head->label_size > size || !head->label_size)
		return;
	struct cache_file_section *table = (struct cache_file_section *)(bytes + sizeof(*head));
	for (uint32_t i = 0; i < head->nr_sections; i++)
		if (table[i].offset < size && table[i].size_bytes <= size - table[i].offset)
			table[i].checksum = hash_bytes(bytes + table[i].offset, table[i].size_bytes);
	bytes[sizeof(*head) + table_bytes + head->label_size - 1] = 0;
	head->head_checksum = head_checksum(head, table, (const char *)(bytes + sizeof(*head) + table_bytes));
}

FUZZ(data, size)
{
	struct cache_file file;
	if (!size) return;
	size_t file_size = size - 1;
	_free_ uint8_t *bytes = aligned_alloc(CACHE_ALIGN, (file_size + CACHE_ALIGN) & ~(size_t)(CACHE_ALIGN - 1));
	if (!bytes) abort();
	memcpy(bytes, data + 1, file_size);
	if (data[0] & 1) put_right(bytes, file_size);
	if (cache_file_init(&file, bytes, file_size) < 0) return;
	unsigned sum = 0;
	for (size_t i = 0; i < file.nr_sections; i++) {
		const struct cache_file_section *s = &file.sections[i];
		struct cache_section found, same;
		(void)cache_kind_name(s->kind);
		bool good = cache_file_get(&file, i, &found);
		if (good != cache_file_find(&file, s->kind, s->part, s->key, &same) ||
		    (good && same.data != found.data))
			abort();
		if (good)
			for (size_t j = 0; j < found.size_bytes; j++) sum += ((const uint8_t *)found.data)[j];
	}
	if (strlen(file.label) > size || sum == 0x7fffffff) abort();
	cache_file_done(&file);
}
