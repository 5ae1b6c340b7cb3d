/* `perf report --coverage --json`: docs/json-coverage.md.
 *
 *     {"perf-coverage-json-version": 1, "lines": {"hit": 38, "all": 45}, ..., "objects": [...],
 *      "files": [{"path": ..., "lines": [{"line": 3, "count": 12}, ...], "branches": [...], "functions": [...]}]} */
#include "render/json_member.h"
#include "render/listing/coverage_text.h"

static void put_share(const char *name, const struct coverage_share *share, const char *behind, struct outbuf *out)
{
	out_char(out, '"');
	out_str(out, name);
	out_lit(out, "\": {");
	json_member_number(out, "hit", share->hit, ", ");
	json_member_number(out, "all", share->all, "}");
	out_str(out, behind);
}

static void put_sums(const struct coverage_sums *sums, struct outbuf *out)
{
	put_share("lines", &sums->lines, ", ", out);
	put_share("functions", &sums->functions, ", ", out);
	put_share("branches", &sums->branches, "", out);
}

static void put_functions(const struct coverage_file *file, struct outbuf *out)
{
	for (size_t i = 0; i < file->functions.count; i++) {
		const struct coverage_function *function = &file->functions.items[i];
		out_str(out, i ? ",\n{" : "\n{");
		json_member_text(out, "name", function->name, ", ");
		json_member_text(out, "dso", function->object, ", ");
		json_member_number(out, "line", function->line, ", ");
		json_member_number(out, "count", function->count, ", ");
		put_share("lines", &function->lines, ", ", out);
		put_share("branches", &function->branches, "}", out);
	}
}

static void put_file(const struct coverage_file *file, struct outbuf *out)
{
	out_lit(out, "\n{");
	json_member_text(out, "path", file->path, ", \"sums\": {");
	put_sums(&file->sums, out);
	out_lit(out, "},\n\"functions\": [");
	put_functions(file, out);
	out_lit(out, "],\n\"lines\": [");
	for (size_t i = 0; i < file->lines.count; i++) {
		out_str(out, i ? ", {" : "{");
		json_member_number(out, "line", file->lines.items[i].line, ", ");
		json_member_number(out, "count", file->lines.items[i].count, "}");
	}
	out_lit(out, "],\n\"branches\": [");
	for (size_t i = 0; i < file->branches.count; i++) {
		out_str(out, i ? ", {" : "{");
		json_member_number(out, "line", file->branches.items[i].line, ", ");
		json_member_number(out, "taken", file->branches.items[i].taken, ", ");
		json_member_number(out, "passed", file->branches.items[i].passed, "}");
	}
	out_lit(out, "]}");
}

void coverage_json(const struct coverage *coverage, struct outbuf *out)
{
	out_lit(out, "{\n\"perf-coverage-json-version\": 1,\n");
	put_sums(&coverage->sums, out);
	out_lit(out, ",\n");
	json_member_number(out, "runs", coverage->nr_runs, ", ");
	json_member_number(out, "unmatched_runs", coverage->nr_unmatched, ",\n\"objects\": [");
	for (size_t i = 0; i < coverage->objects.count; i++) {
		const struct coverage_object *object = &coverage->objects.items[i];
		out_str(out, i ? ",\n{" : "\n{");
		json_member_text(out, "dso", object->name, ", \"has_lines\": ");
		out_str(out, object->has_lines ? "true, " : "false, ");
		put_share("functions", &object->functions, ", ", out);
		json_member_number(out, "functions_without_lines", object->nr_unlined, "}");
	}
	out_lit(out, "],\n\"files\": [");
	for (size_t i = 0; i < coverage->files.count; i++) {
		if (i) out_char(out, ',');
		put_file(&coverage->files.items[i], out);
	}
	out_lit(out, "]\n}\n");
}
