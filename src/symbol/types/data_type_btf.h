/* Types out of BTF, which kernels have of themselves. The index lives at least as long as the types. */
#ifndef SYMBOL_TYPES_DATA_TYPE_BTF_H
#define SYMBOL_TYPES_DATA_TYPE_BTF_H

#include "btf/btf_walk.h"
#include "symbol/types/data_type.h"

/* The type with that id; NULL: void, or there is none. */
const struct data_type *data_type_of_btf(struct data_types *types, const struct btf_walk *walk, uint32_t id);

#endif
