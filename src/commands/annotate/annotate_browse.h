/* perf annotate on a terminal: functions one after the other, heaviest first, in the view of code. */
#ifndef COMMANDS_ANNOTATE_ANNOTATE_BROWSE_H
#define COMMANDS_ANNOTATE_ANNOTATE_BROWSE_H

#include "analysis/annotate/annotate_listing.h"
#include "commands/annotate/annotate_option.h"

/* Whether options and terminal ask for it; before anything is printed. What is missing for it is said, and then the
 * text form is shown. */
bool annotate_is_browsed(const struct annotate_values *values);
/* How many functions of the event, which order names, are heavy enough to be shown (--percent-limit). */
size_t annotate_above_limit(const struct annotate *annotate, size_t event, double percent_limit, const uint32_t *order,
			    size_t count);

/* Shows the functions until the user leaves. 0, or -errno with err set. listing is borrowed. */
int annotate_browse(const struct annotate *annotate, const struct annotate_values *values,
		    const struct annotate_listing_options *listing, struct err *err) _warn_unused_;

#endif
