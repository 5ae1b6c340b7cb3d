/* Strings stored once: equal texts have one id and one pointer, so that comparing ids or pointers compares texts. Ids
 * count up from 0 in order of first use and index arrays; texts never move and live until intern_done.
 *
 * Not thread safe for writing; any number of threads may read (intern_text, intern_find) while nobody writes. */
#ifndef BASE_INTERN_H
#define BASE_INTERN_H

#include "base/arena.h"
#include "base/vec.h"

/* The members are private; texts.count is the number of ids. */
struct intern {
	struct arena arena;
	VEC(const char *) texts; /* by id */
	uint32_t *slots;         /* id + 1, 0 is free */
	size_t mask;
};

/* An empty table. intern_done frees it, with all texts. */
void intern_init(struct intern *intern);
void intern_done(struct intern *intern);
/* The id of a text, which is copied when it is new. The text may contain NUL bytes with intern_id_n, of which
 * size_bytes count; texts of 4 GiB and more are cut. */
uint32_t intern_id(struct intern *intern, const char *text);
uint32_t intern_id_n(struct intern *intern, const char *text, size_t size_bytes);
/* The text of an id that was returned before; NUL-terminated. No bounds check. */
const char *intern_text(const struct intern *intern, uint32_t id);
/* The one pointer that stands for this text. */
const char *intern_string(struct intern *intern, const char *text);
/* Looks a text up without adding it. true and *ret_id when it is known; false leaves *ret_id. */
_Bool intern_find(const struct intern *intern, const char *text, uint32_t *ret_id);

#endif
