/* A program that perf probe is asked everything about: its functions, lines, variables and definitions. */
#include "probe/search/glob_filter.h"
#include "probe/search/probe_find.h"
#include "tests/fuzz/fuzz.h"
#include "tests/fuzz/memfile.h"

static void find(struct probe_source *source, const char *text)
{
	_err_done_ struct err err = ERR_INIT;
	struct probe_definition definition;
	struct probe_events events = PROBE_EVENTS_INIT;
	struct strbuf line = STRBUF_INIT;
	if (probe_definition_parse(text, &definition, &err) < 0) abort();
	if (probe_find_events(source, &definition, &events, &err) < 0 && !err.code) abort();
	for (size_t i = 0; i < events.items.count; i++) {
		struct probe_point point;
		probe_event_format(&events.items.items[i], &line);
		if (!probe_find_place(source, &events.items.items[i], &point)) continue;
		free(point.function);
		free(point.file);
	}
	strbuf_done(&line);
	probe_events_done(&events);
	probe_definition_done(&definition);
}

static void list(struct probe_source *source, const struct glob_filter *filter, const char *text, struct outbuf *out)
{
	_err_done_ struct err err = ERR_INIT;
	struct probe_definition definition;
	struct probe_vars_options options = { .externs = true, .ranges = true, .filter = filter };
	if (probe_definition_parse(text, &definition, NULL) == 0) {
		(void)!probe_find_vars(source, &definition.point, &options, out, &err);
		probe_definition_done(&definition);
	}
}

FUZZ(data, size)
{
	static const char *const definitions[] = { "*",
						   "* $vars",
						   "f a b[1] p->next->x s:string local.y",
						   "main:1 $params",
						   "a.c:7 $vars",
						   "f%return $retval",
						   "f+1",
						   "a.c:4 f.bits g" };
	struct memfile file = memfile_open(data, size);
	struct probe_target target = { .exec = file.path, .max_probes = 16 };
	struct probe_source *source;
	struct glob_filter *filter;
	struct outbuf out;
	struct probe_lines lines[] = { { .function = (char *)"f", .last = INT32_MAX },
				       { .file = (char *)"a.c", .first = 1, .last = 40 } };
	if (glob_filter_new("*", &filter, NULL) < 0) abort();
	out_init(&out, -1);
	if (probe_source_open(&target, &source, NULL) == 0) {
		(void)!probe_find_functions(source, filter, &out, NULL);
		for (size_t i = 0; i < sizeof(definitions) / sizeof(definitions[0]); i++) find(source, definitions[i]);
		list(source, filter, "*", &out);
		list(source, filter, "a.c:9", &out);
		for (size_t i = 0; i < 2; i++) (void)!probe_find_lines(source, &lines[i], &out, NULL);
		probe_source_close(source);
	}
	out_done(&out);
	glob_filter_free(filter);
	memfile_close(&file);
}
