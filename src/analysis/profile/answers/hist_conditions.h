/* Which entries of a profile meet the conditions of a request (result/source.h). */
#ifndef ANALYSIS_PROFILE_ANSWERS_HIST_CONDITIONS_H
#define ANALYSIS_PROFILE_ANSWERS_HIST_CONDITIONS_H

#include "analysis/profile/answers/hist_source.h"

/* The column with this name; key: one of a key. NULL with err set where there is none. */
const struct hist_column *hist_find_column(const struct hist_layout *layout, const char *name, bool key,
					   struct err *err);
/* Makes the entries of the source's events, and filters those that do not meet all conditions; the totals of what is
 * shown are counted anew. -EINVAL with err set where the layout has no such column. */
int hist_conditions_apply(struct hist_source *source, const struct hist_layout *layout,
			  const struct result_request *request, struct err *err);

#endif
