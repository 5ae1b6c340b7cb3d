/* Objects and pages between being allocated and freed. */
#include "analysis/kmem/kmem_page.h"
#include "analysis/kmem/kmem_slab.h"
#include "tests/unit/test.h"

static void slab_event(struct kmem_slab *slab, enum kmem_kind kind, uint64_t ptr, uint32_t cpu)
{
	kmem_slab_event(slab, &(struct kmem_event){ .kind = (uint8_t)kind,
						    .ptr = ptr,
						    .cpu = cpu,
						    .call_site = 0x10,
						    .requested_bytes = 10,
						    .allocated_bytes = 16,
						    .node = -1 });
}

TEST(objects)
{
	struct kmem_slab slab = { 0 };
	slab_event(&slab, KMEM_FREE, 0x2000, 0); /* freed before it was allocated */
	slab_event(&slab, KMEM_ALLOC, 0x2000, 0);
	slab_event(&slab, KMEM_FREE, 0x2000, 1); /* on another CPU */
	slab_event(&slab, KMEM_ALLOC, 0x2000, 1);
	slab_event(&slab, KMEM_FREE, 0x2000, 1);
	slab_event(&slab, KMEM_ALLOC, 0x2000, 1);
	slab_event(&slab, KMEM_FREE, 0x2000, 1);
	const struct kmem_slab_result *result = &slab.result;
	CHECK_INT(result->nr_allocs, 3);
	CHECK_INT(result->nr_frees, 4);
	CHECK_INT(result->nr_unknown_frees, 1);
	CHECK_INT(result->freed_bytes, 48);
	CHECK_INT(slab.objects.count, 1);
	CHECK_INT(slab.objects.items[0].row.hits, 3);
	CHECK_INT(slab.objects.items[0].row.ping_pongs, 1);
	CHECK_INT(slab.callers.items[0].ping_pongs, 1);
	kmem_slab_done(&slab);
}

static void page_event(struct kmem_page *page, enum kmem_kind kind, uint64_t pfn, uint32_t order, uint64_t call_site)
{
	kmem_page_event(page, &(struct kmem_event){ .kind = (uint8_t)kind,
						    .ptr = pfn,
						    .order = order,
						    .call_site = call_site,
						    .gfp = 1,
						    .migrate_type = 2 });
}

static const struct kmem_live_page *only_live(const struct kmem_page *page)
{
	const struct kmem_live_page *found = NULL;
	for (size_t i = 0; i < page->slots.count; i++) {
		if (!page->slots.items[i].used) continue;
		CHECK(!found);
		found = &page->slots.items[i];
	}
	CHECK(found);
	return found;
}

TEST(pages_that_live)
{
	struct kmem_page page;
	kmem_page_init(&page, true, true);
	page_event(&page, KMEM_PAGE_FREE, 5, 0, 0); /* freed before it was allocated */
	page_event(&page, KMEM_PAGE_ALLOC, 5, 0, 0x10);
	page_event(&page, KMEM_PAGE_ALLOC, 6, 1, 0x20);
	page_event(&page, KMEM_PAGE_FREE, 5, 0, 0);
	page_event(&page, KMEM_PAGE_ALLOC, UINT64_MAX, 0, 0x10); /* there was none left */
	const struct kmem_page_result *result = &page.result;
	CHECK_INT(result->nr_allocs, 3);
	CHECK_INT(result->nr_fails, 1);
	CHECK_INT(result->nr_unknown_frees, 1);
	CHECK_INT(result->unknown_free_bytes, 4096);
	CHECK_INT(only_live(&page)->row.pfn, 6);
	CHECK_INT(only_live(&page)->row.bytes, 8192);
	CHECK_INT(page.callers.rows.count, 2);
	CHECK_INT(page.callers.rows.items[0].hits, 0); /* taken back */
	CHECK_INT(page.callers.rows.items[1].hits, 1);
	CHECK_INT(result->orders[0][2], 0);
	CHECK_INT(result->orders[1][2], 1);
	kmem_page_done(&page);
}

TEST(a_page_that_is_freed_in_parts)
{
	struct kmem_page page;
	kmem_page_init(&page, true, true);
	page_event(&page, KMEM_PAGE_ALLOC, 8, 2, 0x10);
	page_event(&page, KMEM_PAGE_FREE, 8, 0, 0);
	CHECK_INT(page.result.orders[0][2], 0); /* none was allocated of that order */
	kmem_page_done(&page);
}

TEST(a_page_whose_freeing_was_lost)
{
	struct kmem_page page;
	kmem_page_init(&page, true, true);
	page_event(&page, KMEM_PAGE_ALLOC, 5, 0, 0x10);
	page_event(&page, KMEM_PAGE_ALLOC, 5, 0, 0x20);
	const struct kmem_live_page *live = only_live(&page);
	CHECK_INT(live->row.hits, 2);
	CHECK_INT(live->row.call_site, 0x20);
	CHECK_INT(live->first_call_site, 0x10);
	kmem_page_done(&page);
}

TEST_MAIN
