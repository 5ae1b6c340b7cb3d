/* `perf kmem stat` as text, in upstream's layout, which other programs parse:
 *
 *     ---------------------------------------------------------------------------------------------------------
 *      Callsite                           | Total_alloc/Per | Total_req/Per   | Hit      | Ping-pong | Frag
 *     ---------------------------------------------------------------------------------------------------------
 *      seq_open+20                        |       128/64    |        66/33    |        2 |         1 | 48.438%
 *
 * The same columns are of callers and of objects; pages have their own, and lists of flags before the table. Cells
 * that do not fit push the rest of the line to the right, as they do upstream. */
#include "render/listing/kmem_text.h"
#include "base/printable.h"
#include "render/table/table_layout.h"

enum { RULE_WIDTH = 105, SITE_WIDTH = 34 };

/* A line of dashes, as wide as every table. */
static void rule(struct outbuf *out)
{
	for (int i = 0; i < RULE_WIDTH; i++) out_char(out, '-');
	out_char(out, '\n');
}

/* A row stands for those that are left out; as upstream, also for none at all when all were asked for. */
static bool has_more(const struct table *table, bool all) { return table->nr_left_out || (all && !table->rows.count); }

/* ---- slab */

/* What write_site has to know. by_caller: rows are call sites, else addresses of objects. */
struct slab_looks {
	bool by_caller, raw_ip;
};

/* A function with its offset, or an address; padded to the column. */
static void write_site(const struct table_layout *layout, const struct table_row *row, struct outbuf *out)
{
	const struct slab_looks *looks = layout->ctx;
	const struct table_place *site = row->cells[KMEM_SLAB_CALL_SITE].place;
	uint64_t address = looks->by_caller ? site->address : row->cells[KMEM_SLAB_PTR].number;
	size_t start = out->size;
	if (looks->by_caller && site->symbol && !looks->raw_ip) {
		out_name(out, site->symbol);
		out_char(out, '+');
		out_hex(out, site->offset, 0);
	} else {
		if (address) out_lit(out, "0x");
		out_hex(out, address, 0);
	}
	out_pad_from(out, start, SITE_WIDTH);
}

/* Bytes for each allocation, as a whole number. */
static void per_hit(const struct table_row *row, enum kmem_slab_column column, struct outbuf *out)
{
	uint64_t hits = row->cells[KMEM_SLAB_HITS].number;
	size_t start = out->size;
	out_dec(out, row->cells[column].number / (hits ? hits : 1), 0);
	out_pad_from(out, start, 5);
}

static void write_allocated_each(const struct table_layout *layout, const struct table_row *row, struct outbuf *out)
{
	per_hit(row, KMEM_SLAB_ALLOCATED, out);
}

static void write_requested_each(const struct table_layout *layout, const struct table_row *row, struct outbuf *out)
{
	per_hit(row, KMEM_SLAB_REQUESTED, out);
}

/* Callers or objects: the first column alone differs. */
static void slab_table(const struct table *table, bool by_caller, bool all, bool raw_ip, struct outbuf *out)
{
	static const struct table_look looks[] = {
		{ .column = KMEM_SLAB_CALL_SITE, .before = " ", .write = write_site },
		{ .column = KMEM_SLAB_ALLOCATED, .before = " | ", .width = 9 },
		{ .column = KMEM_SLAB_ALLOCATED, .before = "/", .write = write_allocated_each },
		{ .column = KMEM_SLAB_REQUESTED, .before = " | ", .width = 9 },
		{ .column = KMEM_SLAB_REQUESTED, .before = "/", .write = write_requested_each },
		{ .column = KMEM_SLAB_HITS, .before = " | ", .width = 8 },
		{ .column = KMEM_SLAB_PING_PONGS, .before = " | ", .width = 9 },
		{ .column = KMEM_SLAB_FRAGMENTATION, .before = " | ", .width = 6, .decimals = 3, .after = "%" },
	};
	const struct slab_looks how = { by_caller, raw_ip };
	const struct table_layout layout = { .looks = looks, .nr_looks = ARRAY_SIZE(looks), .ctx = &how };
	rule(out);
	out_printf(out, " %-34s | Total_alloc/Per | Total_req/Per   | Hit      | Ping-pong | Frag\n",
		   by_caller ? "Callsite" : "Alloc Ptr");
	rule(out);
	table_layout_rows(table, &layout, out);
	if (has_more(table, all))
		out_lit(out, " ...                                | ...             | ...             | ...      | ... "
			     "      | ...   \n");
	rule(out);
}

/* A line of the summary. */
static void number_line(const char *what, uint64_t value, struct outbuf *out)
{
	out_printf(out, "%s%llu\n", what, (unsigned long long)value);
}

void kmem_text_slab(const struct kmem_slab_result *result, const struct kmem_text_options *options, struct outbuf *out)
{
	if (result->callers) slab_table(result->callers, true, options->all_callers, options->raw_ip, out);
	if (result->objects) slab_table(result->objects, false, options->all_objects, options->raw_ip, out);
	out_lit(out, "\nSUMMARY (SLAB allocator)\n========================\n");
	number_line("Total bytes requested: ", result->requested_bytes, out);
	number_line("Total bytes allocated: ", result->allocated_bytes, out);
	number_line("Total bytes freed:     ", result->freed_bytes, out);
	if (result->allocated_bytes > result->freed_bytes)
		number_line("Net total bytes allocated: ", result->allocated_bytes - result->freed_bytes, out);
	uint64_t wasted_bytes = result->allocated_bytes > result->requested_bytes
					? result->allocated_bytes - result->requested_bytes
					: 0; /* else damaged */
	number_line("Total bytes wasted on internal fragmentation: ", wasted_bytes, out);
	out_printf(out, "Internal fragmentation: %f%%\n",
		   kmem_fragmentation(result->requested_bytes, result->allocated_bytes));
	out_printf(out, "Cross CPU allocations: %llu/%llu\n", (unsigned long long)result->nr_cross_node,
		   (unsigned long long)result->nr_allocs);
}

/* ---- pages */

/* Names of migrate types, as upstream has them. */
static const char *type_label(int32_t migrate_type)
{
	static const char *const labels[] = { "UNMOVABL", "RECLAIM", "MOVABLE", "RESERVED", "CMA/ISLT" };
	return migrate_type >= 0 && (size_t)migrate_type < ARRAY_SIZE(labels) ? labels[migrate_type] : "UNKNOWN";
}

static void write_type(const struct table_layout *layout, const struct table_row *row, struct outbuf *out)
{
	out_right(out, type_label((int32_t)row->cells[KMEM_PAGE_MIGRATE_TYPE].number), 8);
}

/* The caller's name, or its address without 0x. */
static void write_symbol(const struct table_layout *layout, const struct table_row *row, struct outbuf *out)
{
	const bool *raw_ip = layout->ctx;
	const char *symbol = row->cells[KMEM_PAGE_SYMBOL].text;
	if (symbol && !*raw_ip) out_name(out, symbol);
	else out_hex(out, row->cells[KMEM_PAGE_CALL_SITE].number, 0);
}

/* Rows of callers have no page: their table is the same without its first column. */
static void page_table(const struct table *table, bool live, unsigned gfp_width, bool all, bool raw_ip,
		       struct outbuf *out)
{
	const struct table_look looks[] = {
		{ .column = KMEM_PAGE_PFN, .before = " ", .after = " |", .width = 16, .padded_hex = true },
		{ .column = KMEM_PAGE_BYTES, .before = " ", .width = 16, .unit = TABLE_KILOBYTE },
		{ .column = KMEM_PAGE_HITS, .before = " | ", .width = 9 },
		{ .column = KMEM_PAGE_ORDER, .before = " | ", .width = 5 },
		{ .column = KMEM_PAGE_MIGRATE_TYPE, .before = " | ", .write = write_type },
		{ .column = KMEM_PAGE_GFP_SHORT, .before = " | ", .width = gfp_width },
		{ .column = KMEM_PAGE_SYMBOL, .before = " | ", .write = write_symbol },
	};
	const struct table_column *pages = &table->columns.items[KMEM_PAGE_PFN];
	bool by_caller = pages->is_hidden, more = has_more(table, all);
	const struct table_layout layout = { .looks = looks + by_caller,
					     .nr_looks = ARRAY_SIZE(looks) - by_caller,
					     .ctx = &raw_ip };
	out_char(out, '\n');
	rule(out);
	if (!by_caller) out_printf(out, " %-16s |", pages->kind == COLUMN_ADDRESS ? "Page" : "PFN");
	out_printf(out, " %5s alloc (KB) | Hits      | Order | Mig.type | %-*s | Callsite\n", live ? "Live" : "Total",
		   (int)gfp_width, "GFP flags");
	rule(out);
	table_layout_rows(table, &layout, out);
	if (more && !by_caller) out_lit(out, " ...              |");
	if (more)
		out_printf(out, " ...              | ...       | ...   | ...      | %-*s | ...\n", (int)gfp_width,
			   "...");
	rule(out);
}

/* What the short names of GFP flags stand for; '#' marks it for programs to skip. */
static void legend(const struct kmem_page_result *result, int width, struct outbuf *out)
{
	out_lit(out, "#\n# GFP flags\n# ---------\n");
	for (size_t i = 0; i < result->nr_gfps; i++)
		out_printf(out, "# %08x: %*s: %s\n", (unsigned)result->gfps[i].flags, width, result->gfps[i].short_text,
			   result->gfps[i].text);
}

/* "what: count [ KB ]", and what follows the line. */
static void requests(const char *what, uint64_t nr, uint64_t bytes, const char *behind, struct outbuf *out)
{
	out_printf(out, "%-30s: %16llu   [ %16llu KB ]\n", what, (unsigned long long)nr,
		   (unsigned long long)(bytes / 1024));
	out_str(out, behind);
}

/* How many allocations of each order (2^order pages) and migrate type. */
static void orders(const struct kmem_page_result *result, struct outbuf *out)
{
	out_lit(out, "Order     Unmovable   Reclaimable       Movable      Reserved  CMA/Isolated\n");
	out_lit(out, "-----  ------------  ------------  ------------  ------------  ------------\n");
	for (int order = 0; order < KMEM_ORDERS; order++) {
		out_printf(out, "%5d", order);
		for (int type = 0; type < KMEM_MIGRATE_TYPES; type++) {
			out_lit(out, "  ");
			if (result->orders[order][type]) out_dec(out, result->orders[order][type], 12);
			else out_right(out, ".", 12);
		}
		out_char(out, '\n');
	}
}

/* Legend, tables that were asked for, then totals and orders. */
void kmem_text_page(const struct kmem_page_result *result, const struct kmem_text_options *options, struct outbuf *out)
{
	int widest = 0;
	for (size_t i = 0; i < result->nr_gfps; i++) widest = MAX(widest, (int)strlen(result->gfps[i].short_text));
	unsigned width = (unsigned)MAX(widest, (int)strlen("GFP flags"));
	if (result->callers || result->pages) legend(result, widest, out);
	if (result->callers)
		page_table(result->callers, result->live, width, options->all_callers, options->raw_ip, out);
	if (result->pages) page_table(result->pages, result->live, width, options->all_objects, options->raw_ip, out);
	/* pages that were allocated and freed within the recording */
	uint64_t nr_both = result->nr_frees - result->nr_unknown_frees,
		 both_bytes = result->free_bytes - result->unknown_free_bytes;
	out_lit(out, "\nSUMMARY (page allocator)\n========================\n");
	requests("Total allocation requests", result->nr_allocs, result->alloc_bytes, "", out);
	requests("Total free requests", result->nr_frees, result->free_bytes, "\n", out);
	requests("Total alloc+freed requests", nr_both, both_bytes, "", out);
	requests("Total alloc-only requests", result->nr_allocs - nr_both, result->alloc_bytes - both_bytes, "", out);
	requests("Total free-only requests", result->nr_unknown_frees, result->unknown_free_bytes, "\n", out);
	requests("Total allocation failures", result->nr_fails, result->fail_bytes, "\n", out);
	orders(result, out);
}
