/* Which samples and entries a report is about: lists of names, of numbers, and ranges of time, as options give them.
 * Two sorts of filters:
 *
 *     drops    by CPU and time    the sample takes no part, not even in totals
 *     hides    by the rest        the sample counts in totals, but has no row
 *
 * Lists are searched from their beginning: they are meant to be short. */
#ifndef ANALYSIS_PASS_SAMPLE_FILTER_H
#define ANALYSIS_PASS_SAMPLE_FILTER_H

#include <stdbool.h>
#include "base/err.h"
#include "base/vec.h"
#include "frame/resolver.h"

/* Names, owned by the list. */
struct name_list {
	char **names;
	size_t count;
	bool given; /* an empty list that was given lets nothing through */
};
struct number_list {
	int64_t *numbers;
	size_t count;
};
/* Ranges in ns of the samples' clock; both ends belong to them. */
struct time_ranges {
	struct {
		uint64_t from_ns, to_ns;
	} * items;
	size_t count;
};

/* Zero-initialised but for socket = -1 it lets everything through. Only read by samples: thread safe once it was
 * filled. */
struct sample_filter {
	struct name_list comms, dsos, symbols; /* not given: all */
	struct number_list pids, tids;
	struct number_list parallelism; /* how many threads ran; of samples without that: all */
	struct number_list cpus;
	/* cpus was given; else it is not looked at. Likewise by_time and times. */
	bool by_cpu;
	struct time_ranges times;
	bool by_time;
	/* Only symbols whose names have this text in them; NULL: all. Borrowed. */
	const char *symbol_part;
	int socket; /* -1: all */
	/* Samples of the host's own code; of guests. */
	bool hides_host, hides_guests;
	/* Says which socket a CPU is of; borrowed. Without it a given socket hides everything. */
	const struct perf_header *header;
};

/* Frees the lists; header and symbol_part are not the filter's. */
void sample_filter_done(struct sample_filter *filter);
/* Adds "a,b,c"; "file://NAME" adds the file's lines. Returns 0, or -errno with err set when a file cannot be opened.
 * The list is to be freed in either case. */
int name_list_parse(struct name_list *list, const char *text, struct err *err);
void name_list_done(struct name_list *list);
/* Whether one of the names equals name. */
bool name_list_has(const struct name_list *list, const char *name);
/* Adds "1,2,5-7"; ranges of at most 2^20 numbers. Returns 0, or -EINVAL with err set. The list is to be freed in
 * either case. */
int number_list_parse(struct number_list *list, const char *text, struct err *err);
void number_list_done(struct number_list *list);
bool number_list_has(const struct number_list *list, int64_t number);
/* Adds "from,to", "from,", ",to" in seconds, several separated by blanks; or "10%-20%,30%-40%", "10%/2,20%/3" (the
 * second slice of 10 % ...) of first_ns to last_ns. Returns 0, or -EINVAL with err set. */
int time_ranges_parse(struct time_ranges *ranges, const char *text, uint64_t first_ns, uint64_t last_ns,
		      struct err *err);

/* The sample takes no part at all. Samples without a time are in all ranges. */
bool sample_filter_drops(const struct sample_filter *filter, const struct sample *sample);
struct source_block;
/* Whether all samples of the block of a source are dropped, or hidden because of their task. */
bool sample_filter_hides_block(const struct sample_filter *filter, const struct source_block *block);
/* Whether sample_filter_hides_task asks more than the task: two samples of a task may have different answers. */
static inline bool sample_filter_wants_samples(const struct sample_filter *filter)
{
	return filter->socket >= 0 || filter->parallelism.count || filter->hides_host || filter->hides_guests;
}
/* The sample counts for totals but is not shown, because of its task or socket; because of the frame. */
bool sample_filter_hides_task(const struct sample_filter *filter, const struct sample *sample,
			      const struct sample_task *task);
bool sample_filter_hides_frame(const struct sample_filter *filter, const struct frame *frame);

#endif
