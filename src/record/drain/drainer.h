/* Threads that drain, each the buffers of some CPUs into a file of its own (--threads): data.0, data.1, ... beside the
 * file with the header and the side band. Nobody orders the files among themselves while recording: they have no
 * FINISHED_ROUND records. */
#ifndef RECORD_DRAIN_DRAINER_H
#define RECORD_DRAIN_DRAINER_H

#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include "record/drain/drain.h"
#include "record/file/output.h"
#include "record/ring/ring_set.h"
#include "record/drain/thread_spec.h"

/* One thread with its file. Other threads read only written_bytes, wakeups and result while it runs. */
struct drainer {
	struct drain drain;
	struct buffer **buffers;
	size_t nr_buffers; /* borrowed ones, in an array of its own */
	struct perfdata_writer *writer;
	int fd;
	struct int32_set affinity; /* borrowed items */
	int stop_fd;               /* shared: readable when it is time to end */
	pthread_t thread;
	bool running;
	_Atomic uint64_t written_bytes, wakeups;
	_Atomic int result; /* -errno: writing failed */
};
/* All of them; zeroed, but for spec, before drainers_start. stop_fd: an eventfd that all of them poll. */
struct drainers {
	struct drainer *items;
	size_t count;
	int stop_fd;
	struct thread_spec spec;
};

/* Settings of all threads; seen_events and seen_addresses are those of hits_seen_new. */
struct drainers_options {
	int compression_level;
	uint64_t flush_bytes;
	struct roots *roots; /* as in struct drain */
	const struct perf_events
		*seen_events; /* NULL: nobody asks what was compressed; else as hits_seen_new wants to know */
	bool seen_addresses;
};

/* Opens the files of the threads in drainers->spec in output's directory, and starts them. 0 or a negative errno with
 * err set; drainers_done either way. */
int drainers_start(struct drainers *drainers, const struct drainers_options *options, const struct ring_set *rings,
		   const struct output *output, struct err *err);
/* Bytes written by all threads so far; *ret_result gets a failure if there was one, else it stays. From any thread. */
uint64_t drainers_written(const struct drainers *drainers, int *ret_result);
/* The events are disabled: each takes what is left in its buffers and ends. 0 or -errno of the first failure. */
int drainers_stop(struct drainers *drainers);
/* How often their polls returned because of a ring. */
uint64_t drainers_wakeups(const struct drainers *drainers);
/* Stops them if need be, closes their files and frees everything. */
void drainers_done(struct drainers *drainers);

#endif
