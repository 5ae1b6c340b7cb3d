/* What a description of types has to offer to be one of data_type.h's. Shared by data_type*.c. */
#ifndef SYMBOL_TYPES_DATA_TYPE_SOURCE_H
#define SYMBOL_TYPES_DATA_TYPE_SOURCE_H

#include <pthread.h>
#include "base/arena.h"
#include "base/u64map.h"
#include "base/vec.h"
#include "symbol/types/data_type.h"

struct data_types {
	pthread_mutex_t lock; /* of all below, and of the unread members of types */
	struct arena arena;   /* types, members, names */
	struct u64map by_key; /* data_types_put */
	/* How many members and bytes of names may still be kept: against damaged types that make much of little. */
	uint64_t left_members, left_name_bytes;
};

typedef VEC(struct data_member) data_member_list;

struct data_type_source {
	/* Sets target, or adds members. With the lock taken. */
	void (*read)(struct data_types *types, struct data_type *type, data_member_list *members);
};

/* Keeps a copy of a name; "" beyond the budget. With the lock taken. */
const char *data_types_name(struct data_types *types, const char *name);
/* The type of a key (a hash of where it is described), made when *ret_new; the caller fills it in. With the lock taken.
 */
struct data_type *data_types_put(struct data_types *types, uint64_t key, bool *ret_new);

#endif
