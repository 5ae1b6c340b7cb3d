/* Names of the places that asked for memory. */
#ifndef ANALYSIS_KMEM_KMEM_SYMBOLS_H
#define ANALYSIS_KMEM_KMEM_SYMBOLS_H

#include "frame/resolver.h"
#include "result/table.h"

/* resolver NULL: none are wanted. */
struct kmem_symbols {
	struct resolver *resolver;
	struct sample_task task;
};

struct table_place kmem_symbols_place(struct kmem_symbols *symbols, uint64_t ip);

#endif
