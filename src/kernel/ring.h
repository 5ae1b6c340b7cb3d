/* The buffer the kernel writes records to: mapped, and read without copying. Source: perf_event_open(2), "MMAP layout".
 */
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

/* Maps nr_pages (a power of two) of data of fd's event. overwritten: the kernel does not wait for anyone to read (and
 * the event has ATTR_WRITE_BACKWARD). 0 or -errno (-EPERM: more than perf_event_mlock_kb and RLIMIT_MEMLOCK allow). */
int ring_open(struct ring *ring, int fd, size_t nr_pages, bool overwritten);
void ring_close(struct ring *ring);
/* A ring over memory of the caller's: tests play the kernel. */
void ring_init(struct ring *ring, void *control, void *data, size_t size_bytes);

/* What the kernel has written since: whole records, in one part, or in two when it runs over the end. Returns the
 * number of parts (0: nothing new). The bytes stay until ring_consume. */
int ring_peek(const struct ring *ring, struct iovec parts[2], size_t *ret_bytes);
void ring_consume(struct ring *ring, size_t bytes);

/* Of a ring that is written backward and stands still: what is in it since the last call of this, newest record first,
 * whole records. As ring_peek. */
int ring_peek_backward(struct ring *ring, struct iovec parts[2], size_t *ret_bytes);

#endif
