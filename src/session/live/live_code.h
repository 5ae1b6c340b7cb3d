/* Code that recorded processes generate, for stacks that are unwound while they run: what jit-PID.dump files say of it,
 * read as they grow.
 *
 * Compilers write through buffers: what they said last is not in the file yet. Where they make copies of one piece of
 * code at equal distances (CPython's trampolines, a page of them at once), the copies that the file does not name yet
 * are found in the process's memory: equal code has equal rules. */
#ifndef SESSION_LIVE_LIVE_CODE_H
#define SESSION_LIVE_LIVE_CODE_H

#include "base/vec.h"
#include "model/model.h"
#include "symbol/object.h"

/* One file of one process. */
struct live_dump;
/* The files that are watched. Of one thread, that which applies records to the model. */
struct live_code {
	struct symbol_store *symbols;
	VEC(struct live_dump *) dumps;
};
#define LIVE_CODE_INIT(store)                         \
	{                                             \
		.symbols = (store), .dumps = VEC_INIT \
	}
void live_code_done(struct live_code *live);

/* A record was applied to the model: a mapping of such a file, or the end of a program. */
void live_code_note(struct live_code *live, const struct record *r);
/* The model is another one, without generated code: all is new again. */
void live_code_renew(struct live_code *live);
/* Puts code that is new into the model, from time_ns on, which nothing that was applied is newer than. Nobody may look
 * at model or symbols meanwhile. Returns whether there was any. */
bool live_code_poll(struct live_code *live, struct model *model, uint64_t time_ns);

#endif
