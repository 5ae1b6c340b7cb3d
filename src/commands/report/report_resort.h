/* Profiles of the same recording by other sort keys, for the browser: made when somebody asks for keys that the profile
 * does not have, by another pass over the samples. */
#ifndef COMMANDS_REPORT_REPORT_RESORT_H
#define COMMANDS_REPORT_REPORT_RESORT_H

#include "analysis/profile/answers/hist_source.h"
#include "commands/report/report_show.h"

struct resorted;

/* All profiles that a browser has, and its sources: one for each of report->profiles. */
struct report_resort {
	struct report *report;
	struct hist_source *sources;
	VEC(struct resorted *) made; /* at most two: a table may still show texts of the one before */
	const struct hist *shown;
};

/* hist_source.resort; ctx is a struct report_resort. Changes all sources. */
int report_resort(void *ctx, const char *sort, char **ret_names, struct err *err);
void report_resort_done(struct report_resort *resort);

#endif
