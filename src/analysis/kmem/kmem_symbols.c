#include "analysis/kmem/kmem_symbols.h"

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
