/* Adding samples without their chains, where the keys of frames ask for nothing but the code at an address: its object
 * and the address in it (KEY_CODE). Then most samples need no frame: the map says which object it is, and the slot of
 * the place which class (code_slots.h). A frame is made for the first sample of a place, and for one at a lower address
 * than those before, since what is shown of places is that of their lowest address; for a place of n samples in
 * different address spaces that is log n times.
 *
 * What is rare goes to hist_add_flat: it counts the same at the same nodes. */
#include <string.h>
#include "analysis/profile/collect/hist_collector.h"

void code_slots_done(struct code_slots *slots)
{
	free(slots->slots);
	u64map_done(&slots->symbol_1);
	vec_done(&slots->symbols);
	*slots = (struct code_slots){ 0 };
}

void code_slots_grow(struct code_slots *slots)
{
	struct code_slots more = *slots;
	more.bits = slots->bits ? slots->bits + 1 : 12;
	more.limit = ((size_t)3 << more.bits) / 4;
	size_t size_bytes = sizeof(*more.slots) << more.bits;
	more.slots = memset(xmalloc_huge(size_bytes), 0, size_bytes);
	for (size_t i = 0; i < slots->limit / 3 * 4; i++) {
		const struct code_slot *slot = &slots->slots[i];
		if (slot->object_1) *code_slot_of(&more, slot->object_1, slot->addr) = *slot;
	}
	free(slots->slots);
	*slots = more;
}

bool hist_can_add_code(const struct hist *hist)
{
	const struct hist_options *o = &hist->options;
	if (!hist->in.is_whole || hist->chains_in_tree || hist->parents || o->branches) return false;
	if (o->innermost || o->hide_unresolved) return false;
	return hist_has_code_keys(hist);
}

bool hist_has_code_keys(const struct hist *hist)
{
	for (size_t i = 0; i < hist->nr_keys; i++)
		if (hist->keys[i]->scope == KEY_FRAME && !(hist->keys[i]->flags & KEY_CODE)) return false;
	return true;
}

bool hist_code_is_by_symbol(const struct hist *hist)
{
	for (size_t i = 0; i < hist->nr_keys; i++)
		if (hist->keys[i]->scope == KEY_FRAME && hist->keys[i]->flags & KEY_IP) return false;
	return true;
}

/* Stands for the symbol of code that has none. */
#define NO_SYMBOL UINT32_MAX

/* A sample's own address, and the piece of the object around it that is the same code. */
struct code_place {
	const struct dso *dso;
	uint32_t object_1;
	uint64_t addr, start, end;
};

/* What is known of the symbol at a sample's address, or of all code of the object that has none; NULL: of that each
 * address is a place. The frame that its class is made of is not kept: symbols are met once. Sets the place's piece. */
static const struct code_symbol *learn_symbol(struct hist_worker *w, struct code_place *place,
					      const struct sample *sample, const struct sample_task *task)
{
	const struct symbol *symbol = resolver_symbol(w->resolver, place->dso, place->addr, &place->start, &place->end);
	bool is_new;
	if (!symbol && !w->hist->options.env.join_unnamed) return NULL;
	uint64_t id = (uint64_t)place->object_1 << 32 | (symbol ? symbol->id : NO_SYMBOL);
	uint64_t *number_1 = u64map_put(&w->code.symbol_1, id, &is_new);
	if (is_new) {
		vec_push(&w->code.symbols, ((struct code_symbol){ .lowest_ip = UINT64_MAX }));
		*number_1 = w->code.symbols.count;
	}
	struct code_symbol *known = &w->code.symbols.items[*number_1 - 1];
	if (is_new || sample->ip < known->lowest_ip) {
		struct frame leaf;
		resolver_look(w->resolver, task, sample, &leaf);
		known->class = hist_leaf_class_make(w->hist, &leaf).n | (symbol ? 0 : CODE_SLOT_UNNAMED);
		known->lowest_ip = sample->ip;
	}
	return known;
}

/* The slot is of the part of the piece that is in the granule of the address. */
static void set_piece(struct code_slot *slot, const struct code_place *place)
{
	uint64_t granule = place->addr - place->addr % CODE_GRANULE_BYTES;
	uint64_t size_bytes = MIN(place->end - granule, (uint64_t)CODE_GRANULE_BYTES);
	slot->addr = MAX(place->start, granule);
	slot->size_bytes = (uint32_t)(size_bytes - (slot->addr - granule));
}

/* The first sample of a place, or one at a lower address. */
__attribute__((noinline)) static void learn(struct hist_worker *w, struct code_slot *slot, struct code_place place,
					    const struct sample *sample, const struct sample_task *task)
{
	const struct code_symbol *symbol = NULL;
	if (w->hist->code_is_by_symbol) symbol = learn_symbol(w, &place, sample, task);
	if (!slot->object_1) w->code.count++;
	slot->lowest_ip = sample->ip;
	slot->object_1 = place.object_1;
	if (symbol) {
		set_piece(slot, &place);
		slot->class = symbol->class;
		return;
	}
	const struct frame *leaf = resolver_sample_ip(w->resolver, task, sample);
	slot->addr = place.addr;
	slot->size_bytes = 1;
	slot->class = hist_leaf_class_of(w->hist, &w->known, leaf).n | (leaf->symbol ? 0 : CODE_SLOT_UNNAMED);
}

void hist_add_code(struct hist_worker *w, const struct sample *sample, const struct sample_task *task)
{
	struct hist *hist = w->hist;
	uint64_t addr;
	const struct dso *dso = resolver_object(w->resolver, task, (enum cpumode)sample->cpumode, sample->ip, &addr);
	/* --call-graph: as long as nothing without a symbol was seen, chains are looked at */
	bool looks = unlikely(hist->looks_for_nameless) && !key_env_has_unresolved(hist->env);
	if (unlikely(!dso || dso->id >= CODE_MAX_OBJECTS || looks)) {
		hist_add_flat(w, sample, task);
		return;
	}
	uint32_t object_1 = code_object_1(dso->id, sample->cpumode);
	struct code_slot *slot = code_slot_of(&w->code, object_1, addr);
	if (unlikely(!slot->object_1 || sample->ip < slot->lowest_ip))
		learn(w, slot, (struct code_place){ dso, object_1, addr, addr, addr }, sample, task);
	struct worker_event *e = &w->events[sample->event->idx];
	struct class_id class = { slot->class & ~CODE_SLOT_UNNAMED };
	gap_counts_note_chain(&w->gaps, sample);
	if (slot->class & CODE_SLOT_UNNAMED) gap_counts_add_unnamed(&w->gaps, dso->id, 1);
	struct thread_chain *thread = thread_chain_of(&w->threads, task->thread);
	struct tuple_id tuple = hist_tuple_of(hist, thread, w->resolver, sample, task, NULL);
	hist_count_flat(w, e, sample, task, tuple, class);
}
