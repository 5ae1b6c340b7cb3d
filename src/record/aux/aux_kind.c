#include "record/aux/aux_kind.h"

#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "perfdata/record/record.h"

static const struct aux_kind kinds[] = {
	{ .pmu = "intel_pt",
	  .type = AUXTRACE_INTEL_PT,
	  .name = "Intel Processor Trace",
	  .least_pages = 2,
	  .least_snapshot_pages = 1,
	  .can_be_sampled = true,
	  .set_up = aux_intel_pt_set_up,
	  .check = aux_intel_pt_check,
	  .info = aux_intel_pt_info,
	  .sync_bytes = aux_intel_pt_sync_bytes },
	/* made by us, in the same form */
	{ .pmu = "single_step",
	  .type = AUXTRACE_INTEL_PT,
	  .name = "single_step",
	  .least_snapshot_pages = 1,
	  .set_up = aux_single_step_set_up,
	  .check = aux_single_step_check,
	  .info = aux_single_step_info },
	{ .pmu = "intel_bts",
	  .type = AUXTRACE_INTEL_BTS,
	  .name = "Intel BTS",
	  .least_pages = 2,
	  .least_snapshot_pages = 1,
	  .check = aux_intel_bts_check,
	  .info = aux_intel_bts_info },
	{ .pmu = "arm_spe",
	  .type = AUXTRACE_ARM_SPE,
	  .name = "ARM SPE",
	  .least_pages = 2,
	  .least_snapshot_pages = 2,
	  .set_up = aux_arm_spe_set_up,
	  .info = aux_arm_spe_info },
	{ .pmu = "cs_etm",
	  .type = AUXTRACE_CS_ETM,
	  .name = "CoreSight ETM",
	  .least_pages = 1,
	  .least_snapshot_pages = 1,
	  .set_up = aux_cs_etm_set_up,
	  .check = aux_cs_etm_check,
	  .info = aux_cs_etm_info },
	{ .pmu = "hisi_ptt",
	  .type = AUXTRACE_HISI_PTT,
	  .name = "HISI PTT",
	  .least_pages = 2,
	  .info = aux_hisi_ptt_info },
};

/* The name, or the name and a number: "arm_spe_0", "hisi_ptt0_2". */
static bool is_pmu_of(const struct aux_kind *kind, const char *pmu)
{
	size_t length = strlen(kind->pmu);
	if (strncmp(pmu, kind->pmu, length) != 0) return false;
	while (pmu[length] == '_' || isdigit((unsigned char)pmu[length])) length++;
	return !pmu[length];
}

const struct aux_kind *aux_kind_of(const struct event_spec *spec)
{
	for (size_t i = 0; i < ARRAY_SIZE(kinds); i++)
		if (spec->is_trace && spec->pmu_name && is_pmu_of(&kinds[i], spec->pmu_name)) return &kinds[i];
	return NULL;
}

/* An area of that size, used that way. */
static int check_area(const struct aux_kind *kind, const struct aux_facts *facts, struct err *err)
{
	size_t page = (size_t)sysconf(_SC_PAGESIZE);
	bool is_overwritten = facts->snapshots || facts->in_samples;
	unsigned least = is_overwritten ? kind->least_snapshot_pages : kind->least_pages;
	if (facts->snapshots && !kind->least_snapshot_pages)
		return err_set(err, -EINVAL, "No AUX area tracing to snapshot: %s has no snapshots", kind->name);
	if (facts->in_samples && !kind->can_be_sampled)
		return err_set(err, -EINVAL, "%s does not support AUX area sampling", kind->name);
	if (facts->area_bytes && facts->area_bytes < least * page)
		return err_set(err, -EINVAL, "Invalid mmap size for %s: must be at least %zuKiB and a power of 2",
			       kind->name, least * page / 1024);
	return 0;
}

static int set_up(const struct aux_kind *kind, struct aux_facts *facts, struct event_spec *spec, struct err *err)
{
	facts->spec = spec;
	int r = check_area(kind, facts, err);
	if (r >= 0 && kind->set_up) r = kind->set_up(facts, spec, err);
	return r >= 0 && kind->check ? kind->check(facts, err) : r;
}

/* All traces are to be of one kind. */
static int check_kinds(const struct event_list *events, struct err *err)
{
	const struct aux_kind *first = NULL;
	for (size_t i = 0; i < event_list_count(events); i++) {
		const struct event_spec *spec = event_list_get(events, i);
		const struct aux_kind *kind = aux_kind_of(spec);
		if (!spec->is_trace) continue;
		if (!kind)
			return err_set(err, -EOPNOTSUPP, "Traces of %s cannot be recorded by this version.",
				       spec->pmu_name);
		if (first && first != kind)
			return err_set(err, -EINVAL, "%s and %s may not be used together", MIN(first, kind)->pmu,
				       MAX(first, kind)->pmu);
		first = kind;
	}
	return 0;
}

int aux_kind_set_up(struct aux_facts *facts, struct event_list *events, struct err *err)
{
	int r = check_kinds(events, err);
	for (size_t i = 0; r >= 0 && i < event_list_count(events); i++) {
		struct event_spec *spec = event_list_get(events, i);
		if (spec->is_trace) r = set_up(aux_kind_of(spec), facts, spec, err);
	}
	return r;
}

uint64_t aux_format_bits(const struct aux_facts *facts, const char *field)
{
	unsigned first, last;
	int at = 0;
	_free_ char *text = kernelfs_read(facts->fs, "sys/bus/event_source/devices/%s/format/%s", facts->spec->pmu_name,
					  field);
	if (!text || sscanf(text, "config%n", &at) < 0 || !at) return 0;
	if (isdigit((unsigned char)text[at])) at++; /* config1 ... */
	int count = sscanf(text + at, ":%u-%u", &first, &last);
	if (count < 1 || first > 63) return 0;
	if (count == 1) last = first;
	if (last > 63 || last < first) return 0;
	return (UINT64_MAX >> (63 - last)) & (UINT64_MAX << first);
}

bool aux_names_term(const struct event_spec *spec, const char *term)
{
	size_t length = strlen(term);
	const char *at = spec->name ? strstr(spec->name, term) : NULL;
	for (; at; at = strstr(at + 1, term)) {
		bool begins = at > spec->name && (at[-1] == '/' || at[-1] == ',');
		if (begins && strchr("=,/", at[length])) return true;
	}
	return false;
}

uint64_t aux_pmu_number(const struct aux_facts *facts, const char *file)
{
	_free_ char *text = kernelfs_read(facts->fs, "sys/bus/event_source/devices/%s/%s", facts->spec->pmu_name, file);
	return text ? strtoull(text, NULL, 0) : 0;
}
