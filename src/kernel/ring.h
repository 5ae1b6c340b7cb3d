/* The ring buffer the kernel writes an event's records to (perf_event_open(2), "MMAP layout"): one control page,
 * then a power of two of data pages. Positions (data_head, data_tail) only grow; the offset is the position modulo
 * size. Forward, the kernel waits for data_tail; backward (write_backward), it writes from 0 downwards and
 * overwrites the oldest.
 * One thread reads a ring at a time; the kernel writes at the same time.
 *     ring_open -> [ring_peek -> use parts -> ring_consume ...] -> ring_close */
#ifndef KERNEL_RING_H
#define KERNEL_RING_H

#include <stdbool.h>
#include <sys/uio.h>
#include "base/compiler.h"

struct ring {
	void *control; /* struct perf_event_mmap_page */
	uint8_t *data;
	size_t size_bytes; /* of the data, a power of two */
	size_t mapped_bytes;
	uint64_t tail; /* what was given out before this is done with; backward: what is above it */
	int fd;        /* not owned */
};

/* Maps nr_pages (a power of two) of data of fd's event; ring_close unmaps. fd must stay open meanwhile. overwritten:
 * maps read only, by which the kernel knows that nobody consumes (the attr must have ATTR_WRITE_BACKWARD). 0 or
 * -errno; -EPERM: more than perf_event_mlock_kb and RLIMIT_MEMLOCK allow. */
int ring_open(struct ring *ring, int fd, size_t nr_pages, bool overwritten);
void ring_close(struct ring *ring);
/* A ring over memory of the caller's: tests play the kernel. */
void ring_init(struct ring *ring, void *control, void *data, size_t size_bytes);

/* The records that came since the last ring_consume, in one part, or two when they run over the end of the buffer; a
 * record may be split between both. Returns the number of parts, 0: nothing new. Nothing is copied: the bytes stay
 * until ring_consume. */
int ring_peek(const struct ring *ring, struct iovec parts[2], size_t *ret_bytes);
/* Gives the first `bytes` of what ring_peek returned back to the kernel. */
void ring_consume(struct ring *ring, size_t bytes);

/* Of a ring that is written backward and is paused: the whole records written since the last call, newest first, as
 * ring_peek returns them. There is nothing to consume. */
int ring_peek_backward(struct ring *ring, struct iovec parts[2], size_t *ret_bytes);

#endif
