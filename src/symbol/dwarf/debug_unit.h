/* A unit of .debug_info: its header, and what its first entry says of all of it. */
#ifndef SYMBOL_DWARF_DEBUG_UNIT_H
#define SYMBOL_DWARF_DEBUG_UNIT_H

#include <pthread.h>
#include <stdatomic.h>
#include "symbol/dwarf/debug_abbrev.h"

struct debug_file;
struct debug_lines;
struct debug_tree;

/* The header's fields are set by debug_unit_read and constant; those behind root_ready by debug_unit_need_root;
 * those behind entries_ready on first use. Offsets are in the section named, *_base and *_start are added to indexes
 * and offsets of the unit. */
struct debug_unit {
	struct debug_file *file;
	/* Offsets in .debug_info of the unit and behind its end, of its first entry; offset in .debug_abbrev. */
	uint64_t info_off, end_off, first_entry_off, abbrev_off;
	struct debug_encoding encoding;
	uint8_t type;    /* DW_UT_* */
	uint64_t dwo_id; /* of a skeleton and its split unit */
	/* Of a type unit: what it is referred to by; where the type's entry is in it. */
	uint64_t signature, type_off;
	bool has_dwo_id;
	/* where the unit's parts of the sections begin: other than 0 in .dwp files alone */
	uint64_t abbrev_start, line_start, str_offsets_start, rnglists_start, loclists_start;
	struct debug_unit *skeleton; /* of a split unit */

	_Atomic bool root_ready; /* from here on: see debug_unit_need_root */
	uint16_t language;
	/* has_lines: line_off is set; has_low_pc: low_pc is; has_ranges: ranges is. */
	bool has_low_pc, has_lines, has_ranges;
	uint64_t low_pc, line_off, addr_base, str_offsets_base, rnglists_base, loclists_base, ranges_base;
	const char *comp_dir, *dwo_name, *producer; /* NULL: not said */
	struct debug_value low, high, ranges;

	_Atomic bool entries_ready; /* all of the unit has been read */
	pthread_mutex_t lock;       /* of what is made on first use */
	_Atomic(const struct debug_abbrevs *) abbrevs;
	_Atomic(struct debug_lines *) lines;
	_Atomic(struct debug_tree *) tree;
	_Atomic bool split_ready;
	/* Of a skeleton: its split unit; NULL: not to be had. */
	struct debug_unit *split;
};

/* Reads the header at info_off: 0, or 1 for a type unit. end_off is set also when the unit is of no use, so that the
 * next one is found: -EOPNOTSUPP. Other failures: nothing can be read from here on. */
int debug_unit_read(struct debug_file *file, uint64_t info_off, struct debug_unit *ret);
/* Makes sure the first entry has been read. */
void debug_unit_need_root(struct debug_unit *unit);
/* A cursor over the unit's entries, at info_off. */
struct cursor debug_unit_cursor(struct debug_unit *unit, uint64_t info_off);
/* Parts of the unit, made on first use and owned by the file; never NULL, but perhaps empty. Thread safe. Lines of a
 * split unit without a table are those of its skeleton; the tree of a skeleton has the functions of its split unit. */
const struct debug_abbrevs *debug_unit_abbrevs(struct debug_unit *unit);
struct debug_lines *debug_unit_lines(struct debug_unit *unit);
struct debug_tree *debug_unit_tree(struct debug_unit *unit);
/* The unit with the entries: the split one of a skeleton if it is to be had. */
struct debug_unit *debug_unit_full(struct debug_unit *unit);
/* debug_split.c: looks for the split unit of a skeleton, which is locked: in the package of the file, else in the .dwo
 * file that it names. NULL: not to be had. Once a unit: debug_unit_full keeps what it found. */
struct debug_unit *debug_split_find(struct debug_unit *skeleton);

/* Meanings of values, by form (DWARF 5, section 7.5.5): a text (lives as long as the file), an address, the address
 * with an index in .debug_addr. NULL and false: not there, or no such value. */
const char *debug_unit_text(struct debug_unit *unit, const struct debug_value *value);
bool debug_unit_vaddr(struct debug_unit *unit, const struct debug_value *value, uint64_t *ret);
bool debug_unit_indexed_vaddr(struct debug_unit *unit, uint64_t index, uint64_t *ret);
/* The entry that is meant, and the unit it is in. */
bool debug_unit_reference(struct debug_unit *unit, const struct debug_value *value, struct debug_unit **ret_unit,
			  uint64_t *ret_info_off);

/* The name of the function whose entry is at info_off, as the linker knows it if that is said, else as in the source;
 * through the entries it refers to. NULL: it has none. */
const char *debug_unit_function_name(struct debug_unit *unit, uint64_t info_off);
/* The entry that has the name: the same for all that are inlined copies of one function. */
void debug_unit_function_origin(struct debug_unit *unit, uint64_t info_off, struct debug_unit **ret_unit,
				uint64_t *ret_info_off);

#endif
