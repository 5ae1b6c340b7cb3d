/* Names for procedure linkage table entries ("malloc@plt"), made from the relocations of the slots they jump through.
 *
 * Sources: the psABI supplements of each architecture, "Procedure Linkage Table". */
#ifndef SYMBOL_PLT_H
#define SYMBOL_PLT_H

#include "symbol/file/image.h"
#include "symbol/file/symbol_list.h"

/* Adds a symbol for each entry of .plt, .plt.sec and .plt.got, at file offsets of the runtime image; the list already
 * has the symbols of the object. Returns how many were added. */
size_t plt_symbols_add(const struct image *runtime, struct symbol_list *list);

#endif
