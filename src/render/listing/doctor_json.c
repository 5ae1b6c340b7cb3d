/* `perf doctor --json`: docs/json-doctor.md.
 *
 *     {"perf-doctor-json-version": 1, "status": 1, "program": null,
 *      "findings": [{"name": ..., "group": ..., "weight": ..., "verdict": ..., ..., "evidence": [{...}]}, ...]} */
#include "render/json_member.h"
#include "render/listing/doctor_text.h"

static const char *weight_name(enum doctor_weight weight)
{
	static const char *const names[] = { "extra", "essential", "vital" };
	return names[weight];
}

static void add_finding(const struct doctor_finding *finding, struct outbuf *out)
{
	out_char(out, '{');
	json_member_text(out, "name", finding->name, ", ");
	json_member_text(out, "group", finding->group, ", ");
	json_member_text(out, "weight", weight_name(finding->weight), ", ");
	json_member_text(out, "verdict", doctor_verdict_name(finding->verdict), ",\n ");
	json_member_text(out, "what", finding->what, ",\n ");
	json_member_text(out, "consequence", finding->consequence, ",\n ");
	json_member_text(out, "remedy", finding->remedy, ", ");
	json_member_text(out, "advice", finding->advice, ", ");
	json_member_text(out, "permanent", finding->permanent, ", ");
	out_str(out, finding->can_fix ? "\"can_fix\": true,\n " : "\"can_fix\": false,\n ");
	out_lit(out, "\"evidence\": [");
	for (size_t i = 0; i < finding->evidence.count; i++) {
		out_str(out, i ? ", {" : "{");
		json_member_text(out, "from", finding->evidence.items[i].from, ", ");
		json_member_text(out, "value", finding->evidence.items[i].value, "}");
	}
	out_lit(out, "]}");
}

void doctor_json(const struct doctor_findings *findings, const char *program, struct outbuf *out)
{
	out_lit(out, "{\n\"perf-doctor-json-version\": 1,\n");
	json_member_number(out, "status", (uint64_t)doctor_findings_status(findings), ",\n");
	json_member_text(out, "program", program, ",\n\"findings\": [");
	for (size_t i = 0; i < findings->items.count; i++) {
		out_str(out, i ? ",\n" : "\n");
		add_finding(&findings->items.items[i], out);
	}
	out_lit(out, "\n]\n}\n");
}
