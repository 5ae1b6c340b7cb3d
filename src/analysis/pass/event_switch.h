/* --switch-on, --switch-off: samples count between two events. The moments are found in a pass of their own over the
 * samples in time order; after that each sample knows by itself whether it counts, on whichever thread it is. */
#ifndef ANALYSIS_PASS_EVENT_SWITCH_H
#define ANALYSIS_PASS_EVENT_SWITCH_H

#include "base/vec.h"
#include "session/session.h"

/* A sample that switched: samples behind it, up to the next, have the state it left. */
struct event_switch_moment {
	uint64_t time_ns, turn;
};

struct event_switch {
	bool active; /* false: every sample counts */
	bool starts_on;
	bool show;                               /* the samples that switch count too */
	bool by_turn;                            /* the recording's order is that of the file, not of time */
	VEC(struct event_switch_moment) moments; /* in order; each turns the state over */
};

/* on, off: NULL where there is none; neither: the switch is not active. Starts off when there is an event that switches
 * on. Returns 0, or -errno with err set. */
int event_switch_find(struct event_switch *event_switch, struct session *session, const struct perf_event *on,
		      const struct perf_event *off, bool show, struct err *err) _warn_unused_;
void event_switch_done(struct event_switch *event_switch);
bool event_switch_is_on(const struct event_switch *event_switch, const struct sample *sample);
/* Does the sample count? */
static inline bool event_switch_passes(const struct event_switch *event_switch, const struct sample *sample)
{
	return likely(!event_switch->active) || event_switch_is_on(event_switch, sample);
}

#endif
