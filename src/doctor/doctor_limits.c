/* Settings that bound how much is recorded. */
#include <errno.h>
#include <linux/capability.h>
#include <stdio.h>
#include <string.h>
#include "doctor/finding.h"
#include "kernel/remedy.h"

/* The soft and the hard limit of a line of proc/self/limits; UINT64_MAX: unlimited. False: not known. */
static bool read_limit(const struct doctor_scene *scene, struct doctor_finding *finding, const char *name,
		       uint64_t *ret_soft, uint64_t *ret_hard)
{
	char words[2][32];
	_free_ char *text = kernelfs_read(scene->fs, "proc/self/limits");
	const char *line = text ? strstr(text, name) : NULL;
	if (!line || sscanf(line + strlen(name), " %31s %31s", words[0], words[1]) != 2) return false;
	_free_ char *from = xasprintf("%s in /proc/self/limits", name);
	finding_saw(finding, from, "%s, %s", words[0], words[1]);
	*ret_soft = strcmp(words[0], "unlimited") == 0 ? UINT64_MAX : strtoull(words[0], NULL, 10);
	*ret_hard = strcmp(words[1], "unlimited") == 0 ? UINT64_MAX : strtoull(words[1], NULL, 10);
	return true;
}

void doctor_ring_size(const struct doctor_scene *scene, struct doctor_finding *finding)
{
	/* 128 pages of 4 KiB and the first one: what record maps without -m */
	enum { DEFAULT_KIB = 516, UNLIMITED_PARANOID = -1 };
	long long kib = doctor_read_number(scene, finding, "proc/sys/kernel/perf_event_mlock_kb", DEFAULT_KIB);
	uint64_t soft = 0, hard = 0;
	(void)read_limit(scene, finding, "Max locked memory", &soft, &hard);
	bool is_free = doctor_capable(scene->fs, CAP_IPC_LOCK) ||
		       doctor_paranoid(scene, finding) <= UNLIMITED_PARANOID || soft == UINT64_MAX;
	if (is_free) {
		finding_set(finding, DOCTOR_OK, "rings may be as large as one likes (-m)");
		return;
	}
	bool is_small = kib < DEFAULT_KIB;
	finding_set(finding, is_small ? DOCTOR_LIMITED : DOCTOR_OK, "%lld KiB a CPU for all of this user, and %llu KiB",
		    kib, (unsigned long long)(soft >> 10));
	finding_follows(finding,
			is_small ? "rings are smaller than usual: samples are lost more easily"
				 : "a larger -m, or a second perf beside it, takes a larger perf_event_mlock_kb");
	if (is_small) finding_sysctl(finding, "perf_event_mlock_kb", DEFAULT_KIB);
}

void doctor_sample_rate(const struct doctor_scene *scene, struct doctor_finding *finding)
{
	enum { DEFAULT_HZ = 100000, RECORD_HZ = 4000 };
	long long hz = doctor_read_number(scene, finding, "proc/sys/kernel/perf_event_max_sample_rate", DEFAULT_HZ);
	if (hz >= DEFAULT_HZ) {
		finding_set(finding, DOCTOR_OK, "up to %lld Hz", hz);
		return;
	}
	finding_set(finding, hz < RECORD_HZ ? DOCTOR_LIMITED : DOCTOR_OK, "up to %lld Hz: it was lowered from %d", hz,
		    DEFAULT_HZ);
	finding_follows(finding, hz < RECORD_HZ ? "fewer samples than the 4000 a second that record takes without -F"
						: "the kernel does so where its interrupts take long (see cpu-time)");
	finding_sysctl(finding, "perf_event_max_sample_rate", DEFAULT_HZ);
}

void doctor_cpu_time(const struct doctor_scene *scene, struct doctor_finding *finding)
{
	enum { KERNEL_DEFAULT = 25, WHOLE = 100 };
	long long percent = doctor_read_number(scene, finding, "proc/sys/kernel/perf_cpu_time_max_percent",
					       KERNEL_DEFAULT);
	if (percent <= 0 || percent >= WHOLE)
		finding_set(finding, DOCTOR_OK, "the kernel never lowers the rate of samples");
	else if (percent >= KERNEL_DEFAULT)
		finding_set(finding, DOCTOR_OK, "sampling may take %lld %% of a CPU before the kernel lowers the rate",
			    percent);
	else {
		finding_set(finding, DOCTOR_LIMITED, "sampling may take only %lld %% of a CPU", percent);
		finding_follows(finding, "the kernel lowers the rate of samples early");
		finding_sysctl(finding, "perf_cpu_time_max_percent", KERNEL_DEFAULT);
	}
}

void doctor_stack_depth(const struct doctor_scene *scene, struct doctor_finding *finding)
{
	enum { KERNEL_DEFAULT = 127 };
	long long frames = doctor_read_number(scene, finding, "proc/sys/kernel/perf_event_max_stack", KERNEL_DEFAULT);
	finding_set(finding, frames < KERNEL_DEFAULT ? DOCTOR_LIMITED : DOCTOR_OK, "%lld frames a stack", frames);
	if (frames >= KERNEL_DEFAULT) return;
	finding_follows(finding, "deeper stacks are cut (-g)");
	finding_sysctl(finding, "perf_event_max_stack", KERNEL_DEFAULT);
}

/* An event takes a descriptor for each CPU: 32 of them, as `stat -d -d -d -a` has, have to fit. */
void doctor_open_files(const struct doctor_scene *scene, struct doctor_finding *finding)
{
	enum { EVENTS = 32, OTHER_FILES = 64 };
	uint64_t soft, hard;
	size_t nr_cpus = doctor_nr_cpus(scene->fs), needed = EVENTS * nr_cpus + OTHER_FILES;
	if (!read_limit(scene, finding, "Max open files", &soft, &hard)) {
		finding_set(finding, DOCTOR_SKIPPED, "the limit is not to be read");
		return;
	}
	finding_saw(finding, "CPUs", "%zu", nr_cpus);
	if (hard >= needed || doctor_capable(scene->fs, CAP_SYS_RESOURCE)) {
		finding_set(finding, DOCTOR_OK, "enough for %d events on each of %zu CPUs", EVENTS, nr_cpus);
		return;
	}
	finding_set(finding, DOCTOR_LIMITED, "%llu, which is %llu events on each of %zu CPUs", (unsigned long long)hard,
		    (unsigned long long)hard / nr_cpus, nr_cpus);
	finding_follows(finding, "-a with more events fails");
	finding_remedy(finding, remedy_open_files_command(needed), false);
}
