/* perf_event_open(2) and the ioctls of its descriptors, with fallbacks for kernels that lack features. Callers that
 * record or count use event_open with one struct event_support for the whole command; event_open_exact asks once and
 * changes nothing. Functions return 0 or a descriptor, else -errno; none prints. */
#ifndef KERNEL_EVENT_OPEN_H
#define KERNEL_EVENT_OPEN_H

#include <stdbool.h>
#include "event/attr/attr.h"

/* Whom an event counts, and where: perf_event_open(2), "Arguments". */
struct event_place {
	/* pid 0: this thread, -1: all; cpu -1: any */
	int32_t pid, cpu;
	/* descriptor of the group's leader; -1: none */
	int group_fd;
	bool pid_is_cgroup; /* pid is the descriptor of a cgroup's directory */
};

/* perf_event_open(2) itself, so that tests can put a kernel of their own in its place: the descriptor, or -errno. */
struct event_opener {
	int (*open)(void *ctx, const struct event_attr *attr, const struct event_place *place, bool cloexec);
	void *ctx;
};

/* What this kernel turned out not to have; shared by all events of a recording, so that each lack is found out once. */
struct event_support {
	uint32_t missing; /* a bit a line of event_feature.def */
	bool no_cloexec, raised_files;
	const struct event_opener *opener; /* borrowed; NULL: the running kernel */
};

/* Opens one event exactly as asked. attr->size is set to the smallest that holds what is set, so that older kernels
 * accept it. Returns the descriptor (the caller closes) or -errno. */
int event_open_exact(struct event_attr *attr, const struct event_place *place, bool cloexec);

/* Where event_open reports what it does. Each of the functions may be NULL. */
struct event_open_trace {
	/* dropped: the feature this attempt goes without for the first time, NULL: none */
	void (*attempt)(const struct event_open_trace *trace, const struct event_attr *attr,
			const struct event_place *place, int result, const char *dropped);
	/* What is done differently from now on, in words: for -v. */
	void (*note)(const struct event_open_trace *trace, const char *text);
	void *ctx;
	const char *name; /* of the event that is being opened */
};
/* Formats a text for trace->note; does nothing when trace or its note is NULL. */
void event_open_note(const struct event_open_trace *trace, const char *format, ...) _printf_(2, 3);
/* Opens an event; where the kernel refuses with -EINVAL or -E2BIG, tries without the features of event_feature.def
 * that attr uses, newest first. On success attr is what was opened, and support knows what this kernel lacks, so
 * that later calls leave it out at once. On failure attr has lost what support already knew to be missing, and the
 * result is the errno of the first attempt. Raises RLIMIT_NOFILE once at -EMFILE. required_sample_type: SAMPLE_*
 * bits the user asked for by name, never dropped. trace may be NULL. support must not be used by several threads at
 * once. */
int event_open(struct event_attr *attr, const struct event_place *place, uint64_t required_sample_type,
	       struct event_support *support, const struct event_open_trace *trace);
/* Drops from attr what is already known to be missing. */
void event_support_apply(const struct event_support *support, struct event_attr *attr);

/* The kernel's id of an event, which samples and counts carry (SAMPLE_ID, READ_ID): by PERF_EVENT_IOC_ID, or on
 * kernels without it (before 3.12) by reading the counter, for which attr must have READ_ID without READ_GROUP. 0 or
 * -errno. */
int event_id(int fd, const struct event_attr *attr, uint64_t *ret_id);
/* ioctls: 0 or -errno. The period is in events (or in Hz for attrs with ATTR_FREQ). */
int event_enable(int fd);
int event_disable(int fd);
int event_set_period(int fd, uint64_t period);
/* Records of fd go to the ring of to_fd; -1: they are dropped. */
int event_set_output(int fd, int to_fd);
/* Pauses writing to the ring mapped through fd, so that a ring that is overwritten can be read. */
int event_pause_output(int fd, bool pause);
/* Filter expression of a tracepoint, or address filter of a hardware trace. The kernel's -EINVAL gives no place in
 * it. */
int event_set_filter(int fd, const char *filter);
/* What it counted until now; of a group that is read as one, what its leader did. 0 or -errno. */
int event_count(int fd, const struct event_attr *attr, uint64_t *ret_count);
/* Samples this event could not deliver, as READ_LOST counts them; 0 when the kernel does not tell. */
uint64_t event_lost(int fd, const struct event_attr *attr);

#endif
