/* Tracepoints, probes, the function tracer, BPF. */
#include <errno.h>
#include <linux/capability.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>
#include "base/err.h"
#include "bpf/bpf_call.h"
#include "doctor/finding.h"
#include "kernel/probe_files.h"
#include "kernel/remedy.h"
#include "kernel/tracefs.h"

/* Where tracefs is; NULL, with the finding of that filled: it is of no use to this user. The caller frees. */
static char *usable_tracefs(const struct doctor_scene *scene, struct doctor_finding *finding)
{
	char *tracefs = tracefs_find(scene->fs, scene->debugfs_dir);
	struct kernelfs_names names;
	if (!tracefs) {
		finding_set(finding, DOCTOR_MISSING, "tracefs is not mounted");
		finding_remedy(finding, remedy_tracefs_mount_command(), true);
		return NULL;
	}
	_free_ char *events = xasprintf("%s/events", tracefs);
	int code = kernelfs_list(scene->fs, events, KERNELFS_AS_LISTED, &names);
	kernelfs_names_done(&names);
	finding_saw(finding, events, "%s", code ? strerror(-code) : "can be read");
	if (!code) return tracefs;
	finding_set(finding, DOCTOR_LIMITED, "this user may not read /%s", tracefs);
	finding_remedy(finding, remedy_tracefs_rights_command(scene->fs, tracefs), true);
	free(tracefs);
	return NULL;
}

/* The same for checks of what is in it. */
static char *needed_tracefs(const struct doctor_scene *scene, struct doctor_finding *finding)
{
	struct doctor_finding of_tracefs = { 0 };
	char *tracefs = usable_tracefs(scene, &of_tracefs);
	if (!tracefs) finding_set(finding, DOCTOR_SKIPPED, "%s (see tracefs)", of_tracefs.what);
	doctor_finding_done(&of_tracefs);
	return tracefs;
}

void doctor_tracefs(const struct doctor_scene *scene, struct doctor_finding *finding)
{
	_free_ char *tracefs = usable_tracefs(scene, finding);
	if (tracefs) finding_set(finding, DOCTOR_OK, "tracepoints can be read below /%s", tracefs);
	else finding_follows(finding, "no tracepoints: no sched, lock, kmem, latency, timechart, trace");
}

/* Whether this user can define such events. */
static void look_at_probes(const struct doctor_scene *scene, struct doctor_finding *finding, enum probe_file file,
			   const char *option)
{
	_free_ char *tracefs = needed_tracefs(scene, finding);
	if (!tracefs) return;
	_probe_files_done_ struct probe_files files;
	probe_files_init(&files, scene->fs, scene->debugfs_dir);
	_err_done_ struct err err = ERR_INIT;
	int code = probe_files_need(&files, file, &err);
	if (code == -ENOENT) {
		finding_set(finding, DOCTOR_MISSING, "this kernel has none (%s)", option);
	} else if (code < 0) {
		finding_set(finding, DOCTOR_LIMITED, "this user may not define them");
		finding_advise(finding, "sudo perf probe defines them; perf record then takes them as tracepoints");
	} else {
		finding_set(finding, DOCTOR_OK, "perf probe can define them");
	}
	if (code < 0) finding_saw(finding, "opening it to write", "%s", err.message ? err.message : strerror(-code));
}

void doctor_kernel_probes(const struct doctor_scene *scene, struct doctor_finding *finding)
{
	look_at_probes(scene, finding, PROBE_FILE_KERNEL, "CONFIG_KPROBE_EVENTS");
}

void doctor_program_probes(const struct doctor_scene *scene, struct doctor_finding *finding)
{
	look_at_probes(scene, finding, PROBE_FILE_USER, "CONFIG_UPROBE_EVENTS");
}

void doctor_function_tracer(const struct doctor_scene *scene, struct doctor_finding *finding)
{
	_free_ char *tracefs = needed_tracefs(scene, finding);
	if (!tracefs) return;
	_free_ char *path = xasprintf("%s/available_tracers", tracefs);
	_free_ char *tracers = doctor_read(scene, finding, path);
	bool has_it = tracers && strstr(tracers, "function");
	bool is_on = doctor_read_number(scene, finding, "proc/sys/kernel/ftrace_enabled", 1) != 0;
	if (!has_it) {
		finding_set(finding, DOCTOR_MISSING, "this kernel has none (CONFIG_FUNCTION_TRACER)");
		finding_follows(finding, "probes of the kernel cost more, ftrace:function does not exist");
	} else if (!is_on) {
		finding_set(finding, DOCTOR_LIMITED, "ftrace_enabled is 0");
		finding_sysctl(finding, "ftrace_enabled", 1);
	} else {
		finding_set(finding, DOCTOR_OK, "there is one");
	}
}

/* The least that a program for it needs: a map of one element. */
static int try_map(void)
{
	union bpf_attr attr;
	memset(&attr, 0, sizeof(attr));
	attr.map_type = BPF_MAP_TYPE_HASH;
	attr.key_size = sizeof(uint64_t);
	attr.value_size = sizeof(uint64_t);
	attr.max_entries = 1;
	int fd = bpf_call(BPF_MAP_CREATE, &attr);
	if (fd >= 0) close(fd);
	return fd < 0 ? fd : 0;
}

/* Programs that look into the kernel take CAP_BPF and CAP_PERFMON, whatever unprivileged_bpf_disabled is. */
void doctor_bpf_programs(const struct doctor_scene *scene, struct doctor_finding *finding)
{
	long long disabled = doctor_read_number(scene, finding, "proc/sys/kernel/unprivileged_bpf_disabled", -1);
	bool may = doctor_capable(scene->fs, CAP_SYS_ADMIN) ||
		   (doctor_capable(scene->fs, CAP_BPF) && doctor_capable(scene->fs, CAP_PERFMON));
	int code = scene->is_foreign ? 0 : try_map();
	if (!scene->is_foreign) finding_saw(finding, "making a map", "%s", code ? strerror(-code) : "works");
	if (code == -ENOSYS || disabled < 0) {
		finding_set(finding, DOCTOR_MISSING, "this kernel has no bpf(2)");
	} else if (!may) {
		finding_set(finding, DOCTOR_LIMITED, "neither CAP_BPF with CAP_PERFMON, nor CAP_SYS_ADMIN");
		finding_advise(finding, "as root: sudo perf ...");
	} else if (code < 0) {
		finding_set(finding, DOCTOR_MISSING, "bpf(2) is forbidden: %s", strerror(-code));
		finding_advise(finding,
			       "a container's profile of system calls (seccomp) or the kernel's lockdown forbids it");
	} else {
		finding_set(finding, DOCTOR_OK, "programs can be loaded into the kernel");
	}
	if (finding->verdict != DOCTOR_OK)
		finding_follows(finding,
				"no stat --bpf-counters, no lock contention -b; trace -s takes more of the CPU");
}

void doctor_kernel_types(const struct doctor_scene *scene, struct doctor_finding *finding)
{
	bool has_file = kernelfs_exists(scene->fs, "sys/kernel/btf/vmlinux");
	finding_saw(finding, "/sys/kernel/btf/vmlinux", "%s", has_file ? "is there" : "is not there");
	if (has_file) {
		finding_set(finding, DOCTOR_OK, "the kernel describes its types (BTF)");
		return;
	}
	finding_set(finding, DOCTOR_MISSING, "no BTF (CONFIG_DEBUG_INFO_BTF)");
	finding_follows(finding, "arguments of system calls are shown without the kernel's names of their types");
}

void doctor_lockdown(const struct doctor_scene *scene, struct doctor_finding *finding)
{
	_free_ char *modes = doctor_read(scene, finding, "sys/kernel/security/lockdown");
	if (modes && strstr(modes, "[confidentiality]")) {
		finding_set(finding, DOCTOR_LIMITED, "the kernel is locked down: confidentiality");
		finding_follows(finding, "not even root has probes of the kernel, its memory, or events of it");
		finding_advise(finding, "boot with lockdown=integrity, or without Secure Boot");
	} else if (modes && strstr(modes, "[integrity]")) {
		finding_set(finding, DOCTOR_OK, "the kernel keeps its integrity; measuring is not in the way of that");
	} else {
		finding_set(finding, DOCTOR_OK, "it is off");
	}
}
