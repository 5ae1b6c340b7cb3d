/* `perf doctor`: findings for persons, and as JSON for programs (docs/json-doctor.md). */
#ifndef RENDER_LISTING_DOCTOR_TEXT_H
#define RENDER_LISTING_DOCTOR_TEXT_H

#include "base/outbuf.h"
#include "result/doctor_findings.h"

/* All findings, a title above each group, and a last line with what they come to. evidence: what each was taken from,
 * too. */
void doctor_text(const struct doctor_findings *findings, bool evidence, struct outbuf *out);
/* A single finding, as above. */
void doctor_text_finding(const struct doctor_finding *finding, bool evidence, struct outbuf *out);
/* One document, with the evidence. program: what was asked about besides the machine, NULL: nothing. */
void doctor_json(const struct doctor_findings *findings, const char *program, struct outbuf *out);

#endif
