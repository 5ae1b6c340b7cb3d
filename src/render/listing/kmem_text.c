#include "render/listing/kmem_text.h"
#include "base/printable.h"

enum { RULE_WIDTH = 105, SITE_WIDTH = 34 };

static void rule(struct outbuf *out)
{
	for (int i = 0; i < RULE_WIDTH; i++) out_char(out, '-');
	out_char(out, '\n');
}

/* How many of the rows are shown; *ret_more: the row that stands for those that are not comes behind them. */
static size_t shown(size_t nr_rows, int64_t lines, bool *ret_more)
{
	*ret_more = lines >= 0 ? (uint64_t)lines < nr_rows
			       : !nr_rows; /* as upstream, none at all without a limit is "..." */
	return lines >= 0 && *ret_more ? (size_t)lines : nr_rows;
}

/* ---- slab */

static void slab_row(const struct kmem_slab_row *row, bool by_caller, bool raw_ip, struct outbuf *out)
{
	uint64_t hits = row->hits ? row->hits : 1, address = by_caller ? row->call_site : row->ptr;
	out_char(out, ' ');
	size_t start = out->size;
	if (by_caller && row->symbol && !raw_ip) {
		out_name(out, row->symbol);
		out_char(out, '+');
		out_hex(out, row->sym_off, 0);
	} else {
		if (address) out_lit(out, "0x");
		out_hex(out, address, 0);
	}
	out_pad_from(out, start, SITE_WIDTH);
	out_lit(out, " | ");
	out_dec(out, row->allocated_bytes, 9);
	out_printf(out, "/%-5llu | ", (unsigned long long)(row->allocated_bytes / hits));
	out_dec(out, row->requested_bytes, 9);
	out_printf(out, "/%-5llu | ", (unsigned long long)(row->requested_bytes / hits));
	out_dec(out, row->hits, 8);
	out_lit(out, " | ");
	out_dec(out, row->ping_pongs, 9);
	out_lit(out, " | ");
	out_float(out, kmem_fragmentation(row->requested_bytes, row->allocated_bytes), 6, 3);
	out_lit(out, "%\n");
}

static void slab_table(const struct kmem_slab_row *rows, size_t nr, bool by_caller, int64_t lines, bool raw_ip,
		       struct outbuf *out)
{
	bool more;
	size_t nr_shown = shown(nr, lines, &more);
	rule(out);
	out_printf(out, " %-34s | Total_alloc/Per | Total_req/Per   | Hit      | Ping-pong | Frag\n",
		   by_caller ? "Callsite" : "Alloc Ptr");
	rule(out);
	for (size_t i = 0; i < nr_shown; i++) slab_row(&rows[i], by_caller, raw_ip, out);
	if (more)
		out_lit(out, " ...                                | ...             | ...             | ...      | ... "
			     "      | ...   \n");
	rule(out);
}

static void number_line(const char *what, uint64_t value, struct outbuf *out)
{
	out_printf(out, "%s%llu\n", what, (unsigned long long)value);
}

void kmem_text_slab(const struct kmem_slab_result *result, const struct kmem_text_options *options, struct outbuf *out)
{
	if (result->callers)
		slab_table(result->callers, result->nr_callers, true, options->caller_lines, options->raw_ip, out);
	if (result->objects)
		slab_table(result->objects, result->nr_objects, false, options->object_lines, options->raw_ip, out);
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

static const char *type_label(int32_t migrate_type)
{
	static const char *const labels[] = { "UNMOVABL", "RECLAIM", "MOVABLE", "RESERVED", "CMA/ISLT" };
	return migrate_type >= 0 && (size_t)migrate_type < ARRAY_SIZE(labels) ? labels[migrate_type] : "UNKNOWN";
}

static void page_row(const struct kmem_page_row *row, const struct kmem_page_result *result, bool with_page,
		     int gfp_width, bool raw_ip, struct outbuf *out)
{
	if (with_page) {
		out_char(out, ' ');
		if (result->by_address) out_hex0(out, row->pfn, 16);
		else out_dec(out, row->pfn, 16);
		out_lit(out, " |");
	}
	out_char(out, ' ');
	out_dec(out, row->bytes / 1024, 16);
	out_lit(out, " | ");
	out_dec(out, row->hits, 9);
	out_printf(out, " | %5u | %8s | %-*s | ", row->order, type_label(row->migrate_type), gfp_width, row->gfp_short);
	if (row->symbol && !raw_ip) out_name(out, row->symbol);
	else out_hex(out, row->call_site, 0);
	out_char(out, '\n');
}

static void page_table(const struct kmem_page_row *rows, size_t nr, const struct kmem_page_result *result,
		       bool with_page, int gfp_width, int64_t lines, bool raw_ip, struct outbuf *out)
{
	bool more;
	size_t nr_shown = shown(nr, lines, &more);
	out_char(out, '\n');
	rule(out);
	if (with_page) out_printf(out, " %-16s |", result->by_address ? "Page" : "PFN");
	out_printf(out, " %5s alloc (KB) | Hits      | Order | Mig.type | %-*s | Callsite\n",
		   result->live ? "Live" : "Total", gfp_width, "GFP flags");
	rule(out);
	for (size_t i = 0; i < nr_shown; i++) page_row(&rows[i], result, with_page, gfp_width, raw_ip, out);
	if (more && with_page) out_lit(out, " ...              |");
	if (more) out_printf(out, " ...              | ...       | ...   | ...      | %-*s | ...\n", gfp_width, "...");
	rule(out);
}

static void legend(const struct kmem_page_result *result, int width, struct outbuf *out)
{
	out_lit(out, "#\n# GFP flags\n# ---------\n");
	for (size_t i = 0; i < result->nr_gfps; i++)
		out_printf(out, "# %08x: %*s: %s\n", (unsigned)result->gfps[i].flags, width, result->gfps[i].short_text,
			   result->gfps[i].text);
}

static void requests(const char *what, uint64_t nr, uint64_t bytes, const char *behind, struct outbuf *out)
{
	out_printf(out, "%-30s: %16llu   [ %16llu KB ]\n", what, (unsigned long long)nr,
		   (unsigned long long)(bytes / 1024));
	out_str(out, behind);
}

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

void kmem_text_page(const struct kmem_page_result *result, const struct kmem_text_options *options, struct outbuf *out)
{
	int widest = 0;
	for (size_t i = 0; i < result->nr_gfps; i++) widest = MAX(widest, (int)strlen(result->gfps[i].short_text));
	int width = MAX(widest, (int)strlen("GFP flags"));
	if (result->callers || result->pages) legend(result, widest, out);
	if (result->callers)
		page_table(result->callers, result->nr_callers, result, false, width, options->caller_lines,
			   options->raw_ip, out);
	if (result->pages)
		page_table(result->pages, result->nr_pages, result, true, width, options->object_lines, options->raw_ip,
			   out);
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
