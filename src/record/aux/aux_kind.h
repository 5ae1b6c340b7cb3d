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
	const struct target *target;   /* its CPUs */
	uint64_t period;               /* of all events (-c); 0: not given */
	/* The clock of the rings; known: the kernel tells it. */
	struct tsc_clock clock;
	bool clock_known;
	bool has_cpu;       /* of all that runs on CPUs */
	bool has_switches;  /* context switches are recorded beside it */
	bool snapshots;     /* the areas are overwritten */
	bool has_cpu_areas; /* one for each CPU, not for each thread */
	bool in_samples;    /* the trace is in samples of other events */
	size_t area_bytes;  /* 0: not given */
};

enum { AUX_INFO_WORDS = 4096 };
struct aux_kind {
	const char *pmu;  /* more of these may have numbers behind it */
	uint32_t type;    /* enum auxtrace_type */
	const char *name; /* "ARM SPE": for messages */
	/* How many pages an area has at least; least_snapshot_pages: where it is overwritten, 0: that cannot be. */
	unsigned least_pages, least_snapshot_pages;
	bool can_be_sampled; /* samples can carry its end */
	/* Sets what the event needs beside what was asked for; NULL: nothing. 0, or -errno with err set. */
	int (*set_up)(const struct aux_facts *facts, struct event_spec *spec, struct err *err);
	/* Whether the event's config is one that the hardware has; NULL: any is. 0, or -EINVAL with err set. */
	int (*check)(const struct aux_facts *facts, struct err *err);
	/* Fills the words, AUX_INFO_WORDS at most; how many. */
	size_t (*info)(const struct aux_facts *facts, uint64_t *words);
	/* Makes the places at which a decoder can begin as frequent as samples of the trace need it, unless the event
	 * says how frequent; returns how many bytes lie between them. NULL: not known. */
	size_t (*sync_bytes)(const struct kernelfs *fs, struct event_spec *spec);
};

/* The kind of an event's PMU; NULL: such traces cannot be recorded. */
const struct aux_kind *aux_kind_of(const struct event_spec *spec);
/* Completes the events that trace (facts but for spec: the caller's), behind sampling_configure. 0, or -errno with err
 * set: what was asked for is not to be had. */
int aux_kind_set_up(struct aux_facts *facts, struct event_list *events, struct err *err) _warn_unused_;

/* For kinds: the bits of a field of config ("config:14-17") of the event's PMU, 0: there is none; whether the event
 * names the term; a file of the PMU's folder as a number (hexadecimal where it has 0x in front), 0: there is none. */
uint64_t aux_format_bits(const struct aux_facts *facts, const char *field);
bool aux_names_term(const struct event_spec *spec, const char *term);
uint64_t aux_pmu_number(const struct aux_facts *facts, const char *file);

/* aux_intel_bts.c, aux_arm_spe.c, aux_hisi_ptt.c, aux_cs_etm.c */
int aux_intel_bts_check(const struct aux_facts *facts, struct err *err);
size_t aux_intel_bts_info(const struct aux_facts *facts, uint64_t *words);
int aux_arm_spe_set_up(const struct aux_facts *facts, struct event_spec *spec, struct err *err);
size_t aux_arm_spe_info(const struct aux_facts *facts, uint64_t *words);
size_t aux_hisi_ptt_info(const struct aux_facts *facts, uint64_t *words);
int aux_cs_etm_set_up(const struct aux_facts *facts, struct event_spec *spec, struct err *err);
int aux_cs_etm_check(const struct aux_facts *facts, struct err *err);
size_t aux_cs_etm_info(const struct aux_facts *facts, uint64_t *words);

/* aux_intel_pt.c */
int aux_intel_pt_set_up(const struct aux_facts *facts, struct event_spec *spec, struct err *err);
int aux_intel_pt_check(const struct aux_facts *facts, struct err *err);
size_t aux_intel_pt_info(const struct aux_facts *facts, uint64_t *words);
size_t aux_intel_pt_sync_bytes(const struct kernelfs *fs, struct event_spec *spec);

/* aux_single_step.c */
int aux_single_step_set_up(const struct aux_facts *facts, struct event_spec *spec, struct err *err);
int aux_single_step_check(const struct aux_facts *facts, struct err *err);
size_t aux_single_step_info(const struct aux_facts *facts, uint64_t *words);

#endif
