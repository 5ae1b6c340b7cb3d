/* Clocks, and what stands between perf and the machine: guests, containers, name spaces, mounts. */
#include <linux/capability.h>
#include <linux/perf_event.h>
#include <string.h>
#include <time.h>
#include <unistd.h>
#include "base/descriptor.h"
#include "doctor/finding.h"
#include "kernel/cgroup.h"
#include "kernel/mounts.h"
#include "kernel/procfs.h"
#include "kernel/remedy.h"
#include "kernel/ring.h"

void doctor_clock_source(const struct doctor_scene *scene, struct doctor_finding *finding)
{
	static const char *const slow[] = { "hpet", "acpi_pm", "jiffies", "refined-jiffies", "pit" };
	_free_ char *source = doctor_read(scene, finding,
					  "sys/devices/system/clocksource/clocksource0/current_clocksource");
	if (!source) {
		finding_set(finding, DOCTOR_SKIPPED, "the kernel does not say which it is");
		return;
	}
	for (size_t i = 0; i < ARRAY_SIZE(slow); i++) {
		if (strcmp(source, slow[i]) != 0) continue;
		finding_set(finding, DOCTOR_LIMITED, "%s, which is slow to read", source);
		finding_follows(finding, "programs that ask for the time often spend much of it there");
		finding_advise(finding,
			       "\"dmesg | grep -i -e tsc -e clocksource\" says why the better one was given up");
		return;
	}
	finding_set(finding, DOCTOR_OK, "%s", source);
}

/* Whether the control page of an event says how to make its times out of the counter of the CPU. */
void doctor_user_time(const struct doctor_scene *scene, struct doctor_finding *finding)
{
	struct event_attr attr = { .type = ATTR_TYPE_SOFTWARE,
				   .config = ATTR_SOFTWARE_DUMMY,
				   .flags = ATTR_DISABLED | ATTR_EXCLUDE_KERNEL | ATTR_EXCLUDE_HV };
	const struct event_place place = { .pid = 0, .cpu = -1, .group_fd = -1 };
	struct ring ring;
	if (scene->is_foreign || scene->opener) {
		finding_set(finding, DOCTOR_SKIPPED, "it is only to be seen where events are opened");
		return;
	}
	_close_ int fd = event_open_exact(&attr, &place, true);
	int code = fd < 0 ? fd : ring_open(&ring, fd, 1, false);
	if (code < 0) {
		finding_set(finding, DOCTOR_SKIPPED, "no event could be mapped: %s", strerror(-code));
		return;
	}
	const struct perf_event_mmap_page *control = ring.control;
	bool has_time = control->cap_user_time, has_zero = control->cap_user_time_zero;
	ring_close(&ring);
	finding_saw(finding, "cap_user_time, cap_user_time_zero", "%d, %d", has_time, has_zero);
	if (has_time) {
		finding_set(finding, DOCTOR_OK,
			    "times can be made out of the CPU's own counter: the kernel's clock is stable");
		return;
	}
	finding_set(finding, DOCTOR_LIMITED, "the kernel's clock is not the CPU's counter: a guest's, or unstable");
	finding_follows(finding, "times of hardware traces are rough");
}

void doctor_clock_choice(const struct doctor_scene *scene, struct doctor_finding *finding)
{
	const struct event_attr attr = { .type = ATTR_TYPE_SOFTWARE,
					 .config = ATTR_SOFTWARE_DUMMY,
					 .flags = ATTR_DISABLED | ATTR_EXCLUDE_KERNEL | ATTR_EXCLUDE_HV |
						  ATTR_USE_CLOCKID,
					 .clockid = CLOCK_MONOTONIC };
	if (doctor_try(scene, finding, "an event with CLOCK_MONOTONIC", &attr, -1) == 0)
		finding_set(finding, DOCTOR_OK, "times may be those of other programs' logs and jitdumps (-k mono)");
	else finding_set(finding, DOCTOR_LIMITED, "the kernel does not take -k mono here (see own-processes)");
}

void doctor_machine(const struct doctor_scene *scene, struct doctor_finding *finding)
{
	const char *kind;
	if (!doctor_is_guest(scene->fs, &kind)) {
		finding_set(finding, DOCTOR_OK, "no sign of a hypervisor");
		return;
	}
	finding_set(finding, DOCTOR_OK, "%s", kind);
	finding_follows(finding, "time that the host takes away of a CPU is not told apart");
}

/* The first pid name space has this inode (the kernel's PROC_PID_INIT_INO). */
static bool is_first_pid_namespace(const struct doctor_scene *scene, struct doctor_finding *finding)
{
	enum { PID = 3 };
	const uint64_t first_inode = 0xEFFFFFFC;
	struct procfs_namespace spaces[PROCFS_NAMESPACES];
	if (scene->is_foreign) {
		/* of its own process only what its files say: as many pids as it has name spaces */
		_free_ char *status = kernelfs_read(scene->fs, "proc/self/status");
		const char *line = status ? strstr(status, "NSpid:\t") : NULL;
		const char *pids = line ? line + strlen("NSpid:\t") : "";
		return pids[strcspn(pids, "\t\n")] != '\t';
	}
	procfs_namespaces(scene->fs, getpid(), spaces);
	finding_saw(finding, "/proc/self/ns/pid", "%llu", (unsigned long long)spaces[PID].inode);
	return !spaces[PID].inode || spaces[PID].inode == first_inode;
}

void doctor_pid_namespace(const struct doctor_scene *scene, struct doctor_finding *finding)
{
	if (is_first_pid_namespace(scene, finding)) {
		finding_set(finding, DOCTOR_OK, "all processes of the machine are to be seen");
		return;
	}
	finding_set(finding, DOCTOR_LIMITED, "a container: only processes in it are to be seen");
	finding_follows(finding, "-a measures the others too, whose programs and names are not known then");
	finding_advise(finding, "start perf outside, or the container with --pid=host");
}

void doctor_control_groups(const struct doctor_scene *scene, struct doctor_finding *finding)
{
	_free_ char *mount = cgroup_mount(scene->fs);
	if (!mount) {
		finding_set(finding, DOCTOR_MISSING, "no hierarchy is mounted");
		finding_follows(finding, "no -G, --for-each-cgroup, --all-cgroups");
		return;
	}
	bool is_second = kernelfs_exists(scene->fs, "%s/cgroup.controllers", mount);
	finding_saw(finding, "mounted at", "/%s", mount);
	finding_set(finding, DOCTOR_OK, "events can be bound to groups below /%s (%s)", mount,
		    is_second ? "version 2" : "perf_event of version 1, or version 2 read-only");
}

/* The value of hidepid that is no restriction is 0, "off". */
static const char *hidepid_of(const struct mount *mount)
{
	const char *option = strcmp(mount->type, "proc") == 0 ? strstr(mount->options, "hidepid=") : NULL;
	const char *value = option ? option + strlen("hidepid=") : "0";
	return *value == '0' || strncmp(value, "off", 3) == 0 ? NULL : value;
}

void doctor_processes(const struct doctor_scene *scene, struct doctor_finding *finding)
{
	struct mounts mounts;
	mounts_read(scene->fs, &mounts);
	const char *hidden = NULL;
	for (size_t i = 0; i < mounts.items.count; i++)
		if (strcmp(mounts.items.items[i].directory, "proc") == 0) hidden = hidepid_of(&mounts.items.items[i]);
	if (!hidden || doctor_capable(scene->fs, CAP_SYS_PTRACE)) {
		finding_set(finding, DOCTOR_OK, "/proc shows processes of all users");
	} else {
		finding_saw(finding, "hidepid of /proc", "%.*s", (int)strcspn(hidden, ","), hidden);
		finding_set(finding, DOCTOR_LIMITED, "/proc hides processes of other users (hidepid)");
		finding_follows(finding, "-a knows no names and programs of those that ran before it");
		finding_remedy(finding, remedy_proc_command(), true);
	}
	mounts_done(&mounts);
}
