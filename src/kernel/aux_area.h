/* The AUX area of an event: a second ring beside that of its records, which the hardware writes a trace to
 * (perf_event_open(2), "aux_offset"). Positions (aux_head, aux_tail) only grow; the offset is the position modulo size.
 * The kernel says in the records' ring how much came (AUX), and waits for aux_tail.
 *     aux_area_open -> [aux_area_peek -> use parts -> aux_area_consume ...] -> aux_area_close */
#ifndef KERNEL_AUX_AREA_H
#define KERNEL_AUX_AREA_H

#include "kernel/ring.h"

enum { AUX_AREA_BEFORE = 512 };
struct aux_area {
	void *control; /* the ring's struct perf_event_mmap_page, borrowed */
	uint8_t *data; /* NULL: not open */
	size_t size_bytes;
	uint64_t tail; /* what was given out before this is done with */
	/* Of one that is overwritten: the bytes in front of tail. Others there now: all of the area was written since.
	 */
	uint8_t before[AUX_AREA_BEFORE];
};

/* Maps nr_pages (a power of two) behind the ring, which must be mapped through fd, the event that traces. The ring must
 * outlive the area. overwritten: mapped read only, by which the kernel knows that nobody consumes. 0 or -errno; -EPERM:
 * more than perf_event_mlock_kb and RLIMIT_MEMLOCK allow. */
int aux_area_open(struct aux_area *area, const struct ring *ring, int fd, size_t nr_pages, bool overwritten);
void aux_area_close(struct aux_area *area);

/* What came since the last aux_area_consume, as ring_peek. */
int aux_area_peek(const struct aux_area *area, struct iovec parts[2], size_t *ret_bytes);
/* Gives the first `bytes` of it back to the hardware. */
void aux_area_consume(struct aux_area *area, size_t bytes);

/* Of an area that is overwritten, whose event is off: what is there and was not given out by an earlier call, at most
 * most_bytes of it, the latest. tail is the position behind what was given out, counted as if none of it had been
 * overwritten more than once. */
int aux_area_snapshot(struct aux_area *area, size_t most_bytes, struct iovec parts[2], size_t *ret_bytes);

/* How the time stamp counter becomes the time of records, as the control page says (CLOCK_* of it need no call):
 * ns = zero_ns + (tsc * mult >> shift). False: the kernel does not say. */
struct tsc_clock {
	uint64_t shift, mult, zero_ns;
};
bool ring_tsc_clock(const struct ring *ring, struct tsc_clock *ret);

#endif
