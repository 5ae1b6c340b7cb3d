/* An old kernel answers -EINVAL to what it does not know, without saying to what. So features are left out one after
 * the other, newest first, until it accepts the event; which of them it lacks is proved by the attempt that succeeds.
 */
#include "kernel/event_open.h"

#include <errno.h>
#include <linux/perf_event.h>
#include <stdarg.h>
#include <sys/ioctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

/* A feature that kernels may lack: the bits of an attr that ask for it. Rows are in event_feature.def, newest first. */
struct event_feature {
	const char *name;
	uint64_t flags, sample_type, read_format;
};
static const struct event_feature features[] = {
#define X(name, flags, sample_type, read_format) { name, flags, sample_type, read_format },
#include "kernel/event_feature.def"
#undef X
};

/* The native attr is encoded field by field, as the kernel's struct has bit-fields. */
int event_open_exact(struct event_attr *attr, const struct event_place *place, bool cloexec)
{
	attr->size = attr_smallest_size(attr);
	_Alignas(8) uint8_t native[sizeof(*attr)];
	attr_encode(attr, attr->size, native);
	unsigned long flags = cloexec ? PERF_FLAG_FD_CLOEXEC : 0ul;
	if (place->pid_is_cgroup) flags |= PERF_FLAG_PID_CGROUP;
	long fd = syscall(SYS_perf_event_open, native, place->pid, place->cpu, place->group_fd, flags);
	return fd < 0 ? -errno : (int)fd;
}

static int open_with(const struct event_opener *opener, struct event_attr *attr, const struct event_place *place,
		     bool cloexec)
{
	return opener ? opener->open(opener->ctx, attr, place, cloexec) : event_open_exact(attr, place, cloexec);
}

/* Which feature this attr uses, among those not yet known to be missing, to try without; -1: none. */
static int droppable(const struct event_attr *attr, uint64_t required_sample_type, uint32_t missing)
{
	for (unsigned i = 0; i < ARRAY_SIZE(features); i++) {
		if (missing >> i & 1 || features[i].sample_type & required_sample_type) continue;
		if (attr->flags & features[i].flags || attr->sample_type & features[i].sample_type ||
		    attr->read_format & features[i].read_format)
			return (int)i;
	}
	return -1;
}

/* SAMPLE_WEIGHT_STRUCT falls back to SAMPLE_WEIGHT, which older kernels have. */
static void drop(const struct event_feature *feature, struct event_attr *attr)
{
	bool had_weight = attr->sample_type & SAMPLE_WEIGHT_STRUCT & feature->sample_type;
	attr->flags &= ~feature->flags;
	attr->sample_type &= ~feature->sample_type;
	attr->read_format &= ~feature->read_format;
	if (had_weight) attr->sample_type |= SAMPLE_WEIGHT;
}

/* Idempotent. */
void event_support_apply(const struct event_support *support, struct event_attr *attr)
{
	for (unsigned i = 0; i < ARRAY_SIZE(features); i++)
		if (support->missing >> i & 1) drop(&features[i], attr);
}

void event_open_note(const struct event_open_trace *trace, const char *format, ...)
{
	if (!trace || !trace->note) return;
	_strbuf_done_ struct strbuf text = STRBUF_INIT;
	va_list args;
	va_start(args, format);
	strbuf_vprintf(&text, format, args);
	va_end(args);
	trace->note(trace, strbuf_text(&text));
}

/* newly: bits of features that this event was the first to miss. */
static void note_missing(const struct event_open_trace *trace, uint32_t newly)
{
	for (unsigned i = 0; trace && i < ARRAY_SIZE(features); i++)
		if (newly >> i & 1)
			event_open_note(trace, "switching off %s: this kernel refuses %s with it", features[i].name,
					trace->name);
}

/* Sets the soft limit of open files to the hard one; root raises both to at least a million. True: the limit is larger
 * than before. */
static bool raise_file_limit(void)
{
	struct rlimit limit;
	if (getrlimit(RLIMIT_NOFILE, &limit) < 0) return false;
	rlim_t before = limit.rlim_cur;
	limit.rlim_cur = limit.rlim_max = MAX(limit.rlim_max, (rlim_t)1 << 20); /* root may go beyond the hard limit */
	if (setrlimit(RLIMIT_NOFILE, &limit) == 0) return true;
	if (getrlimit(RLIMIT_NOFILE, &limit) < 0) return false;
	limit.rlim_cur = limit.rlim_max;
	return limit.rlim_cur > before && setrlimit(RLIMIT_NOFILE, &limit) == 0;
}

/* At most one attempt for each feature, one for cloexec and one for the file limit. */
int event_open(struct event_attr *attr, const struct event_place *place, uint64_t required_sample_type,
	       struct event_support *support, const struct event_open_trace *trace)
{
	event_support_apply(support, attr);
	struct event_attr attempt = *attr;
	uint32_t missing = support->missing;
	const char *dropped = NULL;
	/* the first refusal: what fails after features were dropped says less about what was asked for */
	int first = 0;
	for (;;) {
		int fd = open_with(support->opener, &attempt, place, !support->no_cloexec);
		if (trace && trace->attempt) trace->attempt(trace, &attempt, place, fd, dropped);
		dropped = NULL;
		if (fd >= 0) {
			*attr = attempt;
			note_missing(trace, missing & ~support->missing);
			support->missing = missing; /* only an attempt that ended well proves what was missing */
			return fd;
		}
		if (!first) first = fd;
		if (fd == -EMFILE && !support->raised_files) {
			support->raised_files = true;
			if (raise_file_limit()) {
				event_open_note(
					trace,
					"The limit of open files (RLIMIT_NOFILE) is raised: there are many events.");
				continue;
			}
		}
		/* E2BIG: an attr that is larger than the kernel's, with bits set in the part it does not know */
		if (fd != -EINVAL && fd != -E2BIG) return first;
		int feature = droppable(&attempt, required_sample_type, missing);
		if (feature < 0) {
			if (support->no_cloexec) return first;
			support->no_cloexec = true; /* 3.13 and older; harmless when the cause was another */
			attempt = *attr;
			int again = open_with(support->opener, &attempt, place, false);
			if (again < 0) support->no_cloexec = false;
			return again < 0 ? first : again;
		}
		missing |= 1u << feature;
		drop(&features[feature], &attempt);
		dropped = features[feature].name;
	}
}

int event_id(int fd, const struct event_attr *attr, uint64_t *ret_id)
{
	if (ioctl(fd, PERF_EVENT_IOC_ID, ret_id) == 0) return 0;
	/* ENOTTY: the kernel does not know the ioctl */
	if (errno != ENOTTY) return -errno;
	uint64_t values[8] = { 0 };
	if (!(attr->read_format & READ_ID) || attr->read_format & READ_GROUP) return -ENOTTY;
	if (read(fd, values, sizeof(values)) < 16) return -errno;
	*ret_id = values[1 + !!(attr->read_format & READ_TOTAL_TIME_ENABLED) +
			 !!(attr->read_format & READ_TOTAL_TIME_RUNNING)];
	return 0;
}

int event_enable(int fd) { return ioctl(fd, PERF_EVENT_IOC_ENABLE, 0) < 0 ? -errno : 0; }
int event_disable(int fd) { return ioctl(fd, PERF_EVENT_IOC_DISABLE, 0) < 0 ? -errno : 0; }
int event_set_period(int fd, uint64_t period) { return ioctl(fd, PERF_EVENT_IOC_PERIOD, &period) < 0 ? -errno : 0; }
int event_set_output(int fd, int to_fd) { return ioctl(fd, PERF_EVENT_IOC_SET_OUTPUT, to_fd) < 0 ? -errno : 0; }
int event_pause_output(int fd, bool pause)
{
	return ioctl(fd, PERF_EVENT_IOC_PAUSE_OUTPUT, (int)pause) < 0 ? -errno : 0;
}
int event_set_filter(int fd, const char *filter)
{
	return ioctl(fd, PERF_EVENT_IOC_SET_FILTER, filter) < 0 ? -errno : 0;
}

int event_count(int fd, const struct event_attr *attr, uint64_t *ret_count)
{
	uint64_t values[256]; /* of a group: its size, two times, then up to three words each */
	ssize_t n = read(fd, values, sizeof(values));
	if (n < 0) return -errno;
	/* A single event's count comes first; a group's reading begins with the number of events and the times. */
	size_t at = !(attr->read_format & READ_GROUP) ? 0
						      : 1 + !!(attr->read_format & READ_TOTAL_TIME_ENABLED) +
								!!(attr->read_format & READ_TOTAL_TIME_RUNNING);
	if ((size_t)n < (at + 1) * sizeof(uint64_t)) return -EIO;
	*ret_count = values[at];
	return 0;
}

uint64_t event_lost(int fd, const struct event_attr *attr)
{
	if (!(attr->read_format & READ_LOST) || attr->read_format & READ_GROUP) return 0;
	uint64_t values[8] = { 0 };
	ssize_t n = read(fd, values, sizeof(values));
	size_t at = 1 + !!(attr->read_format & READ_TOTAL_TIME_ENABLED) +
		    !!(attr->read_format & READ_TOTAL_TIME_RUNNING) + !!(attr->read_format & READ_ID);
	return n >= (ssize_t)((at + 1) * sizeof(uint64_t)) ? values[at] : 0;
}
