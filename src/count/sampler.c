/* Counters that write themselves down: on each CPU a cpu-clock event samples with PERF_SAMPLE_READ and
 * PERF_FORMAT_GROUP, so that each of its samples has the values of the whole group (perf_event_open(2)):
 *
 *   | header | number of values | enabled ns | running ns | the clock's value | values of the gathered events ... |
 *
 * Only the newest one of each ring is of interest. */
#include "count/sampler.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>
#include "kernel/event_open.h"
#include "perfdata/format/format.h"

enum { SW_CPU_CLOCK = 0, RING_PAGES = 8 };

/* The event and ring of the i-th CPU. Its sample is nothing but the values: sample_type is READ alone. */
static int open_one(struct sampler *sampler, size_t i, int32_t cpu, uint64_t period_ns)
{
	struct event_attr attr = {
		.type = ATTR_TYPE_SOFTWARE,
		.config = SW_CPU_CLOCK,
		.sample_period = period_ns,
		.sample_type = SAMPLE_READ,
		.read_format = READ_TOTAL_TIME_ENABLED | READ_TOTAL_TIME_RUNNING | READ_GROUP,
		.flags = ATTR_DISABLED | ATTR_WATERMARK,
		.wakeup = UINT32_MAX, /* nobody is to be woken */
	};
	struct event_place place = { .pid = -1, .cpu = cpu, .group_fd = -1 };
	int fd = event_open_exact(&attr, &place, true);
	if (fd < 0) return fd;
	sampler->fds[i] = fd;
	/* Small: it is emptied at each interval, and a sample that finds no room is one of many. */
	return ring_open(&sampler->rings[i], fd, RING_PAGES, false);
}

int sampler_open(struct sampler *sampler, const struct target *target, uint64_t period_ns)
{
	size_t count = target->cpus.count;
	*sampler = (struct sampler){ .nr_cpus = count,
				     .fds = xcalloc(count + 1, sizeof(int)),
				     .rings = xcalloc(count + 1, sizeof(struct ring)) };
	for (size_t i = 0; i < count; i++) sampler->fds[i] = -1;
	int r = 0;
	for (size_t i = 0; r >= 0 && i < count; i++) r = open_one(sampler, i, target->cpus.items[i], period_ns);
	if (r < 0) sampler_close(sampler);
	return r;
}

void sampler_close(struct sampler *sampler)
{
	for (size_t i = 0; i < sampler->nr_cpus; i++) {
		if (sampler->rings[i].control) ring_close(&sampler->rings[i]);
		if (sampler->fds[i] >= 0) close(sampler->fds[i]);
	}
	free(sampler->fds);
	free(sampler->rings);
	*sampler = (struct sampler){ 0 };
}

void sampler_enable(const struct sampler *sampler, bool on)
{
	for (size_t i = 0; i < sampler->nr_cpus; i++) (void)(on ? event_enable : event_disable)(sampler->fds[i]);
}

void sampler_silence(const struct sampler *sampler)
{
	for (size_t i = 0; i < sampler->nr_cpus; i++) (void)event_set_period(sampler->fds[i], INT64_MAX);
}

/* Copies size_bytes at offset of what lies in two parts. */
static void copy_out(const struct iovec *parts, size_t offset, size_t size_bytes, void *to)
{
	size_t in_first = offset < parts[0].iov_len ? MIN(size_bytes, parts[0].iov_len - offset) : 0;
	if (in_first) memcpy(to, (const uint8_t *)parts[0].iov_base + offset, in_first);
	if (in_first < size_bytes)
		memcpy((uint8_t *)to + in_first,
		       (const uint8_t *)parts[1].iov_base + (offset + in_first - parts[0].iov_len),
		       size_bytes - in_first);
}

const uint64_t *sampler_newest(struct sampler *sampler, size_t cpu, uint64_t *buffer, size_t buffer_words,
			       size_t *ret_words)
{
	struct ring *ring = &sampler->rings[cpu];
	struct iovec parts[2] = { 0 };
	size_t bytes, words = 0;
	if (!ring_peek(ring, parts, &bytes)) return NULL;
	for (size_t at = 0; at + 8 <= bytes;) {
		struct {
			uint32_t type;
			uint16_t misc, size;
		} head;
		copy_out(parts, at, sizeof(head), &head);
		if (head.size < 8 || head.size > bytes - at) break;
		if (head.type == RECORD_SAMPLE && head.size - 8u <= buffer_words * 8) {
			words = (head.size - 8u) / 8;
			copy_out(parts, at + 8, words * 8, buffer);
		}
		at += head.size;
	}
	ring_consume(ring, bytes);
	*ret_words = words;
	return words ? buffer : NULL;
}
