/* Lines of code: filled by annotate, read by renderers and views. */
#include "result/code_listing.h"

#include <string.h>

void code_listing_init(struct code_listing *listing)
{
	*listing = (struct code_listing){ 0 };
	arena_init(&listing->arena);
}

void code_listing_done(struct code_listing *listing)
{
	vec_done(&listing->events);
	vec_done(&listing->lines);
	vec_done(&listing->cells);
	vec_done(&listing->edges);
	vec_done(&listing->hot_lines);
	arena_done(&listing->arena);
}

struct code_line *code_add_line(struct code_listing *listing)
{
	struct code_line line = { .target_line = CODE_NO_LINE };
	vec_push(&listing->lines, line);
	for (size_t i = 0; i < listing->events.count; i++) vec_push(&listing->cells, (struct code_cell){ 0 });
	return &listing->lines.items[listing->lines.count - 1];
}

void code_line_set_text(struct code_listing *listing, struct code_line *line, const char *text)
{
	size_t nr_tabs = 0, column = 0;
	line->text = text;
	for (const char *at = strchr(text, '\t'); at; at = strchr(at + 1, '\t')) nr_tabs++;
	if (!nr_tabs) return;
	char *expanded = arena_alloc(&listing->arena, strlen(text) + nr_tabs * 7 + 1);
	for (; *text; text++) {
		if (*text != '\t') expanded[column++] = *text;
		else do
				expanded[column++] = ' ';
			while (column % 8);
	}
	expanded[column] = 0;
	line->text = expanded;
}

struct code_cell *code_cell(const struct code_listing *listing, size_t line, size_t event)
{
	return &listing->cells.items[line * listing->events.count + event];
}

/* Keeps of each row of nr_columns those that are marked; rows move together. */
static void keep_columns(void *items, size_t item_bytes, size_t nr_rows, const bool *keeps, size_t nr_columns)
{
	char *to = items;
	for (size_t i = 0; i < nr_rows * nr_columns; i++) {
		if (!keeps[i % nr_columns]) continue;
		memmove(to, (const char *)items + i * item_bytes, item_bytes);
		to += item_bytes;
	}
}

void code_drop_empty_events(struct code_listing *listing)
{
	size_t nr_events = listing->events.count, nr_kept = 0;
	bool *keeps = arena_zalloc(&listing->arena, (nr_events + 1) * sizeof(*keeps));
	for (size_t i = 0; i < nr_events; i++) nr_kept += keeps[i] = listing->events.items[i].all_samples > 0;
	if (!nr_kept || nr_kept == nr_events) return;
	keep_columns(listing->cells.items, sizeof(*listing->cells.items), listing->lines.count, keeps, nr_events);
	listing->cells.count = listing->lines.count * nr_kept;
	for (size_t i = 0; i < listing->hot_lines.count; i++)
		keep_columns(listing->hot_lines.items[i].percents, sizeof(double), 1, keeps, nr_events);
	keep_columns(listing->events.items, sizeof(*listing->events.items), 1, keeps, nr_events);
	listing->events.count = nr_kept;
}

double code_percent(const struct code_listing *listing, const struct code_cell *cell, size_t event,
		    enum code_percent percent)
{
	const struct code_event *of = &listing->events.items[event];
	const struct {
		uint64_t part, whole;
	} shares[] = {
		[CODE_LOCAL_PERIOD] = { cell->period, of->period },
		[CODE_LOCAL_HITS] = { cell->nr_samples, of->nr_samples },
		[CODE_GLOBAL_PERIOD] = { cell->period, of->all_period },
		[CODE_GLOBAL_HITS] = { cell->nr_samples, of->all_samples },
	};
	return shares[percent].whole ? 100.0 * (double)shares[percent].part / (double)shares[percent].whole : 0;
}

/* The instruction at an address, by binary search over indexes of instructions. */
static uint32_t line_at(const struct code_listing *listing, const uint32_t *insns, size_t count, uint64_t vaddr)
{
	size_t low = 0, high = count;
	while (low < high) {
		size_t middle = low + (high - low) / 2;
		if (listing->lines.items[insns[middle]].vaddr < vaddr) low = middle + 1;
		else high = middle;
	}
	return low < count && listing->lines.items[insns[low]].vaddr == vaddr ? insns[low] : CODE_NO_LINE;
}

void code_find_jumps(struct code_listing *listing)
{
	uint32_t *insns = xmalloc((listing->lines.count + 1) * sizeof(*insns));
	size_t count = 0;

	for (size_t i = 0; i < listing->lines.count; i++)
		if (listing->lines.items[i].kind == CODE_INSN) insns[count++] = (uint32_t)i;
	for (size_t i = 0; i < count; i++) {
		struct code_line *line = &listing->lines.items[insns[i]];
		if (!line->has_target) continue;
		line->target_line = line_at(listing, insns, count, line->target_vaddr);
		if (line->target_line == CODE_NO_LINE || line->flow == CODE_CALL) continue;
		listing->lines.items[line->target_line].nr_jumps_here++;
		vec_push(&listing->edges, ((struct code_edge){ insns[i], line->target_line }));
	}
	free(insns);
}
