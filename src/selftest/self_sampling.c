/* Opening an event on ourselves and reading its ring when it is over: no thread drains it, so that a test has to fit
 * into its ring. Without root only our own user space is sampled, which is what perf_event_paranoid 2 allows. */
#include "selftest/self_sampling.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>
#include "kernel/machine_root.h"
#include "kernel/tracefs.h"

struct event_attr self_sampling_attr(uint32_t type, uint64_t config, uint64_t period)
{
	return (struct event_attr){ .type = type,
				    .config = config,
				    .sample_period = period,
				    .sample_type = SAMPLE_IP | SAMPLE_TID | SAMPLE_TIME,
				    .flags = ATTR_DISABLED | (geteuid() ? ATTR_EXCLUDE_KERNEL | ATTR_EXCLUDE_HV : 0) };
}

/* What the machine does not let us, or does not have: no failure of ours. */
static bool is_missing(int error)
{
	return error == -EACCES || error == -EPERM || error == -ENOENT || error == -ENOSYS || error == -ENODEV ||
	       error == -EOPNOTSUPP;
}

/* What the machine does not allow becomes run->skip; every other errno is a failure. */
bool self_sampling_open(struct self_sampling *sampling, struct event_attr *attr, int32_t pid, size_t nr_pages,
			struct selftest_run *run)
{
	struct event_support support = { 0 };
	/* of this thread or process on whatever CPU it runs, in no group */
	const struct event_place place = { .pid = pid, .cpu = -1, .group_fd = -1 };
	int result;

	*sampling = (struct self_sampling){ .fd = event_open(attr, &place, 0, &support, NULL) };
	if (sampling->fd < 0) {
		if (is_missing(sampling->fd))
			run->skip = sampling->fd == -EACCES || sampling->fd == -EPERM ? "permissions"
										      : "not supported by this machine";
		else selftest_fail(run, __FILE__, __LINE__, "perf_event_open: %s", strerror(-sampling->fd));
		return false;
	}
	if (nr_pages && (result = ring_open(&sampling->ring, sampling->fd, nr_pages, false)) < 0) {
		if (result == -EPERM) run->skip = "locked memory limit";
		else selftest_fail(run, __FILE__, __LINE__, "mmap of the ring: %s", strerror(-result));
		close(sampling->fd);
		return false;
	}
	/* decoding finds the event's layout here; it has no ids, as there is only one */
	events_init(&sampling->events);
	sampling->event = events_add(&sampling->events, attr, NULL);
	return true;
}

void self_sampling_close(struct self_sampling *sampling)
{
	if (sampling->ring.control) ring_close(&sampling->ring);
	close(sampling->fd);
	events_done(&sampling->events);
	sample_scratch_done(&sampling->scratch);
}

uint64_t self_sampling_count(const struct self_sampling *sampling)
{
	/* room for whatever read_format asks for: the count comes first, but for groups */
	uint64_t values[8] = { 0 };

	return read(sampling->fd, values, sizeof(values)) >= (ssize_t)sizeof(values[0]) ? values[0] : 0;
}

int self_sampling_visit(struct self_sampling *sampling, void (*fn)(void *ctx, const struct sample *sample), void *ctx)
{
	/* two where the data goes over the ring's end: put together, since a record may be in both */
	struct iovec parts[2];
	size_t bytes, pos = 0, copied = 0;
	int nr_parts = ring_peek(&sampling->ring, parts, &bytes), count = 0;
	/* 1: an empty ring must not be a NULL */
	_free_ uint8_t *data = xmalloc(bytes + 1);
	struct record record;

	for (int i = 0; i < nr_parts; i++) {
		memcpy(data + copied, parts[i].iov_base, parts[i].iov_len);
		copied += parts[i].iov_len;
	}
	const struct record_run whole = { .data = data, .size_bytes = bytes };
	while (record_run_next(&whole, false, &pos, &record)) {
		struct sample sample;

		/* others tell of mappings, threads and losses */
		if (record.type != RECORD_SAMPLE) continue;
		if (sample_decode(sampling->event, &record, &sampling->scratch, &sample) < 0) return -EBADMSG;
		fn(ctx, &sample);
		count++;
	}
	ring_consume(&sampling->ring, bytes);
	return count;
}

/* For tracefs_visit: the id of the one event that is asked for. */
static void keep_id(void *arg, const char *system, const char *event, uint64_t id) { *(uint64_t *)arg = id; }

uint64_t self_sampling_tracepoint_id(const char *system, const char *name)
{
	_free_ char *tracefs = machine_tracefs();
	uint64_t id = 0;

	const struct tracepoint_query query = { system, name, .with_ids = true };
	if (!tracefs || tracefs_visit(machine_root(), tracefs, &query, keep_id, &id, NULL) < 1) return 0;
	return id;
}
