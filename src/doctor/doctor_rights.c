/* Who may be measured: perf_event_paranoid, capabilities, filters of system calls. */
#include <errno.h>
#include <linux/capability.h>
#include <string.h>
#include "doctor/finding.h"
#include "kernel/remedy.h"

/* What perf samples where there is no hardware counter. */
static const struct event_attr clock_user = { .type = ATTR_TYPE_SOFTWARE,
					      .config = ATTR_SOFTWARE_CPU_CLOCK,
					      .sample_period = 1000000,
					      .flags = ATTR_DISABLED | ATTR_EXCLUDE_KERNEL | ATTR_EXCLUDE_HV };
static const struct event_attr clock_all = {
	.type = ATTR_TYPE_SOFTWARE, .config = ATTR_SOFTWARE_CPU_CLOCK, .sample_period = 1000000, .flags = ATTR_DISABLED
};

void doctor_own_processes(const struct doctor_scene *scene, struct doctor_finding *finding)
{
	int code = doctor_try(scene, finding, "cpu-clock:u of this thread", &clock_user, -1);
	if (code < 0) {
		doctor_explain_refusal(scene, finding, code, 2);
		finding->verdict = DOCTOR_MISSING;
		finding_follows(finding, "perf record, stat, top and trace can do nothing for this user");
		return;
	}
	finding_set(finding, DOCTOR_OK, "this user's programs can be sampled");
}

void doctor_kernel_side(const struct doctor_scene *scene, struct doctor_finding *finding)
{
	int code = doctor_try(scene, finding, "cpu-clock of this thread", &clock_all, -1);
	if (code < 0) {
		doctor_explain_refusal(scene, finding, code, 1);
		finding_follows(finding, "only user space is measured: no time in the kernel, no stacks of it");
		return;
	}
	finding_set(finding, DOCTOR_OK, "time in the kernel is measured too");
}

void doctor_system_wide(const struct doctor_scene *scene, struct doctor_finding *finding)
{
	int code = doctor_try(scene, finding, "cpu-clock of CPU 0", &clock_all, 0);
	if (code < 0) {
		doctor_explain_refusal(scene, finding, code, 0);
		finding_follows(finding, "no whole CPUs: no record -a, stat -a, top");
		return;
	}
	finding_set(finding, DOCTOR_OK, "whole CPUs can be measured (-a)");
}

void doctor_raw_tracepoints(const struct doctor_scene *scene, struct doctor_finding *finding)
{
	enum { ALLOWED = -1 };
	if (doctor_paranoid(scene, finding) > ALLOWED && !doctor_may_measure(scene->fs)) {
		doctor_explain_refusal(scene, finding, -EACCES, ALLOWED);
		finding_follows(
			finding,
			"fields of tracepoints are not recorded: no sched, lock, kmem, trace with their arguments");
		return;
	}
	finding_set(finding, DOCTOR_OK, "tracepoints with their fields are allowed, where tracefs can be read");
}

void doctor_other_users(const struct doctor_scene *scene, struct doctor_finding *finding)
{
	if (doctor_may_measure(scene->fs) || doctor_capable(scene->fs, CAP_SYS_PTRACE)) {
		finding_set(finding, DOCTOR_OK, "processes of other users can be measured (-p)");
		return;
	}
	_free_ char *status = kernelfs_read(scene->fs, "proc/self/status");
	const char *line = status ? strstr(status, "CapEff:") : NULL;
	finding_saw(finding, "CapEff in /proc/self/status", "%.16s", line ? line + strlen("CapEff:\t") : "not known");
	finding_set(finding, DOCTOR_LIMITED, "neither CAP_PERFMON nor CAP_SYS_PTRACE");
	finding_follows(finding, "-p only takes processes of this user");
	if (doctor_is_first_user_namespace(scene->fs))
		finding_remedy(finding, remedy_capabilities_command(scene->perf_path), false);
	else finding_advise(finding, "start perf outside of the container");
}
