/* Links of call graphs: names and order. */
#ifndef ANALYSIS_PROFILE_HIST_LINK_H
#define ANALYSIS_PROFILE_HIST_LINK_H

#include "analysis/profile/hist_private.h"
#include "base/arena.h"

/* The name a call graph shows; made in the arena where it is none that lasts as long as hist. */
const char *hist_link_label(const struct hist *hist, struct link_id link, struct arena *arena);
/* Order among siblings of equal weight. */
int hist_link_order(const struct hist *hist, struct link_id a, struct link_id b);
/* The same where any of them is an inlined function: these have names, but no addresses. */
int hist_link_order_by_name(const struct hist *hist, struct link_id a, struct link_id b);
bool hist_link_is_inlined(const struct hist *hist, struct link_id link);

#endif
