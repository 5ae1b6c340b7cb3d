/* Which samples and entries a report is about: lists of names and numbers, ranges of time. */
#ifndef ANALYSIS_PASS_SAMPLE_FILTER_H
#define ANALYSIS_PASS_SAMPLE_FILTER_H

#include <stdbool.h>
#include "base/err.h"
#include "base/vec.h"
#include "frame/resolver.h"

struct name_list {
	char **names;
	size_t count;
	bool given; /* an empty list that was given lets nothing through */
};
struct number_list {
	int64_t *numbers;
	size_t count;
};
struct time_ranges {
	struct {
		uint64_t from_ns, to_ns;
	} * items;
	size_t count;
};

struct sample_filter {
	struct name_list comms, dsos, symbols; /* not given: all */
	struct number_list pids, tids;
	struct number_list cpus;
	bool by_cpu;
	struct time_ranges times;
	bool by_time;
	const char *symbol_part;          /* NULL: all */
	int socket;                       /* -1: all */
	const struct perf_header *header; /* for socket */
};

void sample_filter_done(struct sample_filter *filter);
/* "a,b,c"; "file://NAME" reads one a line. Returns 0 or -errno. */
int name_list_parse(struct name_list *list, const char *text, struct err *err);
void name_list_done(struct name_list *list);
bool name_list_has(const struct name_list *list, const char *name);
/* "1,2,5-7". Returns 0 or -EINVAL. */
int number_list_parse(struct number_list *list, const char *text, struct err *err);
void number_list_done(struct number_list *list);
bool number_list_has(const struct number_list *list, int64_t number);
/* "from,to", "from,", ",to" in seconds, several separated by blanks; "10%-20%,30%-40%", "10%/2,20%/3" of
 * first_ns..last_ns. Returns 0 or -EINVAL. */
int time_ranges_parse(struct time_ranges *ranges, const char *text, uint64_t first_ns, uint64_t last_ns,
		      struct err *err);

/* The sample takes no part at all. */
bool sample_filter_drops(const struct sample_filter *filter, const struct sample *sample);
/* The sample counts for the totals but is not shown. */
bool sample_filter_hides_task(const struct sample_filter *filter, const struct sample *sample,
			      const struct sample_task *task);
bool sample_filter_hides_frame(const struct sample_filter *filter, const struct frame *frame);

#endif
