/* `perf kmem stat --json`: docs/json-kmem.md. Tables are written by render/table/table_json, so that a new column of a
 * result needs no change here; this file adds the totals that stand beside them.
 *
 *     {"perf-kmem-json-version": 1, "damaged": 0,
 *      "slab": {"requested_bytes": ..., "callers": [ table ], "objects": [ table ]},
 *      "page": {"live": false, ..., "orders": [...], "gfp_flags": [...], "callers": [ table ], "pages": [ table ]}} */
#include "render/listing/kmem_text.h"
#include "render/json_member.h"
#include "render/table/table_json.h"

/* A member that is a table: rows as objects. */
static void add_table(const char *name, const struct table *table, struct outbuf *out)
{
	out_printf(out, ",\n\"%s\": ", name);
	table_json(table, &table_json_lines, out);
}

/* Totals, then the tables that were asked for. */
static void slab(const struct kmem_slab_result *result, struct outbuf *out)
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
	if (result->callers) add_table("callers", result->callers, out);
	if (result->objects) add_table("objects", result->objects, out);
	out_lit(out, "\n}");
}

/* Its number, and its name where it has one. */
static void migrate_type(int32_t type, struct outbuf *out)
{
	const char *name = kmem_migrate_type_name(type);
	out_printf(out, "\"migrate_type\": %d, ", (int)type);
	if (name) json_member_text(out, "migrate_type_name", name, ", ");
}

/* Counts by order and migrate type; those of 0 are left out. */
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

/* Pages, with the names of the GFP flags that its rows have as numbers. */
static void page(const struct kmem_page_result *result, struct outbuf *out)
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
	/* rows have GFP flags as numbers; without rows nobody needs their names */
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
	if (result->callers) add_table("callers", result->callers, out);
	if (result->pages) add_table("pages", result->pages, out);
	out_lit(out, "\n}");
}

void kmem_json(const struct kmem_result *result, struct outbuf *out)
{
	out_lit(out, "{\n\"perf-kmem-json-version\": 1");
	out_lit(out, ",\n");
	json_member_number(out, "damaged", result->nr_damaged, "");
	if (result->slab) slab(result->slab, out);
	if (result->page) page(result->page, out);
	out_lit(out, "\n}\n");
}
