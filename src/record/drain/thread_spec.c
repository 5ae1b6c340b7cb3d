/* --threads. The words cpu, core, package and numa are lists that sysfs has for each CPU or node; CPUS/AFFINITY lists
 * are taken as they are. */
#include "record/drain/thread_spec.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include "kernel/cpu_list.h"

#define MASKS_FAILED "Failed to initialize parallel data streaming masks"

static bool has(const struct int32_set *set, int32_t cpu)
{
	for (size_t i = 0; i < set->items.count; i++)
		if (set->items.items[i] == cpu) return true;
	return false;
}

static void row_done(struct thread_spec_row *row)
{
	vec_done(&row->cpus.items);
	vec_done(&row->affinity.items);
}

void thread_spec_done(struct thread_spec *spec)
{
	for (size_t i = 0; i < spec->rows.count; i++) row_done(&spec->rows.items[i]);
	vec_done(&spec->rows);
}

/* A row for the CPUs of that list that are recorded and in no row yet; its thread runs on the whole list. */
static void add_row(struct thread_spec *spec, const struct cpu_list *cpus, const int32_t *recorded, size_t nr_recorded)
{
	struct thread_spec_row row = { { VEC_INIT }, { VEC_INIT } };
	for (size_t i = 0; i < cpus->cpus.count; i++) {
		int32_t cpu = cpus->cpus.items[i];
		bool is_new = false;
		for (size_t k = 0; k < nr_recorded; k++) is_new |= recorded[k] == cpu;
		for (size_t k = 0; k < spec->rows.count; k++) is_new &= !has(&spec->rows.items[k].cpus, cpu);
		if (is_new) vec_push(&row.cpus.items, cpu);
		vec_push(&row.affinity.items, cpu);
	}
	if (row.cpus.items.count) vec_push(&spec->rows, row);
	else row_done(&row);
}

/* add_row of a list as sysfs writes it; a text that is none adds nothing. */
static void add_list(struct thread_spec *spec, const char *text, const int32_t *recorded, size_t nr_recorded)
{
	struct cpu_list cpus;
	if (!text || !cpu_list_parse(text, &cpus)) return;
	add_row(spec, &cpus, recorded, nr_recorded);
	vec_done(&cpus.cpus);
}

/* False when text is none of the words. */
static bool by_topology(struct thread_spec *spec, const char *text, const struct kernelfs *fs, const int32_t *recorded,
			size_t nr_recorded)
{
	bool core = strcmp(text, "core") == 0, package = strcmp(text, "package") == 0, numa = strcmp(text, "numa") == 0;
	if (!core && !package && !numa && strcmp(text, "cpu") != 0) return false;
	struct kernelfs_names nodes = { VEC_INIT };
	if (numa && kernelfs_list(fs, "sys/devices/system/node", KERNELFS_BY_NUMBER, &nodes) >= 0) {
		for (size_t i = 0; i < nodes.names.count; i++) {
			_free_ char *list = kernelfs_read(fs, "sys/devices/system/node/%s/cpulist",
							  nodes.names.items[i]);
			add_list(spec, list, recorded, nr_recorded);
		}
		kernelfs_names_done(&nodes);
	}
	/* A list that was added for an earlier CPU of it adds nothing. */
	for (size_t i = 0; i < nr_recorded && (core || package); i++) {
		_free_ char *list = kernelfs_read(fs, "sys/devices/system/cpu/cpu%d/topology/%s", recorded[i],
						  core ? "core_cpus_list" : "package_cpus_list");
		add_list(spec, list, recorded, nr_recorded);
	}
	/* what is left: each by itself */
	for (size_t i = 0; i < nr_recorded; i++) {
		char one[16];
		snprintf(one, sizeof(one), "%d", recorded[i]);
		add_list(spec, one, recorded, nr_recorded);
	}
	return true;
}

/* CPUS/AFFINITY[:CPUS/AFFINITY]... On failure the rows so far are left to the caller to free. */
static int as_given(struct thread_spec *spec, const char *text, const int32_t *recorded, size_t nr_recorded,
		    struct err *err)
{
	_free_ char *copy = xstrdup(text);
	for (char *part, *rest = copy; (part = strsep(&rest, ":"));) {
		struct cpu_list cpus, affinity;
		char *slash = strchr(part, '/');
		if (slash) *slash = '\0';
		/* Both lists are needed, and both must be understood. */
		bool good = slash && cpu_list_parse(part, &cpus);
		if (!good || !cpu_list_parse(slash + 1, &affinity)) {
			if (good) vec_done(&cpus.cpus);
			return err_set(err, -EINVAL,
				       "Invalid thread maps or affinity specs\n--threads '%s': cpu, core, package, "
				       "numa, or CPUS/AFFINITY[:...] such as 0,2-3/0\n" MASKS_FAILED,
				       text);
		}
		struct thread_spec_row row = { { VEC_INIT }, { VEC_INIT } };
		/* Each ring is drained by one thread only, and no two threads share CPUs. */
		bool overlaps = false;
		for (size_t i = 0; i < cpus.cpus.count; i++)
			for (size_t k = 0; k < nr_recorded; k++)
				if (recorded[k] == cpus.cpus.items[i]) vec_push(&row.cpus.items, cpus.cpus.items[i]);
		for (size_t i = 0; i < affinity.cpus.count; i++) vec_push(&row.affinity.items, affinity.cpus.items[i]);
		for (size_t k = 0; k < spec->rows.count; k++) {
			for (size_t i = 0; i < row.cpus.items.count; i++)
				overlaps |= has(&spec->rows.items[k].cpus, row.cpus.items.items[i]);
			for (size_t i = 0; i < row.affinity.items.count; i++)
				overlaps |= has(&spec->rows.items[k].affinity, row.affinity.items.items[i]);
		}
		vec_done(&cpus.cpus);
		vec_done(&affinity.cpus);
		bool empty = !row.cpus.items.count;
		vec_push(&spec->rows, row);
		if (empty) return err_set(err, -ENODEV, "Failed to initialize maps thread mask\n" MASKS_FAILED);
		if (overlaps)
			return err_set(err, -EINVAL, "CPUs or affinity masks of two threads overlap\n" MASKS_FAILED);
	}
	/* CPUs that are recorded and were not named go to the first thread. */
	struct thread_spec_row *first = &spec->rows.items[0];
	for (size_t k = 0; k < nr_recorded; k++) {
		bool found = false;
		for (size_t i = 0; i < spec->rows.count; i++) found |= has(&spec->rows.items[i].cpus, recorded[k]);
		if (!found) vec_push(&first->cpus.items, recorded[k]);
	}
	return 0;
}

int thread_spec_parse(const char *text, const struct kernelfs *fs, const int32_t *recorded, size_t nr_recorded,
		      struct thread_spec *ret, struct err *err)
{
	struct thread_spec spec = { VEC_INIT };
	int r = by_topology(&spec, text, fs, recorded, nr_recorded) ? 0
								    : as_given(&spec, text, recorded, nr_recorded, err);
	if (r < 0) thread_spec_done(&spec);
	else *ret = spec;
	return r;
}
