/* Types of data with the samples that access them, member by member: what perf annotate --data-type shows. */
#ifndef RESULT_TYPE_LAYOUT_H
#define RESULT_TYPE_LAYOUT_H

#include <stdbool.h>
#include "base/arena.h"
#include "base/vec.h"

struct type_weight {
	uint64_t nr_samples, period;
};

/* A line of a type: itself (depth 0), a member, or a struct's end. Texts live as long as the layouts. */
struct type_row {
	const char *type_name, *name; /* name "": none */
	uint64_t offset, size_bytes;  /* from the start of the type */
	unsigned depth;
	bool is_struct, is_end;
	struct type_weight *weights; /* [nr_events]; NULL: of an end */
};

struct type_layout {
	const char *name, *object; /* "struct outer"; the path of the program */
	VEC(struct type_row) rows;
	struct type_weight *weights;       /* [nr_events]: of the whole type */
	struct type_weight *without_place; /* [nr_events]: of which it is not known which member they are of */
	struct type_weight *by_address;    /* [nr_events]: of which the address of the data alone tells the type */
	bool has_without_place, has_by_address;
};

/* How many instructions with samples have a type, and why not the others: a word and a number each, those of 0 left
 * out. "insn_track" and "by_addr" are of those that have one. */
struct type_stat {
	const char *word;
	uint64_t nr;
};
/* Of one kind of instruction. */
struct type_insn_stat {
	const char *mnemonic;
	uint64_t nr_good, nr_bad;
};

struct type_layouts {
	struct arena arena; /* texts and weights */
	size_t nr_events;
	VEC(struct type_layout) types;
	uint64_t nr_all, nr_found; /* instructions; nr_all: with those outside of all functions */
	uint64_t nr_in_functions;
	VEC(struct type_stat) reasons;
	VEC(struct type_insn_stat) insns; /* most frequent first */
	struct type_weight *totals;       /* [nr_events]: of all samples */
};
void type_layouts_init(struct type_layouts *layouts, size_t nr_events);
void type_layouts_done(struct type_layouts *layouts);
/* nr_events weights of zero, in the arena. */
struct type_weight *type_layouts_weights(struct type_layouts *layouts);
/* Indexes of the types that have samples of the events from first on (count of them), by period of the first that
 * differs, heaviest first, then by name, the last first. Returns how many; the caller frees *ret. */
size_t type_layouts_order(const struct type_layouts *layouts, size_t first, size_t count, uint32_t **ret);

#endif
