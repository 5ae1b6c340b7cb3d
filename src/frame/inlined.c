/* Calls that were inlined at an address are worked out once for each frame, and kept at the frame: a list of at most
 * two answers (the address itself; the call before a return address). Frames of the calls are copies of the address's
 * frame with a symbol and a line of their own, in the same resolver.
 *
 * The symbols made here are the space's, so that all resolvers have the same one for (function with the code, inlined
 * function). */
#include "frame/inlined.h"
#include "frame/space/frame_space_private.h"
#include "frame/resolver_cache.h"

static const struct inlined nothing;

/* The symbol of function where it was inlined into base. */
static const struct symbol *symbol_in(struct frame_space *space, const struct symbol *base,
				      const struct symbol *function)
{
	struct inlined_symbol wanted = { .symbol = *function, .base = base, .function = function };
	wanted.symbol.start = base->start;
	wanted.symbol.end = base->end;
	wanted.symbol.is_inlined = true;
	uint32_t id = registry_id(&space->inlined_symbols, hash_pair((uintptr_t)base, (uintptr_t)function), &wanted);
	return &((const struct inlined_symbol *)registry_at(&space->inlined_symbols, id))->symbol;
}

/* One of the functions at frame's address. */
static const struct frame *call_new(struct resolver *resolver, const struct frame *frame, const struct code_frame *code)
{
	const struct symbol *function = code->function;
	struct frame *call = resolver_frame_new(resolver);
	uint32_t id = call->id;
	*call = *frame;
	call->id = id;
	call->is_call = true;
	call->call = code;
	if (function && strcmp(function->name, frame->symbol->name) != 0)
		call->symbol = symbol_in(resolver->space, frame->symbol, function);
	return call;
}

/* What is known of the code at a frame, NULL: nothing, or not enough to say more than the frame does. */
static const struct code_frames *find_code(struct resolver *resolver, const struct frame *frame, bool is_return)
{
	if (!frame->symbol || !frame->map || frame->map->ksymbol) return NULL;
	if (is_return && frame->object_addr == frame->symbol->start)
		return NULL; /* the call is another function's, which never returns */
	const struct code_frames *found = object_frames(frame_space_object(resolver->space, frame->map->dso),
							frame->object_addr - is_return);
	return found && found->count > !is_return ? found : NULL;
}

/* An empty answer is kept, too: debug information is asked once. */
static const struct inlined *make(struct resolver *resolver, const struct frame *frame, bool is_return)
{
	const struct code_frames *found = find_code(resolver, frame, is_return);
	uint32_t count = found ? found->count : 0;
	struct inlined *inlined = arena_alloc(&resolver->arena, sizeof(*inlined) + count * sizeof(*inlined->frames));
	*inlined = (struct inlined){ .next = frame->inlined, .is_return = is_return, .count = count };
	for (uint32_t i = 0; i < count; i++) inlined->frames[i] = call_new(resolver, frame, &found->frames[i]);
	resolver_frame(resolver, frame->id)->inlined = inlined;
	return inlined;
}

const struct inlined *inlined_of(struct resolver *resolver, const struct frame *frame, bool is_return)
{
	if (frame->is_call) return &nothing;
	for (const struct inlined *inlined = frame->inlined; inlined; inlined = inlined->next)
		if (likely(inlined->is_return == is_return)) return inlined;
	return make(resolver, frame, is_return);
}
