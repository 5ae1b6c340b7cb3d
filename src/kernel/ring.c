/* Reading rings without copying: positions grow for ever (data_head, data_tail), their lowest bits are offsets. */
#include "kernel/ring.h"

#include <errno.h>
#include <linux/perf_event.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

/* mapped_bytes stays 0: ring_close leaves the memory alone. */
void ring_init(struct ring *ring, void *control, void *data, size_t size_bytes)
{
	*ring = (struct ring){ .control = control, .data = data, .size_bytes = size_bytes, .fd = -1 };
}

int ring_open(struct ring *ring, int fd, size_t nr_pages, bool overwritten)
{
	size_t page = (size_t)sysconf(_SC_PAGESIZE), size = nr_pages * page;
	void *base = mmap(NULL, size + page, overwritten ? PROT_READ : PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
	if (base == MAP_FAILED) return -errno;
	*ring = (struct ring){ .control = base,
			       .data = (uint8_t *)base + page,
			       .size_bytes = size,
			       .mapped_bytes = size + page,
			       .fd = fd };
	return 0;
}

void ring_close(struct ring *ring)
{
	if (ring->mapped_bytes) munmap(ring->control, ring->mapped_bytes);
	*ring = (struct ring){ .fd = -1 };
}

/* Acquire pairs with the kernel, which writes the data before data_head; release in ring_consume, with its reading
 * of data_tail before it overwrites. */
static uint64_t head_of(const struct ring *ring)
{
	const struct perf_event_mmap_page *control = ring->control;
	uint64_t head = __atomic_load_n(&control->data_head, __ATOMIC_ACQUIRE);
	return head;
}

/* One acquire load of data_head for each call. */
int ring_peek(const struct ring *ring, struct iovec parts[2], size_t *ret_bytes)
{
	/* Positions wrap at 2^64 only: the difference is right all the same. */
	uint64_t bytes = head_of(ring) - ring->tail;
	*ret_bytes = 0;
	/* More than the buffer holds cannot be: the control page was damaged. */
	if (bytes == 0 || bytes > ring->size_bytes) return 0;
	size_t start = ring->tail & (ring->size_bytes - 1);
	size_t first = MIN((size_t)bytes, ring->size_bytes - start);
	parts[0] = (struct iovec){ ring->data + start, first };
	parts[1] = (struct iovec){ ring->data, (size_t)bytes - first };
	*ret_bytes = (size_t)bytes;
	return parts[1].iov_len ? 2 : 1;
}

void ring_consume(struct ring *ring, size_t bytes)
{
	struct perf_event_mmap_page *control = ring->control;
	ring->tail += bytes;
	__atomic_store_n(&control->data_tail, ring->tail, __ATOMIC_RELEASE);
}

/* Records run from head upwards. Their sizes are followed until the position of the last call, or until one does not
 * fit the size of the buffer: that is the oldest, overwritten in part. */
int ring_peek_backward(struct ring *ring, struct iovec parts[2], size_t *ret_bytes)
{
	uint64_t head = head_of(ring), written = ring->tail - head, mask = ring->size_bytes - 1;
	size_t limit = (size_t)MIN(written, (uint64_t)ring->size_bytes), at = 0;
	while (at + 8 <= limit) {
		uint16_t size; /* in the header, which is aligned and so never split */
		memcpy(&size, ring->data + ((head + at) & mask) + 6, sizeof(size));
		if (size < 8 || size % 8 || size > limit - at) break;
		at += size;
	}
	ring->tail = head;
	*ret_bytes = at;
	if (!at) return 0;
	size_t start = head & mask, first = MIN(at, ring->size_bytes - start);
	parts[0] = (struct iovec){ ring->data + start, first };
	parts[1] = (struct iovec){ ring->data, at - first };
	return parts[1].iov_len ? 2 : 1;
}
