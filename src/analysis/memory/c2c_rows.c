/* The result: lines by what is displayed, rows of each by offset, with their names. */
#include "analysis/memory/c2c_private.h"
#include "base/outbuf.h"
#include "base/sort.h"
#include "frame/frame_line.h"
#include "symbol/object.h"

/* Lines with a smaller share of the displayed accesses are hidden without --show-all: upstream's limit, whose manual
 * page has another. */
#define LEAST_SHARE 0.001

/* What orders while rows are made. */
struct ordering {
	const struct c2c *c2c;
	const struct key *line_key; /* dcacheline: the order of lines that are alike */
};
/* What is sorted has with it what mostly decides: there can be a line and a row for each access, and to look each of
 * them up in its array takes longer than all else. */
struct line_item {
	uint64_t displayed;
	uint32_t line, place;
};
struct entry_item {
	uint32_t line, offset, entry;
};

static int compare(uint64_t a, uint64_t b) { return (a > b) - (a < b); }

static int by_displayed(const void *left, const void *right, void *ctx)
{
	const struct ordering *o = ctx;
	const struct line_item *a = left, *b = right;
	int order = compare(b->displayed, a->displayed);
	return order ? order : o->line_key->order(o->c2c->env, a->place, b->place);
}

/* More of what is displayed first; among equal local or remote ones, more of the other kind. */
static int by_stats(const struct c2c_stats *a, const struct c2c_stats *b, enum c2c_display display)
{
	int order = compare(c2c_displayed(b, display), c2c_displayed(a, display));
	if (order || display == C2C_DISPLAY_TOTAL || display == C2C_DISPLAY_PEER) return order;
	return compare(c2c_hitm(b), c2c_hitm(a));
}

static int by_field(const struct c2c_entry *a, const struct c2c_entry *b, enum c2c_field field)
{
	switch (field) {
	case C2C_FIELD_PID: return compare(a->key.pid, b->key.pid);
	case C2C_FIELD_TID: return compare(a->key.tid, b->key.tid);
	case C2C_FIELD_CODE:
		if (a->code->ip != b->code->ip) return (int64_t)a->code->ip < (int64_t)b->code->ip ? -1 : 1;
		return 0;
	default:
		if (!a->key.object || !b->key.object) return (b->key.object != NULL) - (a->key.object != NULL);
		return strcmp(a->key.object, b->key.object);
	}
}

/* Lines stand together; within one, rows. */
static int by_offset(const void *left, const void *right, void *ctx)
{
	const struct ordering *o = ctx;
	const struct entry_item *l = left, *r = right;
	if (l->line != r->line) return compare(l->line, r->line);
	if (l->offset != r->offset) return compare(l->offset, r->offset);
	const struct c2c_entry *a = &o->c2c->entries.items[l->entry], *b = &o->c2c->entries.items[r->entry];
	int order = by_stats(&a->stats, &b->stats, o->c2c->options.display);
	for (size_t i = 0; order == 0 && i < o->c2c->options.nr_fields; i++)
		order = by_field(a, b, o->c2c->options.fields[i]);
	if (order) return order;
	/* Code of one address in several objects: whichever was first. */
	return compare(l->entry, r->entry);
}

/* ---- texts */

/* Appends "0-3,5" for the bits that are set, behind what is there. */
static void put_list(struct outbuf *out, const uint64_t *words, size_t nr_bits)
{
	bool any = false;
	for (size_t from = 0; from < nr_bits; from++) {
		size_t to = from;
		if (!(words[from / 64] >> from % 64 & 1)) continue;
		while (to + 1 < nr_bits && words[(to + 1) / 64] >> (to + 1) % 64 & 1) to++;
		if (any) out_char(out, ',');
		out_dec(out, from, 0);
		if (to > from) {
			out_char(out, '-');
			out_dec(out, to, 0);
		}
		any = true;
		from = to;
	}
}

static const char *keep_text(struct c2c *c2c, struct outbuf *out)
{
	out_char(out, '\0');
	const char *text = arena_strdup(&c2c->arena, out->data);
	out->size = 0;
	return text;
}

static const char *memory_nodes(struct c2c *c2c, const struct c2c_memory *memory, struct outbuf *out)
{
	if (!memory->nodes) return "N/A";
	put_list(out, &memory->nodes, 64);
	return keep_text(c2c, out);
}

/* ---- rows */

static bool has_cpu(const struct c2c_cpus *cpus, uint32_t cpu)
{
	if (cpu < 64) return cpus->low >> cpu & 1;
	return cpu / 64 - 1 < cpus->nr_high && cpus->high[cpu / 64 - 1] >> cpu % 64 & 1;
}

static uint32_t count_cpus(const struct c2c_cpus *cpus)
{
	uint32_t count = (uint32_t)__builtin_popcountll(cpus->low);
	for (uint32_t i = 0; i < cpus->nr_high; i++) count += (uint32_t)__builtin_popcountll(cpus->high[i]);
	return count;
}

static uint64_t displayed_of_node(const struct c2c_node_sums *sums, enum c2c_display display)
{
	switch (display) {
	case C2C_DISPLAY_LOCAL: return sums->local_hitm;
	case C2C_DISPLAY_REMOTE: return sums->remote_hitm;
	case C2C_DISPLAY_PEER: return sums->peer;
	default: return (uint64_t)sums->local_hitm + sums->remote_hitm;
	}
}

/* The nodes whose CPUs took part. */
static void make_nodes(struct c2c *c2c, const struct c2c_entry *entry, struct c2c_row *row, struct outbuf *out)
{
	struct c2c_node *nodes = c2c->row_nodes;
	uint64_t *bits = c2c->row_cpus;
	for (uint32_t node = 0; node < c2c->nr_nodes; node++) {
		struct c2c_node *to = &nodes[row->nr_nodes];
		memset(bits, 0, (c2c->nr_cpus / 64 + 1) * sizeof(*bits));
		to->nr_cpus = 0;
		for (uint32_t cpu = 0; cpu < c2c->nr_cpus; cpu++) {
			if (c2c->node_of_cpu[cpu] != node || !has_cpu(&entry->cpus, cpu)) continue;
			bits[cpu / 64] |= 1ull << cpu % 64;
			to->nr_cpus++;
		}
		if (!to->nr_cpus) continue;
		put_list(out, bits, c2c->nr_cpus);
		*to = (struct c2c_node){ .node = node,
					 .nr_cpus = to->nr_cpus,
					 .cpus = keep_text(c2c, out),
					 .displayed = displayed_of_node(&entry->nodes[node], c2c->options.display),
					 .stores = entry->nodes[node].stores };
		row->nr_nodes++;
	}
	row->nodes = arena_memdup(&c2c->arena, nodes, row->nr_nodes * sizeof(*nodes));
}

/* "w.c:5"; where no line is known the object and the address in it. */
static const char *source_of(struct c2c *c2c, const struct frame *code, struct outbuf *out)
{
	const char *source = key_env_text_of(c2c->env, key_env_source_line(c2c->env, code));
	if (code->symbol || !code->map || strcmp(source, "??:0") != 0) return source;
	frame_line_address(key_env_frames(c2c->env), code, out);
	return keep_text(c2c, out);
}

/* Verbose: where the symbols of the code's object came from. */
static char origin_of(const struct c2c *c2c, const struct frame *code)
{
	if (!c2c->options.verbose) return 0;
	return code->map ? object_origin_letter(frame_space_object(key_env_frames(c2c->env), code->map->dso)) : '!';
}

static void make_row(struct c2c *c2c, const struct c2c_entry *entry, struct c2c_row *row, struct outbuf *out)
{
	const struct frame *code = entry->code;
	*row = (struct c2c_row){ .offset = entry->key.offset,
				 .pid = entry->first_pid,
				 .tid = entry->first_tid,
				 .comm = entry->comm,
				 .code_address = code->ip,
				 .code_in_object = code->object_addr,
				 .level = code->level,
				 .symbol = code->symbol ? code->symbol->name : NULL,
				 .origin = origin_of(c2c, code),
				 .object = c2c_object_name(c2c, code),
				 .stats = &entry->stats,
				 .nr_cpus = count_cpus(&entry->cpus),
				 .memory_nodes = memory_nodes(c2c, &entry->memory, out),
				 .nr_moves = entry->memory.nr_moves };
	for (size_t i = 0; i < NR_C2C_CYCLES; i++)
		if (entry->nr_cycles[i]) row->cycles[i] = (double)entry->cycles[i] / (double)entry->nr_cycles[i];
	if (c2c->options.with_sources) row->source = source_of(c2c, code, out);
	make_nodes(c2c, entry, row, out);
}

/* Makes the rows of a line out of `count` entries, of which those without displayed accesses and stores are left out.
 */
static void make_line_rows(struct c2c *c2c, const struct entry_item *entries, size_t count, struct c2c_line *line,
			   struct outbuf *out)
{
	struct c2c_row *rows = arena_alloc(&c2c->arena, (count + 1) * sizeof(*rows));
	for (size_t i = 0; i < count; i++) {
		struct c2c_entry *entry = &c2c->entries.items[entries[i].entry];
		if (!c2c_displayed(&entry->stats, c2c->options.display) && !entry->stats.counts[C2C_STORES]) continue;
		make_row(c2c, entry, &rows[line->nr_rows], out);
		rows[line->nr_rows].id = (uint32_t)(entry - c2c->entries.items);
		vec_push(&c2c->rows, &rows[line->nr_rows++]);
		entry->row_1 = (uint32_t)c2c->rows.count;
	}
	line->rows = rows;
}

/* ---- lines */

static void make_line(struct c2c *c2c, const struct c2c_sums *sums, struct c2c_line *line, struct outbuf *out)
{
	const struct place *place = key_env_place_of(c2c->env, sums->place);
	*line = (struct c2c_line){ .address = place->ip & -(uint64_t)c2c->line_bytes,
				   .stats = sums->stats,
				   .period = sums->period,
				   .memory_nodes = memory_nodes(c2c, &sums->memory, out),
				   .nr_moves = sums->memory.nr_moves,
				   .symbol = place->symbol ? place->symbol->name : NULL,
				   .object = place->dso ? place->dso->short_name : NULL };
}

/* All lines that take part in sharing, whether they are displayed or not. */
static uint64_t add_shared(struct c2c *c2c)
{
	uint64_t displayed = 0;
	for (size_t i = 0; i < c2c->lines.count; i++) {
		const struct c2c_stats *stats = &c2c->lines.items[i].stats;
		displayed += c2c_displayed(stats, c2c->options.display);
		if (!c2c_hitm(stats) && !c2c_peer(stats)) continue;
		c2c->result.nr_shared++;
		c2c_stats_add(&c2c->result.shared, stats);
	}
	return displayed;
}

/* The lines that are shown, in order; the caller frees. *ret_shown has a 1 for each of them. Only these are sorted:
 * most lines of a large recording are one thread's. */
static size_t choose_lines(struct c2c *c2c, struct ordering *ordering, struct line_item **ret_lines,
			   uint8_t **ret_shown)
{
	const uint64_t displayed = add_shared(c2c);
	struct line_item *lines = xcalloc(c2c->lines.count + 1, sizeof(*lines));
	uint8_t *shown = xcalloc(c2c->lines.count + 1, 1);
	size_t count = 0;
	for (size_t i = 0; i < c2c->lines.count; i++) {
		uint64_t part = c2c_displayed(&c2c->lines.items[i].stats, c2c->options.display);
		if (!c2c->options.show_all && (!part || (double)part / (double)displayed < LEAST_SHARE)) {
			c2c->result.nr_hidden += part != 0;
			continue;
		}
		lines[count++] = (struct line_item){ part, (uint32_t)i, c2c->lines.items[i].place };
		shown[i] = 1;
	}
	if (count) sort_parallel(lines, count, sizeof(*lines), by_displayed, ordering, c2c->nr_workers);
	*ret_lines = lines;
	*ret_shown = shown;
	return count;
}

/* The rows of these lines, line by line; the caller frees. */
static size_t choose_entries(struct c2c *c2c, const uint8_t *shown, struct ordering *ordering, struct entry_item **ret)
{
	struct entry_item *entries = xcalloc(c2c->entries.count + 1, sizeof(*entries));
	size_t count = 0;
	for (size_t i = 0; i < c2c->entries.count; i++) {
		const struct c2c_key *key = &c2c->entries.items[i].key;
		if (shown[key->line]) entries[count++] = (struct entry_item){ key->line, key->offset, (uint32_t)i };
	}
	if (count) sort_parallel(entries, count, sizeof(*entries), by_offset, ordering, c2c->nr_workers);
	*ret = entries;
	return count;
}

void c2c_make_rows(struct c2c *c2c)
{
	struct ordering ordering = { .c2c = c2c, .line_key = key_find("dcacheline") };
	_free_ struct line_item *of_lines = NULL;
	_free_ struct entry_item *of_entries = NULL;
	_free_ uint8_t *shown = NULL;
	const size_t nr_lines = choose_lines(c2c, &ordering, &of_lines, &shown),
		     nr_entries = choose_entries(c2c, shown, &ordering, &of_entries);
	struct c2c_line *lines = arena_alloc(&c2c->arena, (nr_lines + 1) * sizeof(*lines));
	_free_ size_t *begins = xcalloc(c2c->lines.count + 1, sizeof(*begins));
	struct outbuf out;
	out_init(&out, -1);
	c2c->row_nodes = xcalloc(c2c->nr_nodes + 1, sizeof(*c2c->row_nodes));
	c2c->row_cpus = xcalloc(c2c->nr_cpus / 64 + 1, sizeof(*c2c->row_cpus));
	for (size_t i = nr_entries; i-- > 0;) begins[of_entries[i].line] = i;
	for (size_t i = 0; i < nr_lines; i++) {
		const uint32_t index = of_lines[i].line;
		size_t begin = begins[index], end = begin;
		make_line(c2c, &c2c->lines.items[index], &lines[i], &out);
		while (end < nr_entries && of_entries[end].line == index) end++;
		make_line_rows(c2c, of_entries + begin, end - begin, &lines[i], &out);
	}
	out_done(&out);
	c2c->result.lines = lines;
	c2c->result.nr_lines = nr_lines;
}

const struct frame *c2c_row_code(const struct c2c *c2c, uint32_t id) { return c2c->entries.items[id].code; }
