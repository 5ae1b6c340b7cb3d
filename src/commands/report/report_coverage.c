#include "commands/report/report_coverage.h"

#include <errno.h>
#include <string.h>
#include "analysis/coverage/coverage.h"
#include "cli/console.h"
#include "cli/textout.h"
#include "render/listing/coverage_text.h"

/* Words of -s, a table each. False: *ret_word is none of them. */
static bool parse_tables(const char *text, struct coverage_text_options *ret, const char **ret_word, size_t *ret_length)
{
	const struct {
		const char *name;
		bool *table;
	} words[] = {
		{ "dso", &ret->objects },      { "srcfile", &ret->files }, { "sym", &ret->functions },
		{ "symbol", &ret->functions }, { "srcline", &ret->lines },
	};
	while (text) {
		size_t length = strcspn(text, ","), i = 0;
		while (i < ARRAY_SIZE(words) &&
		       !(strlen(words[i].name) == length && memcmp(words[i].name, text, length) == 0))
			i++;
		*ret_word = text;
		*ret_length = length;
		if (i == ARRAY_SIZE(words)) return false;
		*words[i].table = true;
		text = text[length] ? text + length + 1 : NULL;
	}
	return true;
}

bool report_coverage_check(const struct report_values *values)
{
	struct coverage_text_options tables = { 0 };
	const char *word;
	size_t length;
	if (!values->coverage && !values->lcov) return true;
	if (!values->session.itrace.defaults || values->session.itrace.none) {
		console_error("--coverage decides what is decoded of the trace: leave out --itrace");
		return false;
	}
	if (values->fields || values->hierarchy || values->branch_stack || values->mem_mode || values->folded ||
	    values->flamegraph || values->html) {
		console_error("--coverage is in place of a profile: of its options -s, --json, --lcov and filters go "
			      "with it");
		return false;
	}
	if (values->lcov && (values->json || values->sort)) {
		console_error("--lcov writes all there is: leave out --json and -s");
		return false;
	}
	if (parse_tables(values->sort, &tables, &word, &length)) return true;
	console_error("--coverage has no table '%.*s': -s takes dso, srcfile, sym, srcline", (int)length, word);
	return false;
}

void report_coverage_prepare(struct report_values *values)
{
	if (!values->coverage && !values->lcov) return;
	values->session.itrace.defaults = false;
	values->session.itrace.branches = true;
	values->session.itrace.errors = true;
}

static int write_lcov(const struct coverage *coverage, const char *path, struct err *err)
{
	struct outbuf out;
	bool is_stdout = strcmp(path, "-") == 0;
	int r = 0;
	if (is_stdout) textout_stdout(&out);
	else r = textout_create(path, false, &out);
	if (r < 0) return err_set_errno(err, r, "%s", path);
	coverage_lcov(coverage, &out);
	return textout_close(&out, is_stdout ? NULL : path);
}

/* What makes the numbers smaller than they are, or larger. */
static void warn(const struct coverage *coverage)
{
	if (coverage->nr_unmatched)
		console_warning("%llu of %llu pieces of code between branches do not fit the objects at hand, and are "
				"not counted.",
				(unsigned long long)coverage->nr_unmatched, (unsigned long long)coverage->nr_runs);
	if (!coverage->nr_runs)
		console_warning("No code of the trace could be followed, or the filters leave none: perf script "
				"--itrace=be shows what it has.");
	else if (!coverage->files.count)
		console_warning("None of the code has line information: compile the program with -g.");
}

int report_coverage(struct report *report, int *ret_status, struct err *err)
{
	const struct report_values *v = report->values;
	struct coverage_text_options tables = { .files = !v->sort, .functions = !v->sort };
	struct coverage coverage;
	const char *word;
	size_t length;
	(void)parse_tables(v->sort, &tables, &word, &length);
	int r = filter_values_parse(&v->filter, report->session, &report->filter, ret_status, err);
	if (r < 0) return r;
	report->filter.socket = v->socket;
	report->filter.symbol_part = v->symbol_part;
	r = coverage_collect(report->session, &report->filter, &coverage, err);
	if (r < 0) return r;
	if (v->lcov) r = write_lcov(&coverage, v->lcov, err);
	else if (v->json) coverage_json(&coverage, &report->out);
	else coverage_text(&coverage, &tables, &report->out);
	warn(&coverage);
	coverage_done(&coverage);
	return r;
}
