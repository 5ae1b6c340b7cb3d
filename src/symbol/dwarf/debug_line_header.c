/* The header of a line table (DWARF 5, section 6.2.4): directories and files, in lists of strings up to DWARF 4, in
 * tables that describe themselves from DWARF 5 on. Behind it is the program. File numbers begin at 1 up to DWARF 4
 * and at 0 since; entry 0 of old tables is filled in, so that numbers are indexes in both. */
#include "symbol/dwarf/debug_line_header.h"

#define FORMATS_MAX 32
#define NAMES_MAX (1u << 18) /* of one table */

/* Before DWARF 5: texts up to an empty one, then files with three numbers each. Directory 0 is the unit's working
 * directory, file 0 none. */
static void read_old_names(struct cursor *c, struct debug_lines *lines)
{
	vec_push(&lines->directories, lines->comp_dir);
	for (const char *name; (name = cursor_string(c, SIZE_MAX)) && *name;) vec_push(&lines->directories, name);
	vec_push(&lines->files, ((struct debug_line_file){ .name = NULL }));
	for (const char *name; (name = cursor_string(c, SIZE_MAX)) && *name;) {
		uint64_t directory = debug_uleb(c);
		(void)debug_uleb(c); /* time */
		(void)debug_uleb(c); /* size */
		vec_push(&lines->files, ((struct debug_line_file){ .name = name, .directory = directory }));
	}
}

/* One column of a DWARF 5 name table: what it is (DW_LNCT_*) and how it is stored (DW_FORM_*). */
struct entry_format {
	uint64_t content;
	unsigned form;
};

static void add_name(struct debug_lines *lines, bool files, const char *name, uint64_t directory)
{
	if (files) vec_push(&lines->files, ((struct debug_line_file){ .name = name, .directory = directory }));
	else vec_push(&lines->directories, name);
}

/* DWARF 5: each table says how its entries look. Damage ends the table; what was read stays. */
static bool read_names(struct debug_unit *unit, struct cursor *c, const struct debug_encoding *e, bool files,
		       struct debug_lines *lines)
{
	struct entry_format formats[FORMATS_MAX];
	unsigned nr_formats = cursor_u8(c);
	if (nr_formats > FORMATS_MAX) return false;
	for (unsigned i = 0; i < nr_formats; i++) {
		formats[i].content = debug_uleb(c);
		uint64_t form = debug_uleb(c);
		formats[i].form = (unsigned)MIN(form, UINT16_MAX);
	}
	uint64_t count = debug_uleb(c);
	for (uint64_t n = 0; n < MIN(count, NAMES_MAX) && cursor_ok(c); n++) {
		const char *name = NULL;
		uint64_t directory = 0;
		size_t before = c->pos;
		for (unsigned i = 0; i < nr_formats; i++) {
			struct debug_value value;
			debug_form_read(c, formats[i].form, 0, e, &value);
			if (!cursor_ok(c)) return false;
			if (formats[i].content == DW_LNCT_path) name = debug_unit_text(unit, &value);
			else if (formats[i].content == DW_LNCT_directory_index) directory = value.number;
		}
		if (c->pos == before) return false; /* entries without bytes: no end to them */
		add_name(lines, files, name, directory);
	}
	return cursor_ok(c);
}

/* Numbers that make no sense are refused here, so that the program can rely on: versions 2 to 5, an address size of
 * 4 or 8, and a cursor that ends with the table. */
bool debug_line_header_read(struct debug_unit *unit, struct cursor *c, struct debug_line_header *ret,
			    struct debug_lines *lines)
{
	struct debug_encoding *e = &ret->encoding;
	size_t section_size = c->size;

	e->address_size = unit->encoding.address_size;
	uint64_t length = debug_initial_length(c, &e->offset_size);
	if (!cursor_ok(c) || length > section_size - c->pos) return false;
	c->size = c->pos + length;
	uint16_t version = cursor_u16(c);
	e->version = (uint8_t)MIN(version, 255);
	if (e->version < 2 || e->version > 5) return false;
	if (e->version >= 5) {
		e->address_size = cursor_u8(c);
		(void)cursor_u8(c); /* size of a segment selector */
	}
	uint64_t header_length = debug_offset(c, e);
	if (!cursor_ok(c) || header_length > cursor_left(c)) return false;
	size_t program = c->pos + header_length;
	ret->min_instruction_bytes = cursor_u8(c);
	ret->max_operations = e->version >= 4 ? cursor_u8(c) : 1;
	ret->starts_as_stmt = cursor_u8(c);
	ret->line_base = (int8_t)cursor_u8(c);
	ret->line_range = cursor_u8(c);
	ret->opcode_base = cursor_u8(c);
	for (unsigned i = 1; i < ret->opcode_base; i++) ret->operands[i] = cursor_u8(c);
	if (!cursor_ok(c)) return false;
	lines->version = e->version;
	if (e->version < 5) read_old_names(c, lines);
	else if (read_names(unit, c, e, false, lines)) (void)read_names(unit, c, e, true, lines);
	/* A damaged list of names does not make the program useless. */
	c->error = false;
	c->pos = program;
	return e->address_size == 4 || e->address_size == 8;
}
