/* A recording of counts, added up in the mode that the first byte says, as text, CSV and JSON; every line of JSON is
 * one object. */
#include "tests/fuzz/fuzz.h"
#include "analysis/stat/stat_recording.h"
#include "render/stat/stat_renderer.h"

static void check_json(const struct outbuf *out)
{
	if (!out->size) return;
	for (const char *line = out->data, *end = out->data + out->size; line < end;) {
		const char *stop = memchr(line, '\n', (size_t)(end - line));
		if (!stop || stop - line < 2 || *line != '{' || stop[-1] != '}') abort();
		line = stop + 1;
	}
}

static void print(struct stat_recording *recording, const char *format, bool metric_only)
{
	const struct stat_setup *setup = stat_recording_setup(recording);
	struct stat_print_options options = { .metric_only = metric_only, .separator = ",", .colours = true };
	struct stat_printer *printer = stat_printer_new(format, &options);
	struct stat_tally *tally = stat_tally_new(setup);
	struct stat_round round;
	struct outbuf out;
	out_init(&out, -1);
	for (int i = 0; i < 4 && stat_recording_next(recording, &round) > 0; i++) {
		struct stat_result result;
		if (setup->interval_ns) stat_tally_add_interval(tally, round.counts, &round.times);
		else stat_tally_add_run(tally, round.counts, &round.times);
		stat_tally_result(tally, &result);
		stat_printer_print(printer, &result, &out);
		stat_result_done(&result);
		if (!strcmp(format, "json")) check_json(&out);
		out.size = 0;
	}
	out_done(&out);
	stat_tally_free(tally);
	stat_printer_free(printer);
}

FUZZ(data, size)
{
	static const char *const formats[] = { "text", "csv", "json" };
	if (!size) return;
	struct stat_recording_options how = { .aggr = (enum stat_aggr)(data[0] % (STAT_AGGR_NODE + 1)),
					      .cache_level = data[0] >> 6 };
	for (size_t i = 0; i < ARRAY_SIZE(formats); i++) {
		struct perfdata *pd = NULL;
		struct stat_recording *recording = NULL;
		struct perfdata_options options = { 0 };
		if (perfdata_open_memory(data + 1, size - 1, "fuzz", &options, &pd, NULL) < 0) return;
		if (stat_recording_open(pd, &how, &recording, NULL) >= 0) print(recording, formats[i], data[0] & 16);
		stat_recording_close(recording);
		perfdata_close(pd);
	}
}
