/* `perf c2c report --json`: docs/json-c2c.md. */
#include "base/json.h"
#include "render/json_member.h"
#include "render/listing/c2c_text.h"

/* Members of an object of counts, in the order of enum c2c_count. */
static const char *const count_names[NR_C2C_COUNTS] = {
	[C2C_RECORDS] = "records",
	[C2C_LOCKED] = "locked",
	[C2C_STORES] = "stores",
	[C2C_STORE_UNCACHED] = "store_uncached",
	[C2C_STORE_NO_ADDRESS] = "store_no_address",
	[C2C_STORE_L1_HIT] = "store_l1_hit",
	[C2C_STORE_L1_MISS] = "store_l1_miss",
	[C2C_STORE_NA] = "store_level_unknown",
	[C2C_LOADS] = "loads",
	[C2C_LOAD_EXCLUSIVE] = "load_exclusive",
	[C2C_LOAD_SHARED] = "load_shared",
	[C2C_LOAD_UNCACHED] = "load_uncached",
	[C2C_LOAD_IO] = "load_io",
	[C2C_LOAD_MISS] = "load_miss",
	[C2C_LOAD_NO_ADDRESS] = "load_no_address",
	[C2C_LOAD_FILL_BUFFER] = "load_fill_buffer",
	[C2C_LOAD_L1] = "load_l1",
	[C2C_LOAD_L2] = "load_l2",
	[C2C_LOAD_LLC] = "load_llc",
	[C2C_LOCAL_HITM] = "local_hitm",
	[C2C_REMOTE_HITM] = "remote_hitm",
	[C2C_LOCAL_PEER] = "local_peer",
	[C2C_REMOTE_PEER] = "remote_peer",
	[C2C_REMOTE_HIT] = "remote_hit",
	[C2C_LOCAL_DRAM] = "local_dram",
	[C2C_REMOTE_DRAM] = "remote_dram",
	[C2C_BLOCKED_DATA] = "blocked_by_data",
	[C2C_BLOCKED_ADDRESS] = "blocked_by_address",
	[C2C_NO_MAP] = "nothing_mapped",
	[C2C_NO_PARSE] = "neither_load_nor_store",
};
static const char *const cycle_names[NR_C2C_CYCLES] = { "remote_hitm", "local_hitm", "remote_peer", "local_peer",
							"load" };
static const char *const field_names[NR_C2C_FIELDS] = { "pid", "tid", "iaddr", "dso" };

/* "counts": {...}: what there is, so that a row is no longer than it has to be. */
static void put_counts(const struct c2c_stats *stats, struct outbuf *out)
{
	bool first = true;
	out_lit(out, "\"counts\": {");
	for (size_t i = 0; i < NR_C2C_COUNTS; i++) {
		if (!stats->counts[i]) continue;
		if (!first) out_lit(out, ", ");
		first = false;
		json_member_number(out, count_names[i], stats->counts[i], "");
	}
	out_char(out, '}');
}

static bool has_field(const struct c2c_result *result, enum c2c_field field)
{
	for (size_t i = 0; i < result->nr_fields; i++)
		if (result->fields[i] == field) return true;
	return false;
}

static void put_nodes(const struct c2c_row *row, struct outbuf *out)
{
	out_lit(out, "\"nodes\": [");
	for (size_t i = 0; i < row->nr_nodes; i++) {
		out_str(out, i ? ", {" : "{");
		json_member_number(out, "node", row->nodes[i].node, ", ");
		json_member_text(out, "cpus", row->nodes[i].cpus, ", ");
		json_member_number(out, "displayed", row->nodes[i].displayed, ", ");
		json_member_number(out, "stores", row->nodes[i].stores, "}");
	}
	out_lit(out, "], ");
}

/* Members that -c leaves out are those of any access, so they are not there. */
static void put_row(const struct c2c_result *result, const struct c2c_row *row, struct outbuf *out)
{
	bool first = true;
	out_lit(out, "\t\t{");
	json_member_number(out, "offset", row->offset, ", ");
	if (has_field(result, C2C_FIELD_PID)) json_member_signed(out, "pid", (int32_t)row->pid, ", ");
	if (has_field(result, C2C_FIELD_TID)) {
		json_member_signed(out, "tid", (int32_t)row->tid, ", ");
		json_member_text(out, "comm", row->comm, ", ");
	}
	if (has_field(result, C2C_FIELD_CODE)) {
		json_member_address(out, "address", row->code_address, ", ");
		json_member_text(out, "symbol", row->symbol, ", ");
		if (row->source) json_member_text(out, "source", row->source, ", ");
	}
	if (has_field(result, C2C_FIELD_CODE) || has_field(result, C2C_FIELD_OBJECT))
		json_member_text(out, "dso", row->object, ", ");
	json_member_number(out, "cpus", row->nr_cpus, ", ");
	put_nodes(row, out);
	out_lit(out, "\"cycles\": {");
	for (size_t i = 0; i < NR_C2C_CYCLES; i++) {
		if (row->cycles[i] == 0) continue;
		out_printf(out, "%s\"%s\": ", first ? "" : ", ", cycle_names[i]);
		out_float(out, row->cycles[i], 0, 6);
		first = false;
	}
	out_lit(out, "}, ");
	put_counts(row->stats, out);
	out_char(out, '}');
}

static void put_line(const struct c2c_result *result, const struct c2c_line *line, struct outbuf *out)
{
	out_lit(out, "\t{");
	json_member_address(out, "address", line->address, ", ");
	json_member_text(out, "symbol", line->symbol, ", ");
	json_member_text(out, "dso", line->object, ", ");
	json_member_text(out, "memory_nodes", line->memory_nodes, ", ");
	json_member_number(out, "physical_moves", line->nr_moves, ",\n\t");
	put_counts(&line->stats, out);
	out_lit(out, ",\n\t\"rows\": [");
	for (size_t i = 0; i < line->nr_rows; i++) {
		out_str(out, i ? ",\n" : "\n");
		put_row(result, &line->rows[i], out);
	}
	out_lit(out, "\n\t]}");
}

void c2c_json(const struct c2c_result *result, struct outbuf *out)
{
	static const char *const displays[] = { "tot", "lcl", "rmt", "peer" };
	out_lit(out, "{\n\"perf-c2c-json-version\": 1,\n");
	json_member_text(out, "display", displays[result->display], ",\n");
	json_member_number(out, "line_bytes", result->line_bytes, ",\n\"coalesce\": [");
	for (size_t i = 0; i < result->nr_fields; i++)
		out_printf(out, "%s\"%s\"", i ? ", " : "", field_names[result->fields[i]]);
	out_lit(out, "],\n\"all\": {");
	put_counts(&result->all, out);
	out_lit(out, "},\n\"shared\": {");
	json_member_number(out, "lines", result->nr_shared, ", ");
	put_counts(&result->shared, out);
	out_lit(out, "},\n");
	json_member_number(out, "hidden_lines", result->nr_hidden, ",\n\"lines\": [");
	for (size_t i = 0; i < result->nr_lines; i++) {
		out_str(out, i ? ",\n" : "\n");
		put_line(result, &result->lines[i], out);
	}
	out_lit(out, "\n]\n}\n");
}
