/* Short forms of tracepoints in place of their print formats, compiled out of short_form.def. Internal to event/. */
#ifndef EVENT_FORMAT_SHORT_FORM_H
#define EVENT_FORMAT_SHORT_FORM_H

#include "event/format/payload.h"

/* One text for payloads of which `when` holds. */
struct payload_form {
	const struct payload_node *when;
	const struct payload_program *program;
};

/* Finds and compiles the forms of a tracepoint whose fields and program are there: sets tp->forms. All memory is the
 * arena's. */
void short_form_find(struct tracepoint *tp, struct arena *arena);
/* What prints this payload: one of tp->forms, or tp->program. */
const struct payload_program *short_form_choose(const struct payload *p);

#endif
