/* What a machine lets this user measure, as `perf doctor` finds out: one finding a check. Made by doctor/, written by
 * render/listing/doctor_text.h. docs/json-doctor.md describes it as a document. */
#ifndef RESULT_DOCTOR_FINDINGS_H
#define RESULT_DOCTOR_FINDINGS_H

#include <stdbool.h>
#include "base/vec.h"

/* Ordered: a greater value is worse. SKIPPED: it was not to be found out here, `what` says why. */
enum doctor_verdict { DOCTOR_OK, DOCTOR_SKIPPED, DOCTOR_LIMITED, DOCTOR_MISSING };
/* "ok", "skipped", "limited", "missing" */
const char *doctor_verdict_name(enum doctor_verdict verdict);

/* How much a lack weighs in the exit status. */
enum doctor_weight {
	DOCTOR_EXTRA,     /* good to have: never in the status */
	DOCTOR_ESSENTIAL, /* what most commands use: status 1 */
	DOCTOR_VITAL,     /* missing: nothing can be sampled: status 2 */
};

/* Where a finding comes from: a path or a question, and what it said. Both are owned. */
struct doctor_evidence {
	char *from, *value;
};

/* One check's answer. Texts are one line each, owned, and NULL where there is nothing to say; names from outside are
 * as they are. */
struct doctor_finding {
	const char *name, *group; /* constants, stable: programs look for them */
	enum doctor_weight weight;
	enum doctor_verdict verdict;
	char *what;        /* how it is */
	char *consequence; /* what does not work because of it, or what serves instead */
	char *remedy;      /* a command for a shell that mends it */
	char *advice;      /* what to do where no one command does it */
	char *permanent;   /* the line of a file in /etc/sysctl.d that keeps the remedy over a boot; or two */
	bool can_fix;      /* the remedy changes only what runs now: --fix may run it */
	VEC(struct doctor_evidence) evidence;
};

struct doctor_findings {
	VEC(struct doctor_finding) items; /* in the order of the checks, those of a group together */
};

/* Frees what the finding owns; of a zeroed one nothing. */
void doctor_finding_done(struct doctor_finding *finding);
void doctor_findings_done(struct doctor_findings *findings);
/* 0: nothing essential is limited or missing, 1: something is, 2: nothing can be sampled. */
int doctor_findings_status(const struct doctor_findings *findings);

#endif
