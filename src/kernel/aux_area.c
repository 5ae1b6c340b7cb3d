#include "kernel/aux_area.h"

#include <errno.h>
#include <linux/perf_event.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

/* The kernel places nothing itself: the area is to begin behind what is mapped of the ring. */
int aux_area_open(struct aux_area *area, const struct ring *ring, int fd, size_t nr_pages, bool overwritten)
{
	struct perf_event_mmap_page *control = ring->control;
	size_t size = nr_pages * (size_t)sysconf(_SC_PAGESIZE);
	control->aux_offset = ring->mapped_bytes;
	control->aux_size = size;
	int rights = overwritten ? PROT_READ : PROT_READ | PROT_WRITE;
	void *data = mmap(NULL, size, rights, MAP_SHARED, fd, (off_t)control->aux_offset);
	if (data == MAP_FAILED) return -errno;
	*area = (struct aux_area){ .control = control, .data = data, .size_bytes = size };
	return 0;
}

void aux_area_close(struct aux_area *area)
{
	if (area->data) munmap(area->data, area->size_bytes);
	*area = (struct aux_area){ 0 };
}

/* Acquire pairs with the kernel, which publishes aux_head after the trace is in memory. */
int aux_area_peek(const struct aux_area *area, struct iovec parts[2], size_t *ret_bytes)
{
	const struct perf_event_mmap_page *control = area->control;
	uint64_t bytes = __atomic_load_n(&control->aux_head, __ATOMIC_ACQUIRE) - area->tail;
	*ret_bytes = 0;
	if (!bytes || bytes > area->size_bytes) return 0;
	size_t start = area->tail & (area->size_bytes - 1), first = MIN((size_t)bytes, area->size_bytes - start);
	parts[0] = (struct iovec){ area->data + start, first };
	parts[1] = (struct iovec){ area->data, (size_t)bytes - first };
	*ret_bytes = (size_t)bytes;
	return parts[1].iov_len ? 2 : 1;
}

void aux_area_consume(struct aux_area *area, size_t bytes)
{
	struct perf_event_mmap_page *control = area->control;
	area->tail += bytes;
	__atomic_store_n(&control->aux_tail, area->tail, __ATOMIC_RELEASE);
}

/* Two parts at most: so many bytes in front of the position. */
static int parts_before(const struct aux_area *area, uint64_t position, size_t bytes, struct iovec parts[2])
{
	size_t start = (position - bytes) & (area->size_bytes - 1), first = MIN(bytes, area->size_bytes - start);
	parts[0] = (struct iovec){ area->data + start, first };
	parts[1] = (struct iovec){ area->data, bytes - first };
	return parts[1].iov_len ? 2 : !!bytes;
}

/* The kernel says where it writes next, not how often it came round. What lies in front of the last snapshot, at first
 * zeros, is overwritten at the very end of a round. */
int aux_area_snapshot(struct aux_area *area, size_t most_bytes, struct iovec parts[2], size_t *ret_bytes)
{
	const struct perf_event_mmap_page *control = area->control;
	uint8_t before[AUX_AREA_BEFORE], *to = before;
	uint64_t head = __atomic_load_n(&control->aux_head, __ATOMIC_ACQUIRE);
	size_t bytes = (head - area->tail) & (area->size_bytes - 1);
	int n = parts_before(area, area->tail, sizeof(before), parts);
	for (int i = 0; i < n; i++) to = (uint8_t *)mempcpy(to, parts[i].iov_base, parts[i].iov_len);
	area->tail += bytes;
	if (memcmp(before, area->before, sizeof(before)) != 0) {
		area->tail += area->size_bytes;
		bytes = area->size_bytes;
	}
	n = parts_before(area, area->tail, sizeof(before), parts);
	to = area->before;
	for (int i = 0; i < n; i++) to = (uint8_t *)mempcpy(to, parts[i].iov_base, parts[i].iov_len);
	*ret_bytes = MIN(bytes, most_bytes);
	return parts_before(area, area->tail, *ret_bytes, parts);
}

/* lock is odd, or changes, while the kernel writes. */
bool ring_tsc_clock(const struct ring *ring, struct tsc_clock *ret)
{
	const struct perf_event_mmap_page *control = ring->control;
	bool known;
	uint32_t before;
	do {
		before = __atomic_load_n(&control->lock, __ATOMIC_ACQUIRE);
		known = control->cap_user_time_zero;
		*ret = (struct tsc_clock){ .shift = control->time_shift,
					   .mult = control->time_mult,
					   .zero_ns = control->time_zero };
		__atomic_thread_fence(__ATOMIC_ACQUIRE);
	} while (before != __atomic_load_n(&control->lock, __ATOMIC_RELAXED));
	return known;
}
