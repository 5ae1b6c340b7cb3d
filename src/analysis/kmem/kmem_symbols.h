/* Names of the places that asked for memory. */
#ifndef ANALYSIS_KMEM_KMEM_SYMBOLS_H
#define ANALYSIS_KMEM_KMEM_SYMBOLS_H

#include "frame/resolver.h"
#include "result/table.h"

/* A resolver, and the task as which kernel addresses are looked up. resolver NULL: no names are wanted. */
struct kmem_symbols {
	struct resolver *resolver;
	struct sample_task task;
};

/* The place of a kernel address. Its symbol is NULL when it is not known, else the resolver's session's. */
struct table_place kmem_symbols_place(struct kmem_symbols *symbols, uint64_t ip);

#endif
