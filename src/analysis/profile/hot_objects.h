/* Which objects a recording's samples are in: a quick pass over them that looks at maps alone and reads no object. For
 * those who decide what is worth being fetched. */
#ifndef ANALYSIS_PROFILE_HOT_OBJECTS_H
#define ANALYSIS_PROFILE_HOT_OBJECTS_H

#include "session/session.h"

struct hot_object {
	const struct dso *dso;
	uint64_t nr_samples;
}; /* samples in it, or in what it called */
struct hot_objects {
	struct hot_object *items;
	size_t count; /* hottest first, at least min_percent of all samples; equally hot ones in order of dso ids */
	uint64_t nr_samples; /* all of the recording's */
};

/* User space objects only. 0 or -errno. */
int hot_objects_collect(struct hot_objects *ret, struct session *session, double min_percent,
			struct err *err) _warn_unused_;
void hot_objects_done(struct hot_objects *objects);

#endif
