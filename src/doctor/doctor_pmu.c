/* Hardware that counts and traces: PMUs in sysfs, and what the kernel opens of them. */
#include <errno.h>
#include <string.h>
#include <unistd.h>
#include "base/strbuf.h"
#include "doctor/finding.h"
#include "kernel/pmus.h"

enum { HW_CYCLES, HW_INSTRUCTIONS, HW_BRANCHES = 4 }; /* enum perf_hw_id */

static struct event_attr hardware(uint64_t config, uint64_t flags)
{
	return (struct event_attr){ .type = ATTR_TYPE_HARDWARE, .config = config, .flags = ATTR_DISABLED | flags };
}

/* Why no counter of the CPU counts. */
static void explain_absence(const struct doctor_scene *scene, struct doctor_finding *finding, int code)
{
	const char *kind = "no driver of the kernel knows this CPU";
	if (code == -EPERM || code == -EACCES) {
		doctor_explain_refusal(scene, finding, code, 2);
	} else if (doctor_has_core_pmu(scene->fs)) {
		finding_set(finding, DOCTOR_MISSING, "the CPU has a PMU, but the kernel does not open cycles: %s",
			    strerror(-code));
		finding_advise(finding, "another user of the counters may hold them all (a hypervisor, a watchdog)");
	} else {
		bool is_guest = doctor_is_guest(scene->fs, &kind);
		finding_set(finding, DOCTOR_MISSING, "no counters: %s%s", kind,
			    is_guest ? " without a virtual PMU" : "");
		if (is_guest)
			finding_advise(
				finding,
				"its host gives one: KVM \"-cpu host,pmu=on\", Hyper-V \"Set-VMProcessor -Perfmon\", "
				"VMware vpmc.enable, clouds a metal or whole-socket size");
	}
	finding_follows(finding,
			"no cycles, instructions, cache misses; cpu-clock, task-clock, faults, switches serve");
}

void doctor_hardware_events(const struct doctor_scene *scene, struct doctor_finding *finding)
{
	struct event_attr cycles_user = hardware(HW_CYCLES, ATTR_EXCLUDE_KERNEL | ATTR_EXCLUDE_HV),
			  instructions_user = hardware(HW_INSTRUCTIONS, ATTR_EXCLUDE_KERNEL | ATTR_EXCLUDE_HV),
			  cycles = hardware(HW_CYCLES, 0);
	int code = doctor_try(scene, finding, "cycles:u", &cycles_user, -1);
	if (code < 0) {
		explain_absence(scene, finding, code);
		return;
	}
	bool has_instructions = doctor_try(scene, finding, "instructions:u", &instructions_user, -1) == 0,
	     has_kernel = doctor_try(scene, finding, "cycles", &cycles, -1) == 0;
	struct event_attr sampling = cycles_user;
	sampling.sample_period = 1000000;
	bool samples = doctor_try(scene, finding, "cycles:u with a period", &sampling, -1) == 0;
	if (!samples) {
		finding_set(finding, DOCTOR_LIMITED, "cycles count, but the PMU has no interrupts");
		finding_follows(finding, "perf stat works; perf record takes -e cpu-clock");
	} else if (!has_instructions) {
		finding_set(finding, DOCTOR_LIMITED, "cycles count, instructions do not");
	} else {
		finding_set(finding, DOCTOR_OK, "cycles and instructions count, %s",
			    has_kernel ? "in user space and in the kernel" : "in user space (kernel: see rights)");
	}
}

/* How many events of one group the kernel accepts: all must fit into the counters at once. */
static unsigned nr_at_once(void)
{
	enum { MOST = 32 };
	int fds[MOST];
	unsigned count = 0;
	for (; count < MOST; count++) {
		struct event_attr attr = hardware(HW_BRANCHES, ATTR_EXCLUDE_KERNEL | ATTR_EXCLUDE_HV);
		const struct event_place place = { .pid = 0, .cpu = -1, .group_fd = count ? fds[0] : -1 };
		fds[count] = event_open_exact(&attr, &place, true);
		if (fds[count] < 0) break;
	}
	for (unsigned i = count; i > 0; i--) close(fds[i - 1]);
	return count;
}

void doctor_counters(const struct doctor_scene *scene, struct doctor_finding *finding)
{
	if (!doctor_has_core_pmu(scene->fs)) {
		finding_set(finding, DOCTOR_MISSING, "no counters");
		return;
	}
	unsigned count = scene->opener ? 0 : nr_at_once();
	if (!count) {
		finding_set(finding, DOCTOR_SKIPPED,
			    "how many events count at once is only to be tried where they are opened");
		return;
	}
	finding_saw(finding, "a group of branches:u", "%u are accepted", count);
	finding_set(finding, DOCTOR_OK, "%u events count at once, and cycles beside them on most CPUs", count);
	finding_follows(finding, "more share the counters in turns, and counts are scaled");
}

void doctor_nmi_watchdog(const struct doctor_scene *scene, struct doctor_finding *finding)
{
	bool is_on = doctor_read_number(scene, finding, "proc/sys/kernel/nmi_watchdog", 0) == 1;
	if (!is_on || !doctor_has_core_pmu(scene->fs)) {
		finding_set(finding, DOCTOR_OK, is_on ? "it holds no counter here" : "it is off");
		return;
	}
	finding_set(finding, DOCTOR_LIMITED, "it holds one counter of each CPU");
	finding_follows(finding, "one event fewer counts at once; large groups are refused");
	finding_sysctl(finding, "nmi_watchdog", 0);
}

/* Calls fn with each PMU. */
static void visit_pmus(const struct doctor_scene *scene, void (*fn)(void *arg, const struct event_pmu *pmu), void *arg)
{
	struct pmus *pmus = pmus_new(scene->fs, scene->debugfs_dir);
	struct event_catalogue catalogue = pmus_catalogue(pmus);
	for (const char *const *name = catalogue.pmu_names(catalogue.ctx); name && *name; name++) {
		const struct event_pmu *pmu = catalogue.find_pmu(catalogue.ctx, *name);
		if (pmu) fn(arg, pmu);
	}
	pmus_free(pmus);
}

/* What visiting collects: names of PMUs, and the largest number that a file of caps/ says. */
struct collected {
	const struct doctor_scene *scene;
	struct strbuf names;
	unsigned count;
	uint64_t precise, branches;
};

static bool begins(const char *name, const char *prefix) { return strncmp(name, prefix, strlen(prefix)) == 0; }

static void add_name(struct collected *all, const char *name)
{
	if (all->count++) strbuf_str(&all->names, ", ");
	strbuf_str(&all->names, name);
}

static void add_precise(void *arg, const struct event_pmu *pmu)
{
	struct collected *all = arg;
	uint64_t value = 0;
	if (pmu->is_core &&
	    kernelfs_read_u64(all->scene->fs, &value, "sys/bus/event_source/devices/%s/caps/max_precise", pmu->name))
		all->precise = MAX(all->precise, value);
	if (begins(pmu->name, "ibs_op") || begins(pmu->name, "arm_spe")) add_name(all, pmu->name);
}

void doctor_precise_events(const struct doctor_scene *scene, struct doctor_finding *finding)
{
	struct collected all = { .scene = scene, .names = STRBUF_INIT };
	visit_pmus(scene, add_precise, &all);
	finding_saw(finding, "caps/max_precise", "%llu", (unsigned long long)all.precise);
	if (all.count) finding_set(finding, DOCTOR_OK, "by %s", strbuf_text(&all.names));
	else if (all.precise) finding_set(finding, DOCTOR_OK, "up to %.*s", (int)MIN(all.precise, 3), "ppp");
	else {
		finding_set(finding, DOCTOR_MISSING, "no PMU that says which instruction it was");
		finding_follows(finding, "samples are some instructions late (skid); no perf mem, no perf c2c");
	}
	strbuf_done(&all.names);
}

static void add_branches(void *arg, const struct event_pmu *pmu)
{
	struct collected *all = arg;
	uint64_t value = 0;
	if (pmu->is_core &&
	    kernelfs_read_u64(all->scene->fs, &value, "sys/bus/event_source/devices/%s/caps/branches", pmu->name))
		all->branches = MAX(all->branches, value);
}

/* Older kernels have no caps/branches: then one is tried. */
void doctor_branch_stacks(const struct doctor_scene *scene, struct doctor_finding *finding)
{
	struct collected all = { .scene = scene, .names = STRBUF_INIT };
	visit_pmus(scene, add_branches, &all);
	finding_saw(finding, "caps/branches", "%llu", (unsigned long long)all.branches);
	if (all.branches) {
		finding_set(finding, DOCTOR_OK, "%llu entries", (unsigned long long)all.branches);
		return;
	}
	struct event_attr attr = hardware(HW_CYCLES, ATTR_EXCLUDE_KERNEL | ATTR_EXCLUDE_HV);
	attr.sample_period = 1000000;
	attr.sample_type = SAMPLE_BRANCH_STACK;
	attr.branch_sample_type = 1 | 1 << 3; /* PERF_SAMPLE_BRANCH_USER, _ANY */
	if (!scene->is_foreign && doctor_try(scene, finding, "cycles:u with a branch stack", &attr, -1) == 0) {
		finding_set(finding, DOCTOR_OK, "the kernel records them");
		return;
	}
	finding_set(finding, DOCTOR_MISSING, "the kernel has none of this CPU");
	finding_follows(finding, "no -b, no --call-graph lbr, no cycles of blocks in annotate");
}

static void add_trace(void *arg, const struct event_pmu *pmu)
{
	static const char *const kinds[] = { "intel_pt", "intel_bts", "arm_spe", "cs_etm", "hisi_ptt" };
	for (size_t i = 0; i < ARRAY_SIZE(kinds); i++)
		if (begins(pmu->name, kinds[i])) add_name(arg, pmu->name);
}

void doctor_hardware_traces(const struct doctor_scene *scene, struct doctor_finding *finding)
{
	struct collected all = { .scene = scene, .names = STRBUF_INIT };
	visit_pmus(scene, add_trace, &all);
	if (all.count) finding_set(finding, DOCTOR_OK, "%s", strbuf_text(&all.names));
	else {
		finding_set(finding, DOCTOR_MISSING, "no Intel PT, Arm SPE or CoreSight");
		finding_follows(finding, "on x86-64 record -e single_step//u makes the trace of a program, slowly");
	}
	strbuf_done(&all.names);
}

static void add_uncore(void *arg, const struct event_pmu *pmu)
{
	struct collected *all = arg;
	if (pmu->is_uncore) all->count++;
}

void doctor_uncore(const struct doctor_scene *scene, struct doctor_finding *finding)
{
	struct collected all = { .scene = scene, .names = STRBUF_INIT };
	visit_pmus(scene, add_uncore, &all);
	if (all.count) {
		finding_set(finding, DOCTOR_OK, "%u PMUs outside of the cores", all.count);
		finding_follows(finding, "they count whole packages: stat -a, with the rights for system-wide");
	} else {
		finding_set(finding, DOCTOR_MISSING, "no PMUs outside of the cores");
		finding_follows(finding, "no bandwidth of memory, no energy");
	}
	strbuf_done(&all.names);
}
