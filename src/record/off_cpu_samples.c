/* From the maps of bpf/off_cpu to samples. A direct one comes through a ring of its own for each CPU, because there the
 * kernel writes the time by the clock of the other events; what it writes becomes a sample of the file's layout here.
 */
#include "record/off_cpu_samples.h"

#include <errno.h>
#include <string.h>
#include "base/descriptor.h"
#include "base/outbuf.h"
#include "kernel/cgroup.h"
#include "kernel/cpu_list.h"
#include "kernel/event_open.h"
#include "kernel/ring.h"
#include "perfdata/record/sample.h"

enum { SW_BPF_OUTPUT = 10, RING_PAGES = 16, MOST_CGROUPS = 64 };

/* Of one CPU. */
struct source {
	int fd;
	int32_t cpu;
	struct ring ring;
	bool mapped;
};

struct off_cpu_samples {
	struct off_cpu *off_cpu;
	const struct perf_event *event;
	struct source *sources;
	size_t nr_sources;
	struct outbuf out;
	struct off_cpu_rows rows; /* from off_cpu_samples_end on */
	int read;                 /* -errno: not all could be read */
};

/* What the ring gets with TIME and RAW; the kernel pads behind it. */
struct direct_record {
	struct {
		uint32_t type;
		uint16_t misc, size;
	} header;
	uint64_t time_ns;
	uint32_t raw_size;
	struct off_cpu_event event;
} __attribute__((packed));

void off_cpu_samples_add_event(struct event_list *events, bool wall)
{
	struct event_spec *spec = event_list_add(events, OFF_CPU_EVENT);
	spec->attr.type = ATTR_TYPE_SOFTWARE;
	spec->attr.config = SW_BPF_OUTPUT;
	spec->of_cpus = true;
	spec->period = 1;
	spec->has_inherit = true;
	spec->sample_type = SAMPLE_IP | SAMPLE_TID | SAMPLE_TIME | SAMPLE_CPU | SAMPLE_PERIOD | SAMPLE_CALLCHAIN |
			    SAMPLE_CGROUP | SAMPLE_IDENTIFIER;
	if (wall) spec->sample_type |= SAMPLE_ADDR;
}

static const struct perf_event *find_event(const struct perf_events *events)
{
	for (size_t i = events->count; i-- > 0;)
		if (strcmp(events->items[i]->name, OFF_CPU_EVENT) == 0) return events->items[i];
	return NULL;
}

/* ---- whom to watch */

/* Each group once, as all events of the option have their own. */
static int watch_cgroups(struct off_cpu *off_cpu, const struct off_cpu_samples_options *options, struct err *err)
{
	unsigned n = 0;
	for (size_t i = 0; i < event_list_count(options->events) && n < MOST_CGROUPS; i++) {
		const char *name = event_list_get(options->events, i)->cgroup;
		bool is_known = !name;
		for (size_t k = 0; !is_known && k < i; k++) {
			const char *other = event_list_get(options->events, k)->cgroup;
			is_known = other && strcmp(other, name) == 0;
		}
		if (is_known) continue;
		_close_ int fd = cgroup_open(options->fs, name);
		int r = fd < 0 ? fd : off_cpu_watch_cgroup(off_cpu, n++, fd);
		if (r < 0) return err_set_errno(err, r, "--off-cpu of the control group %s", name);
	}
	return 0;
}

static int watch(struct off_cpu *off_cpu, const struct off_cpu_samples_options *options, struct err *err)
{
	const struct target *target = options->target;
	int r = 0;
	for (size_t i = 0; r >= 0 && i < target->tids.count; i++)
		if (target->tids.items[i] > 0) r = off_cpu_watch(off_cpu, target->tids.items[i]);
	for (size_t i = 0; r >= 0 && target->cpus_given && i < target->cpus.count; i++)
		r = off_cpu_watch_cpu(off_cpu, target->cpus.items[i]);
	return r < 0 ? err_set_errno(err, r, "--off-cpu") : watch_cgroups(off_cpu, options, err);
}

/* ---- direct samples */

static int open_source(struct source *source, const struct off_cpu_samples_options *options, struct err *err)
{
	struct event_attr attr = { .type = ATTR_TYPE_SOFTWARE,
				   .config = SW_BPF_OUTPUT,
				   .sample_period = 1,
				   .sample_type = SAMPLE_TIME | SAMPLE_RAW };
	if (options->use_clockid) {
		attr.flags |= ATTR_USE_CLOCKID;
		attr.clockid = options->clockid;
	}
	const struct event_place place = { .pid = -1, .cpu = source->cpu, .group_fd = -1 };
	source->fd = event_open_exact(&attr, &place, true);
	int r = source->fd < 0 ? source->fd : ring_open(&source->ring, source->fd, RING_PAGES, false);
	if (r >= 0) {
		source->mapped = true;
		r = off_cpu_output(options->off_cpu, source->cpu, source->fd);
	}
	return r < 0 ? err_set_errno(err, r, "The ring of %s", OFF_CPU_EVENT) : 0;
}

static int open_sources(struct off_cpu_samples *samples, const struct off_cpu_samples_options *options, struct err *err)
{
	struct cpu_list online;
	cpu_list_online(options->fs, &online);
	samples->sources = xcalloc(online.cpus.count + 1, sizeof(*samples->sources));
	int r = 0;
	for (size_t i = 0; r >= 0 && i < online.cpus.count; i++) {
		samples->sources[i] = (struct source){ .fd = -1, .cpu = online.cpus.items[i] };
		samples->nr_sources++;
		r = open_source(&samples->sources[i], options, err);
	}
	vec_done(&online.cpus);
	return r;
}

int off_cpu_samples_new(const struct off_cpu_samples_options *options, struct off_cpu_samples **ret, struct err *err)
{
	struct off_cpu_samples *samples = xcalloc(1, sizeof(*samples));
	samples->off_cpu = options->off_cpu;
	samples->event = find_event(options->described);
	out_init(&samples->out, -1);
	int r = samples->event ? watch(options->off_cpu, options, err) : err_set(err, -EINVAL, "No " OFF_CPU_EVENT);
	if (r >= 0 && options->direct) r = open_sources(samples, options, err);
	if (r < 0) {
		off_cpu_samples_free(samples);
		return r;
	}
	*ret = samples;
	return 0;
}

void off_cpu_samples_free(struct off_cpu_samples *samples)
{
	if (!samples) return;
	for (size_t i = 0; i < samples->nr_sources; i++) {
		if (samples->sources[i].mapped) ring_close(&samples->sources[i].ring);
		descriptor_close(&samples->sources[i].fd);
	}
	free(samples->sources);
	off_cpu_rows_done(&samples->rows);
	out_done(&samples->out);
	free(samples);
}

/* ---- samples */

/* Appends context marker and addresses. Returns how many words that is. */
static size_t put_chain(uint64_t *chain, uint64_t context, const uint64_t *ips, size_t nr_ips)
{
	if (!nr_ips) return 0;
	chain[0] = context;
	memcpy(chain + 1, ips, nr_ips * sizeof(*ips));
	return nr_ips + 1;
}

/* ips: what row->first_ip is an index of; a row without such addresses has its stacks by id. */
static void put_sample(struct off_cpu_samples *samples, const struct off_cpu_row *row, const uint64_t *ips,
		       uint64_t time_ns, int32_t cpu)
{
	const struct off_cpu_key *key = &row->key;
	uint64_t user[OFF_CPU_STACK_DEPTH], kernel[OFF_CPU_STACK_DEPTH], chain[2 * OFF_CPU_STACK_DEPTH + 2];
	size_t nr_user = off_cpu_stack(samples->off_cpu, key->user_stack, user), n;
	size_t nr_kernel_ips = row->nr_ips;
	const uint64_t *kernel_ips = row->nr_ips ? ips + row->first_ip : kernel;
	if (!nr_kernel_ips) nr_kernel_ips = off_cpu_stack(samples->off_cpu, key->kernel_stack, kernel);
	n = put_chain(chain, CONTEXT_KERNEL, kernel_ips, nr_kernel_ips);
	n += put_chain(chain + n, CONTEXT_USER, user, nr_user);
	struct sample sample = { .event = samples->event,
				 .pid = key->pid,
				 .tid = key->tid,
				 .time_ns = time_ns,
				 .cpu = (uint32_t)cpu,
				 .period = row->ns,
				 .addr = (uint64_t)key->state << OFF_CPU_STATE_SHIFT | key->waker,
				 .cgroup = key->cgroup,
				 .id = samples->event->nr_ids ? samples->event->ids[0] : 0,
				 .callchain = chain,
				 .nr_callchain = n,
				 .misc = CPUMODE_USER };
	if (nr_user) {
		sample.ip = user[0];
	} else if (nr_kernel_ips) {
		sample.ip = kernel_ips[0];
		sample.misc = CPUMODE_KERNEL;
	}
	(void)sample_encode(&samples->out, samples->event, &sample);
}

/* The bytes of a record may lie at the end and the beginning of the ring. */
static void copy_from(const struct iovec *parts, int nr_parts, size_t at, void *to, size_t bytes)
{
	for (int i = 0; i < nr_parts && bytes; i++) {
		if (at >= parts[i].iov_len) {
			at -= parts[i].iov_len;
			continue;
		}
		size_t n = MIN(bytes, parts[i].iov_len - at);
		memcpy(to, (const char *)parts[i].iov_base + at, n);
		to = (char *)to + n;
		bytes -= n;
		at = 0;
	}
}

static void drain_source(struct off_cpu_samples *samples, struct source *source)
{
	struct iovec parts[2];
	size_t bytes, at = 0;
	int nr_parts = ring_peek(&source->ring, parts, &bytes);
	while (nr_parts && at + sizeof(((struct direct_record *)0)->header) <= bytes) {
		struct direct_record record;
		copy_from(parts, nr_parts, at, &record.header, sizeof(record.header));
		if (record.header.size < sizeof(record.header) || at + record.header.size > bytes) break;
		if (record.header.type == RECORD_SAMPLE && record.header.size >= sizeof(record)) {
			copy_from(parts, nr_parts, at, &record, sizeof(record));
			const struct off_cpu_row row = { .key = record.event.key, .ns = record.event.ns };
			put_sample(samples, &row, NULL, record.time_ns, source->cpu);
		}
		at += record.header.size;
	}
	if (nr_parts) ring_consume(&source->ring, bytes);
}

static int64_t flush(struct off_cpu_samples *samples, struct drain *drain)
{
	size_t bytes = samples->out.size;
	int r = bytes ? drain_append(drain, samples->out.data, bytes) : 0;
	samples->out.size = 0;
	return r < 0 ? r : (int64_t)bytes;
}

int64_t off_cpu_samples_drain(struct off_cpu_samples *samples, struct drain *drain)
{
	for (size_t i = 0; i < samples->nr_sources; i++) drain_source(samples, &samples->sources[i]);
	return flush(samples, drain);
}

void off_cpu_samples_end(struct off_cpu_samples *samples)
{
	samples->read = off_cpu_read(samples->off_cpu, &samples->rows);
}

int off_cpu_samples_finish(struct off_cpu_samples *samples, struct drain *drain, uint64_t *ret_losses)
{
	const struct off_cpu_rows *rows = &samples->rows;
	int64_t r = off_cpu_samples_drain(samples, drain);
	for (size_t i = 0; r >= 0 && i < rows->rows.count; i++) {
		put_sample(samples, &rows->rows.items[i], rows->ips.items, TIME_OF_SUMS + i, 0);
		if (samples->out.size > 1 << 20) r = flush(samples, drain);
	}
	if (r >= 0) r = flush(samples, drain);
	memcpy(ret_losses, rows->losses, sizeof(rows->losses));
	return r < 0 ? (int)r : samples->read;
}
