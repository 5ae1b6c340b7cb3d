#include "frame/inlined.h"
#include "frame/frame_space.h"
#include "frame/resolver_cache.h"

static const struct inlined nothing;

/* The symbol of function where it was inlined into base. */
static const struct symbol *symbol_in(struct frame_space *space, const struct symbol *base, const struct symbol *function)
{
	struct inlined_symbol wanted = { .symbol = *function, .base = base, .function = function };
	wanted.symbol.start = base->start;
	wanted.symbol.end = base->end;
	wanted.symbol.is_inlined = true;
	uint32_t id = registry_id(&space->inlined_symbols, hash_pair((uintptr_t)base, (uintptr_t)function), &wanted);
	return &((const struct inlined_symbol *)registry_at(&space->inlined_symbols, id))->symbol;
}

/* Frames are aligned: a run of them in the resolver's arena. */
static struct frame *calls_new(struct resolver *resolver, uint32_t count)
{
	uintptr_t at = (uintptr_t)arena_alloc(&resolver->arena, (count + 1) * sizeof(struct frame));
	return (struct frame *)((at + sizeof(struct frame) - 1) & ~(sizeof(struct frame) - 1));
}

const struct inlined *inlined_of(struct resolver *resolver, const struct frame *frame)
{
	if (likely(frame->inlined || frame->is_call)) return frame->is_call ? &nothing : frame->inlined;
	const struct code_frames *found = NULL;
	if (frame->symbol && frame->map && !frame->map->ksymbol)
		found = object_frames(frame_space_object(resolver->space, frame->map->dso), frame->object_addr);
	if (!found || found->count < 2) {
		((struct frame *)frame)->inlined = &nothing;
		return &nothing;
	}
	struct inlined *inlined = arena_alloc(&resolver->arena, sizeof(*inlined) + found->count * sizeof(*inlined->frames));
	struct frame *calls = calls_new(resolver, found->count);
	inlined->count = found->count;
	for (uint32_t i = 0; i < found->count; i++) {
		const struct symbol *function = found->frames[i].function;
		calls[i] = *frame;
		calls[i].is_call = true;
		calls[i].call = &found->frames[i];
		calls[i].user = NULL;
		if (function && strcmp(function->name, frame->symbol->name) != 0) calls[i].symbol = symbol_in(resolver->space, frame->symbol, function);
		inlined->frames[i] = &calls[i];
	}
	((struct frame *)frame)->inlined = inlined;
	return inlined;
}
