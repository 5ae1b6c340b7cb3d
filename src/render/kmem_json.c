#include "render/kmem_text.h"

static void number(const char *name, uint64_t value, const char *behind, struct outbuf *out)
{
	out_printf(out, "\"%s\": %llu%s", name, (unsigned long long)value, behind);
}

static void address(const char *name, uint64_t value, const char *behind, struct outbuf *out)
{
	out_printf(out, "\"%s\": \"%#llx\"%s", name, (unsigned long long)value, behind);
}

static void text(const char *name, const char *value, const char *behind, struct outbuf *out)
{
	out_printf(out, "\"%s\": ", name);
	out_json_string(out, value, strlen(value));
	out_str(out, behind);
}

const char *kmem_migrate_type_name(int32_t migrate_type)
{
	static const char *const names[] = { "unmovable", "movable", "reclaimable", "highatomic", "cma", "isolate" };
	return migrate_type >= 0 && (size_t)migrate_type < ARRAY_SIZE(names) ? names[migrate_type] : NULL;
}

static size_t shown(size_t nr_rows, int64_t lines) { return lines >= 0 && (uint64_t)lines < nr_rows ? (size_t)lines : nr_rows; }

static void slab_rows(const char *name, const struct kmem_slab_row *rows, size_t nr, bool by_caller, struct outbuf *out)
{
	out_printf(out, ",\n\"%s\": [", name);
	for (size_t i = 0; i < nr; i++) {
		const struct kmem_slab_row *row = &rows[i];
		out_str(out, i ? ",\n{" : "\n{");
		if (!by_caller) address("ptr", row->ptr, ", ", out);
		address("callsite", row->call_site, ", ", out);
		if (row->symbol) {
			text("symbol", row->symbol, ", ", out);
			number("symbol_offset", row->sym_off, ", ", out);
		}
		number("allocated_bytes", row->allocated_bytes, ", ", out);
		number("requested_bytes", row->requested_bytes, ", ", out);
		number("hits", row->hits, ", ", out);
		number("ping_pongs", row->ping_pongs, ", \"fragmentation_percent\": ", out);
		out_float(out, kmem_fragmentation(row->requested_bytes, row->allocated_bytes), 0, 3);
		out_char(out, '}');
	}
	out_lit(out, "\n]");
}

static void slab(const struct kmem_slab_result *result, const struct kmem_text_options *options, struct outbuf *out)
{
	out_lit(out, ",\n\"slab\": {\n");
	number("requested_bytes", result->requested_bytes, ", ", out);
	number("allocated_bytes", result->allocated_bytes, ", ", out);
	number("freed_bytes", result->freed_bytes, ", ", out);
	number("allocations", result->nr_allocs, ", ", out);
	number("cross_node_allocations", result->nr_cross_node, ", ", out);
	number("frees", result->nr_frees, ", ", out);
	number("unknown_frees", result->nr_unknown_frees, ", \"fragmentation_percent\": ", out);
	out_float(out, kmem_fragmentation(result->requested_bytes, result->allocated_bytes), 0, 6);
	if (result->callers) slab_rows("callers", result->callers, shown(result->nr_callers, options->caller_lines), true, out);
	if (result->objects) slab_rows("objects", result->objects, shown(result->nr_objects, options->object_lines), false, out);
	out_lit(out, "\n}");
}

static void migrate_type(int32_t type, struct outbuf *out)
{
	const char *name = kmem_migrate_type_name(type);
	out_printf(out, "\"migrate_type\": %d, ", (int)type);
	if (name) text("migrate_type_name", name, ", ", out);
}

static void page_rows(const char *name, const struct kmem_page_row *rows, size_t nr, const struct kmem_page_result *result, bool with_page, struct outbuf *out)
{
	out_printf(out, ",\n\"%s\": [", name);
	for (size_t i = 0; i < nr; i++) {
		const struct kmem_page_row *row = &rows[i];
		out_str(out, i ? ",\n{" : "\n{");
		if (with_page && result->by_address) address("page", row->pfn, ", ", out);
		else if (with_page) number("pfn", row->pfn, ", ", out);
		number("bytes", row->bytes, ", ", out);
		number("hits", row->hits, ", ", out);
		number("order", row->order, ", ", out);
		migrate_type(row->migrate_type, out);
		address("gfp_flags", row->gfp, ", ", out);
		text("gfp_short", row->gfp_short, ", ", out);
		address("callsite", row->call_site, row->symbol ? ", " : "}", out);
		if (row->symbol) text("symbol", row->symbol, "}", out);
	}
	out_lit(out, "\n]");
}

static void order_rows(const struct kmem_page_result *result, struct outbuf *out)
{
	bool first = true;
	out_lit(out, ",\n\"orders\": [");
	for (uint32_t order = 0; order < KMEM_ORDERS; order++) {
		for (int32_t type = 0; type < KMEM_MIGRATE_TYPES; type++) {
			if (!result->orders[order][type]) continue;
			out_str(out, first ? "\n{" : ",\n{");
			number("order", order, ", ", out);
			migrate_type(type, out);
			number("count", result->orders[order][type], "}", out);
			first = false;
		}
	}
	out_lit(out, "\n]");
}

static void page(const struct kmem_page_result *result, const struct kmem_text_options *options, struct outbuf *out)
{
	out_printf(out, ",\n\"page\": {\n\"live\": %s, ", result->live ? "true" : "false");
	number("allocations", result->nr_allocs, ", ", out);
	number("allocated_bytes", result->alloc_bytes, ", ", out);
	number("frees", result->nr_frees, ", ", out);
	number("freed_bytes", result->free_bytes, ", ", out);
	number("unknown_frees", result->nr_unknown_frees, ", ", out);
	number("unknown_freed_bytes", result->unknown_free_bytes, ", ", out);
	number("failures", result->nr_fails, ", ", out);
	number("failed_bytes", result->fail_bytes, ", ", out);
	number("other_orders", result->nr_beyond, "", out);
	order_rows(result, out);
	if (result->callers || result->pages) {
		out_lit(out, ",\n\"gfp_flags\": [");
		for (size_t i = 0; i < result->nr_gfps; i++) {
			out_str(out, i ? ",\n{" : "\n{");
			address("flags", result->gfps[i].flags, ", ", out);
			text("short", result->gfps[i].short_text, ", ", out);
			text("names", result->gfps[i].text, "}", out);
		}
		out_lit(out, "\n]");
	}
	if (result->callers) page_rows("callers", result->callers, shown(result->nr_callers, options->caller_lines), result, false, out);
	if (result->pages) page_rows("pages", result->pages, shown(result->nr_pages, options->object_lines), result, true, out);
	out_lit(out, "\n}");
}

void kmem_json(const struct kmem_result *result, const struct kmem_text_options *options, struct outbuf *out)
{
	out_lit(out, "{\n\"perf-kmem-json-version\": 1");
	out_lit(out, ",\n");
	number("damaged", result->nr_damaged, "", out);
	if (result->slab) slab(result->slab, options, out);
	if (result->page) page(result->page, options, out);
	out_lit(out, "\n}\n");
}
