/* Which object a function is of, where no key says it: functions of one name in several objects are different things,
 * but an object may have another name in another recording.
 *
 * Each object that has a function of a name is a home of that name. An object of another recording is the home with its
 * name; one that no home is named for is one that this recording does not have: the likeliest (hist_twins.h), which is
 * a guess unless the source file, or the functions beside it and its size, speak for it. */
#ifndef ANALYSIS_PROFILE_ROWS_HIST_HOMES_H
#define ANALYSIS_PROFILE_ROWS_HIST_HOMES_H

#include "base/u64map.h"
#include "base/vec.h"
#include "symbol/object.h"

/* A function of the recording at hand. Names are numbers, the same in all recordings. object: NULL where it does not
 * outlive the recording; then symbol is not kept. */
struct home_function {
	uint32_t name, object_name;
	struct object *object;
	const struct symbol *symbol;
};

struct function_home {
	uint32_t name, object_name; /* as they were met first */
	struct object *object;      /* NULL: nothing but the size is known */
	const struct symbol *symbol;
	uint64_t size_bytes;
	uint32_t recording; /* the last that has it */
	size_t before_1;    /* the home of the same name before it + 1 */
	bool is_guess;      /* in some recording the object has another name, and nothing says that it is the same */
};

/* Zeroed it is empty; freed by hist_homes_done. Objects that it was given have to outlive it. One thread. */
struct hist_homes {
	VEC(struct function_home) homes;
	struct u64map home_1; /* by name and name of the object: number of the home + 1 */
	struct u64map last_1; /* by name + 1: its last home + 1 */
	uint32_t recording;
	VEC(struct home_function) unknown; /* of the recording at hand: no home is named for them */
};
void hist_homes_done(struct hist_homes *homes);
/* Begins with another recording. */
void hist_homes_next(struct hist_homes *homes);
/* Takes note of a function of the recording at hand. */
void hist_homes_note(struct hist_homes *homes, const struct home_function *function);
/* Finds homes for all that was noted. Asks for debug information where objects of other names are compared. */
void hist_homes_settle(struct hist_homes *homes);
/* The number of the home of a name in an object, SIZE_MAX where it was never noted. */
size_t hist_homes_of(const struct hist_homes *homes, uint32_t name, uint32_t object_name);
/* Whether the name has several homes. */
bool hist_homes_several(const struct hist_homes *homes, uint32_t name);

#endif
