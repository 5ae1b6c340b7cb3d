/* What all registers and stack slots hold at one place of a function. */
#ifndef SYMBOL_TYPES_FLOW_STATE_H
#define SYMBOL_TYPES_FLOW_STATE_H

#include "symbol/types/code_facts.h"

enum { FLOW_SLOTS = 48 /* stack slots that are remembered */ };

/* A part of the frame that a register was stored to. */
struct flow_slot {
	int64_t frame_off; /* from the CFA */
	unsigned size_bytes;
	struct held_value value;
};
struct flow_state {
	struct held_value registers[CODE_REGISTERS];
	struct flow_slot slots[FLOW_SLOTS];
	unsigned nr_slots;
};

/* Nothing is known. */
void flow_state_init(struct flow_state *state);
/* What was stored there, in as many bytes; NULL: not known. */
const struct held_value *flow_state_slot(const struct flow_state *state, int64_t frame_off, unsigned size_bytes);
/* A store of size_bytes there; value NULL: of something unknown. */
void flow_state_store(struct flow_state *state, int64_t frame_off, unsigned size_bytes, const struct held_value *value);
/* What holds for both becomes what holds for `into`. Returns whether that changed it. is_final: what would change is
 * given up instead, so that loops end. */
bool flow_state_join(struct flow_state *into, const struct flow_state *other, bool is_final);

#endif
