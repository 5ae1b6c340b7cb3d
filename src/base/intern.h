/* Strings stored once: equal texts have equal ids and equal pointers. Ids count up from 0 in order of first use.
 * Not thread safe for writing; reading while nobody writes is. */
#ifndef BASE_INTERN_H
#define BASE_INTERN_H

#include "base/arena.h"
#include "base/vec.h"

struct intern {
	struct arena arena;
	VEC(const char *) texts; /* by id */
	uint32_t *slots;         /* id + 1, 0 is free */
	size_t mask;
};

void intern_init(struct intern *intern);
void intern_done(struct intern *intern);
uint32_t intern_id(struct intern *intern, const char *text);
uint32_t intern_id_n(struct intern *intern, const char *text, size_t size_bytes);
const char *intern_text(const struct intern *intern, uint32_t id);
/* The one pointer that stands for this text. */
const char *intern_string(struct intern *intern, const char *text);
/* true and the id when the text is known, without adding it. */
_Bool intern_find(const struct intern *intern, const char *text, uint32_t *ret_id);

#endif
