/* Asked for rows that are shown only: most that are counted never are. */
#include "analysis/kmem/kmem_symbols.h"

/* The offset is within the symbol. Addresses in the object, not in memory, are subtracted, so that it is right wherever
 * a module was loaded. */
struct table_place kmem_symbols_place(struct kmem_symbols *symbols, uint64_t ip)
{
	struct table_place place = { .address = ip };
	if (!symbols->resolver) return place;
	const struct frame *frame = resolver_ip(symbols->resolver, &symbols->task, CPUMODE_KERNEL, ip);
	if (!frame->symbol) return place;
	place.symbol = frame->symbol->name;
	place.offset = frame->object_addr - frame->symbol->start;
	return place;
}
