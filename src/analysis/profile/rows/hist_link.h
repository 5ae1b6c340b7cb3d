/* Links of call graphs: names and order. A link is a place of key_env, made by hist_link_make; which addresses are
 * one link depends on hist_options.chain_key. All of this is read only and may be called by several threads, each
 * with an arena of its own. */
#ifndef ANALYSIS_PROFILE_ROWS_HIST_LINK_H
#define ANALYSIS_PROFILE_ROWS_HIST_LINK_H

#include "analysis/profile/collect/hist_private.h"
#include "base/arena.h"

/* The name a call graph shows: "main", "main file.c:12", "main +16" (bytes behind the start), "0x401000" without a
 * symbol. Made in the arena where it is not a text that lasts as long as hist. */
const char *hist_link_label(const struct hist *hist, struct link_id link, struct arena *arena);
/* Order among siblings of equal weight, for qsort: by object, then the highest address first. */
int hist_link_order(const struct hist *hist, struct link_id a, struct link_id b);
/* The order where some sibling of that weight is an inlined function, which has a name but no address of its own: by
 * name, the last first. */
int hist_link_order_by_name(const struct hist *hist, struct link_id a, struct link_id b);
bool hist_link_is_inlined(const struct hist *hist, struct link_id link);

#endif
