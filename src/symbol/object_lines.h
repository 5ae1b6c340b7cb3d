/* Source lines and inlined calls of one object, out of its debug information (DWARF 2 to 5, also split and in files of
 * their own).
 *
 * Addresses are of the same kind as object_find's. Everything is read on first use, compilation unit by compilation
 * unit: what nobody asks for costs nothing. Thread safe; different units are read by different threads at the same
 * time.
 *
 * Which line and which functions: those of binutils' addr2line -i, also for code that belongs to no line ("line 0", of
 * which only the file is known). docs/DIFFERENCES.md says where other tools answer differently. */
#ifndef SYMBOL_OBJECT_LINES_H
#define SYMBOL_OBJECT_LINES_H

#include "symbol/object.h"

struct source_line {
	/* Path as the compiler was given it, made absolute by its working directory; interned in the store: equal
	 * pointers are equal names, and stable as long as the store; NULL: unknown. */
	const char *file;
	uint32_t line; /* 0: unknown, or code that belongs to no line */
	/* What the line says, of what is told without its file: BPF programs; else NULL. */
	const char *text;
};

/* One function at an address. */
struct code_frame {
	/* Inlined: a symbol made for it (is_inlined, no addresses), one for each (object, name), the name readable
	 * if the store is asked for readable names. NULL for the outermost function, whose ELF symbol is at the
	 * address. */
	const struct symbol *function;
	/* Where control is in it: of the innermost function the place of the address, of the others the place of the
	 * inlined call. */
	struct source_line at;
};

struct code_frames {
	uint32_t count;                  /* at least 1 */
	const struct code_frame *frames; /* innermost first */
};

/* All functions at an address; NULL: nothing is known of it. Stable as long as the store, and the same pointer for the
 * same address: under 50 ns from the second time on. */
const struct code_frames *object_frames(struct object *object, uint64_t addr);

/* Only the line of the address: cheaper, as the tree of functions is not read. False: not known. */
bool object_line(struct object *object, uint64_t addr, struct source_line *ret);

/* Calls visit for each piece of [start, end), in order, that is one line's code; pieces without a line are left out.
 * Stops when visit returns false. */
void object_lines_visit(struct object *object, uint64_t start, uint64_t end,
			bool (*visit)(void *ctx, uint64_t start, uint64_t end, const struct source_line *line),
			void *ctx);

/* The debug information's path; NULL: the object has none. */
const char *object_lines_path(struct object *object);

#endif
