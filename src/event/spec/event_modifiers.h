/* The letters after an event's colon: who is excluded, how precise, how scheduled. */
#ifndef EVENT_SPEC_EVENT_MODIFIERS_H
#define EVENT_SPEC_EVENT_MODIFIERS_H

#include "event/pmu/event_lexer.h"
#include "event/attr/event_spec.h"

/* What was read after a colon, to be applied to one event or to each of a group. All false and 0: nothing was said.
 * Members are named after what the letters mean (perf-list(1), "EVENT MODIFIERS"). */
struct event_modifiers {
	bool user, kernel, hypervisor, idle, guest, host, precise_max, sample_read, pinned, weak, exclusive,
		bpf_counter, retire_latency;
	unsigned precise;
	size_t weak_pos; /* where W stood */
};

/* Reads letters up to the first character that is none. -EINVAL with err for a letter that is no modifier, one that
 * is there twice, and for no letter at all: that error points at colon_pos. */
int event_modifiers_parse(struct event_lexer *lexer, size_t colon_pos, struct event_modifiers *ret, struct err *err);
/* Sets spec as the modifiers say. of_group: they stood behind a group and add to those of the member. */
void event_modifiers_apply(const struct event_modifiers *modifiers, bool of_group, struct event_spec *spec);
/* Those behind a group, to one of its members: what is about scheduling goes to the leader. */
void event_modifiers_apply_group(const struct event_modifiers *modifiers, bool is_leader, struct event_spec *spec);

#endif
