/* The bytes of a cache file: what was laid out is found; each flipped bit and each cut is noticed or harmless. */
#include <errno.h>
#include "cache/cache_file.h"
#include "tests/unit/test.h"

static const struct cache_section sections[] = {
	{ CACHE_LINES, 7, 1, "lines of seven", 14 },
	{ CACHE_SYMBOLS, 0, 2, "other symbols", 13 },
	{ CACHE_SYMBOLS, 0, 1, "symbols", 7 },
	{ CACHE_LINES, 2, 1, "", 0 },
};

static uint8_t *make(size_t *ret_size)
{
	static const uint64_t stored_s[ARRAY_SIZE(sections)];
	struct cache_file_section table[ARRAY_SIZE(sections)];
	uint32_t order[ARRAY_SIZE(sections)];
	struct cache_file_layout layout = { .table = table, .order = order };
	size_t size = (size_t)cache_file_lay_out(sections, stored_s, ARRAY_SIZE(sections), "/usr/lib/libx.so", &layout);
	uint8_t *bytes = calloc(1, size);
	memcpy(bytes, &layout.head, sizeof(layout.head));
	memcpy(bytes + sizeof(layout.head), table, sizeof(table));
	memcpy(bytes + sizeof(layout.head) + sizeof(table), "/usr/lib/libx.so", layout.head.label_size);
	for (size_t i = 0; i < ARRAY_SIZE(sections); i++)
		memcpy(bytes + table[i].offset, sections[order[i]].data, sections[order[i]].size_bytes);
	*ret_size = size;
	return bytes;
}

/* Looks at everything; returns how many sections were good. */
static unsigned read_all(const uint8_t *bytes, size_t size)
{
	/* a copy of its exact size, so that sanitizers see each byte too many */
	uint8_t *copy = malloc(size);
	unsigned nr_good = 0;
	struct cache_file file;
	memcpy(copy, bytes, size);
	if (cache_file_init(&file, copy, size) == 0) {
		for (size_t i = 0; i < file.nr_sections; i++) {
			struct cache_section found;
			if (!cache_file_get(&file, i, &found)) continue;
			nr_good++;
			CHECK((const uint8_t *)found.data + found.size_bytes <= copy + size);
		}
		cache_file_done(&file);
	}
	free(copy);
	return nr_good;
}

TEST(finds_what_was_laid_out)
{
	size_t size;
	uint8_t *bytes = make(&size);
	struct cache_file file;
	CHECK_INT(cache_file_init(&file, bytes, size), 0);
	CHECK_STR(file.label, "/usr/lib/libx.so");
	CHECK_INT(file.nr_sections, 4);
	for (size_t i = 0; i < ARRAY_SIZE(sections); i++) {
		const struct cache_section *want = &sections[i];
		struct cache_section found = { 0 };
		CHECK(cache_file_find(&file, want->kind, want->part, want->key, &found));
		CHECK_INT(found.size_bytes, want->size_bytes);
		CHECK(memcmp(found.data, want->data, want->size_bytes) == 0);
		CHECK_INT(((uintptr_t)found.data - (uintptr_t)bytes) % CACHE_ALIGN, 0);
	}
	struct cache_section none;
	CHECK(!cache_file_find(&file, CACHE_SYMBOLS, 0, 3, &none));
	CHECK(!cache_file_find(&file, CACHE_SYMBOLS, 1, 1, &none));
	CHECK(!cache_file_find(&file, CACHE_CFI, 0, 1, &none));
	CHECK(!cache_file_find(&file, 99, 0, 1, &none));
	CHECK(!file.damaged);
	cache_file_done(&file);
	free(bytes);
}

TEST(flipped_bits_are_noticed)
{
	size_t size;
	uint8_t *bytes = make(&size);
	CHECK_INT(read_all(bytes, size), 4);
	/* padding behind the label and behind each section is not looked at */
	unsigned nr_unnoticed = 0;
	for (size_t i = 0; i < size; i++) {
		for (unsigned bit = 0; bit < 8; bit++) {
			bytes[i] ^= (uint8_t)(1u << bit);
			nr_unnoticed += read_all(bytes, size) == 4;
			bytes[i] ^= (uint8_t)(1u << bit);
		}
	}
	size_t nr_used = 64 + 4 * 64 + sizeof("/usr/lib/libx.so") + 14 + 13 + 7;
	CHECK_INT(nr_unnoticed, 8 * (size - nr_used));
	free(bytes);
}

TEST(cut_files_are_refused)
{
	size_t size;
	uint8_t *bytes = make(&size);
	for (size_t i = 0; i < size; i++) CHECK_INT(read_all(bytes, i), 0);
	free(bytes);
}

TEST(other_versions_and_byte_orders_are_stale)
{
	size_t size;
	uint8_t *bytes = make(&size);
	struct cache_file_head *head = (struct cache_file_head *)bytes;
	struct cache_file file;
	head->version++;
	CHECK_INT(cache_file_init(&file, bytes, size), -ESTALE);
	head->version--;
	head->byte_order = __builtin_bswap32(head->byte_order);
	CHECK_INT(cache_file_init(&file, bytes, size), -ESTALE);
	free(bytes);
}

TEST(kinds_have_names)
{
	CHECK_STR(cache_kind_name(CACHE_SYMBOLS), "symbols");
	CHECK_STR(cache_kind_name(4711), NULL);
}

TEST_MAIN
