/* What is behind a key_env. For key_env*.c alone. */
#ifndef KEY_KEY_ENV_PRIVATE_H
#define KEY_KEY_ENV_PRIVATE_H

#include "base/intern.h"
#include "base/registry.h"
#include "base/spinlock.h"
#include "base/u64map.h"
#include "base/vec.h"
#include "key/key_areas.h"
#include "key/key_env.h"

struct key_env {
	struct key_env_options options;
	const struct perf_header *header;
	const struct model *model;
	struct frame_space *frames;
	struct tracepoints *tracepoints;
	struct spinlock lock;
	struct intern texts;
	struct u64map widths;  /* event << 32 | text -> width */
	struct u64map threads; /* tid -> text */
	struct arena symbols;  /* copies of symbols that came from another environment, */
	struct u64map copies;  /* by the address of the original */
	bool unresolved, knows_ipc;
	struct u64map ipc_indexes; /* by the address of the symbol */
	VEC(struct key_ipc) ipcs;
	struct registry places; /* of struct place_entry */
	struct key_areas areas;
};

/* The text as it is kept: for where cells are made, when others may add texts meanwhile. */
const char *key_env_kept_text(struct key_env *env, const char *text);
void key_env_places_init(struct registry *places);

#endif
