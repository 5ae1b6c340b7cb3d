#include "tui/view/text_entries.h"

/* Lines have numbers of 32 bits: what is behind is not shown as entries. */
enum { MAX_ENTRY_LINES = (1u << 31) - 1 };

void text_entries_begin(struct text_entries *entries, size_t first_line, bool folded)
{
	vec_clear(&entries->list);
	entries->next_line = first_line;
	entries->nr_rows = 0;
	entries->folded = folded;
	entries->has_begun = false;
}

void text_entries_done(struct text_entries *entries) { vec_done(&entries->list); }

static size_t rows_of(const struct text_entry *entry) { return entry->is_open ? entry->nr_lines : 1; }

/* The entry that was begun ends in front of end_line. */
static void end_entry(struct text_entries *entries, const struct text_filter *filter, size_t end_line)
{
	if (!entries->has_begun) return;
	entries->has_begun = false;
	if (entries->met != text_filter_all(filter)) return;
	struct text_entry entry = { .line = entries->begun_line,
				    .row = (uint32_t)entries->nr_rows,
				    .nr_lines = (uint32_t)MIN(end_line - entries->begun_line, MAX_ENTRY_LINES),
				    .is_open = !entries->folded };
	vec_push(&entries->list, entry);
	entries->nr_rows += rows_of(&entry);
}

bool text_entries_go_on(struct text_entries *entries, struct text_lines *lines, const struct text_filter *filter,
			size_t max_lines)
{
	size_t count = MIN(text_lines_count(lines), UINT32_MAX), end = MIN(count, entries->next_line + max_lines);
	bool is_last = text_lines_ended(lines, NULL) && end == text_lines_count(lines);
	bool any = entries->next_line < end;
	for (; entries->next_line < end; entries->next_line++) {
		const char *line = text_lines_get(lines, entries->next_line);
		struct text_heading heading;
		bool is_heading = text_is_heading(line);
		if (is_heading) {
			end_entry(entries, filter, entries->next_line);
			entries->has_begun = true;
			entries->begun_line = (uint32_t)entries->next_line;
			entries->met = 0;
			if (filter->conditions.count) text_heading_parse(line, &heading);
		}
		if (filter->conditions.count)
			entries->met |= text_filter_met(filter, line, is_heading ? &heading : NULL);
	}
	any |= is_last && entries->has_begun;
	if (is_last) end_entry(entries, filter, entries->next_line);
	return any;
}

/* The index of the last entry whose number, which grows, is at most `most`; SIZE_MAX: there is none. */
static size_t find(const struct text_entries *entries, size_t most, bool by_line)
{
	size_t first = 0, end = entries->list.count;
	while (first < end) {
		size_t middle = first + (end - first) / 2;
		const struct text_entry *entry = &entries->list.items[middle];
		if ((by_line ? entry->line : entry->row) <= most) first = middle + 1;
		else end = middle;
	}
	return first - 1;
}

size_t text_entries_line(const struct text_entries *entries, size_t row)
{
	if (row >= entries->nr_rows) return SIZE_MAX;
	const struct text_entry *entry = &entries->list.items[find(entries, row, false)];
	return entry->line + (row - entry->row);
}

size_t text_entries_row(const struct text_entries *entries, size_t line)
{
	size_t at = find(entries, line, true);
	if (at == SIZE_MAX) return 0;
	const struct text_entry *entry = &entries->list.items[at];
	size_t behind = line - entry->line;
	return entry->row + (behind < rows_of(entry) ? behind : 0);
}

/* Rows from an entry on. */
static void number_rows(struct text_entries *entries, size_t from)
{
	size_t row = from ? entries->list.items[from].row : 0;
	for (size_t i = from; i < entries->list.count; i++) {
		entries->list.items[i].row = (uint32_t)row;
		row += rows_of(&entries->list.items[i]);
	}
	entries->nr_rows = row;
}

size_t text_entries_toggle(struct text_entries *entries, size_t row)
{
	if (row >= entries->nr_rows) return row;
	size_t at = find(entries, row, false);
	entries->list.items[at].is_open = !entries->list.items[at].is_open;
	number_rows(entries, at);
	return entries->list.items[at].row;
}

void text_entries_fold(struct text_entries *entries, bool folded)
{
	entries->folded = folded;
	for (size_t i = 0; i < entries->list.count; i++) entries->list.items[i].is_open = !folded;
	number_rows(entries, 0);
}
