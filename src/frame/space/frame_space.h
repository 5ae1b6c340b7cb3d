/* What all resolvers of a session share: the model, the symbol store, and which object is behind each dso. */
#ifndef FRAME_SPACE_FRAME_SPACE_H
#define FRAME_SPACE_FRAME_SPACE_H

#include <stdbool.h>
#include "model/model.h"

struct object;
struct symbol_store;
struct frame_space;

/* Both are kept by pointer; the model is complete by then. */
struct frame_space *frame_space_new(const struct model *model, struct symbol_store *symbols);
/* Not the model nor the store. */
void frame_space_free(struct frame_space *space);
/* The object behind a dso, made on first use; any thread. Never NULL: an object of which no file is found has no
 * symbols. The object is the store's. */
struct object *frame_space_object(struct frame_space *space, const struct dso *dso);
/* The recorded processes may still run: files are looked for as they see them. */
void frame_space_set_live(struct frame_space *space);
/* Code of guests is in the process that runs them, at the same addresses (perf script --guest-code). */
void frame_space_set_guest_code(struct frame_space *space);
/* The model has grown: makes room for its new dsos. Nobody may use the space meanwhile. */
void frame_space_grow(struct frame_space *space);
const struct model *frame_space_model(const struct frame_space *space);
/* The recorded machine, for unwinding: its name as uname says (kept by pointer; NULL: this machine's), whether it is of
 * the other byte order. */
void frame_space_set_machine(struct frame_space *space, const char *arch, bool swap);
/* Which links of call chains stand for the inlined calls at their address too. Before the first chain; none at first.
 */
enum frame_inlines {
	FRAME_INLINES_NONE,
	FRAME_INLINES_UNWOUND /* of copied stacks, as upstream 6.12 */,
	FRAME_INLINES_ALL
};
void frame_space_set_inlines(struct frame_space *space, enum frame_inlines inlines);

#endif
