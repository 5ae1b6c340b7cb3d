/* perf_event_open(2), and what older kernels do not know of it. */
#ifndef KERNEL_EVENT_OPEN_H
#define KERNEL_EVENT_OPEN_H

#include <stdbool.h>
#include "event/attr/attr.h"

/* Whom an event counts, and where: perf_event_open(2), "Arguments". */
struct event_place {
	int32_t pid, cpu;
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

/* Opens one event exactly as asked (attr->size is set to the smallest that holds it). The descriptor, or -errno. */
int event_open_exact(struct event_attr *attr, const struct event_place *place, bool cloexec);

/* As above; when the kernel refuses for want of a feature (event_feature.def, newest first) that can be done without,
 * the attr goes without it and so do all later ones. required: SAMPLE_* bits the user asked for by name, never dropped.
 * trace (may be NULL, and so may be its functions) is told of each attempt: for -vv. */
struct event_open_trace {
	/* dropped: the feature this attempt goes without for the first time, NULL: none */
	void (*attempt)(const struct event_open_trace *trace, const struct event_attr *attr,
			const struct event_place *place, int result, const char *dropped);
	/* What is done differently from now on, in words: for -v. */
	void (*note)(const struct event_open_trace *trace, const char *text);
	void *ctx;
	const char *name; /* of the event that is being opened */
};
/* trace may be NULL, and so may be its functions. */
void event_open_note(const struct event_open_trace *trace, const char *format, ...) _printf_(2, 3);
int event_open(struct event_attr *attr, const struct event_place *place, uint64_t required_sample_type,
	       struct event_support *support, const struct event_open_trace *trace);
/* Drops from attr what is already known to be missing. */
void event_support_apply(const struct event_support *support, struct event_attr *attr);

/* The kernel's id of an event: by ioctl, or on old kernels by reading it. 0 or -errno. */
int event_id(int fd, const struct event_attr *attr, uint64_t *ret_id);
int event_enable(int fd);
int event_disable(int fd);
int event_set_period(int fd, uint64_t period);
int event_set_output(int fd, int to_fd);
int event_pause_output(int fd, bool pause); /* of the ring mapped through it */
int event_set_filter(int fd, const char *filter);
/* What it counted until now; of a group that is read as one, what its leader did. 0 or -errno. */
int event_count(int fd, const struct event_attr *attr, uint64_t *ret_count);
/* Samples this event could not deliver, as READ_LOST counts them; 0 when the kernel does not tell. */
uint64_t event_lost(int fd, const struct event_attr *attr);

#endif
