/* Filling findings, and what is asked of files by several checks. */
#include "doctor/finding.h"

#include <inttypes.h>
#include <linux/capability.h>
#include <stdio.h>
#include <string.h>
#include "base/printable.h"
#include "kernel/cpu_list.h"
#include "kernel/pmus.h"
#include "kernel/remedy.h"

/* Sets *text, whatever it was, to what format says. */
static void set_text(char **text, const char *format, va_list args)
{
	free(*text);
	*text = printable_vformat(format, args);
}

void finding_set(struct doctor_finding *finding, enum doctor_verdict verdict, const char *what, ...)
{
	va_list args;
	va_start(args, what);
	finding->verdict = verdict;
	set_text(&finding->what, what, args);
	va_end(args);
}

void finding_follows(struct doctor_finding *finding, const char *consequence, ...)
{
	va_list args;
	va_start(args, consequence);
	set_text(&finding->consequence, consequence, args);
	va_end(args);
}

void finding_advise(struct doctor_finding *finding, const char *advice, ...)
{
	va_list args;
	va_start(args, advice);
	set_text(&finding->advice, advice, args);
	va_end(args);
}

void finding_saw(struct doctor_finding *finding, const char *from, const char *value, ...)
{
	va_list args;
	va_start(args, value);
	struct doctor_evidence seen = { xstrdup(from), NULL };
	set_text(&seen.value, value, args);
	va_end(args);
	vec_push(&finding->evidence, seen);
}

void finding_remedy(struct doctor_finding *finding, char *command, bool can_fix)
{
	free(finding->remedy);
	finding->remedy = command;
	finding->can_fix = can_fix;
}

void finding_sysctl(struct doctor_finding *finding, const char *name, long long value)
{
	finding_remedy(finding, remedy_sysctl_command(name, value), true);
	free(finding->permanent);
	finding->permanent = xasprintf("kernel.%s = %lld", name, value);
}

char *doctor_read(const struct doctor_scene *scene, struct doctor_finding *finding, const char *path)
{
	char *text = kernelfs_read(scene->fs, "%s", path);
	_free_ char *full = xasprintf("/%s", path);
	if (text) finding_saw(finding, full, "%.*s", (int)strcspn(text, "\n"), text);
	else finding_saw(finding, full, "not to be read");
	return text;
}

long long doctor_read_number(const struct doctor_scene *scene, struct doctor_finding *finding, const char *path,
			     long long otherwise)
{
	_free_ char *text = doctor_read(scene, finding, path);
	char *end;
	long long value = text ? strtoll(text, &end, 0) : 0;
	return text && end != text ? value : otherwise;
}

int doctor_paranoid(const struct doctor_scene *scene, struct doctor_finding *finding)
{
	enum { KERNEL_DEFAULT = 2, HIGHEST = 1000 };
	long long value = doctor_read_number(scene, finding, "proc/sys/kernel/perf_event_paranoid", KERNEL_DEFAULT);
	return (int)MIN(value, HIGHEST);
}

/* The first user namespace maps all users to themselves; without the file there are no such namespaces. */
bool doctor_is_first_user_namespace(const struct kernelfs *fs)
{
	_free_ char *map = kernelfs_read(fs, "proc/self/uid_map");
	unsigned long long inside, outside, count;
	if (!map || sscanf(map, "%llu %llu %llu", &inside, &outside, &count) != 3) return true;
	return inside == 0 && outside == 0 && count == UINT32_MAX;
}

bool doctor_capable(const struct kernelfs *fs, unsigned capability)
{
	_free_ char *status = kernelfs_read(fs, "proc/self/status");
	const char *line = status ? strstr(status, "CapEff:") : NULL;
	if (!line || !doctor_is_first_user_namespace(fs)) return false;
	return strtoull(line + strlen("CapEff:"), NULL, 16) >> capability & 1;
}

bool doctor_may_measure(const struct kernelfs *fs)
{
	return doctor_capable(fs, CAP_PERFMON) || doctor_capable(fs, CAP_SYS_ADMIN);
}

bool doctor_is_guest(const struct kernelfs *fs, const char **ret_kind)
{
	_free_ char *cpuinfo = kernelfs_read(fs, "proc/cpuinfo");
	if (kernelfs_exists(fs, "sys/hypervisor/type")) *ret_kind = "a virtual machine (Xen)";
	else if (cpuinfo && strstr(cpuinfo, " hypervisor")) *ret_kind = "a virtual machine";
	else return false;
	return true;
}

bool doctor_has_core_pmu(const struct kernelfs *fs)
{
	struct pmus *pmus = pmus_new(fs, NULL);
	struct event_catalogue catalogue = pmus_catalogue(pmus);
	bool found = false;
	for (const char *const *name = catalogue.pmu_names(catalogue.ctx); name && *name && !found; name++) {
		const struct event_pmu *pmu = catalogue.find_pmu(catalogue.ctx, *name);
		found = pmu && pmu->is_core;
	}
	pmus_free(pmus);
	return found;
}

size_t doctor_nr_cpus(const struct kernelfs *fs)
{
	struct cpu_list cpus;
	cpu_list_online(fs, &cpus);
	size_t count = cpus.cpus.count;
	vec_done(&cpus.cpus);
	return count;
}
