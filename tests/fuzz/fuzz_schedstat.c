/* /proc/schedstat of any text, and any recording of it: compared with itself and shown. */
#include "analysis/sched/schedstat.h"
#include "render/listing/sched_stats_text.h"
#include "tests/fuzz/fuzz.h"

static void show(const struct schedstat *first, const struct schedstat *last, const struct perf_header *header)
{
	const struct schedstat_pair pairs[] = { { first, last, header }, { last, first, header } };
	for (unsigned nr_runs = 1; nr_runs <= 2; nr_runs++) {
		_err_done_ struct err err = ERR_INIT;
		struct sched_stats_result result;
		struct outbuf out;
		out_init(&out, -1);
		if (schedstat_compare(pairs, nr_runs, NULL, 0, &result, &err) >= 0)
			sched_stats_text(&result, nr_runs == 2, &out);
		sched_stats_done(&result);
		out_done(&out);
	}
}

static void try_text(const char *text)
{
	_err_done_ struct err err = ERR_INIT;
	struct schedstat stat;
	struct perf_header header;
	struct perf_events events;
	events_init(&events);
	header_init(&header, &events);
	if (schedstat_parse(text, &stat, &header, &err) >= 0) show(&stat, &stat, &header);
	schedstat_done(&stat);
	header_done(&header);
	events_done(&events);
}

FUZZ(data, size)
{
	_err_done_ struct err err = ERR_INIT;
	_perfdata_close_ struct perfdata *pd = NULL;
	const struct perfdata_options how = { .may_lack_events = true };
	struct schedstat first, last;
	char *text = fuzz_text(data, size);
	try_text(text);
	free(text);
	if (perfdata_open_memory(data, size, "fuzz", &how, &pd, &err) < 0) return;
	if (schedstat_read(pd, &first, &last, &err) >= 0) show(&first, &last, perfdata_header(pd));
	schedstat_done(&first);
	schedstat_done(&last);
}
