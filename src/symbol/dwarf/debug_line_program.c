/* Line programs (DWARF 5, section 6.2.2 and 6.2.5): a machine with registers for address, file and line, whose rows say
 * from which address on a line holds. Rows come in sequences; within one, addresses ascend, the sequences are in any
 * order. Sequences of functions that the linker dropped begin at 0 or in no code, and are left out. */
#include "symbol/dwarf/debug_line_program.h"
#include "symbol/dwarf/debug_rows.h"

/* From vaddr on, the code is of this line of this file. */
struct row {
	uint64_t vaddr;
	uint32_t line, file;
};

/* Rows of one sequence, by index, and the addresses that they cover. */
struct sequence {
	size_t first, count; /* rows */
	uint64_t start, end;
};

/* The state machine (DWARF 5, section 6.2.2), and what it has written. */
struct machine {
	const struct debug_file *file;
	const struct debug_line_header *header;
	VEC(struct row) rows;
	VEC(struct sequence) sequences;
	/* Instead of those: everything as it is; NULL: not wanted. */
	struct debug_rows *all;
	size_t first; /* row of the current sequence */
	bool sorted;  /* its rows are */
	/* registers */
	uint64_t vaddr, op_index;
	uint32_t line, number;
	bool is_stmt, is_prologue_end;
};

/* Registers at the start of a sequence (DWARF 5, table 6.4). */
static void begin(struct machine *m)
{
	m->vaddr = m->op_index = 0;
	m->line = m->number = 1;
	m->is_stmt = m->header->starts_as_stmt;
	m->is_prologue_end = false;
	m->first = m->all ? m->all->items.count : m->rows.count;
	m->sorted = true;
}

/* Appends a row, or merges it with the one before. With m->all, each row as it is. */
static inline void put_row(struct machine *m)
{
	if (m->all) {
		vec_push(&m->all->items, ((struct debug_row){ .vaddr = m->vaddr,
							      .line = m->line,
							      .file = m->number,
							      .is_stmt = m->is_stmt,
							      .is_prologue_end = m->is_prologue_end }));
		m->is_prologue_end = false;
		return;
	}
	if (m->rows.count > m->first) {
		struct row *last = vec_last(&m->rows);
		/* of rows at one address the last one counts; one that goes on with the same line is no new piece */
		if (last->vaddr == m->vaddr) {
			last->line = m->line;
			last->file = m->number;
			return;
		}
		if (last->vaddr < m->vaddr && last->line == m->line && last->file == m->number && m->sorted) return;
		if (last->vaddr > m->vaddr) m->sorted = false;
	}
	vec_push(&m->rows, ((struct row){ m->vaddr, m->line, m->number }));
}

/* For sort_rows, which sorts pointers so that equal addresses stay in the program's order. */
static int compare_rows(const void *a, const void *b)
{
	const struct row *x = *(const struct row *const *)a, *y = *(const struct row *const *)b;
	if (x->vaddr != y->vaddr) return x->vaddr < y->vaddr ? -1 : 1;
	return x < y ? -1 : x > y; /* in order of the program */
}

/* Rows out of order are rare, and not quite allowed. */
static void sort_rows(struct machine *m)
{
	size_t count = m->rows.count - m->first;
	_free_ const struct row **order = xcalloc(count, sizeof(*order));
	_free_ struct row *sorted = xcalloc(count, sizeof(*sorted));
	size_t kept = 0;
	for (size_t i = 0; i < count; i++) order[i] = &m->rows.items[m->first + i];
	qsort(order, count, sizeof(*order), compare_rows);
	for (size_t i = 0; i < count; i++) {
		if (kept && sorted[kept - 1].vaddr == order[i]->vaddr) kept--;
		sorted[kept++] = *order[i];
	}
	memcpy(&m->rows.items[m->first], sorted, kept * sizeof(*sorted));
	m->rows.count = m->first + kept;
}

/* The end of a sequence where all rows are wanted: keeps it, or drops it when the linker dropped its code. */
static void end_all(struct machine *m)
{
	if (m->all->items.count > m->first && debug_file_is_code(m->file, m->all->items.items[m->first].vaddr))
		vec_push(&m->all->items,
			 ((struct debug_row){ .vaddr = m->vaddr, .line = m->line, .file = m->number, .is_end = true }));
	else m->all->items.count = m->first;
	begin(m);
}

/* A sequence is kept if it covers code of the file. */
static void end_sequence(struct machine *m)
{
	if (m->all) {
		end_all(m);
		return;
	}
	if (m->rows.count > m->first) {
		if (!m->sorted) sort_rows(m);
		struct sequence s = { .first = m->first,
				      .count = m->rows.count - m->first,
				      .start = m->rows.items[m->first].vaddr };
		s.end = MAX(m->vaddr, vec_last(&m->rows)->vaddr);
		if (s.end > s.start && debug_file_is_code(m->file, s.start)) vec_push(&m->sequences, s);
		else m->rows.count = m->first; /* empty, or dropped by the linker */
	}
	begin(m);
}

/* Adds operations to the address: instructions, on VLIW machines (max_operations above 1) with an index within one. */
static inline void advance(struct machine *m, uint64_t operations)
{
	const struct debug_line_header *h = m->header;
	if (likely(h->max_operations <= 1)) {
		m->vaddr += operations * h->min_instruction_bytes;
	} else {
		m->vaddr += (m->op_index + operations) / h->max_operations * h->min_instruction_bytes;
		m->op_index = (m->op_index + operations) % h->max_operations;
	}
}

/* Only before DWARF 5: appends to the table's names. */
static void define_file(struct cursor *c, struct debug_lines *lines)
{
	const char *name = cursor_string(c, SIZE_MAX);
	uint64_t directory = debug_uleb(c);
	if (name && cursor_ok(c))
		vec_push(&lines->files, ((struct debug_line_file){ .name = name, .directory = directory }));
}

/* An opcode 0, a length, and that many bytes: unknown ones are passed over by it. */
static void run_extended(struct machine *m, struct cursor *c, struct debug_lines *lines)
{
	uint64_t size = debug_uleb(c);
	struct cursor body = cursor_sub(c, size);
	if (!size || !cursor_ok(&body)) return;
	switch (cursor_u8(&body)) {
	case DW_LNE_end_sequence: end_sequence(m); break;
	case DW_LNE_set_address:
		/* as many bytes as there are: they say the size better than the header */
		if (size - 1 <= 8) m->vaddr = debug_number(&body, (unsigned)size - 1);
		m->op_index = 0;
		break;
	case DW_LNE_define_file: define_file(&body, lines); break;
	default: break;
	}
}

/* Opcodes below opcode_base. The header says how many operands unknown ones have, so that they can be passed over. */
static void run_standard(struct machine *m, struct cursor *c, unsigned opcode)
{
	const struct debug_line_header *h = m->header;
	uint64_t number;
	switch (opcode) {
	case DW_LNS_copy: put_row(m); break;
	case DW_LNS_advance_pc: advance(m, debug_uleb(c)); break;
	case DW_LNS_advance_line: m->line += (uint32_t)cursor_sleb128(c); break;
	case DW_LNS_set_file:
		number = debug_uleb(c);
		m->number = (uint32_t)MIN(number, DEBUG_NO_FILE - 1);
		break;
	case DW_LNS_set_column:
	case DW_LNS_set_isa: (void)debug_uleb(c); break;
	case DW_LNS_const_add_pc:
		if (h->line_range) advance(m, (255u - h->opcode_base) / h->line_range);
		break;
	case DW_LNS_fixed_advance_pc:
		m->vaddr += cursor_u16(c);
		m->op_index = 0;
		break;
	case DW_LNS_negate_stmt: m->is_stmt = !m->is_stmt; break;
	case DW_LNS_set_prologue_end: m->is_prologue_end = true; break;
	case DW_LNS_set_basic_block:
	case DW_LNS_set_epilogue_begin: break;
	default:
		for (unsigned i = 0; i < h->operands[opcode]; i++) (void)debug_uleb(c);
		break;
	}
}

/* Runs the whole program. What special opcodes add is worked out once, as they are most of any program. */
static inline __attribute__((always_inline)) void run(struct machine *m, struct cursor *c, struct debug_lines *lines)
{
	const struct debug_line_header *h = m->header;
	struct {
		uint8_t operations;
		int16_t lines;
	} special[256];
	for (unsigned i = h->opcode_base; i < 256 && h->line_range; i++) {
		special[i].operations = (uint8_t)((i - h->opcode_base) / h->line_range);
		special[i].lines = (int16_t)(h->line_base + (int)((i - h->opcode_base) % h->line_range));
	}
	begin(m);
	while (c->pos < c->size && !c->error) {
		unsigned opcode = c->data[c->pos++];
		if (opcode >= h->opcode_base) {
			if (!h->line_range) break;
			advance(m, special[opcode].operations);
			m->line += (uint32_t)(int32_t)special[opcode].lines;
			put_row(m);
		} else if (opcode) {
			run_standard(m, c, opcode);
		} else {
			run_extended(m, c, lines);
		}
	}
	/* a sequence without an end is none */
	if (m->all) m->all->items.count = m->first;
	else m->rows.count = m->first;
}

/* By start; sequences that begin together in the program's order. */
static int compare_sequences(const void *a, const void *b)
{
	const struct sequence *x = a, *y = b;
	if (x->start != y->start) return x->start < y->start ? -1 : 1;
	return x->first < y->first ? -1 : x->first > y->first;
}

/* From vaddr on, up to the next piece, the code is of that line. Neighbours of one line become one piece. */
static void piece_add(struct debug_lines *lines, uint64_t vaddr, uint32_t line, uint32_t number)
{
	uint32_t start = (uint32_t)(vaddr - lines->base);
	size_t n = lines->nr_pieces;
	if (n && lines->starts[n - 1] == start) n--;
	else if (n && lines->line_numbers[n - 1] == line && lines->file_numbers[n - 1] == number) return;
	lines->starts[n] = start;
	lines->line_numbers[n] = line;
	lines->file_numbers[n] = number;
	lines->nr_pieces = n + 1;
}

/* Sequences in order of addresses; one that begins within another ends that. A piece of no line stands behind each
 * sequence that does not touch the next one. */
static void make_pieces(struct machine *m, struct debug_lines *lines)
{
	size_t count = m->sequences.count, most = m->rows.count + count;
	if (!count) return;
	qsort(m->sequences.items, count, sizeof(*m->sequences.items), compare_sequences);
	lines->base = m->sequences.items[0].start;
	lines->starts = xmalloc(most * sizeof(uint32_t));
	lines->line_numbers = xmalloc(most * sizeof(uint32_t));
	lines->file_numbers = xmalloc(most * sizeof(uint32_t));
	for (size_t i = 0; i < count; i++) {
		const struct sequence *s = &m->sequences.items[i];
		uint64_t next = i + 1 < count ? s[1].start : UINT64_MAX;
		if (s->end - lines->base > UINT32_MAX) break; /* no unit has 4 GiB of code */
		for (size_t j = s->first; j < s->first + s->count; j++) {
			const struct row *row = &m->rows.items[j];
			if (row->vaddr >= MIN(next, s->end)) break;
			piece_add(lines, row->vaddr, row->line, row->file);
		}
		if (s->end < next) piece_add(lines, s->end, 0, DEBUG_NO_FILE);
	}
}

/* 6 bytes a row is an estimate that avoids most reallocations. */
void debug_line_program_run(const struct debug_file *file, struct cursor *c, const struct debug_line_header *header,
			    struct debug_lines *lines)
{
	struct machine m = { .file = file, .header = header };
	vec_reserve(&m.rows, cursor_left(c) / 6 + 16);
	run(&m, c, lines);
	make_pieces(&m, lines);
	vec_done(&m.rows);
	vec_done(&m.sequences);
}

void debug_line_program_rows(const struct debug_file *file, struct cursor *c, const struct debug_line_header *header,
			     struct debug_lines *lines, struct debug_rows *rows)
{
	struct machine m = { .file = file, .header = header, .all = rows };
	run(&m, c, lines);
}
