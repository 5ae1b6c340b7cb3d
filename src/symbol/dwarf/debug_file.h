/* The debug information of one file: its sections, and the compilation units in them. Begin here:
 *
 *   debug_file_new -> debug_file_unit_at(vaddr) -> debug_unit_lines, debug_unit_tree
 *                     debug_frames_find(vaddr)     does all of that (debug_frames.h)
 *
 * Everything is read on first use. All functions but _new, _free and _close may be called by several threads at
 * once. */
#ifndef SYMBOL_DWARF_DEBUG_FILE_H
#define SYMBOL_DWARF_DEBUG_FILE_H

#include "base/arena.h"
#include "base/intern.h"
#include "symbol/dwarf/debug_section.h"
#include "symbol/dwarf/debug_unit.h"
#include "symbol/kept/kept_lines.h"
#include "symbol/source/symbol_source.h"

enum debug_section_id {
	DEBUG_INFO,
	DEBUG_ABBREV,
	DEBUG_LINE,
	DEBUG_STR,
	DEBUG_LINE_STR,
	DEBUG_STR_OFFSETS,
	DEBUG_ADDR,
	DEBUG_RANGES,
	DEBUG_RNGLISTS,
	DEBUG_ARANGES,
	DEBUG_CU_INDEX,
	DEBUG_LOC,
	DEBUG_LOCLISTS,
	NR_DEBUG_SECTIONS,
};

/* Interned texts: equal texts are equal pointers, valid until debug_names_done. Shared by the objects of a store;
 * thread safe. */
struct debug_names {
	pthread_mutex_t lock;
	struct intern intern;
};

/* Where relocatable files (modules, .o) are laid out, .text first: not at 0, where code that was dropped seems to be.
 */
#define DEBUG_MODULE_VADDR 0x10000000u

enum debug_file_kind {
	DEBUG_FILE_MAIN,
	DEBUG_FILE_SPLIT, /* .dwo or .dwp: its sections' names end in .dwo */
	DEBUG_FILE_ALT,   /* what dwz took out of several files */
};

/* Addresses from start up to before end, as the file's sections have them. */
struct debug_range {
	uint64_t start, end;
};
struct debug_package;
/* Code of a unit. */
struct debug_unit_range {
	uint64_t start, end;
	struct debug_unit *unit;
};

struct debug_file {
	enum debug_file_kind kind;
	struct symbol_file file;
	/* On this machine, of the file that ran; may be NULL; freed with this. */
	char *object_path;
	const struct target_files *files;
	struct debug_names *names;
	bool swap;
	/* Of units and the index; of opening sections and other files; of the maps below. They are taken in this order,
	 * those of units between the first and the second, those of a split file behind those of its main file. */
	pthread_mutex_t lock, section_lock, map_lock;
	_Atomic bool section_ready[NR_DEBUG_SECTIONS];
	struct debug_section sections[NR_DEBUG_SECTIONS];
	/* where code is: what the linker dropped lies outside of these. By address */
	struct debug_range *code;
	size_t nr_code;
	/* relocatable files: the address given to each section, of which only those with code have one that is not 0;
	 * else NULL */
	uint64_t *section_vaddrs;
	struct arena arena; /* units */

	_Atomic bool units_ready;
	VEC(struct debug_unit *) units;      /* by offset */
	VEC(struct debug_unit *) type_units; /* those of .debug_info (DWARF 5) */
	struct u64map types;                 /* signature -> index in type_units */
	_Atomic bool index_ready;
	VEC(struct debug_unit_range) index; /* by address, disjoint */
	/* Units that do not say where their code is. They are only looked at when a question finds no other unit:
	 * then an index is made of them, too. */
	VEC(struct debug_unit *) unplaced;
	_Atomic bool unplaced_ready;
	VEC(struct debug_unit_range) unplaced_index;

	/* (offset, encoding) -> struct debug_abbrevs *; under map_lock, as the next ones. */
	struct u64map abbrevs;
	struct u64map lines; /* offset -> struct debug_lines * */
	/* Against files that make much work out of few bytes: what may still be read of each. */
	_Atomic int64_t abbrev_budget, search_budget, line_budget, range_budget;
	uint64_t unpacked_bytes; /* of compressed sections; under section_lock */

	_Atomic bool alt_ready;
	struct debug_file *alt;
	_Atomic bool package_ready;
	struct debug_file *package; /* .dwp */
	struct debug_package *package_index;
	VEC(struct debug_file *) splits; /* .dwo; under map_lock */
	/* Other files that were looked for, also in vain: what answers depend on. Under map_lock. */
	kept_dependency_list opened;
};

/* Takes the file over; files and names are borrowed and must outlive it. Never NULL: a file without debug
 * information has no units. Free with debug_file_free. */
struct debug_file *debug_file_new(enum debug_file_kind kind, struct symbol_file *file, const struct target_files *files,
				  struct debug_names *names);
/* With its units, and the other files that were opened for it; NULL is fine. */
void debug_file_free(struct debug_file *file);
/* Of a file of which no unit was asked for, and that opened no others; NULL is fine. */
void debug_file_close(struct debug_file *file);

/* The slow part of debug_file_section: opens the section under section_lock. */
struct debug_section *debug_file_section_slow(struct debug_file *file, enum debug_section_id id);
/* Empty when the file has none. */
static inline struct debug_section *debug_file_section(struct debug_file *file, enum debug_section_id id)
{
	if (likely(atomic_load_explicit(&file->section_ready[id], memory_order_acquire))) return &file->sections[id];
	return debug_file_section_slow(file, id);
}
/* Has it .debug_info or .debug_line with content? */
bool debug_file_has_info(const struct debug_file *file);
/* Is this where code of the file is? */
bool debug_file_is_code(const struct debug_file *file, uint64_t vaddr);
/* Reads the headers of all units. */
void debug_file_need_units(struct debug_file *file);
/* The unit with the byte at info_off of .debug_info; NULL: none. */
struct debug_unit *debug_file_unit(struct debug_file *file, uint64_t info_off);
struct debug_unit *debug_file_type_unit(struct debug_file *file, uint64_t signature); /* NULL: there is none */
/* The unit with code at vaddr, or NULL. The first call reads the first entry of every unit. */
struct debug_unit *debug_file_unit_at(struct debug_file *file, uint64_t vaddr);
/* The code around vaddr of which it is true. False: that is not known. */
bool debug_file_unit_range(struct debug_file *file, uint64_t vaddr, struct debug_range *ret);
/* Where the answer of debug_file_unit_at ends to be the same. */
uint64_t debug_file_unit_end(struct debug_file *file, uint64_t vaddr);
/* The abbreviations at an offset of .debug_abbrev, compiled once for each place and encoding; owned by the file. */
const struct debug_abbrevs *debug_file_abbrevs(struct debug_file *file, uint64_t offset,
					       const struct debug_encoding *encoding);
/* The one pointer for the text (debug_names_text). */
void debug_names_init(struct debug_names *names);
void debug_names_done(struct debug_names *names);
const char *debug_names_text(struct debug_names *names, const char *text);

/* What dwz took out of this file and others (.gnu_debugaltlink, .debug_sup); NULL: it is not to be had. */
struct debug_file *debug_file_alt(struct debug_file *file);
/* Opens an ELF file at a path of the profiled machine, for `of`, which notes that it depends on it. NULL: not there. */
struct debug_file *debug_file_open(enum debug_file_kind kind, const char *path, struct debug_file *of);

/* Applies relocations to a section of a relocatable file. */
void debug_reloc_apply(const struct debug_file *file, size_t section, struct bytes *bytes);

#endif
