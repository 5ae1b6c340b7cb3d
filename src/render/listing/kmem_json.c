#include "render/listing/kmem_text.h"
#include "render/json_member.h"

const char *kmem_migrate_type_name(int32_t migrate_type)
{
	static const char *const names[] = { "unmovable", "movable", "reclaimable", "highatomic", "cma", "isolate" };
	return migrate_type >= 0 && (size_t)migrate_type < ARRAY_SIZE(names) ? names[migrate_type] : NULL;
}

static size_t shown(size_t nr_rows, int64_t lines)
{
	return lines >= 0 && (uint64_t)lines < nr_rows ? (size_t)lines : nr_rows;
}

static void slab_rows(const char *name, const struct kmem_slab_row *rows, size_t nr, bool by_caller, struct outbuf *out)
{
	out_printf(out, ",\n\"%s\": [", name);
	for (size_t i = 0; i < nr; i++) {
		const struct kmem_slab_row *row = &rows[i];
		out_str(out, i ? ",\n{" : "\n{");
		if (!by_caller) json_member_address(out, "ptr", row->ptr, ", ");
		json_member_address(out, "callsite", row->call_site, ", ");
		if (row->symbol) {
			json_member_text(out, "symbol", row->symbol, ", ");
			json_member_number(out, "symbol_offset", row->sym_off, ", ");
		}
		json_member_number(out, "allocated_bytes", row->allocated_bytes, ", ");
		json_member_number(out, "requested_bytes", row->requested_bytes, ", ");
		json_member_number(out, "hits", row->hits, ", ");
		json_member_number(out, "ping_pongs", row->ping_pongs, ", \"fragmentation_percent\": ");
		out_float(out, kmem_fragmentation(row->requested_bytes, row->allocated_bytes), 0, 3);
		out_char(out, '}');
	}
	out_lit(out, "\n]");
}

static void slab(const struct kmem_slab_result *result, const struct kmem_text_options *options, struct outbuf *out)
{
	out_lit(out, ",\n\"slab\": {\n");
	json_member_number(out, "requested_bytes", result->requested_bytes, ", ");
	json_member_number(out, "allocated_bytes", result->allocated_bytes, ", ");
	json_member_number(out, "freed_bytes", result->freed_bytes, ", ");
	json_member_number(out, "allocations", result->nr_allocs, ", ");
	json_member_number(out, "cross_node_allocations", result->nr_cross_node, ", ");
	json_member_number(out, "frees", result->nr_frees, ", ");
	json_member_number(out, "unknown_frees", result->nr_unknown_frees, ", \"fragmentation_percent\": ");
	out_float(out, kmem_fragmentation(result->requested_bytes, result->allocated_bytes), 0, 6);
	if (result->callers)
		slab_rows("callers", result->callers, shown(result->nr_callers, options->caller_lines), true, out);
	if (result->objects)
		slab_rows("objects", result->objects, shown(result->nr_objects, options->object_lines), false, out);
	out_lit(out, "\n}");
}

static void migrate_type(int32_t type, struct outbuf *out)
{
	const char *name = kmem_migrate_type_name(type);
	out_printf(out, "\"migrate_type\": %d, ", (int)type);
	if (name) json_member_text(out, "migrate_type_name", name, ", ");
}

static void page_rows(const char *name, const struct kmem_page_row *rows, size_t nr,
		      const struct kmem_page_result *result, bool with_page, struct outbuf *out)
{
	out_printf(out, ",\n\"%s\": [", name);
	for (size_t i = 0; i < nr; i++) {
		const struct kmem_page_row *row = &rows[i];
		out_str(out, i ? ",\n{" : "\n{");
		if (with_page && result->by_address) json_member_address(out, "page", row->pfn, ", ");
		else if (with_page) json_member_number(out, "pfn", row->pfn, ", ");
		json_member_number(out, "bytes", row->bytes, ", ");
		json_member_number(out, "hits", row->hits, ", ");
		json_member_number(out, "order", row->order, ", ");
		migrate_type(row->migrate_type, out);
		json_member_address(out, "gfp_flags", row->gfp, ", ");
		json_member_text(out, "gfp_short", row->gfp_short, ", ");
		json_member_address(out, "callsite", row->call_site, row->symbol ? ", " : "}");
		if (row->symbol) json_member_text(out, "symbol", row->symbol, "}");
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
			json_member_number(out, "order", order, ", ");
			migrate_type(type, out);
			json_member_number(out, "count", result->orders[order][type], "}");
			first = false;
		}
	}
	out_lit(out, "\n]");
}

static void page(const struct kmem_page_result *result, const struct kmem_text_options *options, struct outbuf *out)
{
	out_printf(out, ",\n\"page\": {\n\"live\": %s, ", result->live ? "true" : "false");
	json_member_number(out, "allocations", result->nr_allocs, ", ");
	json_member_number(out, "allocated_bytes", result->alloc_bytes, ", ");
	json_member_number(out, "frees", result->nr_frees, ", ");
	json_member_number(out, "freed_bytes", result->free_bytes, ", ");
	json_member_number(out, "unknown_frees", result->nr_unknown_frees, ", ");
	json_member_number(out, "unknown_freed_bytes", result->unknown_free_bytes, ", ");
	json_member_number(out, "failures", result->nr_fails, ", ");
	json_member_number(out, "failed_bytes", result->fail_bytes, ", ");
	json_member_number(out, "other_orders", result->nr_beyond, "");
	order_rows(result, out);
	if (result->callers || result->pages) {
		out_lit(out, ",\n\"gfp_flags\": [");
		for (size_t i = 0; i < result->nr_gfps; i++) {
			out_str(out, i ? ",\n{" : "\n{");
			json_member_address(out, "flags", result->gfps[i].flags, ", ");
			json_member_text(out, "short", result->gfps[i].short_text, ", ");
			json_member_text(out, "names", result->gfps[i].text, "}");
		}
		out_lit(out, "\n]");
	}
	if (result->callers)
		page_rows("callers", result->callers, shown(result->nr_callers, options->caller_lines), result, false,
			  out);
	if (result->pages)
		page_rows("pages", result->pages, shown(result->nr_pages, options->object_lines), result, true, out);
	out_lit(out, "\n}");
}

void kmem_json(const struct kmem_result *result, const struct kmem_text_options *options, struct outbuf *out)
{
	out_lit(out, "{\n\"perf-kmem-json-version\": 1");
	out_lit(out, ",\n");
	json_member_number(out, "damaged", result->nr_damaged, "");
	if (result->slab) slab(result->slab, options, out);
	if (result->page) page(result->page, options, out);
	out_lit(out, "\n}\n");
}
