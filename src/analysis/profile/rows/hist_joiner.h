/* Which entries of profiles of several recordings are the same: cells mean something within one profile only, so they
 * are joined by what their keys say of them (key.join).
 *
 *     struct hist_joiner *joiner = hist_joiner_new(layout.keys.count);
 *     options.joiner = joiner;
 *     hist_report(a, ..., &options, &table_a);         rows of the two tables that are the same thing have the same id
 *     hist_report(b, ..., &options, &table_b);
 *
 * Used by one thread at a time. */
#ifndef ANALYSIS_PROFILE_ROWS_HIST_JOINER_H
#define ANALYSIS_PROFILE_ROWS_HIST_JOINER_H

#include "analysis/profile/collect/hist.h"

struct hist_entry;
struct hist_joiner;

/* For profiles that all have these many keys, in the same order. Functions of one name in one object are told apart
 * (hist_twins.h), where objects are those of a store that the recordings share; that has to outlive the joiner. Freed
 * by hist_joiner_free, which takes NULL. */
struct hist_joiner *hist_joiner_new(size_t nr_keys);
void hist_joiner_free(struct hist_joiner *joiner);
/* Begins with the profiles of another recording. */
void hist_joiner_next(struct hist_joiner *joiner);
/* Begins with the entries of another profile. Each has to be noted before the first is asked for; then settle. */
void hist_joiner_begin(struct hist_joiner *joiner, const struct hist *hist);
void hist_joiner_note(struct hist_joiner *joiner, const struct hist *hist, const struct hist_entry *entry);
void hist_joiner_settle(struct hist_joiner *joiner);
/* The id of an entry of the profile at hand: never 0, and equal exactly when all keys join. */
uint64_t hist_joiner_id(struct hist_joiner *joiner, const struct hist *hist, const struct hist_entry *entry);
/* The number of a function of the profile at hand among those of its name in its object; 0 where nothing is known. */
uint32_t hist_joiner_number(struct hist_joiner *joiner, const struct hist *hist, const struct dso *dso,
			    const struct symbol *symbol);
/* One of several functions of a name in an object. */
struct joined_twin {
	uint32_t number;   /* as hist_joiner_number; also of functions that are the only one */
	uint64_t elf_addr; /* where it is in its object, as ELF tools print it, in the first recording that has it */
	bool is_guess;     /* it may be another one in some recording */
};
/* Whether there are entries of another function with the name of this one's, or which one it is was a guess. */
bool hist_joiner_is_twin(const struct hist_joiner *joiner, uint64_t id, struct joined_twin *ret);
/* The object of a function where no key says it. */
struct joined_home {
	const char *object; /* its name in the first recording that has the function; the joiner's */
	bool is_guess;      /* in some recording it may be another object's function */
};
/* Whether functions of this one's name are in several objects, or it was a guess that it is the same in objects of
 * different names. */
bool hist_joiner_is_homed(const struct hist_joiner *joiner, uint64_t id, struct joined_home *ret);

#endif
