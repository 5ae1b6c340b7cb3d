/* Cache lines, and the rows of each, as columns. A column is a row of a table here: its titles, how wide it is, and
 * what it shows; columns whose group has a title of its own stand below that.
 *
 *     #        ----- HITM -----  ------- Store Refs ------
 *     #   Num  RmtHitm  LclHitm   L1 Hit  L1 Miss      N/A
 *     # .....  .......  .......  .......  .......  ....... */
#include "render/listing/c2c_tables.h"
#include "base/printable.h"

/* Names of functions are cut to this, unless --full-symbols was given. */
enum { SYMBOL_WIDTH = 30, ADDRESS_WIDTH = 22 /* with the mode */, OBJECT_WIDTH = 16, MAX_COLUMNS = 32 };

/* What the functions of columns may ask. Of lines row is NULL. */
struct cell {
	const struct c2c_result *result;
	const struct c2c_text_style *style;
	const struct c2c_line *line;
	const struct c2c_row *row;
	size_t index;       /* of the line */
	uint64_t displayed; /* of all lines */
	unsigned nr_nodes;
};
struct column {
	const char *above, *title; /* above: of the group that begins here; "" within it */
	unsigned width;
	/* Appends the cell, which is then padded to the width: on the left, or with is_left on the right. */
	void (*put)(const struct cell *cell, struct outbuf *out);
	enum c2c_count count; /* where put shows a count */
	bool is_left, is_count;
};
struct columns {
	struct column items[MAX_COLUMNS];
	size_t count;
};

static void add(struct columns *columns, const char *above, const char *title, unsigned width,
		void (*put)(const struct cell *, struct outbuf *))
{
	columns->items[columns->count++] =
		(struct column){ .above = above, .title = title, .width = width, .put = put };
}

static void add_count(struct columns *columns, const char *above, const char *title, unsigned width,
		      enum c2c_count count)
{
	columns->items[columns->count++] =
		(struct column){ .above = above, .title = title, .width = width, .count = count, .is_count = true };
}

/* The three lines of titles. */
static void put_titles(const struct columns *columns, struct outbuf *out)
{
	out_lit(out, "#\n#");
	for (size_t i = 0; i < columns->count; i++) {
		const struct column *c = &columns->items[i];
		if (!c->above) {
			out_spaces(out, (i ? 2 : 1) + c->width);
		} else if (*c->above) {
			out_lit(out, "  ");
			out_right(out, c->above, c->width);
		}
	}
	out_lit(out, "\n# ");
	for (size_t i = 0; i < columns->count; i++) {
		if (i) out_lit(out, "  ");
		out_right(out, columns->items[i].title, columns->items[i].width);
	}
	out_lit(out, "\n# ");
	for (size_t i = 0; i < columns->count; i++) {
		if (i) out_lit(out, "  ");
		for (unsigned n = 0; n < columns->items[i].width; n++) out_char(out, '.');
	}
	out_lit(out, "\n#\n");
}

/* Writes the cell into scratch, as a text; returns how wide it is. Numbers have no characters of several bytes. */
static unsigned cell_width(const struct column *column, const struct cell *cell, struct outbuf *scratch)
{
	scratch->size = 0;
	if (column->put) column->put(cell, scratch);
	const unsigned size_bytes = (unsigned)scratch->size;
	out_char(scratch, '\0');
	return column->is_left ? (unsigned)printable_width(scratch->data) : size_bytes;
}

static void put_cells(const struct columns *columns, const struct cell *cell, struct outbuf *scratch,
		      struct outbuf *out)
{
	const struct c2c_stats *stats = cell->row ? cell->row->stats : &cell->line->stats;
	for (size_t i = 0; i < columns->count; i++) {
		const struct column *c = &columns->items[i];
		out_lit(out, "  ");
		if (c->is_count) {
			out_dec(out, stats->counts[c->count], c->width);
			continue;
		}
		unsigned width = cell_width(c, cell, scratch), fill = c->width - MIN(c->width, width);
		if (!c->is_left) out_spaces(out, fill);
		out_mem(out, scratch->data, scratch->size - 1);
		if (c->is_left && i + 1 < columns->count) out_spaces(out, fill);
	}
	out_char(out, '\n');
}

/* ---- lines */

static void put_index(const struct cell *cell, struct outbuf *out) { out_dec(out, cell->index, 0); }
static void put_hex(uint64_t number, struct outbuf *out)
{
	out_lit(out, "0x");
	out_hex(out, number, 0);
}
static void put_address(const struct cell *cell, struct outbuf *out) { put_hex(cell->line->address, out); }
static void put_memory_nodes(const struct cell *cell, struct outbuf *out)
{
	out_str(out, cell->row ? cell->row->memory_nodes : cell->line->memory_nodes);
}
static void put_moves(const struct cell *cell, struct outbuf *out)
{
	out_dec(out, cell->row ? cell->row->nr_moves : cell->line->nr_moves, 0);
}
static void put_percent(uint64_t part, uint64_t all, struct outbuf *out)
{
	out_float(out, all ? 100.0 * (double)part / (double)all : 0.0, 0, 2);
	out_char(out, '%');
}
static void put_displayed(const struct cell *cell, struct outbuf *out)
{
	put_percent(c2c_displayed(&cell->line->stats, cell->result->display), cell->displayed, out);
}
static void put_hitm(const struct cell *cell, struct outbuf *out) { out_dec(out, c2c_hitm(&cell->line->stats), 0); }
static void put_peer(const struct cell *cell, struct outbuf *out) { out_dec(out, c2c_peer(&cell->line->stats), 0); }
static void put_served(const struct cell *cell, struct outbuf *out)
{
	out_dec(out, c2c_served(cell->row ? cell->row->stats : &cell->line->stats), 0);
}
static void put_loads(const struct cell *cell, struct outbuf *out)
{
	out_dec(out, c2c_served_loads(&cell->line->stats), 0);
}

static void line_columns(struct columns *to, enum c2c_display display, bool double_lines)
{
	static const char *const kinds[] = { "Tot", "Lcl", "Rmt", "Peer" };
	const bool peer = display == C2C_DISPLAY_PEER;
	add(to, NULL, "Index", 5, put_index);
	add(to, double_lines ? "------- Double-Cacheline -------" : "----------- Cacheline ----------", "Address", 18,
	    put_address);
	add(to, "", "Node", 4, put_memory_nodes);
	add(to, "", "PA cnt", 6, put_moves);
	add(to, kinds[display], peer ? "Snoop" : "Hitm", 7, put_displayed);
	add(to, peer ? "------- Load Peer -------" : "------- Load Hitm -------", "Total", 7,
	    peer ? put_peer : put_hitm);
	add_count(to, "", peer ? "Local" : "LclHitm", 7, peer ? C2C_LOCAL_PEER : C2C_LOCAL_HITM);
	add_count(to, "", peer ? "Remote" : "RmtHitm", 7, peer ? C2C_REMOTE_PEER : C2C_REMOTE_HITM);
	add(to, "Total", "records", 7, put_served);
	add(to, "Total", "Loads", 7, put_loads);
	add_count(to, "Total", "Stores", 7, C2C_STORES);
	add_count(to, "--------- Stores --------", "L1Hit", 7, C2C_STORE_L1_HIT);
	add_count(to, "", "L1Miss", 7, C2C_STORE_L1_MISS);
	add_count(to, "", "N/A", 7, C2C_STORE_NA);
	add_count(to, "----- Core Load Hit -----", "FB", 7, C2C_LOAD_FILL_BUFFER);
	add_count(to, "", "L1", 7, C2C_LOAD_L1);
	add_count(to, "", "L2", 7, C2C_LOAD_L2);
	add_count(to, "- LLC Load Hit --", "LclHit", 8, C2C_LOAD_LLC);
	add_count(to, "", "LclHitm", 7, C2C_LOCAL_HITM);
	add_count(to, "- RMT Load Hit --", "RmtHit", 8, C2C_REMOTE_HIT);
	add_count(to, "", "RmtHitm", 7, C2C_REMOTE_HITM);
	add_count(to, "--- Load Dram ----", "Lcl", 8, C2C_LOCAL_DRAM);
	add_count(to, "", "Rmt", 8, C2C_REMOTE_DRAM);
}

void c2c_text_lines(const struct c2c_result *result, struct outbuf *out)
{
	struct columns columns = { .count = 0 };
	struct cell cell = { .result = result, .displayed = c2c_displayed(&result->shared, result->display) };
	_cleanup_(out_done) struct outbuf scratch;
	out_init(&scratch, -1);
	c2c_text_heading("           Shared Data Cache Line Table          ", out);
	line_columns(&columns, result->display, result->double_lines);
	put_titles(&columns, out);
	for (cell.index = 0; cell.index < result->nr_lines; cell.index++) {
		cell.line = &result->lines[cell.index];
		put_cells(&columns, &cell, &scratch, out);
		if (out_flush_some(out) < 0) return; /* the buffer keeps the error */
	}
}

/* ---- rows */

/* Defines a column of a share of the line's. */
#define SHARE(id, counter)                                                                              \
	static void put_##id(const struct cell *cell, struct outbuf *out)                               \
	{                                                                                               \
		put_percent(cell->row->stats->counts[counter], cell->line->stats.counts[counter], out); \
	}
SHARE(remote_hitm, C2C_REMOTE_HITM)
SHARE(local_hitm, C2C_LOCAL_HITM)
SHARE(remote_peer, C2C_REMOTE_PEER)
SHARE(local_peer, C2C_LOCAL_PEER)
SHARE(store_hit, C2C_STORE_L1_HIT)
SHARE(store_miss, C2C_STORE_L1_MISS)
SHARE(store_na, C2C_STORE_NA)

static void put_offset(const struct cell *cell, struct outbuf *out) { put_hex(cell->row->offset, out); }
static void put_pid(const struct cell *cell, struct outbuf *out) { out_sdec(out, (int32_t)cell->row->pid, 0); }
static void put_tid(const struct cell *cell, struct outbuf *out)
{
	out_printf(out, "%7d:", (int32_t)cell->row->tid);
	out_name(out, cell->row->comm);
}
static void put_code(const struct cell *cell, struct outbuf *out) { put_hex(cell->row->code_address, out); }

#define CYCLES(id, which)                                                 \
	static void put_##id(const struct cell *cell, struct outbuf *out) \
	{                                                                 \
		out_float(out, cell->row->cycles[which], 0, 0);           \
	}
CYCLES(cycles_remote_hitm, C2C_CYCLES_REMOTE_HITM)
CYCLES(cycles_local_hitm, C2C_CYCLES_LOCAL_HITM)
CYCLES(cycles_remote_peer, C2C_CYCLES_REMOTE_PEER)
CYCLES(cycles_local_peer, C2C_CYCLES_LOCAL_PEER)
CYCLES(cycles_load, C2C_CYCLES_LOAD)

static void put_cpus(const struct cell *cell, struct outbuf *out) { out_dec(out, cell->row->nr_cpus, 0); }

static void put_symbol(const struct cell *cell, struct outbuf *out)
{
	const struct c2c_row *row = cell->row;
	size_t begin = out->size;
	if (row->origin) out_printf(out, "%-#18llx %c ", (unsigned long long)row->code_in_object, row->origin);
	out_char(out, '[');
	out_char(out, row->level);
	out_lit(out, "] ");
	if (row->symbol) {
		out_name(out, row->symbol);
	} else {
		if (row->code_in_object) out_lit(out, "0x");
		out_hex0(out, row->code_in_object, 16);
	}
	/* as upstream: verbose texts of code without a symbol are whole, and stand out of the column */
	if (!cell->style->full_symbols && row->symbol) out->size = MIN(out->size, begin + SYMBOL_WIDTH);
}
static void put_object(const struct cell *cell, struct outbuf *out)
{
	out_name(out, cell->row->object ? cell->row->object : "[unknown]");
}
static void put_source(const struct cell *cell, struct outbuf *out)
{
	out_name(out, cell->row->source ? cell->row->source : "");
}

/* A share of all that the row has, or that there is none. */
static void put_node_share(uint64_t part, uint64_t all, struct outbuf *out)
{
	if (all) out_printf(out, "%5.1f%%", 100.0 * (double)part / (double)all);
	else out_right(out, "n/a", 6);
}

/* Nodes whose CPUs took part, as -N wants them. With shares each node has its place, so that they are lined up. */
static void put_nodes(const struct cell *cell, struct outbuf *out)
{
	enum { SHARES_WIDTH = 20 };
	const struct c2c_row *row = cell->row;
	const unsigned info = cell->style->node_info;
	bool first = true;
	size_t next = 0;
	for (uint32_t number = 0; number < cell->nr_nodes; number++) {
		const struct c2c_node *node = next < row->nr_nodes ? &row->nodes[next] : NULL;
		const bool is_there = node && node->node == number;
		if (!is_there && info != 1) continue;
		if (!first) out_char(out, ' ');
		first = false;
		if (!is_there) {
			out_spaces(out, SHARES_WIDTH);
			continue;
		}
		next++;
		out_printf(out, "%2u", number);
		if (info == 1) {
			out_printf(out, "{%2u ", node->nr_cpus);
			put_node_share(node->displayed, c2c_displayed(row->stats, cell->result->display), out);
			out_char(out, ' ');
			put_node_share(node->stores, row->stats->counts[C2C_STORES], out);
			out_char(out, '}');
		} else if (info > 1) {
			out_printf(out, "{%s}", node->cpus);
		}
	}
}

static bool has_field(const struct c2c_result *result, enum c2c_field field)
{
	for (size_t i = 0; i < result->nr_fields; i++)
		if (result->fields[i] == field) return true;
	return false;
}

static void row_columns(struct columns *to, const struct c2c_result *result, const struct c2c_text_style *style)
{
	static const char *const node_titles[] = { "Node", "Node{cpus %hitms %stores}", "Node{cpu list}" };
	const bool peer = result->display == C2C_DISPLAY_PEER, code = has_field(result, C2C_FIELD_CODE);
	add(to, NULL, "Num", 5, NULL);
	add(to, peer ? "-- Peer Snoop --" : "----- HITM -----", peer ? "Rmt" : "RmtHitm", 7,
	    peer ? put_remote_peer : put_remote_hitm);
	add(to, "", peer ? "Lcl" : "LclHitm", 7, peer ? put_local_peer : put_local_hitm);
	add(to, "------- Store Refs ------", "L1 Hit", 7, put_store_hit);
	add(to, "", "L1 Miss", 7, put_store_miss);
	add(to, "", "N/A", 7, put_store_na);
	add(to, "--------- Data address ---------", "Offset", 18, put_offset);
	add(to, "", "Node", 4, put_memory_nodes);
	add(to, "", "PA cnt", 6, put_moves);
	if (has_field(result, C2C_FIELD_PID)) add(to, NULL, "Pid", 7, put_pid);
	if (has_field(result, C2C_FIELD_TID)) add(to, NULL, "Tid", 0, put_tid);
	if (code) add(to, NULL, "Code address", 18, put_code);
	add(to, "---------- cycles ----------", peer ? "rmt peer" : "rmt hitm", 8,
	    peer ? put_cycles_remote_peer : put_cycles_remote_hitm);
	add(to, "", peer ? "lcl peer" : "lcl hitm", 8, peer ? put_cycles_local_peer : put_cycles_local_hitm);
	add(to, "", "load", 8, put_cycles_load);
	add(to, "Total", "records", 7, put_served);
	add(to, "cpu", "cnt", 8, put_cpus);
	if (code) add(to, NULL, "Symbol", 0, put_symbol);
	if (code || has_field(result, C2C_FIELD_OBJECT)) add(to, "Shared", "Object", 0, put_object);
	if (code && !style->no_source) add(to, NULL, "Source:Line", 11, put_source);
	add(to, NULL,
	    peer && style->node_info == 1 ? "Node{cpus %peers %stores}" : node_titles[MIN(style->node_info, 2u)], 4,
	    put_nodes);
	for (size_t i = 0; i < to->count; i++)
		to->items[i].is_left = to->items[i].put == put_symbol || to->items[i].put == put_object ||
				       to->items[i].put == put_source || to->items[i].put == put_nodes ||
				       to->items[i].put == put_tid;
}

/* Columns of texts become as wide as their widest cell. */
static void fit_columns(struct columns *columns, struct cell cell, struct outbuf *scratch)
{
	for (size_t i = 0; i < cell.result->nr_lines; i++) {
		cell.line = &cell.result->lines[i];
		for (size_t n = 0; n < cell.line->nr_rows; n++) {
			cell.row = &cell.line->rows[n];
			for (size_t k = 0; k < columns->count; k++) {
				struct column *c = &columns->items[k];
				if (!c->is_left || c->put == put_nodes) continue;
				if (c->put == put_symbol && !cell.style->full_symbols && c->width >= SYMBOL_WIDTH)
					continue;
				unsigned width = cell_width(c, &cell, scratch);
				if (c->put == put_symbol && !cell.row->symbol) width = ADDRESS_WIDTH;
				c->width = MAX(c->width, width);
				/* As upstream: room for an address where a symbol is missing. */
				if (c->put == put_object && !cell.row->symbol) c->width = MAX(c->width, OBJECT_WIDTH);
			}
		}
	}
}

/* "      0        8       11 ...  0x404100" between rules: what the shares below are of. */
static void put_line_head(const struct cell *cell, struct outbuf *out)
{
	static const char rule[] = "  ----------------------------------------------------------------------\n";
	const bool peer = cell->result->display == C2C_DISPLAY_PEER;
	const enum c2c_count counts[] = { peer ? C2C_REMOTE_PEER : C2C_REMOTE_HITM,
					  peer ? C2C_LOCAL_PEER : C2C_LOCAL_HITM, C2C_STORE_L1_HIT, C2C_STORE_L1_MISS,
					  C2C_STORE_NA };
	_cleanup_(out_done) struct outbuf address;
	out_str(out, rule);
	out_lit(out, "  ");
	out_dec(out, cell->index, 5);
	for (size_t i = 0; i < ARRAY_SIZE(counts); i++) {
		out_lit(out, "  ");
		out_dec(out, cell->line->stats.counts[counts[i]], 7);
	}
	out_init(&address, -1);
	put_hex(cell->line->address, &address);
	out_char(&address, '\0');
	out_lit(out, "  ");
	out_right(out, address.data, 18);
	out_char(out, '\n');
	out_str(out, rule);
}

/* Who called the code of the row; shares are of all rows of the line. */
static void put_graph(const struct cell *cell, struct outbuf *out)
{
	struct tree_text_options options = cell->style->graph;
	if (!cell->row->graph) return;
	options.total_period = cell->line->period;
	if (tree_text(cell->row->graph, &options, cell->row->period, out) && options.style != TREE_FOLDED &&
	    options.style != TREE_FLAT)
		out_char(out, '\n');
}

void c2c_text_rows(const struct c2c_result *result, const struct c2c_text_style *style, struct outbuf *out)
{
	struct columns columns = { .count = 0 };
	struct cell cell = { .result = result, .style = style };
	_cleanup_(out_done) struct outbuf scratch;
	out_init(&scratch, -1);
	c2c_text_heading("      Shared Cache Line Distribution Pareto      ", out);
	if (!result->nr_lines) {
		out_lit(out, "#\n");
		return;
	}
	for (size_t i = 0; i < result->nr_lines; i++)
		for (size_t n = 0; n < result->lines[i].nr_rows; n++) {
			const struct c2c_row *row = &result->lines[i].rows[n];
			if (row->nr_nodes) cell.nr_nodes = MAX(cell.nr_nodes, row->nodes[row->nr_nodes - 1].node + 1);
		}
	row_columns(&columns, result, style);
	fit_columns(&columns, cell, &scratch);
	put_titles(&columns, out);
	for (cell.index = 0; cell.index < result->nr_lines; cell.index++) {
		cell.line = &result->lines[cell.index];
		if (cell.index) out_char(out, '\n');
		put_line_head(&cell, out);
		for (size_t n = 0; n < cell.line->nr_rows; n++) {
			cell.row = &cell.line->rows[n];
			put_cells(&columns, &cell, &scratch, out);
			put_graph(&cell, out);
		}
		if (out_flush_some(out) < 0) return;
	}
}
