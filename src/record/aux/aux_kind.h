/* The kinds of hardware traces that can be recorded. What readers must know of a trace is in AUXTRACE_INFO: words,
 * whose meaning depends on the kind. */
#ifndef RECORD_AUX_AUX_KIND_H
#define RECORD_AUX_AUX_KIND_H

#include "event/attr/attr.h"
#include "kernel/aux_area.h"
#include "kernel/kernelfs.h"
#include "record/evset/evset.h"

/* What the words are made of. */
struct aux_facts {
	const struct kernelfs *fs;
	const struct event_spec *spec; /* the event that traces */
	/* The clock of the rings; known: the kernel tells it. */
	struct tsc_clock clock;
	bool clock_known;
	bool has_cpu;       /* of all that runs on CPUs */
	bool has_switches;  /* context switches are recorded beside it */
	bool snapshots;     /* the areas are overwritten */
	bool has_cpu_areas; /* one for each CPU, not for each thread */
};

enum { AUX_INFO_WORDS = 256 };
struct aux_kind {
	const char *pmu;
	uint32_t type; /* enum auxtrace_type */
	/* Whether the event's config is one that the hardware has. 0, or -EINVAL with err set. */
	int (*check)(const struct aux_facts *facts, struct err *err);
	/* Fills the words, AUX_INFO_WORDS at most; how many. */
	size_t (*info)(const struct aux_facts *facts, uint64_t *words);
	/* Makes the places at which a decoder can begin as frequent as samples of the trace need it, unless the event
	 * says how frequent; returns how many bytes lie between them. NULL: not known. */
	size_t (*sync_bytes)(const struct kernelfs *fs, struct event_spec *spec);
};

/* The kind of an event's PMU; NULL: such traces cannot be recorded. */
const struct aux_kind *aux_kind_of(const struct event_spec *spec);

/* aux_intel_pt.c */
int aux_intel_pt_check(const struct aux_facts *facts, struct err *err);
size_t aux_intel_pt_info(const struct aux_facts *facts, uint64_t *words);
size_t aux_intel_pt_sync_bytes(const struct kernelfs *fs, struct event_spec *spec);

/* aux_single_step.c */
int aux_single_step_check(const struct aux_facts *facts, struct err *err);
size_t aux_single_step_info(const struct aux_facts *facts, uint64_t *words);

#endif
