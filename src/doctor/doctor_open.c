/* Trying events: by the running kernel, by one that a test plays, or by what is known of another machine's. */
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include "base/descriptor.h"
#include "doctor/finding.h"

int doctor_expected_open(void *ctx, const struct event_attr *attr, const struct event_place *place, bool cloexec)
{
	const struct kernelfs *fs = ctx;
	_free_ char *text = kernelfs_read(fs, "proc/sys/kernel/perf_event_paranoid");
	if (!text) return -ENOENT;
	long long paranoid = strtoll(text, NULL, 10);
	if (!doctor_may_measure(fs)) {
		bool kernel_side = !(attr->flags & ATTR_EXCLUDE_KERNEL);
		if (paranoid > 2) return -EACCES;
		if (paranoid > 1 && kernel_side) return -EACCES;
		if (paranoid > 0 && place->pid == -1) return -EACCES;
		if (paranoid > -1 && attr->type == ATTR_TYPE_TRACEPOINT && attr->sample_type & SAMPLE_RAW)
			return -EPERM;
	}
	bool of_cpu = attr->type == ATTR_TYPE_HARDWARE || attr->type == ATTR_TYPE_HW_CACHE;
	if (of_cpu && !doctor_has_core_pmu(fs)) return -ENOENT;
	return open("/dev/null", O_RDONLY | (cloexec ? O_CLOEXEC : 0));
}

int doctor_try(const struct doctor_scene *scene, struct doctor_finding *finding, const char *name,
	       const struct event_attr *attr, int32_t cpu)
{
	struct event_attr copy = *attr;
	const struct event_place place = { .pid = cpu < 0 ? 0 : -1, .cpu = cpu, .group_fd = -1 };
	/* nothing is left out: what is not opened as it is asked for is an answer */
	_close_ int fd = scene->opener ? scene->opener->open(scene->opener->ctx, &copy, &place, true)
				       : event_open_exact(&copy, &place, true);
	const char *opened = scene->is_foreign ? "expected to open" : "opens";
	finding_saw(finding, name, "%s", fd < 0 ? strerror(-fd) : opened);
	return fd < 0 ? fd : 0;
}

/* A container's profile of system calls, or a security module. */
static void explain_filter(const struct doctor_scene *scene, struct doctor_finding *finding)
{
	long long filtered = 0;
	_free_ char *status = kernelfs_read(scene->fs, "proc/self/status");
	const char *line = status ? strstr(status, "Seccomp:") : NULL;
	if (line) filtered = strtoll(line + strlen("Seccomp:"), NULL, 10);
	finding_saw(finding, "Seccomp in /proc/self/status", "%lld", filtered);
	finding_set(finding, DOCTOR_MISSING, "%s forbids perf_event_open(2), which perf_event_paranoid would allow",
		    filtered == 2 ? "a filter of system calls (seccomp)" : "a security module or sandbox");
	if (filtered == 2)
		finding_advise(finding,
			       "start the container with --cap-add=PERFMON, or --security-opt seccomp=PROFILE with "
			       "perf_event_open in it");
}

void doctor_explain_refusal(const struct doctor_scene *scene, struct doctor_finding *finding, int code, int needed)
{
	int paranoid = doctor_paranoid(scene, finding);
	if (code == -ENOSYS) {
		finding_set(finding, DOCTOR_MISSING, "this kernel has no perf_event_open(2)");
		finding_advise(finding,
			       "a kernel with CONFIG_PERF_EVENTS, outside of a sandbox that is a kernel of its own");
	} else if (code != -EPERM && code != -EACCES) {
		finding_set(finding, DOCTOR_MISSING, "perf_event_open(2) fails: %s", strerror(-code));
	} else if (paranoid > needed && !doctor_may_measure(scene->fs)) {
		finding_set(finding, DOCTOR_LIMITED, "perf_event_paranoid is %d", paranoid);
		finding_sysctl(finding, "perf_event_paranoid", needed);
		if (doctor_is_first_user_namespace(scene->fs)) return;
		finding->can_fix = false;
		finding_advise(finding, "that is for the host: root of this container has no rights over the kernel");
	} else {
		explain_filter(scene, finding);
	}
}
