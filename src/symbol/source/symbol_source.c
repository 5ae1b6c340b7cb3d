/* The table of all sources, made from symbol_source.def. */
#include "symbol/source/symbol_source.h"

const struct symbol_source *const symbol_sources[] = {
#define SYMBOL_SOURCE(id) &symbol_source_##id,
#include "symbol/source/symbol_source.def"
#undef SYMBOL_SOURCE
	NULL,
};
