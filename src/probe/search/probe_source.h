/* A program, module or kernel that probe points are looked for in: its files, and what was read of their debug
 * information so far. Shared by the probe_* files that search; others know probe_find.h. */
#ifndef PROBE_SEARCH_PROBE_SOURCE_H
#define PROBE_SEARCH_PROBE_SOURCE_H

#include "base/u64map.h"
#include "probe/search/image_functions.h"
#include "probe/definition/probe_event.h"
#include "probe/search/probe_target.h"
#include "symbol/cfi/cfi.h"
#include "symbol/dwarf/debug_entry.h"
#include "symbol/dwarf/debug_rows.h"
#include "symbol/object.h"

/* Made by probe_source_open. Whatever the searches return of entries, units and paths lives as long as it. */
struct probe_source {
	const struct probe_target *target;
	struct target_files files;
	struct debug_names names;
	struct symbol_store *store;
	struct object *object;
	struct debug_file *file;    /* NULL: no debug information is to be had */
	struct symbol_file runtime; /* the file that runs, or the kernel's image; path NULL: not there */
	struct cfi *cfi[2];         /* of .eh_frame, .debug_frame */
	/* cfi was looked for, whether it was found or not */
	bool cfi_tried;
	struct image_functions *functions; /* of the kernel's image or the module's file, when asked for */
	/* unit (as a pointer) -> struct debug_rows *, owned */
	struct u64map rows;
	bool is_kernel, is_module;
	char *module_name; /* "nf_conntrack" */
	char *own_path;    /* of this machine, for namespace_pid */
};

/* Is there debug information? -ENODATA with err when not. */
int probe_source_need_debug_info(struct probe_source *source, struct err *err) _warn_unused_;
/* After a function was not found: -EINVAL, with err, if the symbol table has it; else 0. */
int probe_source_no_function(const struct probe_source *source, const char *function, struct err *err) _warn_unused_;
/* The i-th unit with its entries (with split DWARF the full unit in place of its skeleton); NULL: it has none that are
 * of use here (type units, partial units). */
struct debug_unit *probe_source_unit(struct probe_source *source, size_t i);
/* The unit's line rows, read once. unit is one of probe_source_unit. */
const struct debug_rows *probe_source_rows(struct probe_source *source, struct debug_unit *unit);
/* The unit that has the lines of a full unit: its skeleton, or itself. */
static inline struct debug_unit *probe_source_line_unit(struct debug_unit *unit)
{
	return unit->skeleton ? unit->skeleton : unit;
}
/* Of the kernel's image, or a module's file. */
const struct image_functions *probe_source_functions(struct probe_source *source);
/* How the caller of the code at vaddr is found; NULL: not known. */
const struct cfi_rule *probe_source_cfi(struct probe_source *source, uint64_t vaddr, const struct cfi **ret_cfi);
void probe_source_say(const struct probe_source *source, int level, const char *format, ...) _printf_(3, 4);

/* The function that has the code at vaddr, and the innermost that is inlined there (itself: none). False: no function
 * is there. */
bool probe_source_scope(struct debug_unit *unit, uint64_t vaddr, struct debug_entry *ret_function,
			struct debug_entry *ret_innermost);
/* Which line is at vaddr: that of the function's declaration where it begins, else the first statement's with the
 * address. */
bool probe_source_line_at(struct probe_source *source, struct debug_unit *unit, uint64_t vaddr, const char **ret_file,
			  uint32_t *ret_line);
/* Does no statement begin there, but one of that line go on? */
bool probe_source_continues_at(struct probe_source *source, struct debug_unit *unit, uint64_t vaddr, const char *path,
			       uint32_t line);
/* Does the path end in what the user gave? */
bool probe_path_ends(const char *path, const char *end);

#endif
