/* Lines and rows as typed cells: a column is a row of a table here. */
#include "tui/view/c2c_view_table.h"

/* Names are cut to this, unless they are wanted whole. */
enum { NAME_WIDTH = 30 };

/* Which number of a line a column has. */
struct count_column {
	const char *name, *title;
	enum c2c_count count;
};
static const struct count_column line_counts[] = { { "stores", "Stores", C2C_STORES },
						   { "store_l1_hit", "StL1Hit", C2C_STORE_L1_HIT },
						   { "store_l1_miss", "StL1Miss", C2C_STORE_L1_MISS },
						   { "store_na", "StN/A", C2C_STORE_NA },
						   { "fill_buffer", "FB", C2C_LOAD_FILL_BUFFER },
						   { "l1", "L1", C2C_LOAD_L1 },
						   { "l2", "L2", C2C_LOAD_L2 },
						   { "llc_hit", "LclHit", C2C_LOAD_LLC },
						   { "remote_hit", "RmtHit", C2C_REMOTE_HIT },
						   { "local_dram", "LclDram", C2C_LOCAL_DRAM },
						   { "remote_dram", "RmtDram", C2C_REMOTE_DRAM } };

static void add(struct table *table, const char *name, const char *title, enum column_kind kind)
{
	table_add_column(table, &(struct table_column){ .name = name,
							.title = title,
							.kind = kind,
							.align = kind == COLUMN_TEXT ? ALIGN_LEFT : ALIGN_RIGHT });
}

/* The cell of a text, as wide as which the column becomes. */
static void set_text(struct table *table, struct table_row *row, size_t column, const char *text)
{
	struct table_column *c = &table->columns.items[column];
	row->cells[column].text = text ? text : "";
	c->width = MAX(c->width, (unsigned)strlen(row->cells[column].text));
}

void c2c_table_lines(const struct c2c_result *result, struct table *table)
{
	static const char *const shares[] = { "Tot%", "Lcl%", "Rmt%", "Snoop%" };
	const bool peer = result->display == C2C_DISPLAY_PEER;
	const uint64_t all = c2c_displayed(&result->shared, result->display);
	add(table, "address", "Cacheline", COLUMN_ADDRESS);
	add(table, "share", shares[result->display], COLUMN_PERCENT);
	add(table, "displayed", peer ? "Peer" : "Hitm", COLUMN_COUNT);
	add(table, "local", peer ? "LclPeer" : "LclHitm", COLUMN_COUNT);
	add(table, "remote", peer ? "RmtPeer" : "RmtHitm", COLUMN_COUNT);
	add(table, "records", "Records", COLUMN_COUNT);
	add(table, "loads", "Loads", COLUMN_COUNT);
	const size_t first_count = table->columns.count;
	for (size_t i = 0; i < ARRAY_SIZE(line_counts); i++)
		add(table, line_counts[i].name, line_counts[i].title, COLUMN_COUNT);
	const size_t node = table->columns.count;
	add(table, "node", "Node", COLUMN_TEXT);
	add(table, "moves", "PA cnt", COLUMN_COUNT);
	add(table, "symbol", "Data symbol", COLUMN_TEXT);
	for (size_t i = 0; i < result->nr_lines; i++) {
		const struct c2c_line *line = &result->lines[i];
		const struct c2c_stats *stats = &line->stats;
		struct table_row *row = table_add_row(table);
		const uint64_t shown = c2c_displayed(stats, result->display);
		row->id = i + 1;
		row->cells[0].number = line->address;
		row->cells[1].value = all ? 100.0 * (double)shown / (double)all : 0;
		row->cells[2].number = peer ? c2c_peer(stats) : c2c_hitm(stats);
		row->cells[3].number = stats->counts[peer ? C2C_LOCAL_PEER : C2C_LOCAL_HITM];
		row->cells[4].number = stats->counts[peer ? C2C_REMOTE_PEER : C2C_REMOTE_HITM];
		row->cells[5].number = c2c_served(stats);
		row->cells[6].number = c2c_served_loads(stats);
		for (size_t n = 0; n < ARRAY_SIZE(line_counts); n++)
			row->cells[first_count + n].number = stats->counts[line_counts[n].count];
		set_text(table, row, node, line->memory_nodes);
		row->cells[node + 1].number = line->nr_moves;
		set_text(table, row, node + 2, line->symbol ? line->symbol : line->object);
	}
}

/* ---- rows */

/* Shares of what the line has of a count. */
static const struct count_column hitm_shares[] = { { "remote_hitm", "RmtHitm", C2C_REMOTE_HITM },
						   { "local_hitm", "LclHitm", C2C_LOCAL_HITM } },
				 peer_shares[] = { { "remote_peer", "RmtPeer", C2C_REMOTE_PEER },
						   { "local_peer", "LclPeer", C2C_LOCAL_PEER } },
				 store_shares[] = { { "store_l1_hit", "StL1Hit", C2C_STORE_L1_HIT },
						    { "store_l1_miss", "StL1Miss", C2C_STORE_L1_MISS },
						    { "store_na", "StN/A", C2C_STORE_NA } };

static bool has_field(const struct c2c_result *result, enum c2c_field field)
{
	for (size_t i = 0; i < result->nr_fields; i++)
		if (result->fields[i] == field) return true;
	return false;
}

static double share_of(const struct c2c_line *line, const struct c2c_row *row, enum c2c_count count)
{
	const uint32_t all = line->stats.counts[count];
	return all ? 100.0 * row->stats->counts[count] / all : 0;
}

/* What the columns of the rows are, of one line after another. */
static void add_row_columns(const struct c2c_result *result, const struct c2c_text_style *style, struct table *table)
{
	const bool peer = result->display == C2C_DISPLAY_PEER, code = has_field(result, C2C_FIELD_CODE);
	const struct count_column *shares = peer ? peer_shares : hitm_shares;
	static const char *const nodes[] = { "Node", "Node{cpus}", "Node{cpu list}" };
	for (size_t i = 0; i < ARRAY_SIZE(hitm_shares); i++)
		add(table, shares[i].name, shares[i].title, COLUMN_PERCENT);
	for (size_t i = 0; i < ARRAY_SIZE(store_shares); i++)
		add(table, store_shares[i].name, store_shares[i].title, COLUMN_PERCENT);
	add(table, "offset", "Offset", COLUMN_ADDRESS);
	if (has_field(result, C2C_FIELD_PID)) add(table, "pid", "Pid", COLUMN_NUMBER);
	if (has_field(result, C2C_FIELD_TID)) add(table, "tid", "Tid", COLUMN_TEXT);
	if (code) add(table, "code", "Code address", COLUMN_ADDRESS);
	add(table, "cycles_remote", peer ? "rmt peer" : "rmt hitm", COLUMN_NUMBER);
	add(table, "cycles_local", peer ? "lcl peer" : "lcl hitm", COLUMN_NUMBER);
	add(table, "cycles_load", "load", COLUMN_NUMBER);
	add(table, "records", "Records", COLUMN_COUNT);
	add(table, "cpus", "cpus", COLUMN_COUNT);
	if (code) add(table, "symbol", "Symbol", COLUMN_TEXT);
	if (code || has_field(result, C2C_FIELD_OBJECT)) add(table, "object", "Shared Object", COLUMN_TEXT);
	if (code && !style->no_source) add(table, "source", "Source:Line", COLUMN_TEXT);
	add(table, "node", nodes[MIN(style->node_info, 2u)], COLUMN_TEXT);
	add(table, "memory_node", "Memory", COLUMN_TEXT);
	add(table, "moves", "PA cnt", COLUMN_COUNT);
}

static const char *nodes_text(struct table *table, const struct c2c_row *row, unsigned info)
{
	struct outbuf out;
	out_init(&out, -1);
	for (size_t i = 0; i < row->nr_nodes; i++) {
		const struct c2c_node *node = &row->nodes[i];
		if (i) out_char(&out, ' ');
		out_dec(&out, node->node, 0);
		if (info == 1) out_printf(&out, "{%u}", node->nr_cpus);
		if (info > 1) out_printf(&out, "{%s}", node->cpus);
	}
	out_char(&out, '\0');
	const char *text = arena_strdup(&table->arena, out.data);
	out_done(&out);
	return text;
}

/* A name, or its beginning. */
static const char *name_text(struct table *table, const char *name, const struct c2c_text_style *style)
{
	if (!name || style->full_symbols || strlen(name) <= NAME_WIDTH) return name;
	return arena_strndup(&table->arena, name, NAME_WIDTH);
}

static const char *symbol_text(struct table *table, const struct c2c_row *row)
{
	if (row->symbol) return row->symbol;
	return arena_printf(&table->arena, "%#llx", (unsigned long long)row->code_in_object);
}

static void add_line_row(const struct c2c_result *result, const struct c2c_line *line, const struct c2c_row *from,
			 const struct c2c_text_style *style, struct table *table)
{
	const bool peer = result->display == C2C_DISPLAY_PEER, code = has_field(result, C2C_FIELD_CODE);
	const struct count_column *shares = peer ? peer_shares : hitm_shares;
	struct table_row *row = table_add_row(table);
	size_t n = 0;
	row->id = (uint64_t)(from - line->rows) + 1;
	row->period = from->period;
	row->graph = from->graph ? tree_copy(from->graph) : NULL;
	for (size_t i = 0; i < ARRAY_SIZE(hitm_shares); i++)
		row->cells[n++].value = share_of(line, from, shares[i].count);
	for (size_t i = 0; i < ARRAY_SIZE(store_shares); i++)
		row->cells[n++].value = share_of(line, from, store_shares[i].count);
	row->cells[n++].number = from->offset;
	if (has_field(result, C2C_FIELD_PID)) row->cells[n++].number = from->pid;
	if (has_field(result, C2C_FIELD_TID))
		set_text(table, row, n++, arena_printf(&table->arena, "%d:%s", (int32_t)from->tid, from->comm));
	if (code) row->cells[n++].number = from->code_address;
	row->cells[n++].number = (uint64_t)(from->cycles[peer ? C2C_CYCLES_REMOTE_PEER : C2C_CYCLES_REMOTE_HITM] + 0.5);
	row->cells[n++].number = (uint64_t)(from->cycles[peer ? C2C_CYCLES_LOCAL_PEER : C2C_CYCLES_LOCAL_HITM] + 0.5);
	row->cells[n++].number = (uint64_t)(from->cycles[C2C_CYCLES_LOAD] + 0.5);
	row->cells[n++].number = c2c_served(from->stats);
	row->cells[n++].number = from->nr_cpus;
	if (code) set_text(table, row, n++, name_text(table, symbol_text(table, from), style));
	if (code || has_field(result, C2C_FIELD_OBJECT))
		set_text(table, row, n++, from->object ? from->object : "[unknown]");
	if (code && !style->no_source) set_text(table, row, n++, name_text(table, from->source, style));
	set_text(table, row, n++, nodes_text(table, from, style->node_info));
	set_text(table, row, n++, from->memory_nodes);
	row->cells[n].number = from->nr_moves;
}

void c2c_table_rows(const struct c2c_result *result, const struct c2c_line *line, const struct c2c_text_style *style,
		    struct table *table)
{
	add_row_columns(result, style, table);
	for (size_t i = 0; i < line->nr_rows; i++) add_line_row(result, line, &line->rows[i], style, table);
}
