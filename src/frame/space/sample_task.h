/* The thread a sample is of, as the model knows it at that time.
 *
 * Filled once per sample by resolver_task, from a cache for samples of the same thread. Pointers are the model's (comm
 * of unknown threads: the resolver's); the struct is a copy, and stays true whatever the resolver is asked next. */
#ifndef FRAME_SPACE_SAMPLE_TASK_H
#define FRAME_SPACE_SAMPLE_TASK_H

#include <stdint.h>
#include "model/model.h"

/* Who a sample belongs to. */
struct sample_task {
	const struct machine *machine; /* the host, or the guest whose mode the sample has */
	const struct task *task;       /* of that machine; NULL: unknown thread */
	/* never NULL; ":TID" when unknown; "swapper" for tid 0. Of known tasks: interned by the model */
	const char *comm;
	const struct space_version *user_space, *kernel_space; /* of that machine; never NULL */
	uint32_t pid, tid;                                     /* as the sample says */
	uint64_t user_key, kernel_key;                         /* for the resolver: the spaces' frame keys */
	/* what the program before the last exec had, which is gone; NULL: none was seen */
	const struct space_version *exec_space;
	uint32_t thread; /* counts the tids this resolver has met, from 0: an index for arrays kept by thread */
};

#endif
