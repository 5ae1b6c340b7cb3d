/* --switch-on, --switch-off: samples count between two events. The moments are found in a pass of their own over the
 * samples in time order; after that each sample knows by itself whether it counts, on whichever thread it is. */
#ifndef ANALYSIS_PASS_EVENT_SWITCH_H
#define ANALYSIS_PASS_EVENT_SWITCH_H

#include "base/vec.h"
#include "session/session.h"

/* A sample that switched: samples behind it, up to the next moment, have the state it left. turn is the sample's
 * place in the recording. */
struct event_switch_moment {
	uint64_t time_ns, turn;
};

/* Filled by event_switch_find; afterwards only read, by any number of threads. */
struct event_switch {
	bool active; /* false: every sample counts */
	bool starts_on;
	/* The samples that switch count, too. */
	bool show;
	bool by_turn;                            /* the recording's order is that of the file, not of time */
	VEC(struct event_switch_moment) moments; /* in order; each turns the state over */
};

/* Looks for the moments, in a pass of its own over the session. on, off: events of the session; NULL: there is none,
 * and with both NULL the switch is not active. The state is off at first when there is an `on`. Returns 0, or -errno
 * with err set; event_switch_done in either case. */
int event_switch_find(struct event_switch *event_switch, struct session *session, const struct perf_event *on,
		      const struct perf_event *off, bool show, struct err *err) _warn_unused_;
void event_switch_done(struct event_switch *event_switch);
/* Whether the sample counts, of a switch that is active. Binary search in the moments. Thread safe. */
bool event_switch_is_on(const struct event_switch *event_switch, const struct sample *sample);
/* Whether the sample counts. Thread safe. */
static inline bool event_switch_passes(const struct event_switch *event_switch, const struct sample *sample)
{
	return likely(!event_switch->active) || event_switch_is_on(event_switch, sample);
}

#endif
