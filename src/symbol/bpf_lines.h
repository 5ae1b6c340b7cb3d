/* Source lines of BPF programs: struct bpf_line_info and the addresses of its lines (kernel UAPI linux/bpf.h), with
 * names and the text of the lines out of the program's BTF. For bpf_jited.c. */
#ifndef SYMBOL_BPF_LINES_H
#define SYMBOL_BPF_LINES_H

#include "base/arena.h"
#include "base/cursor.h"
#include "base/vec.h"

/* A line's code begins at start and ends where the next one begins. */
struct bpf_line {
	uint64_t start; /* virtual address */
	const char *file, *text;
	uint32_t number;
};
struct bpf_line_list {
	struct bpf_line *items; /* by address, in the arena */
	size_t count;
};

/* Strings of BTFs, by id; those of the ids that programs name. Starts zeroed. */
struct bpf_strings {
	struct {
		uint32_t id;
		const char *text;
		size_t size_bytes; /* the last byte is NUL */
	} * items;
	size_t count, capacity;
};
/* Copies the strings of one BTF into the arena; one that is damaged, or of the other byte order, is left out. */
void bpf_strings_add(struct bpf_strings *strings, struct arena *arena, uint32_t id, const void *data,
		     size_t size_bytes);

/* info: struct bpf_prog_info; arrays: what its pointers are offsets in; has: which arrays there are. Empty where there
 * are no lines, or they are damaged. */
struct bpf_line_list bpf_lines_read(struct cursor info, struct cursor arrays, uint64_t has,
				    const struct bpf_strings *strings, struct arena *arena);
/* Those within [start, end). */
struct bpf_line_list bpf_lines_within(const struct bpf_line_list *lines, uint64_t start, uint64_t end);

#endif
