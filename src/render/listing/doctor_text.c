/* Lines of `perf doctor`:
 *
 *     rights
 *       ok       own-processes     this user's programs may be sampled
 *       limited  system-wide       perf_event_paranoid is 2
 *                                  no other user's processes: no -a
 *                                  mend: sudo sysctl kernel.perf_event_paranoid=0 */
#include "render/listing/doctor_text.h"

#include "base/printable.h"

enum { VERDICT_COLUMNS = 9, NAME_COLUMNS = 18, INDENT = 2 };

static void add_line(struct outbuf *out, const char *label, const char *text)
{
	if (!text) return;
	out_spaces(out, INDENT + VERDICT_COLUMNS + NAME_COLUMNS);
	out_str(out, label);
	out_name(out, text);
	out_char(out, '\n');
}

void doctor_text_finding(const struct doctor_finding *finding, bool evidence, struct outbuf *out)
{
	out_spaces(out, INDENT);
	out_left(out, doctor_verdict_name(finding->verdict), VERDICT_COLUMNS);
	out_left(out, finding->name, NAME_COLUMNS);
	out_name(out, finding->what ? finding->what : "");
	out_char(out, '\n');
	add_line(out, "", finding->consequence);
	add_line(out, "mend: ", finding->remedy);
	add_line(out, "", finding->advice);
	for (size_t i = 0; evidence && i < finding->evidence.count; i++) {
		const struct doctor_evidence *seen = &finding->evidence.items[i];
		out_spaces(out, INDENT + VERDICT_COLUMNS + NAME_COLUMNS);
		out_lit(out, "seen: ");
		out_name(out, seen->from);
		out_lit(out, ": ");
		out_name(out, seen->value);
		out_char(out, '\n');
	}
}

static void add_verdict(const struct doctor_findings *findings, struct outbuf *out)
{
	size_t nr_limited = 0, nr_missing = 0;
	for (size_t i = 0; i < findings->items.count; i++) {
		const struct doctor_finding *finding = &findings->items.items[i];
		if (finding->weight == DOCTOR_EXTRA) continue;
		if (finding->verdict == DOCTOR_LIMITED) nr_limited++;
		if (finding->verdict == DOCTOR_MISSING) nr_missing++;
	}
	out_char(out, '\n');
	switch (doctor_findings_status(findings)) {
	case 0: out_lit(out, "Nothing essential is missing.\n"); break;
	case 2: out_lit(out, "Nothing can be sampled here.\n"); break;
	default: out_printf(out, "Of what is essential %zu limited, %zu missing.\n", nr_limited, nr_missing); break;
	}
}

void doctor_text(const struct doctor_findings *findings, bool evidence, struct outbuf *out)
{
	const char *group = NULL;
	for (size_t i = 0; i < findings->items.count; i++) {
		const struct doctor_finding *finding = &findings->items.items[i];
		if (!group || strcmp(group, finding->group) != 0) {
			if (group) out_char(out, '\n');
			group = finding->group;
			out_str(out, group);
			out_char(out, '\n');
		}
		doctor_text_finding(finding, evidence, out);
	}
	add_verdict(findings, out);
}
