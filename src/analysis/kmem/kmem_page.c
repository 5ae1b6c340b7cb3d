/* The page allocator. Rows by page and rows by caller are made of the same events, told apart by order, migration
 * type and flags as well, because upstream shows them so.
 *
 * Pages that are held are in `slots`, by number: these are what is left with --live, and what a free is compared
 * with. Places of pages that were freed are used again, so that memory depends on how many are held at a time.
 *
 * A free of a page that nobody was seen allocating is counted by itself. Orders and migration types that no kernel
 * has (damaged payloads) are counted as nr_beyond. */
#include "analysis/kmem/kmem_page.h"

#include <stdlib.h>
#include <string.h>
#include "base/hash.h"
#include "base/outbuf.h"

enum { NONE = UINT32_MAX, PAGE_BYTES = 4096 /* of any machine, as upstream counts */, MAX_GFPS = 4096 };

/* Rows of kmem_gfp.def. */
static const struct {
	const char *name, *text;
} short_names[] = {
#define KMEM_GFP(name, text) { name, text },
#include "analysis/kmem/kmem_gfp.def"
#undef KMEM_GFP
};

/* A word at a time; what upstream has no short name for loses its prefix only. */
void kmem_gfp_shorten(const char *text, struct outbuf *out)
{
	const char *separator = "";
	for (;;) {
		size_t size = strcspn(text, "|"), i = 0;
		while (i < ARRAY_SIZE(short_names) &&
		       (strncmp(short_names[i].name, text, size) != 0 || short_names[i].name[size]))
			i++;
		/* a rest without names has none here either: rows of flags that differ in it stay apart */
		if (i < ARRAY_SIZE(short_names) || strncmp(text, "0x", 2) != 0 || !*separator) {
			size_t prefix = 0;
			if (strncmp(text, "__GFP_", 6) == 0) prefix = 6;
			else if (strncmp(text, "GFP_", 4) == 0) prefix = 4;
			out_str(out, separator);
			if (i < ARRAY_SIZE(short_names)) out_str(out, short_names[i].text);
			else out_mem(out, text + MIN(prefix, size), size - MIN(prefix, size));
			separator = "|";
		}
		if (!text[size]) break;
		text += size + 1;
	}
}

/* ---- rows */

/* Rows of a page tell who asked for it last, and are one. */
static uint64_t hash_of(const struct kmem_page_table *table, const struct kmem_page_row *row)
{
	return hash_words((const uint64_t[]){ row->pfn, table->by_caller ? row->call_site : 0, row->gfp,
					      (uint64_t)row->order << 32 | (uint32_t)row->migrate_type },
			  4);
}

static bool is_same(const struct kmem_page_table *table, const struct kmem_page_row *a, const struct kmem_page_row *b)
{
	return a->pfn == b->pfn && (!table->by_caller || a->call_site == b->call_site) && a->gfp == b->gfp &&
	       a->order == b->order && a->migrate_type == b->migrate_type;
}

/* The index of a row like key; NONE: there is none. row_of makes one instead. */
static uint32_t find_row(const struct kmem_page_table *table, const struct kmem_page_row *key)
{
	const uint64_t *first = u64map_find(&table->by_hash, hash_of(table, key));
	for (uint32_t i = first ? (uint32_t)*first : NONE; i != NONE; i = table->next.items[i])
		if (is_same(table, &table->rows.items[i], key)) return i;
	return NONE;
}

/* Rows are never taken out, so that their indices stay good. */
static uint32_t row_of(struct kmem_page_table *table, const struct kmem_page_row *key)
{
	bool is_new;
	uint64_t *first = u64map_put(&table->by_hash, hash_of(table, key), &is_new);
	for (uint32_t i = is_new ? NONE : (uint32_t)*first; i != NONE; i = table->next.items[i])
		if (is_same(table, &table->rows.items[i], key)) return i;
	uint32_t index = (uint32_t)table->rows.count;
	vec_push(&table->rows, *key);
	vec_push(&table->next, is_new ? NONE : (uint32_t)*first);
	*first = index;
	return index;
}

/* No kernel has orders so high: damaged payloads count as 0 bytes. */
static uint64_t bytes_of(uint32_t order) { return order < 40 ? (uint64_t)PAGE_BYTES << order : 0; }

/* One allocation more in its row, which is returned. */
static uint32_t add_to(struct kmem_page_table *table, const struct kmem_page_row *key)
{
	uint32_t index = row_of(table, key);
	table->rows.items[index].hits++;
	table->rows.items[index].bytes += bytes_of(key->order);
	return index;
}

static void pages_done(struct kmem_page_table *table)
{
	vec_done(&table->rows);
	vec_done(&table->next);
	u64map_done(&table->by_hash);
}

/* by_address is set by the caller, once it has looked at the recording. */
void kmem_page_init(struct kmem_page *page, bool live, bool rows)
{
	*page = (struct kmem_page){ .live = live, .rows = rows, .result.live = live };
	page->callers.by_caller = true;
	intern_init(&page->texts);
}

void kmem_page_done(struct kmem_page *page)
{
	pages_done(&page->callers);
	pages_done(&page->pages);
	vec_done(&page->slots);
	vec_done(&page->unused);
	vec_done(&page->gfps);
	u64map_done(&page->by_pfn);
	intern_done(&page->texts);
	table_done(&page->callers_table);
	table_done(&page->pages_table);
}

/* ---- events */

/* One more, or one less; never below 0, as pages of a high order may be freed as several of a lower one. */
static void count_one(uint64_t *count, bool less)
{
	if (!less) ++*count;
	else if (*count) --*count;
}

/* The table of orders and migration types; freed: takes one back. */
static void count_order(struct kmem_page *page, uint32_t order, int32_t migrate_type, bool freed)
{
	if (order < KMEM_ORDERS && migrate_type >= 0 && migrate_type < KMEM_MIGRATE_TYPES)
		count_one(&page->result.orders[order][migrate_type], freed);
	else count_one(&page->result.nr_beyond, freed);
}

/* Goes over all that were told, which is seldom: each worker tells of a combination once. */
static void note_gfp(struct kmem_page *page, const struct kmem_event *event)
{
	if (!event->gfp_text || page->gfps.count >= MAX_GFPS) return;
	for (size_t i = 0; i < page->gfps.count; i++)
		if (page->gfps.items[i].flags == event->gfp) return; /* another worker told it */
	struct outbuf text;
	out_init(&text, -1);
	kmem_gfp_shorten(event->gfp_text, &text);
	out_char(&text, '\0');
	vec_push(&page->gfps, ((struct kmem_gfp){ event->gfp, intern_string(&page->texts, event->gfp_text),
						  intern_string(&page->texts, text.data) }));
	out_done(&text);
}

/* The held page of a number, made of row when it is new. */
static struct kmem_live_page *live_page(struct kmem_page *page, const struct kmem_page_row *row)
{
	bool is_new;
	uint64_t *place = u64map_put(&page->by_pfn, row->pfn, &is_new);
	if (is_new) {
		*place = page->unused.count ? page->unused.items[--page->unused.count] : page->slots.count;
		if (*place == page->slots.count) (void)vec_add(&page->slots);
		page->slots.items[*place] =
			(struct kmem_live_page){ .row = *row, .first_call_site = row->call_site, .used = true };
	}
	return &page->slots.items[*place];
}

/* Counted first, as upstream has it: a failed allocation is one of nr_allocs as well. */
static void on_alloc(struct kmem_page *page, const struct kmem_event *event)
{
	uint64_t bytes = bytes_of(event->order);
	page->result.nr_allocs++;
	page->result.alloc_bytes += bytes;
	/* The allocation failed: there is no page. */
	if (event->ptr == UINT64_MAX || (page->by_address && !event->ptr)) {
		page->result.nr_fails++;
		page->result.fail_bytes += bytes;
		return;
	}
	struct kmem_page_row key = { .call_site = event->call_site,
				     .gfp = event->gfp,
				     .order = event->order,
				     .migrate_type = event->migrate_type };
	if (page->rows) {
		note_gfp(page, event);
		add_to(&page->callers, &key);
	}
	key.pfn = event->ptr;
	if (page->rows && !page->live) {
		uint32_t index = add_to(&page->pages, &key);
		page->pages.rows.items[index].call_site = event->call_site;
	}
	count_order(page, event->order, event->migrate_type, false);
	struct kmem_live_page *live = live_page(page, &key);
	live->row.call_site = event->call_site;
	live->row.hits++;
	live->row.bytes += bytes;
}

/* A page of a caller was freed (--live): takes one from the caller's row, found by who asked for it last, then
 * first. The row is that of the order that was freed, if there is one: pages of a high order may be freed one by
 * one. */
static void take_back(struct kmem_page *page, const struct kmem_live_page *live, uint32_t freed_order)
{
	const struct {
		uint64_t call_site;
		uint32_t order;
	} tries[] = {
		{ live->row.call_site, freed_order },
		{ live->first_call_site, freed_order },
		{ live->first_call_site, live->row.order },
	};
	for (size_t i = 0; i < ARRAY_SIZE(tries); i++) {
		struct kmem_page_row key = live->row;
		key.pfn = 0;
		key.call_site = tries[i].call_site;
		key.order = tries[i].order;
		uint32_t index = find_row(&page->callers, &key);
		struct kmem_page_row *caller = index == NONE ? NULL : &page->callers.rows.items[index];
		if (!caller || !caller->hits) continue;
		caller->hits--;
		caller->bytes -= bytes_of(caller->order);
		return;
	}
}

/* Without --live rows say what was asked for: a free changes totals only, and what is held. */
static void on_free(struct kmem_page *page, const struct kmem_event *event)
{
	uint64_t bytes = bytes_of(event->order);
	page->result.nr_frees++;
	page->result.free_bytes += bytes;
	const uint64_t *place = u64map_find(&page->by_pfn, event->ptr);
	if (!place) {
		page->result.nr_unknown_frees++;
		page->result.unknown_free_bytes += bytes;
		return;
	}
	uint32_t index = (uint32_t)*place;
	struct kmem_live_page *live = &page->slots.items[index];
	if (page->live) {
		if (page->rows) take_back(page, live, event->order);
		count_order(page, event->order, live->row.migrate_type, true);
	}
	live->used = false;
	u64map_remove(&page->by_pfn, event->ptr);
	vec_push(&page->unused, index);
}

void kmem_page_event(struct kmem_page *page, const struct kmem_event *event)
{
	if (event->kind == KMEM_PAGE_ALLOC) on_alloc(page, event);
	else on_free(page, event);
}

/* ---- the result */

/* Flags compare as a number. */
static int compare_by(enum kmem_key key, const struct kmem_page_row *a, const struct kmem_page_row *b)
{
	switch (key) {
	case KMEM_BY_PAGE: return kmem_sort_compare(a->pfn, b->pfn);
	case KMEM_BY_CALLSITE: return kmem_sort_compare(a->call_site, b->call_site);
	case KMEM_BY_HIT: return kmem_sort_compare(a->hits, b->hits);
	case KMEM_BY_BYTES: return kmem_sort_compare(a->bytes, b->bytes);
	case KMEM_BY_ORDER: return kmem_sort_compare(a->order, b->order);
	case KMEM_BY_MIGTYPE: return a->migrate_type < b->migrate_type ? -1 : a->migrate_type > b->migrate_type;
	default: return kmem_sort_compare(a->gfp, b->gfp);
	}
}

/* The ctx of compare. */
struct order {
	const struct kmem_sort *sort;
	bool live;
};

/* Keys: larger first. Equal rows: by page, caller, order, type and flags, smaller first; with --live by page, larger
 * first. */
static int compare(const void *a, const void *b, void *ctx)
{
	static const enum kmem_key last[] = { KMEM_BY_PAGE, KMEM_BY_CALLSITE, KMEM_BY_ORDER, KMEM_BY_MIGTYPE,
					      KMEM_BY_GFP };
	const struct order *order = ctx;
	const struct kmem_sort *sort = order->sort;
	for (size_t i = 0; i < sort->nr_keys; i++) {
		int r = compare_by(sort->keys[i], a, b);
		if (r) return -r;
	}
	bool by_page = ((const struct kmem_page_row *)a)->pfn ||
		       ((const struct kmem_page_row *)b)->pfn; /* else both are 0 or rows by caller */
	if (by_page && order->live) return -compare_by(KMEM_BY_PAGE, a, b);
	for (size_t i = 0; i < ARRAY_SIZE(last); i++) {
		int r = by_page && last[i] == KMEM_BY_CALLSITE ? 0 : compare_by(last[i], a, b);
		if (r) return r;
	}
	return 0;
}

/* By the number, for bsearch in short_of, after kmem_page_finish. */
static int compare_gfps(const void *a, const void *b)
{
	return kmem_sort_compare(((const struct kmem_gfp *)a)->flags, ((const struct kmem_gfp *)b)->flags);
}

/* "?" when the flags' names were never told. */
static const char *short_of(const struct kmem_page *page, uint64_t flags)
{
	const struct kmem_gfp *found = page->gfps.count
					       ? bsearch(&(struct kmem_gfp){ .flags = flags }, page->gfps.items,
							 page->gfps.count, sizeof(*found), compare_gfps)
					       : NULL;
	return found ? found->short_text : "?";
}

/* ---- as tables */

static void make_columns(const struct kmem_page *page, bool by_caller, struct table *table)
{
	const struct table_column columns[NR_KMEM_PAGE_COLUMNS] = {
		[KMEM_PAGE_PFN] = { .name = page->by_address ? "page" : "pfn",
				    .kind = page->by_address ? COLUMN_ADDRESS : COLUMN_NUMBER,
				    .is_hidden = by_caller },
		[KMEM_PAGE_BYTES] = { .name = "bytes", .kind = COLUMN_BYTES },
		[KMEM_PAGE_HITS] = { .name = "hits", .kind = COLUMN_COUNT },
		[KMEM_PAGE_ORDER] = { .name = "order", .kind = COLUMN_NUMBER },
		[KMEM_PAGE_MIGRATE_TYPE] = { .name = "migrate_type", .kind = COLUMN_NUMBER, .is_signed = true },
		[KMEM_PAGE_MIGRATE_TYPE_NAME] = { .name = "migrate_type_name",
						  .kind = COLUMN_TEXT,
						  .may_be_empty = true },
		[KMEM_PAGE_GFP] = { .name = "gfp_flags", .kind = COLUMN_ADDRESS },
		[KMEM_PAGE_GFP_SHORT] = { .name = "gfp_short", .kind = COLUMN_TEXT },
		[KMEM_PAGE_CALL_SITE] = { .name = "callsite", .kind = COLUMN_ADDRESS },
		[KMEM_PAGE_SYMBOL] = { .name = "symbol", .kind = COLUMN_TEXT, .may_be_empty = true },
	};
	table_init(table);
	table_add_columns(table, columns, ARRAY_SIZE(columns));
}

/* Names of call sites are looked up here, for rows that are shown. */
static void show_row(const struct kmem_page *page, const struct kmem_page_row *row, struct kmem_symbols *symbols,
		     struct table *table)
{
	struct table_row *shown = table_add_row(table);
	union table_cell *cells = shown->cells;
	shown->id = row->pfn ? row->pfn : row->call_site;
	cells[KMEM_PAGE_PFN].number = row->pfn;
	cells[KMEM_PAGE_BYTES].number = row->bytes;
	cells[KMEM_PAGE_HITS].number = row->hits;
	cells[KMEM_PAGE_ORDER].number = row->order;
	cells[KMEM_PAGE_MIGRATE_TYPE].number = (uint64_t)(int64_t)row->migrate_type;
	cells[KMEM_PAGE_MIGRATE_TYPE_NAME].text = kmem_migrate_type_name(row->migrate_type);
	cells[KMEM_PAGE_GFP].number = row->gfp;
	cells[KMEM_PAGE_GFP_SHORT].text = short_of(page, row->gfp);
	cells[KMEM_PAGE_CALL_SITE].number = row->call_site;
	cells[KMEM_PAGE_SYMBOL].text = kmem_symbols_place(symbols, row->call_site).symbol;
}

/* A copy for sorting. show_rows frees it. */
struct rows {
	struct kmem_page_row *items;
	size_t count;
};

/* Those of which not all pages were freed. */
static struct rows rows_of(const struct kmem_page_table *table)
{
	struct rows rows = { xcalloc(table->rows.count + 1, sizeof(*rows.items)), 0 };
	for (size_t i = 0; i < table->rows.count; i++)
		if (table->rows.items[i].hits) rows.items[rows.count++] = table->rows.items[i];
	return rows;
}

/* Pages that were not freed. */
static struct rows live_rows_of(const struct kmem_page *page)
{
	struct rows rows = { xcalloc(page->slots.count + 1, sizeof(*rows.items)), 0 };
	for (size_t i = 0; i < page->slots.count; i++)
		if (page->slots.items[i].used) rows.items[rows.count++] = page->slots.items[i].row;
	return rows;
}

static void show_rows(const struct kmem_page *page, struct rows rows, const struct order *order, int64_t limit,
		      struct kmem_symbols *symbols, struct table *table)
{
	size_t nr_shown = limit >= 0 ? MIN((uint64_t)limit, rows.count) : rows.count;
	qsort_r(rows.items, rows.count, sizeof(*rows.items), compare, (void *)order);
	for (size_t i = 0; i < nr_shown; i++) show_row(page, &rows.items[i], symbols, table);
	table->nr_left_out = rows.count - nr_shown;
	free(rows.items);
}

void kmem_page_show_callers(struct kmem_page *page, const struct kmem_sort *sort, int64_t limit,
			    struct kmem_symbols *symbols)
{
	const struct order order = { sort, false };
	make_columns(page, true, &page->callers_table);
	show_rows(page, rows_of(&page->callers), &order, limit, symbols, &page->callers_table);
	page->result.callers = &page->callers_table;
}

void kmem_page_show_pages(struct kmem_page *page, const struct kmem_sort *sort, int64_t limit,
			  struct kmem_symbols *symbols)
{
	const struct order order = { sort, page->live };
	struct rows rows = page->live ? live_rows_of(page) : rows_of(&page->pages);
	make_columns(page, false, &page->pages_table);
	show_rows(page, rows, &order, limit, symbols, &page->pages_table);
	page->result.pages = &page->pages_table;
}

void kmem_page_finish(struct kmem_page *page)
{
	if (page->gfps.count) qsort(page->gfps.items, page->gfps.count, sizeof(*page->gfps.items), compare_gfps);
	page->result.gfps = page->gfps.items;
	page->result.nr_gfps = page->gfps.count;
}
