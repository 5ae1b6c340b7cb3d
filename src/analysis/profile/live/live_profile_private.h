/* What the files of the live profile share. */
#ifndef ANALYSIS_PROFILE_LIVE_LIVE_PROFILE_PRIVATE_H
#define ANALYSIS_PROFILE_LIVE_LIVE_PROFILE_PRIVATE_H

#include "analysis/profile/live/live_profile.h"
#include "session/group_reads.h"
#include "session/stitched_stacks.h"

struct live_profile {
	struct live_profile_options options;
	struct hist_input input;
	struct live *live;
	struct hist *hist;                  /* that grows */
	struct hist *shown;                 /* of the last snapshot: hist, or the one before it, which is owned then */
	struct live_profile_counts *counts; /* [threads], since the last refresh */
	struct live_profile_counts all;
	struct hist *old; /* of the snapshot before, where that was another one; owned */
	bool sweeps;      /* once nobody is left who knew the model before */
	size_t most_names;
	bool switched_on;
	bool hide_kernel, hide_user, forget, paused;
	struct annotate *annotate;        /* NULL: nobody asked for code yet */
	bool is_ordered;                  /* samples are added in order of time, by one thread */
	struct stitched_stacks *stitched; /* NULL: stacks end where they were recorded to end */
	struct group_reads *reads;        /* NULL: no event's samples read their group */
};

#endif
