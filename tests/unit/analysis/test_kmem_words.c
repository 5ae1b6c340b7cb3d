/* Words of perf kmem: sort keys, short names of flags, functions of the page allocator. */
#include "analysis/kmem/kmem_page.h"
#include "tests/unit/test.h"

TEST(sort_keys)
{
	struct kmem_sort sort;
	const char *bad;
	size_t size;
	CHECK(kmem_sort_parse("frag,hit,bytes", false, &sort, &bad, &size));
	CHECK_INT(sort.nr_keys, 3);
	CHECK_INT(sort.keys[0], KMEM_BY_FRAG);
	CHECK(kmem_sort_parse("hit,hit,hit,hit,hit,hit,hit,hit,hit,hit,hit,hit,hit,hit,hit,hit,hit,hit,order", true,
			      &sort, &bad, &size));
	CHECK_INT(sort.nr_keys, 2);
	CHECK(!kmem_sort_parse("hit,order", false, &sort, &bad, &size));
	CHECK_INT(size, 5);
	CHECK(strncmp(bad, "order", size) == 0);
	CHECK(!kmem_sort_parse("ptr", true, &sort, &bad, &size));
	CHECK(!kmem_sort_parse("hit,", true, &sort, &bad, &size));
	CHECK_INT(size, 0);
	CHECK(!kmem_sort_parse("", true, &sort, &bad, &size));
	CHECK(!kmem_sort_parse("hi", true, &sort, &bad, &size));
}

TEST(flags)
{
	static const char *const texts[][2] = {
		{ "GFP_KERNEL", "K" },
		{ "GFP_KERNEL|__GFP_ZERO|__GFP_COMP", "K|Z|C" },
		{ "none", "none" },
		{ "GFP_KERNEL|0x400000", "K" },
		{ "0x400000", "0x400000" },
		{ "GFP_BRANDNEW|__GFP_TOO", "BRANDNEW|TOO" },
		{ "", "" },
		{ "GFP_", "" },
		{ "GFP_HIGHUSER", "HU" },
		{ "GFP_HIGHUSER_MOVABLE", "HUM" },
	};
	for (size_t i = 0; i < ARRAY_SIZE(texts); i++) {
		struct outbuf out;
		out_init(&out, -1);
		kmem_gfp_shorten(texts[i][0], &out);
		out_char(&out, '\0');
		CHECK_STR(out.data, texts[i][1]);
		out_done(&out);
	}
}

TEST(allocators)
{
	static const char *const yes[] = { "__alloc_frozen_pages_noprof",
					   "alloc_pages_mpol",
					   "__alloc_pages",
					   "__alloc_pages_nodemask",
					   "alloc_pages_current",
					   "folio_alloc_noprof",
					   "folio_alloc",
					   "__folio_alloc_noprof",
					   "get_zeroed_page_noprof",
					   "__get_free_pages",
					   "__alloc_pages_slowpath.constprop.0",
					   "vma_alloc_folio_noprof" };
	static const char *const no[] = { "__filemap_get_folio", "pte_alloc_one", "folio_alloc_buffers",
					  "alloc_pagesize",      "new_slab",      "",
					  "___alloc_pages",      "alloc" };
	for (size_t i = 0; i < ARRAY_SIZE(yes); i++) CHECK(kmem_is_page_allocator(yes[i]));
	for (size_t i = 0; i < ARRAY_SIZE(no); i++) CHECK(!kmem_is_page_allocator(no[i]));
}

TEST_MAIN
