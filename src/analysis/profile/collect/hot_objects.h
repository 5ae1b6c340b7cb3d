/* Which objects a recording's samples are in: a quick pass over them that looks at maps alone and reads no object. For
 * those who decide what is worth being fetched. */
#ifndef ANALYSIS_PROFILE_COLLECT_HOT_OBJECTS_H
#define ANALYSIS_PROFILE_COLLECT_HOT_OBJECTS_H

#include "session/session.h"

/* An object and how many samples are in it or in what it called: a sample counts once for each object on its chain. */
struct hot_object {
	const struct dso *dso;
	uint64_t nr_samples;
};
struct hot_objects {
	struct hot_object *items;
	size_t count; /* hottest first, at least min_percent of all samples; equally hot ones in order of dso ids */
	uint64_t nr_samples; /* all of the recording's */
};

/* Counts on the session's threads. min_percent: 0 to 100, of all samples. Returns 0 with *ret, which
 * hot_objects_done frees, or -errno with err set. User space objects only; dso pointers are the model's. */
int hot_objects_collect(struct hot_objects *ret, struct session *session, double min_percent,
			struct err *err) _warn_unused_;
void hot_objects_done(struct hot_objects *objects);

#endif
