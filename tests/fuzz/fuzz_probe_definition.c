/* What users give to perf probe: definitions, ranges of lines, filters, each a line of the input; and bytes as a
 * location expression. */
#include <elf.h>
#include "base/strbuf.h"
#include "probe/search/glob_filter.h"
#include "probe/definition/probe_definition.h"
#include "probe/search/probe_variable.h"
#include "tests/fuzz/fuzz.h"

static void read_definition(const char *text)
{
	struct probe_definition definition;
	_err_done_ struct err err = ERR_INIT;
	_strbuf_done_ struct strbuf out = STRBUF_INIT;
	if (probe_definition_parse(text, &definition, &err) < 0) {
		if (!err.message) abort();
		return;
	}
	if (!definition.is_marker && !definition.point.function && !definition.point.file) abort();
	probe_point_format(&definition.point, &out);
	(void)probe_definition_needs_debug_info(&definition);
	probe_definition_done(&definition);
}

static void read_lines(const char *text)
{
	struct probe_lines lines;
	_err_done_ struct err err = ERR_INIT;
	if (probe_lines_parse(text, &lines, &err) < 0) return;
	if (lines.first > lines.last) abort();
	probe_lines_done(&lines);
}

static void read_filter(const char *text)
{
	struct glob_filter *filter;
	_err_done_ struct err err = ERR_INIT;
	if (glob_filter_new(text, &filter, &err) < 0) return;
	(void)glob_filter_matches(filter, "schedule");
	(void)glob_filter_matches(filter, text);
	glob_filter_free(filter);
	(void)glob_matches(text, "rq = cpu_rq(cpu);", true);
}

static void read_expression(const uint8_t *data, size_t size)
{
	static const uint16_t machines[] = { EM_X86_64, EM_AARCH64, EM_S390, EM_386, EM_ARM, 0 };
	size_t half = size / 2;
	struct probe_where where;
	for (size_t i = 0; i < sizeof(machines) / sizeof(machines[0]); i++) {
		struct probe_expression expression = {
			.machine = machines[i],
			.swap = i & 1,
			.address_size = i == 3 || i == 4 ? 4 : 8,
			.offset_size = 4,
			.data = data,
			.size_bytes = half,
			.frame_base = data + half,
			.frame_base_bytes = size - half,
			.has_cfa = i & 2,
			.cfa_register = 7,
			.cfa_offset = 16,
		};
		if (probe_expression_translate(&expression, &where) == 0 && !where.base && !where.in_memory) abort();
	}
}

FUZZ(data, size)
{
	char *text = fuzz_text(data, size);
	read_expression(data, size);
	for (char *line = text, *end; line; line = end) {
		end = strchr(line, '\n');
		if (end) *end++ = 0;
		read_definition(line);
		read_lines(line);
		read_filter(line);
	}
	free(text);
}
