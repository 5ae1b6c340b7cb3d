/* What this machine, kernel and user can measure: the checks of `perf doctor`. Each is a row of doctor_check.def with a
 * function that fills a finding (result/doctor_findings.h); none prints. Files are read below scene->fs, events are
 * opened through scene->opener, so that tests play both. */
#ifndef DOCTOR_DOCTOR_H
#define DOCTOR_DOCTOR_H

#include "kernel/event_open.h"
#include "kernel/kernelfs.h"
#include "result/doctor_findings.h"

/* What the checks are asked with. All pointers are borrowed for the call. */
struct doctor_scene {
	const struct kernelfs *fs;         /* the machine */
	const struct event_opener *opener; /* NULL: the running kernel */
	bool is_foreign;                   /* fs is another machine's: nothing of it can be tried */
	bool ask_network;                  /* servers may be asked */
	const char *debugfs_dir;           /* PERF_DEBUGFS_DIR; NULL: not set */
	const char *build_id_dir;          /* of the build-id cache; NULL: there is none */
	const char *debuginfod_urls;       /* NULL: not set */
	const char *search_path;           /* PATH; NULL: not set */
	const char *perf_path;             /* of this program, for commands that name it */
	const char *program;               /* path of the program that is asked about, NULL: none */
	int32_t pid;                       /* the process that is asked about, 0: none */
};

/* One row of the table. */
struct doctor_check {
	const char *name, *group;
	enum doctor_weight weight;
	void (*check)(const struct doctor_scene *scene, struct doctor_finding *finding);
};
/* Ends with a row whose name is NULL. */
extern const struct doctor_check doctor_checks[];

/* Makes the finding of one check. doctor_finding_done frees. */
void doctor_check_run(const struct doctor_check *check, const struct doctor_scene *scene, struct doctor_finding *ret);
/* The row that a finding is of: found by name and group. */
const struct doctor_check *doctor_check_of(const struct doctor_finding *finding);
/* All checks of these groups ("rights,pmu"; NULL: all), those of the group "program" only when one is asked about. */
void doctor_examine(const struct doctor_scene *scene, const char *groups, struct doctor_findings *ret);
/* Whether every word of the list is a group; *ret_bad, of *ret_size bytes, is the first that is none. */
bool doctor_groups_are_known(const char *groups, const char **ret_bad, size_t *ret_size);

/* A kernel of which only files are known (another machine's): opens what perf_event_open(2) would, as far as
 * perf_event_paranoid, the capabilities in proc/self/status and the PMUs in sysfs decide it. ctx is the
 * struct kernelfs. Gives a descriptor of /dev/null. */
int doctor_expected_open(void *ctx, const struct event_attr *attr, const struct event_place *place, bool cloexec);

#endif
