/* struct pmus behind the interface struct event_catalogue: functions at the end of the file are its members, ctx is
 * the struct pmus. What was read stays until pmus_free, so that PMUs and aliases may be kept by pointer. */
#include "kernel/pmus.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>
#include "event/spec/pfm.h"
#include "kernel/event_open.h"
#include "kernel/tracefs.h"

#define PMU_DEVICES "sys/bus/event_source/devices"

/* loaded: PMUs read so far, in the order they were asked for. ranked: all of them in the order in which events are
 * looked for, once all were asked for (all_loaded). names: all that sysfs lists, once `listed`. */
struct pmus {
	const struct kernelfs *fs;
	char *tracefs;
	struct kernelfs_names names; /* NULL-terminated */
	VEC(struct event_pmu *) loaded;
	VEC(const struct event_pmu *) ranked;
	bool listed, all_loaded;
	struct vendor_tables *tables; /* once they were needed */
	struct vendor_tables *(*load_tables)(void *ctx);
	void *load_ctx;
	struct pfm *pfm;
	bool pfm_tried;
	VEC(struct pmu_alias *) pfm_aliases; /* that were asked for */
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
	vec_done(&pmus->ranked);
	for (size_t i = 0; i < pmus->pfm_aliases.count; i++) {
		free(pmus->pfm_aliases.items[i]->name);
		free(pmus->pfm_aliases.items[i]->terms);
		free(pmus->pfm_aliases.items[i]);
	}
	vec_done(&pmus->pfm_aliases);
	pfm_close(pmus->pfm);
	if (pmus->tables) vendor_tables_free(pmus->tables);
	kernelfs_names_done(&pmus->names);
	free(pmus->tracefs);
	free(pmus);
}

const char *pmus_tracefs(const struct pmus *pmus) { return pmus->tracefs; }

/* Files of format/ say which bits of config a term sets: "config:0-7". */
static void load_formats(const struct kernelfs *fs, struct event_pmu *pmu)
{
	struct kernelfs_names names;
	_free_ char *dir = xasprintf(PMU_DEVICES "/%s/format", pmu->name);
	if (kernelfs_list(fs, dir, KERNELFS_AS_LISTED, &names) < 0) return;
	for (size_t i = 0; i < names.names.count; i++) {
		_free_ char *text = kernelfs_read(fs, "%s/%s", dir, names.names.items[i]);
		if (text)
			event_pmu_add_format(pmu, names.names.items[i],
					     text); /* a format this version does not know is left out */
	}
	kernelfs_names_done(&names);
}

/* Gives the text of "NAME.unit" and the like to the alias NAME. In the sorted directory it comes behind NAME, though
 * not always at once ("a", "a-b", "a.unit"), so that NAME is there already. */
static void set_alias(struct event_pmu *pmu, const char *file_name, const char *suffix, const char *text)
{
	size_t size = (size_t)(suffix - file_name) - 1;
	for (size_t i = pmu->aliases.count; i-- > 0;) {
		struct pmu_alias *alias = &pmu->aliases.items[i];
		if (strncmp(alias->name, file_name, size) == 0 && !alias->name[size]) {
			pmu_alias_set(alias, suffix, text);
			return;
		}
	}
}

/* The part behind the last dot where the file describes an alias rather than being one; else NULL. */
static const char *alias_suffix(const char *name)
{
	static const char *const suffixes[] = { "unit", "scale", "per-pkg", "snapshot" };
	const char *dot = strrchr(name, '.');
	for (size_t i = 0; dot && dot > name && i < ARRAY_SIZE(suffixes); i++)
		if (strcmp(dot + 1, suffixes[i]) == 0) return dot + 1;
	return NULL;
}

/* Files of events/ are events by name: "event=0x3c,umask=0x01". */
static void load_aliases(const struct kernelfs *fs, struct event_pmu *pmu)
{
	struct kernelfs_names names;
	_free_ char *dir = xasprintf(PMU_DEVICES "/%s/events", pmu->name);
	if (kernelfs_list(fs, dir, KERNELFS_BY_NAME, &names) < 0) return;
	for (size_t i = 0; i < names.names.count; i++) {
		const char *name = names.names.items[i], *suffix = alias_suffix(name);
		_free_ char *text = kernelfs_read(fs, "%s/%s", dir, name);
		if (!text) continue;
		if (suffix) set_alias(pmu, name, suffix, text);
		else event_pmu_add_alias(pmu, name, text);
	}
	kernelfs_names_done(&names);
}

/* Files of caps/ are a value each ("max_precise" = 3). */
static void load_caps(const struct kernelfs *fs, struct event_pmu *pmu)
{
	struct kernelfs_names names;
	_free_ char *dir = xasprintf(PMU_DEVICES "/%s/caps", pmu->name);
	if (kernelfs_list(fs, dir, KERNELFS_BY_NAME, &names) < 0) return;
	for (size_t i = 0; i < names.names.count; i++) {
		struct pmu_cap cap = { .value = kernelfs_read(fs, "%s/%s", dir, names.names.items[i]) };
		if (!cap.value) continue;
		cap.name = xstrdup(names.names.items[i]);
		vec_push(&pmu->caps, cap);
	}
	kernelfs_names_done(&names);
}

/* Reads one PMU; NULL: there is none of that name. "cpumask" lists one CPU for each package (uncore PMUs), "cpus"
 * the cores of one kind (hybrid machines). */
static struct event_pmu *load(struct pmus *pmus, const char *name)
{
	const struct kernelfs *fs = pmus->fs;
	uint64_t type, filters = 0;
	if (strchr(name, '/') || !kernelfs_read_u64(fs, &type, PMU_DEVICES "/%s/type", name)) return NULL;
	struct event_pmu *pmu = xcalloc(1, sizeof(*pmu));
	pmu->name = xstrdup(name);
	pmu->type = (uint32_t)type;
	pmu->cpus = kernelfs_read(fs, PMU_DEVICES "/%s/cpumask", name);
	/* a cpumask file, not a cpus file */
	pmu->is_uncore = pmu->cpus != NULL;
	if (!pmu->cpus) pmu->cpus = kernelfs_read(fs, PMU_DEVICES "/%s/cpus", name);
	event_pmu_classify(pmu, pmu->cpus && !pmu->is_uncore);
	pmu->identifier = kernelfs_read(fs, PMU_DEVICES "/%s/identifier", name);
	if (kernelfs_read_u64(fs, &filters, PMU_DEVICES "/%s/nr_addr_filters", name))
		pmu->nr_addr_filters = (uint32_t)MIN(filters, UINT32_MAX);
	load_formats(fs, pmu);
	load_aliases(fs, pmu);
	load_caps(fs, pmu);
	return pmu;
}

/* event_catalogue.pmu_names: NULL-terminated */
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

/* By name or by its "cpus" file; nothing is loaded for it. */
static bool is_core(void *ctx, const char *name)
{
	struct pmus *pmus = ctx;
	return strcmp(name, "cpu") == 0 || strcmp(name, "cpum_cf") == 0 ||
	       kernelfs_exists(pmus->fs, PMU_DEVICES "/%s/cpus", name);
}

static bool has_core_pmu(struct pmus *pmus)
{
	for (const char *const *name = pmu_names(pmus); *name; name++)
		if (is_core(pmus, *name)) return true;
	return false;
}

static const struct event_pmu *find_pmu(void *ctx, const char *name)
{
	struct pmus *pmus = ctx;
	for (size_t i = 0; i < pmus->loaded.count; i++)
		if (strcmp(pmus->loaded.items[i]->name, name) == 0) return pmus->loaded.items[i];
	struct event_pmu *pmu = load(pmus, name);
	if (!pmu && strcmp(name, SINGLE_STEP_PMU) == 0) pmu = event_pmu_single_step();
	if (!pmu && strcmp(name, "cpu") == 0 &&
	    !has_core_pmu(pmus)) { /* machines without counters still have the numbers of raw events */
		pmu = xcalloc(1, sizeof(*pmu));
		pmu->name = xstrdup("cpu");
		pmu->type = ATTR_TYPE_RAW;
		event_pmu_classify(pmu, false);
	}
	if (pmu) vec_push(&pmus->loaded, pmu);
	return pmu;
}

/* The order in which events without a PMU are looked for (event_pmu_compare). */
static int by_rank(const void *a, const void *b)
{
	return event_pmu_compare(*(const struct event_pmu *const *)a, *(const struct event_pmu *const *)b);
}

/* event_catalogue.all_pmus; "cpu" is among them also where sysfs lacks it */
static const struct event_pmu *const *all_pmus(void *ctx, size_t *ret_count)
{
	struct pmus *pmus = ctx;
	if (!pmus->all_loaded) {
		pmus->all_loaded = true;
		for (const char *const *name = pmu_names(pmus); *name; name++) find_pmu(pmus, *name);
		find_pmu(pmus, "cpu");
		for (size_t i = 0; i < pmus->loaded.count; i++) vec_push(&pmus->ranked, pmus->loaded.items[i]);
		if (pmus->ranked.count)
			qsort(pmus->ranked.items, pmus->ranked.count, sizeof(pmus->ranked.items[0]), by_rank);
	}
	*ret_count = pmus->ranked.count;
	return pmus->ranked.items;
}

/* event_catalogue.visit_tracepoints: with ids, as events are made of them. */
static int visit_tracepoints(void *ctx, const char *system, const char *event,
			     void (*fn)(void *arg, const char *system, const char *event, uint64_t id), void *arg,
			     struct err *err)
{
	struct pmus *pmus = ctx;
	return tracefs_visit(pmus->fs, pmus->tracefs, &(struct tracepoint_query){ system, event, true }, fn, arg, err);
}

/* event_catalogue.list_tracepoints, for perf list. */
static int list_tracepoints(void *ctx, const struct tracepoint_query *query,
			    void (*fn)(void *arg, const char *system, const char *event, uint64_t id), void *arg,
			    struct err *err)
{
	struct pmus *pmus = ctx;
	return tracefs_list(pmus->fs, pmus->tracefs, query, fn, arg, err);
}

/* Asks the kernel by opening the event, for this thread; where that takes rights, without the kernel's part. Of a
 * machine made of files (tests) nothing can be opened: everything counts as supported if its cpu PMU has formats,
 * else software events only. */
static bool is_supported(void *ctx, const struct event_attr *attr)
{
	struct pmus *pmus = ctx;
	if (pmus->fs->root[0]) {
		const struct event_pmu *cpu = find_pmu(pmus, "cpu");
		return attr->type == ATTR_TYPE_SOFTWARE || !cpu || cpu->formats.count;
	}
	struct event_attr copy = *attr;
	const struct event_place place = { .pid = 0, .cpu = -1, .group_fd = -1 };
	/* nothing is to be counted */
	copy.flags |= ATTR_DISABLED;
	int fd = event_open_exact(&copy, &place, true);
	if (fd == -EACCES) {
		copy.flags |= ATTR_EXCLUDE_KERNEL;
		fd = event_open_exact(&copy, &place, true);
	}
	if (fd >= 0) close(fd);
	return fd >= 0;
}

/* An event that libpfm4 knows by that name, with dots for libpfm's colons: an alias with its encoding, for each PMU
 * of its type. */
static void visit_pfm_event(struct pmus *pmus, const char *name,
			    void (*fn)(void *arg, const struct event_pmu *pmu, const struct pmu_alias *alias),
			    void *arg)
{
	_free_ char *text = xstrdup(name);
	for (char *c = text; *c; c++)
		if (*c == '.') *c = ':';
	if (!pmus->pfm_tried) pmus->pfm = pfm_open(NULL);
	pmus->pfm_tried = true;
	struct event_attr attr;
	if (!pmus->pfm || pfm_encode(pmus->pfm, text, false, &attr, NULL, NULL) < 0) return;
	size_t count;
	const struct event_pmu *const *all = all_pmus(pmus, &count);
	struct pmu_alias *alias = xcalloc(1, sizeof(*alias));
	vec_push(&pmus->pfm_aliases, alias);
	alias->name = xstrdup(name);
	alias->terms = xasprintf("config=%#llx,config1=%#llx,config2=%#llx", (unsigned long long)attr.config,
				 (unsigned long long)attr.config1, (unsigned long long)attr.config2);
	alias->scale = 1;
	for (size_t i = 0; i < count; i++)
		if (attr.type == ATTR_TYPE_RAW ? all[i]->is_core : all[i]->type == attr.type) fn(arg, all[i], alias);
}

const struct vendor_tables *pmus_tables(struct pmus *pmus)
{
	struct vendor_tables *(*give)(void *ctx) = pmus->load_tables;
	pmus->load_tables = NULL;
	/* cleared before, so that it is called once also when it gives NULL */
	if (give) pmus->tables = give(pmus->load_ctx);
	return pmus->tables;
}

/* event_catalogue.visit_vendor_events: vendors' tables first, libpfm4 when they have no such event. */
static void visit_vendor_events(void *ctx, const char *name,
				void (*fn)(void *arg, const struct event_pmu *pmu, const struct pmu_alias *alias),
				void *arg)
{
	struct pmus *pmus = ctx;
	const struct vendor_tables *tables = pmus_tables(pmus);
	size_t count, at = 0, found = 0;
	const struct event_pmu *const *all = NULL;
	for (const struct vendor_event *event; tables && (event = vendor_tables_next_event(tables, name, &at));) {
		if (!all) all = all_pmus(pmus, &count);
		for (size_t i = 0; i < count; i++)
			if (vendor_event_is_for(event, all[i])) {
				found++;
				fn(arg, all[i], &event->alias);
			}
	}
	if (!found && !pmus->fs->root[0]) visit_pfm_event(pmus, name, fn, arg);
}

void pmus_set_tables(struct pmus *pmus, struct vendor_tables *(*load_tables)(void *ctx), void *ctx)
{
	pmus->load_tables = load_tables;
	pmus->load_ctx = ctx;
}

struct event_catalogue pmus_catalogue(struct pmus *pmus)
{
	return (struct event_catalogue){ .ctx = pmus,
					 .find_pmu = find_pmu,
					 .pmu_names = pmu_names,
					 .all_pmus = all_pmus,
					 .visit_tracepoints = visit_tracepoints,
					 .is_core = is_core,
					 .visit_vendor_events = visit_vendor_events,
					 .list_tracepoints = list_tracepoints,
					 .is_supported = is_supported };
}
