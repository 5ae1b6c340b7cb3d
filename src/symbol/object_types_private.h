/* What is kept of an object's types; shared by object_types.c and object_data.c. */
#ifndef SYMBOL_OBJECT_TYPES_PRIVATE_H
#define SYMBOL_OBJECT_TYPES_PRIVATE_H

#include "btf/btf_relocate.h"
#include "symbol/image_got.h"
#include "symbol/object_private.h"
#include "symbol/object_types.h"
#include "symbol/types/code_facts_btf.h"
#include "symbol/types/file_globals.h"
#include "symbol/types/unit_globals.h"

/* Hashes of names. */
struct data_symbols {
	struct u64map addresses; /* -> vaddr */
	struct u64map of_thread; /* -> offset in the block of thread's variables; SEVERAL: of two of that name */
};

struct object_types {
	struct object *object;
	struct data_types *types;
	struct unit_globals *globals;
	struct debug_file *file;                     /* the object's own; NULL: it has no debug information */
	_Atomic(struct file_globals *) file_globals; /* made when data is asked about, under the lock */
	/* Of a kernel or module without debug information: what its image says of itself; names NULL: nothing. */
	struct bytes btf_bytes;
	struct btf btf;
	struct btf_walk walk;
	struct btf_names *names;
	/* Of a module, those that its own go on behind. */
	struct bytes base_bytes;
	struct btf base_btf;
	struct btf_walk base_walk;
	char *moved; /* what btf points into, of a module that was built apart from its kernel */
	uint64_t cpu_offsets, own_cpu_offset; /* of a kernel: struct code_facts */
	uint64_t global_pointer;              /* as there */
	int64_t thread_start;                 /* as there */
	struct image_got got;
	const struct image *code; /* NULL: none is at hand */
	/* of all below */
	pthread_mutex_t lock;
	struct u64map functions; /* start of the symbol -> struct function_types * */
	struct data_symbols data;
	bool has_data; /* data was read */
};

/* object_btf.c: fills in what the object says of itself in BTF, if anything. */
void object_types_open_btf(struct object_types *types);
/* Made when it is first asked for. Never NULL. */
struct object_types *object_types_need(struct object *object);

#endif
