#include "selftest/live.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>
#include "kernel/machine_root.h"
#include "kernel/tracefs.h"

struct event_attr live_attr(uint32_t type, uint64_t config, uint64_t period)
{
	return (struct event_attr){ .type = type,
				    .config = config,
				    .sample_period = period,
				    .sample_type = SAMPLE_IP | SAMPLE_TID | SAMPLE_TIME,
				    .flags = ATTR_DISABLED | (geteuid() ? ATTR_EXCLUDE_KERNEL | ATTR_EXCLUDE_HV : 0) };
}

static bool is_missing(int error)
{
	return error == -EACCES || error == -EPERM || error == -ENOENT || error == -ENOSYS || error == -ENODEV ||
	       error == -EOPNOTSUPP;
}

bool live_open(struct live *live, struct event_attr *attr, int32_t pid, size_t nr_pages, struct selftest_run *run)
{
	struct event_support support = { 0 };
	const struct event_place place = { .pid = pid, .cpu = -1, .group_fd = -1 };
	int result;

	*live = (struct live){ .fd = event_open(attr, &place, 0, &support, NULL) };
	if (live->fd < 0) {
		if (is_missing(live->fd))
			run->skip = live->fd == -EACCES || live->fd == -EPERM ? "permissions"
									      : "not supported by this machine";
		else selftest_fail(run, __FILE__, __LINE__, "perf_event_open: %s", strerror(-live->fd));
		return false;
	}
	if (nr_pages && (result = ring_open(&live->ring, live->fd, nr_pages, false)) < 0) {
		if (result == -EPERM) run->skip = "locked memory limit";
		else selftest_fail(run, __FILE__, __LINE__, "mmap of the ring: %s", strerror(-result));
		close(live->fd);
		return false;
	}
	events_init(&live->events);
	live->event = events_add(&live->events, attr, NULL);
	return true;
}

void live_close(struct live *live)
{
	if (live->ring.control) ring_close(&live->ring);
	close(live->fd);
	events_done(&live->events);
	sample_scratch_done(&live->scratch);
}

uint64_t live_count(const struct live *live)
{
	uint64_t values[8] = { 0 };

	return read(live->fd, values, sizeof(values)) >= (ssize_t)sizeof(values[0]) ? values[0] : 0;
}

int live_visit(struct live *live, void (*fn)(void *ctx, const struct sample *sample), void *ctx)
{
	struct iovec parts[2];
	size_t bytes, pos = 0, copied = 0;
	int nr_parts = ring_peek(&live->ring, parts, &bytes), count = 0;
	_free_ uint8_t *data = xmalloc(bytes + 1);
	struct record record;

	for (int i = 0; i < nr_parts; i++) {
		memcpy(data + copied, parts[i].iov_base, parts[i].iov_len);
		copied += parts[i].iov_len;
	}
	const struct record_run whole = { .data = data, .size_bytes = bytes };
	while (record_run_next(&whole, false, &pos, &record)) {
		struct sample sample;

		if (record.type != RECORD_SAMPLE) continue;
		if (sample_decode(live->event, &record, &live->scratch, &sample) < 0) return -EBADMSG;
		fn(ctx, &sample);
		count++;
	}
	ring_consume(&live->ring, bytes);
	return count;
}

static void keep_id(void *arg, const char *system, const char *event, uint64_t id) { *(uint64_t *)arg = id; }

uint64_t live_tracepoint_id(const char *system, const char *name)
{
	_free_ char *tracefs = machine_tracefs();
	uint64_t id = 0;

	if (!tracefs || tracefs_visit(machine_root(), tracefs, system, name, keep_id, &id, NULL) < 1) return 0;
	return id;
}
