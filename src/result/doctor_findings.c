/* The life of findings, and what they come to. */
#include "result/doctor_findings.h"

#include <stdlib.h>

const char *doctor_verdict_name(enum doctor_verdict verdict)
{
	static const char *const names[] = { "ok", "skipped", "limited", "missing" };
	return names[verdict];
}

void doctor_finding_done(struct doctor_finding *finding)
{
	free(finding->what);
	free(finding->consequence);
	free(finding->remedy);
	free(finding->advice);
	free(finding->permanent);
	for (size_t i = 0; i < finding->evidence.count; i++) {
		free(finding->evidence.items[i].from);
		free(finding->evidence.items[i].value);
	}
	vec_done(&finding->evidence);
	*finding = (struct doctor_finding){ 0 };
}

void doctor_findings_done(struct doctor_findings *findings)
{
	for (size_t i = 0; i < findings->items.count; i++) doctor_finding_done(&findings->items.items[i]);
	vec_done(&findings->items);
}

int doctor_findings_status(const struct doctor_findings *findings)
{
	int status = 0;
	for (size_t i = 0; i < findings->items.count; i++) {
		const struct doctor_finding *finding = &findings->items.items[i];
		if (finding->verdict < DOCTOR_LIMITED || finding->weight == DOCTOR_EXTRA) continue;
		if (finding->weight == DOCTOR_VITAL && finding->verdict == DOCTOR_MISSING) return 2;
		status = 1;
	}
	return status;
}
