/* To be preloaded into a perf: events of CPUs and their surroundings open, whatever the machine has, and count what
 * their attrs say.
 *
 * The counts are made out of type and config alone, so that two programs that ask for the same get the same. A line for
 * each event goes to the file that $COUNT_SHIM_LOG names: "type config cpu leader's-type leader's-config". Software
 * events are real. $COUNT_SHIM_NMI is what the file /proc/sys/kernel/nmi_watchdog has for the program. */
#define _GNU_SOURCE
#include <dlfcn.h>
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

enum { MAX_FD = 4096, MAX_WORDS = 1024 };
static struct {
	int used, leader;
	unsigned type;
	uint64_t config, read_format, value, id;
} counters[MAX_FD];
static uint64_t next_id = 1000;

static uint64_t value_of(const struct perf_event_attr *attr)
{
	uint64_t x = attr->type * 1000003ull + attr->config * 7919 + attr->config1 * 104729;
	x ^= x >> 13;
	x *= 0x9E3779B97F4A7C15ull;
	return 1000000 + (x >> 40) % 5000000;
}

static void describe(const struct perf_event_attr *attr, int cpu, int leader)
{
	static FILE *file;
	const char *name = getenv("COUNT_SHIM_LOG");
	if (!file && name) file = fopen(name, "ae");
	if (!file) return;
	fprintf(file, "%u %#lx %d", attr->type, (unsigned long)attr->config, cpu);
	if (leader >= 0 && leader < MAX_FD && counters[leader].used)
		fprintf(file, " %u %#lx", counters[leader].type, (unsigned long)counters[leader].config);
	fprintf(file, "\n");
	fflush(file);
}

static int is_faked(const struct perf_event_attr *attr)
{
	return attr->type == PERF_TYPE_HARDWARE || attr->type == PERF_TYPE_HW_CACHE || attr->type == PERF_TYPE_RAW ||
	       attr->type > PERF_TYPE_BREAKPOINT;
}

long syscall(long number, ...)
{
	static long (*real)(long, ...);
	if (!real) real = (long (*)(long, ...))dlsym(RTLD_NEXT, "syscall");
	va_list args;
	va_start(args, number);
	long a[6];
	for (int i = 0; i < 6; i++) a[i] = va_arg(args, long);
	va_end(args);
	const struct perf_event_attr *attr = (const struct perf_event_attr *)a[0];
	if (number != SYS_perf_event_open || !is_faked(attr)) return real(number, a[0], a[1], a[2], a[3], a[4], a[5]);
	int fd = open("/dev/null", O_RDONLY | O_CLOEXEC), leader = (int)a[3];
	if (fd < 0 || fd >= MAX_FD) return fd;
	describe(attr, (int)a[2], leader);
	counters[fd].used = 1;
	counters[fd].leader = leader >= 0 ? leader : fd;
	counters[fd].type = attr->type;
	counters[fd].config = attr->config;
	counters[fd].read_format = attr->read_format;
	counters[fd].value = value_of(attr);
	counters[fd].id = next_id++;
	return fd;
}

int close(int fd)
{
	static int (*real)(int);
	if (!real) real = (int (*)(int))dlsym(RTLD_NEXT, "close");
	if (fd >= 0 && fd < MAX_FD) counters[fd].used = 0;
	return real(fd);
}

static size_t put_one(uint64_t *out, int fd, uint64_t format)
{
	size_t n = 0;
	out[n++] = counters[fd].value;
	if (format & PERF_FORMAT_ID) out[n++] = counters[fd].id;
	if (format & PERF_FORMAT_LOST) out[n++] = 0;
	return n;
}

static size_t put_times(uint64_t *out, uint64_t format)
{
	size_t n = 0;
	if (format & PERF_FORMAT_TOTAL_TIME_ENABLED) out[n++] = 1000000;
	if (format & PERF_FORMAT_TOTAL_TIME_RUNNING) out[n++] = 1000000;
	return n;
}

static ssize_t read_counter(int fd, void *to, size_t size)
{
	uint64_t out[MAX_WORDS], format = counters[fd].read_format;
	size_t n = 0;
	if (format & PERF_FORMAT_GROUP) {
		uint64_t members = 0;
		n = 1 + put_times(out + 1, format);
		for (int pass = 0; pass < 2; pass++)
			for (int i = 0; i < MAX_FD && n < MAX_WORDS - 4; i++) {
				if (!counters[i].used || counters[i].leader != fd || (i == fd) == pass) continue;
				n += put_one(out + n, i, format);
				members++;
			}
		out[0] = members;
	} else { /* the value, then the times, then the rest */
		uint64_t one[3];
		size_t words = put_one(one, fd, format);
		out[n++] = one[0];
		n += put_times(out + n, format);
		memcpy(out + n, one + 1, (words - 1) * sizeof(*one));
		n += words - 1;
	}
	if (n * sizeof(*out) > size) n = size / sizeof(*out);
	memcpy(to, out, n * sizeof(*out));
	return (ssize_t)(n * sizeof(*out));
}

ssize_t read(int fd, void *to, size_t size)
{
	static ssize_t (*real)(int, void *, size_t);
	if (!real) real = (ssize_t(*)(int, void *, size_t))dlsym(RTLD_NEXT, "read");
	return fd >= 0 && fd < MAX_FD && counters[fd].used ? read_counter(fd, to, size) : real(fd, to, size);
}

int ioctl(int fd, unsigned long request, ...)
{
	static int (*real)(int, unsigned long, void *);
	if (!real) real = (int (*)(int, unsigned long, void *))dlsym(RTLD_NEXT, "ioctl");
	va_list args;
	va_start(args, request);
	void *arg = va_arg(args, void *);
	va_end(args);
	if (fd < 0 || fd >= MAX_FD || !counters[fd].used) return real(fd, request, arg);
	if (request == PERF_EVENT_IOC_ID) *(uint64_t *)arg = counters[fd].id;
	return 0;
}

static const char *redirected(const char *path)
{
	static const char wanted[] = "/proc/sys/kernel/nmi_watchdog";
	const char *file = getenv("COUNT_SHIM_NMI");
	size_t size = strlen(path), tail = sizeof(wanted) - 1;
	return file && size >= tail && strcmp(path + size - tail, wanted) == 0 ? file : path;
}

int open(const char *path, int flags, ...)
{
	static int (*real)(const char *, int, ...);
	if (!real) real = (int (*)(const char *, int, ...))dlsym(RTLD_NEXT, "open");
	va_list args;
	va_start(args, flags);
	unsigned mode = va_arg(args, unsigned);
	va_end(args);
	return real(redirected(path), flags, mode);
}
int open64(const char *path, int flags, ...)
{
	va_list args;
	va_start(args, flags);
	unsigned mode = va_arg(args, unsigned);
	va_end(args);
	return open(path, flags, mode);
}
