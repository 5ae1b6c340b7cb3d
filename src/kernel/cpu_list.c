/* Three sources, as small containers and chroots lack some: sysfs, proc, and the affinity of this thread. */
#include "kernel/cpu_list.h"

#include <ctype.h>
#include <errno.h>
#include <sched.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

/* Bound for numbers in text: "0-4000000000" must not take gigabytes. Linux allows 8192 CPUs. */
#define CPU_MAX (1ul << 16)

bool cpu_list_parse(const char *text, struct cpu_list *ret)
{
	struct cpu_list list = { VEC_INIT };
	while (*text) {
		char *end;
		unsigned long first = strtoul(text, &end, 10), last = first;
		if (end == text) goto wrong;
		if (*end == '-') {
			text = end + 1;
			last = strtoul(text, &end, 10);
			if (end == text) goto wrong;
		}
		if (first > last || last > CPU_MAX) goto wrong;
		for (unsigned long cpu = first; cpu <= last; cpu++) vec_push(&list.cpus, (int32_t)cpu);
		if (*end && *end != ',') goto wrong;
		text = *end ? end + 1 : end;
	}
	if (!list.cpus.count) goto wrong;
	*ret = list;
	return true;
wrong:
	vec_done(&list.cpus);
	return false;
}

static bool has(const struct cpu_list *list, int32_t cpu)
{
	for (size_t i = 0; i < list->cpus.count; i++)
		if (list->cpus.items[i] == cpu) return true;
	return false;
}

/* Inserts in ascending order; numbers that are there already, or out of bounds, are ignored. */
static void add(struct cpu_list *list, long cpu)
{
	if (cpu < 0 || (unsigned long)cpu > CPU_MAX || has(list, (int32_t)cpu)) return;
	vec_push(&list->cpus, (int32_t)cpu);
	for (size_t i = list->cpus.count - 1; i > 0 && list->cpus.items[i - 1] > (int32_t)cpu; i--) {
		list->cpus.items[i] = list->cpus.items[i - 1];
		list->cpus.items[i - 1] = (int32_t)cpu;
	}
}

/* Numbers behind a word at the beginnings of lines: "cpu3 8127 0 ..." of proc/stat, "processor : 3" of proc/cpuinfo
 * (s390: "processor 3: ..."). */
static void add_lines(struct cpu_list *list, const char *text, const char *word)
{
	size_t size = strlen(word);
	for (const char *line = text; line; line = strchr(line, '\n')) {
		if (*line == '\n') line++;
		if (strncmp(line, word, size) != 0) continue;
		const char *number = line + size + strspn(line + size, " \t:");
		/* "cpu3" has its number at once; "cpu  8127", the sum of all CPUs, does not count. Behind
		 * "processor" there are blanks or a colon. */
		if (isdigit((unsigned char)*number) && (number == line + size) == (strcmp(word, "cpu") == 0))
			add(list, strtol(number, NULL, 10));
	}
}

/* proc/stat lists the CPUs that are online, proc/cpuinfo too. */
static void add_proc(const struct kernelfs *fs, struct cpu_list *list)
{
	_free_ char *stat = kernelfs_read(fs, "proc/stat");
	add_lines(list, stat, "cpu");
	if (list->cpus.count) return;
	_free_ char *cpuinfo = kernelfs_read(fs, "proc/cpuinfo");
	add_lines(list, cpuinfo, "processor");
}

/* The CPUs this thread may run on, *ret_nr_bits of them as large as the kernel's own sets. The caller frees. NULL:
 * the kernel does not tell. The set is doubled until the kernel accepts its size (sched_getaffinity(2), EINVAL). */
static cpu_set_t *own_affinity(size_t *ret_nr_bits)
{
	for (size_t bits = 1024; bits <= CPU_MAX + 1; bits *= 2) {
		cpu_set_t *set = xcalloc(1, CPU_ALLOC_SIZE(bits));
		long size = syscall(SYS_sched_getaffinity, 0, CPU_ALLOC_SIZE(bits), set);
		if (size > 0) {
			*ret_nr_bits = (size_t)size * 8;
			return set;
		}
		int code = errno;
		free(set);
		if (code != EINVAL) break; /* which says that the set is too small */
	}
	return NULL;
}

/* A CPU this thread may run on exists, whatever the files say. */
static void add_affinity(struct cpu_list *list)
{
	size_t bits;
	_free_ cpu_set_t *set = own_affinity(&bits);
	for (size_t cpu = 0; set && cpu < bits; cpu++)
		if (CPU_ISSET_S(cpu, (bits + 7) / 8, set)) add(list, (long)cpu);
}

static bool is_running_machine(const struct kernelfs *fs) { return !fs->root[0]; }

/* which: "online", "present" or "possible", a file of /sys/devices/system/cpu. */
static void list_cpus(const struct kernelfs *fs, const char *which, struct cpu_list *ret)
{
	struct cpu_list list = { VEC_INIT };
	_free_ char *text = kernelfs_read(fs, "sys/devices/system/cpu/%s", which);
	if (!text || !cpu_list_parse(text, &list)) add_proc(fs, &list);
	if (is_running_machine(fs)) add_affinity(&list);
	if (!list.cpus.count) add(&list, 0);
	*ret = list;
}

void cpu_list_online(const struct kernelfs *fs, struct cpu_list *ret) { list_cpus(fs, "online", ret); }
void cpu_list_present(const struct kernelfs *fs, struct cpu_list *ret) { list_cpus(fs, "present", ret); }

size_t cpu_list_possible(const struct kernelfs *fs)
{
	struct cpu_list list;
	size_t bits = 0;
	list_cpus(fs, "possible", &list);
	/* ascending, and never empty */
	size_t count = (size_t)*vec_last(&list.cpus) + 1;
	vec_done(&list.cpus);
	if (!is_running_machine(fs) || kernelfs_exists(fs, "sys/devices/system/cpu/possible")) return count;
	free(own_affinity(&bits)); /* the kernel's own sets have a bit for each CPU that can be */
	return MAX(count, bits);
}
