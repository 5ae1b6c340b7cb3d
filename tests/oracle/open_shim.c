/* To be preloaded into a perf: every event opens, whatever the machine has, and what was asked of the kernel is written
 * down.
 *
 * A line for each perf_event_open, to the file that $OPEN_SHIM_LOG names: the fields of the attr that are not zero,
 * then the place. What is opened instead is a dummy event, so that enabling, reading and mapping work as usual.
 * $OPEN_SHIM_FAIL, "RULE:ERRNO[,...]", makes attempts fail: RULE is a mask, for attrs whose flags have one of its bits,
 * "!" and a mask, for those that lack one, "*", for all but the questions what the kernel knows, or "+", for members of
 * groups. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/perf_event.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/syscall.h>
#include <unistd.h>

static FILE *log_file(void)
{
	static FILE *file;
	const char *name = getenv("OPEN_SHIM_LOG");
	if (!file && name) file = fopen(name, "ae");
	return file;
}

static void field(FILE *to, const char *name, uint64_t value)
{
	if (value) fprintf(to, " %s=%#lx", name, (unsigned long)value);
}

static uint64_t flags_of(const struct perf_event_attr *attr)
{
	uint64_t flags;
	memcpy(&flags, (const char *)attr + 40, sizeof(flags));
	return flags;
}

static int wanted_failure(uint64_t flags, int is_question, int is_member)
{
	const char *text = getenv("OPEN_SHIM_FAIL");
	while (text && *text) {
		char *end;
		int all = *text == '*' || (*text == '+' && is_member), lacks = *text == '!';
		uint64_t mask = strtoull(text + (strchr("*!+", *text) != NULL), &end, 0);
		long code = *end == ':' ? strtol(end + 1, &end, 0) : 0;
		if (!is_question && (all || (lacks ? (flags & mask) != mask : (flags & mask) != 0))) return (int)code;
		text = *end == ',' ? end + 1 : NULL;
	}
	return 0;
}

static void describe(const struct perf_event_attr *given, int pid, int cpu, int group_fd, unsigned long open_flags,
		     int result)
{
	FILE *to = log_file();
	struct perf_event_attr attr = { 0 };
	if (!to) return;
	memcpy(&attr, given, given->size < sizeof(attr) ? given->size : sizeof(attr));
	fprintf(to, "open type=%u config=%#lx", attr.type, (unsigned long)attr.config);
	field(to, "period", attr.sample_period);
	field(to, "sample", attr.sample_type);
	field(to, "read", attr.read_format);
	field(to, "flags", flags_of(&attr));
	field(to, "wakeup", attr.wakeup_events);
	field(to, "bp_type", attr.bp_type);
	field(to, "config1", attr.config1);
	field(to, "config2", attr.config2);
	field(to, "branch", attr.branch_sample_type);
	field(to, "regs_user", attr.sample_regs_user);
	field(to, "stack_user", attr.sample_stack_user);
	field(to, "clockid", (uint32_t)attr.clockid);
	field(to, "regs_intr", attr.sample_regs_intr);
	field(to, "aux_watermark", attr.aux_watermark);
	field(to, "max_stack", attr.sample_max_stack);
	field(to, "aux_sample_size", attr.aux_sample_size);
	if (given->size >= 136) field(to, "config3", ((const uint64_t *)given)[16]);
	fprintf(to, " cpu=%d", cpu);
	if (open_flags & PERF_FLAG_PID_CGROUP) {
		char link[64], path[512];
		snprintf(link, sizeof(link), "/proc/self/fd/%d", pid);
		ssize_t n = readlink(link, path, sizeof(path) - 1);
		fprintf(to, " cgroup=%.*s", n > 0 ? (int)n : 0, path);
	} else if (pid == -1) {
		fprintf(to, " all");
	}
	if (group_fd >= 0) fprintf(to, " group=%d", group_fd);
	fprintf(to, " -> %d\n", result);
	fflush(to);
}

static long open_dummy(const struct perf_event_attr *given, long pid, long cpu, long group_fd, long open_flags)
{
	static long (*real)(long, ...);
	if (!real) real = (long (*)(long, ...))dlsym(RTLD_NEXT, "syscall");
	struct perf_event_attr attr = { 0 };
	memcpy(&attr, given, given->size < sizeof(attr) ? given->size : sizeof(attr));
	int failure = wanted_failure(flags_of(&attr), !attr.read_format, (int)group_fd >= 0);
	long result = -1;
	if (failure) {
		errno = failure;
	} else {
		attr.size = sizeof(attr);
		attr.type = PERF_TYPE_SOFTWARE;
		attr.config = PERF_COUNT_SW_DUMMY;
		attr.config1 = attr.config2 = attr.branch_sample_type = attr.sample_regs_intr = 0;
		attr.bp_type = attr.aux_sample_size = attr.aux_output = attr.precise_ip = attr.pinned = attr.exclusive =
			0;
		attr.sample_type &= ~(uint64_t)(PERF_SAMPLE_BRANCH_STACK | PERF_SAMPLE_AUX | PERF_SAMPLE_REGS_INTR);
		long here = cpu < sysconf(_SC_NPROCESSORS_ONLN) ? cpu : 0; /* the foreign machine may have more */
		result = real(SYS_perf_event_open, &attr, pid, here, group_fd, open_flags);
		/* an emulator of user programs does not know the call: something that can be mapped and is empty */
		if (result < 0 && errno == ENOSYS) result = open("/dev/zero", O_RDWR | O_CLOEXEC);
	}
	int code = errno;
	describe(given, (int)pid, (int)cpu, (int)group_fd, (unsigned long)open_flags, result < 0 ? -code : (int)result);
	errno = code;
	return result;
}

long syscall(long number, ...)
{
	static long (*real)(long, ...);
	if (!real) real = (long (*)(long, ...))dlsym(RTLD_NEXT, "syscall");
	va_list args;
	va_start(args, number);
	long a = va_arg(args, long), b = va_arg(args, long), c = va_arg(args, long), d = va_arg(args, long),
	     e = va_arg(args, long), f = va_arg(args, long);
	va_end(args);
	if (number != SYS_perf_event_open) return real(number, a, b, c, d, e, f);
	return open_dummy((const struct perf_event_attr *)a, b, c, d, e);
}

int ioctl(int fd, unsigned long request, ...)
{
	static int (*real)(int, unsigned long, void *);
	if (!real) real = (int (*)(int, unsigned long, void *))dlsym(RTLD_NEXT, "ioctl");
	va_list args;
	va_start(args, request);
	void *arg = va_arg(args, void *);
	va_end(args);
	if (request != PERF_EVENT_IOC_SET_FILTER) {
		const int result = real(fd, request, arg);
		return result < 0 && errno == ENOTTY && _IOC_TYPE(request) == '$' ? 0 : result;
	}
	if (log_file()) fprintf(log_file(), "filter %d %s\n", fd, (const char *)arg);
	return 0;
}
