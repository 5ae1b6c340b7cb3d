/* The inside of a frame space, for the files of frame/ only. */
#ifndef FRAME_SPACE_FRAME_SPACE_PRIVATE_H
#define FRAME_SPACE_FRAME_SPACE_PRIVATE_H

#include <pthread.h>
#include "base/arena.h"
#include "base/hash.h"
#include "base/registry.h"
#include "base/u64map.h"
#include "base/vec.h"
#include "frame/space/frame_space.h"
#include "symbol/object.h"

/* A symbol made for a function where it was inlined into another. */
struct inlined_symbol {
	struct symbol symbol;
	const struct symbol *base, *function;
};

/* What the symbols of a kernel cover; no symbols: nothing. */
struct kernel_extent {
	uint64_t start, end;
};

struct frame_space {
	const struct model *model;
	struct symbol_store *symbols;
	const char *arch;
	bool swap;       /* of the recorded machine */
	bool guest_code; /* frame_space_set_guest_code */
	bool live;       /* files are looked for as running processes see them */
	enum frame_inlines inlines;
	struct registry inlined_symbols; /* of struct inlined_symbol */
	struct object *_Atomic *objects;
	/* by dso id: how many there is room for */
	size_t nr_objects;
	pthread_mutex_t lock;   /* of what follows */
	struct u64map ksymbols; /* map -> its struct symbol */
	struct arena arena;
	uint32_t nr_ksymbols;
	/* dso id of a kernel -> index in kernel_extents, made on first use */
	struct u64map kernels;
	VEC(struct kernel_extent) kernel_extents;
};

/* Ids of the symbols made here, apart from those of the symbol store. */
#define KSYMBOL_FIRST_ID 0xc0000000u

#endif
