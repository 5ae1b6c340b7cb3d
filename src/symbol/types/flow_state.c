/* Registers and slots where ways through the code meet. A slot is known when it is on both ways. */
#include "symbol/types/flow_state.h"

void flow_state_init(struct flow_state *state)
{
	for (unsigned i = 0; i < CODE_REGISTERS; i++) state->registers[i] = held_unknown();
	state->nr_slots = 0;
}

const struct held_value *flow_state_slot(const struct flow_state *state, int64_t frame_off, unsigned size_bytes)
{
	for (unsigned i = 0; i < state->nr_slots; i++)
		if (state->slots[i].frame_off == frame_off && state->slots[i].size_bytes == size_bytes)
			return &state->slots[i].value;
	return NULL;
}

/* Forgets what overlaps. When all are taken the new one is not remembered. */
void flow_state_store(struct flow_state *state, int64_t frame_off, unsigned size_bytes, const struct held_value *value)
{
	unsigned kept = 0;
	for (unsigned i = 0; i < state->nr_slots; i++) {
		int64_t at = state->slots[i].frame_off;
		/* One begins within the other. Offsets may be any number: the differences are modulo 2^64. */
		if ((uint64_t)frame_off - (uint64_t)at < state->slots[i].size_bytes ||
		    (uint64_t)at - (uint64_t)frame_off < size_bytes)
			continue;
		state->slots[kept++] = state->slots[i];
	}
	state->nr_slots = kept;
	if (value && !held_says_nothing(value) && kept < FLOW_SLOTS)
		state->slots[state->nr_slots++] = (struct flow_slot){ frame_off, size_bytes, *value };
}

/* Returns whether `into` changed. */
static bool join_value(struct held_value *into, const struct held_value *other, bool is_final)
{
	struct held_value joined = held_join(into, other);
	bool is_same = held_is_same(&joined, into);
	if (!is_same && is_final) joined = held_unknown();
	*into = joined;
	return !is_same;
}

bool flow_state_join(struct flow_state *into, const struct flow_state *other, bool is_final)
{
	bool is_changed = false;
	unsigned kept = 0;
	for (unsigned i = 0; i < CODE_REGISTERS; i++)
		is_changed |= join_value(&into->registers[i], &other->registers[i], is_final);
	for (unsigned i = 0; i < into->nr_slots; i++) {
		struct flow_slot slot = into->slots[i];
		const struct held_value *value = flow_state_slot(other, slot.frame_off, slot.size_bytes);
		if (!value) {
			is_changed = true;
			continue;
		}
		is_changed |= join_value(&slot.value, value, is_final);
		if (!held_says_nothing(&slot.value)) into->slots[kept++] = slot;
	}
	into->nr_slots = kept;
	return is_changed;
}
