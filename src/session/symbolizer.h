/* What turns (thread, time, address) into names: the model of a machine, the symbols of its objects, the frames that
 * join both, and a resolver a worker. A session makes one of a recording, session/live one of what is still being
 * recorded.
 *
 *     symbolizer_init(&s, &model_options, nr_workers);      the model takes its first records
 *     symbolizer_open_symbols(&s, &symbol_options);         when it is known whose symbols they are
 *     symbolizer_begin(&s, &frames);                        the model is as it has to be for the first question
 *     symbolizer_resolver(&s, worker)                       each worker has its own
 *     symbolizer_grown(&s);                                 after the model has changed */
#ifndef SESSION_SYMBOLIZER_H
#define SESSION_SYMBOLIZER_H

#include "frame/resolver.h"

/* How questions are answered; copied by symbolizer_begin and used again after each renewal. */
struct symbolizer_frames {
	const char *arch; /* of the machine; kept by pointer; NULL: this one's */
	bool swap;        /* its byte order is the other one */
	bool live;        /* as frame_space_set_live */
	bool guest_code;  /* as frame_space_set_guest_code */
	enum frame_inlines inlines;
};

struct symbolizer {
	struct model *model;
	struct symbol_store *symbols; /* NULL until it is opened */
	struct frame_space *frames;   /* NULL until it has begun */
	struct symbolizer_frames how;
	struct resolver **resolvers; /* [nr_workers]; NULL: not made yet */
	unsigned nr_workers;
};

/* Makes the model; options as for model_new. nr_workers: how many resolvers there may be, indexed from 0. */
void symbolizer_init(struct symbolizer *symbolizer, const struct model_options *options, unsigned nr_workers);
void symbolizer_done(struct symbolizer *symbolizer); /* zero bytes are fine */
/* Opens the symbol store; its options are those of symbol_store_new. Once, before symbolizer_begin. */
void symbolizer_open_symbols(struct symbolizer *symbolizer, const struct symbol_options *options);
/* Makes the frames. Questions may be asked from now on. */
void symbolizer_begin(struct symbolizer *symbolizer, const struct symbolizer_frames *how);
/* The worker's, made on first use, by its thread. Lives until symbolizer_renew or symbolizer_done. */
struct resolver *symbolizer_resolver(struct symbolizer *symbolizer, unsigned worker);
/* The model knows more than when it was last asked. Nobody may be asking meanwhile. */
void symbolizer_grown(struct symbolizer *symbolizer);
/* What is there at time_ns takes the place of all that ever was (model_present): maps, names of threads and frames from
 * before are gone, symbols stay. More may be applied then, before symbolizer_grown. Resolvers and their frames are
 * freed; model and frames from before go to the caller, who frees them once nobody needs their names any more. */
struct symbolizer_past {
	struct model *model;
	struct frame_space *frames;
};
struct symbolizer_past symbolizer_renew(struct symbolizer *symbolizer, uint64_t time_ns) _warn_unused_;
void symbolizer_past_done(struct symbolizer_past *past);

#endif
