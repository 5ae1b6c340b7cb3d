/* Functions that have one name in one object, told apart over several recordings and builds: each has a number among
 * those of its name, the same in all.
 *
 * In one object a function is its symbol. In another build it is the one of the same name that is of the same source
 * file, stands between the same functions and has the same size, as far as there is such a one; where that leaves it
 * open, the one that is called by the same functions and calls the same; those that are left are matched in order of
 * address. A name that each build has once is the same function, whatever stands beside it. What
 * was matched though another function was as likely, or nothing spoke for it, is a guess, which is said. */
#ifndef ANALYSIS_PROFILE_ROWS_HIST_TWINS_H
#define ANALYSIS_PROFILE_ROWS_HIST_TWINS_H

#include "base/u64map.h"
#include "base/vec.h"
#include "symbol/object.h"

/* What a function of an ambiguous name is known by in other builds. */
struct twin {
	const char *before, *after; /* the functions beside it; NULL: none */
	uint64_t size_bytes;
	const char *file;          /* path of the source file; NULL: not known */
	uint64_t linked;           /* stands for the name as linked: other variants of a destructor are others */
	uint64_t callers, callees; /* object_calls_of; 0: not known */
};

/* A function of another build. */
struct twin_match {
	size_t number; /* which one it is; SIZE_MAX: none */
	bool is_guess; /* others are as likely */
	bool is_open;  /* there are others, and not all that stands beside the two is the same */
};

/* Says for each of b which of a it is, in ret[nr_b]. */
void twins_match(const struct twin *a, size_t nr_a, const struct twin *b, size_t nr_b, struct twin_match *ret);
/* Whether enough speaks for it that two functions of one name in objects of different names are the same: the source
 * file, or all of size and functions beside them. (Beside main there is _start everywhere.) */
bool twins_are_evident(const struct twin *a, const struct twin *b);

/* Zeroed it is empty; freed by hist_twins_done. Objects and symbols have to outlive it. One thread. */
struct hist_twins {
	struct u64map number_1; /* by address of the symbol: its number + 1 */
	struct u64map group_1;  /* by name: the number of the group + 1 */
	VEC(struct twin_group *) groups;
	struct u64map calls; /* by address of the object: its struct object_calls, once they were asked for */
};
void hist_twins_done(struct hist_twins *twins);
/* The number of a symbol among those of its name in objects of its object's name, 0 for the first. name: a number that
 * stands for both names. */
uint32_t hist_twins_number(struct hist_twins *twins, uint64_t name, struct object *object, const struct symbol *symbol);
/* Whether the function with this number was a guess in some recording. */
bool hist_twins_is_guess(const struct hist_twins *twins, uint64_t name, uint32_t number);

#endif
