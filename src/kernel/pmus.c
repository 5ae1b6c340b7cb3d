#include "kernel/pmus.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include "kernel/tracefs.h"

#define PMU_DEVICES "sys/bus/event_source/devices"

struct pmus {
	const struct kernelfs *fs;
	char *tracefs;
	struct kernelfs_names names; /* NULL-terminated */
	VEC(struct event_pmu *) loaded;
	bool listed;
};

struct pmus *pmus_new(const struct kernelfs *fs, const char *debugfs_dir)
{
	struct pmus *pmus = xcalloc(1, sizeof(*pmus));
	pmus->fs = fs;
	pmus->tracefs = tracefs_find(fs, debugfs_dir);
	return pmus;
}

void pmus_free(struct pmus *pmus)
{
	if (!pmus) return;
	for (size_t i = 0; i < pmus->loaded.count; i++) event_pmu_free(pmus->loaded.items[i]);
	vec_done(&pmus->loaded);
	kernelfs_names_done(&pmus->names);
	free(pmus->tracefs);
	free(pmus);
}

const char *pmus_tracefs(const struct pmus *pmus) { return pmus->tracefs; }

static void load_formats(const struct kernelfs *fs, struct event_pmu *pmu)
{
	struct kernelfs_names names;
	_free_ char *dir = xasprintf(PMU_DEVICES "/%s/format", pmu->name);
	if (kernelfs_list(fs, dir, KERNELFS_BY_NAME, &names) < 0) return;
	for (size_t i = 0; i < names.names.count; i++) {
		_free_ char *text = kernelfs_read(fs, "%s/%s", dir, names.names.items[i]);
		if (text) event_pmu_add_format(pmu, names.names.items[i], text); /* a format this version does not know is left out */
	}
	kernelfs_names_done(&names);
}

static bool has_suffix(const char *name, const char *suffix)
{
	size_t n = strlen(name), m = strlen(suffix);
	return n > m && strcmp(name + n - m, suffix) == 0;
}

static void load_aliases(const struct kernelfs *fs, struct event_pmu *pmu)
{
	struct kernelfs_names names;
	_free_ char *dir = xasprintf(PMU_DEVICES "/%s/events", pmu->name);
	if (kernelfs_list(fs, dir, KERNELFS_BY_NAME, &names) < 0) return;
	for (size_t i = 0; i < names.names.count; i++) {
		const char *name = names.names.items[i];
		if (has_suffix(name, ".unit") || has_suffix(name, ".scale") || has_suffix(name, ".per-pkg") || has_suffix(name, ".snapshot")) continue;
		_free_ char *text = kernelfs_read(fs, "%s/%s", dir, name);
		if (!text) continue;
		event_pmu_add_alias(pmu, name, text);
		struct pmu_alias *alias = vec_last(&pmu->aliases);
		alias->unit = kernelfs_read(fs, "%s/%s.unit", dir, name);
		_free_ char *scale = kernelfs_read(fs, "%s/%s.scale", dir, name);
		if (scale) alias->scale = strtod(scale, NULL);
	}
	kernelfs_names_done(&names);
}

static struct event_pmu *load(struct pmus *pmus, const char *name)
{
	uint64_t type;
	if (strchr(name, '/') || !kernelfs_read_u64(pmus->fs, &type, PMU_DEVICES "/%s/type", name)) return NULL;
	struct event_pmu *pmu = xcalloc(1, sizeof(*pmu));
	pmu->name = xstrdup(name);
	pmu->type = (uint32_t)type;
	pmu->cpus = kernelfs_read(pmus->fs, PMU_DEVICES "/%s/cpumask", name);
	pmu->is_uncore = pmu->cpus != NULL;
	if (!pmu->cpus) pmu->cpus = kernelfs_read(pmus->fs, PMU_DEVICES "/%s/cpus", name);
	load_formats(pmus->fs, pmu);
	load_aliases(pmus->fs, pmu);
	return pmu;
}

static const struct event_pmu *find_pmu(void *ctx, const char *name)
{
	struct pmus *pmus = ctx;
	for (size_t i = 0; i < pmus->loaded.count; i++)
		if (strcmp(pmus->loaded.items[i]->name, name) == 0) return pmus->loaded.items[i];
	struct event_pmu *pmu = load(pmus, name);
	if (!pmu && strcmp(name, "cpu") == 0) { /* machines without counters still have the numbers of raw events */
		pmu = xcalloc(1, sizeof(*pmu));
		pmu->name = xstrdup("cpu");
		pmu->type = ATTR_TYPE_RAW;
	}
	if (pmu) vec_push(&pmus->loaded, pmu);
	return pmu;
}

static const char *const *pmu_names(void *ctx)
{
	struct pmus *pmus = ctx;
	if (!pmus->listed) {
		pmus->listed = true;
		kernelfs_list(pmus->fs, PMU_DEVICES, KERNELFS_BY_NAME, &pmus->names);
		vec_push(&pmus->names.names, NULL);
	}
	return (const char *const *)pmus->names.names.items;
}

static int visit_tracepoints(void *ctx, const char *system, const char *event,
			     void (*fn)(void *arg, const char *system, const char *event, uint64_t id), void *arg, struct err *err)
{
	struct pmus *pmus = ctx;
	return tracefs_visit(pmus->fs, pmus->tracefs, system, event, fn, arg, err);
}

struct event_catalogue pmus_catalogue(struct pmus *pmus)
{
	return (struct event_catalogue){ pmus, find_pmu, pmu_names, visit_tracepoints };
}
