/* AUX areas whose hardware is played by the test, what AUXTRACE_INFO says of an Intel PT PMU, and traces among records.
 */
#include <errno.h>
#include <linux/perf_event.h>
#include "perfdata/perfdata.h"
#include "record/aux/aux_kind.h"
#include "record/aux/aux_sample.h"
#include "tests/unit/fixture_tree.h"
#include "tests/unit/test.h"

#define DEVICE "sys/bus/event_source/devices/intel_pt/"

TEST(an_area_wraps_and_keeps_order)
{
	static struct perf_event_mmap_page page;
	static uint8_t data[4096];
	struct aux_area area = { .control = &page, .data = data, .size_bytes = sizeof(data) };
	struct iovec parts[2];
	size_t bytes;
	uint64_t expected = 0;
	CHECK_INT(aux_area_peek(&area, parts, &bytes), 0);
	for (unsigned round = 0; round < 500; round++) {
		size_t amount = 1 + round * 37 % 4096;
		for (size_t i = 0; i < amount; i++)
			data[(page.aux_head + i) % sizeof(data)] = (uint8_t)(page.aux_head + i);
		page.aux_head += amount;
		int n = aux_area_peek(&area, parts, &bytes);
		bool right = true;
		for (int i = 0; i < n; i++)
			for (size_t k = 0; k < parts[i].iov_len; k++)
				right &= ((uint8_t *)parts[i].iov_base)[k] == (uint8_t)expected++;
		CHECK(right);
		CHECK_INT(bytes, amount);
		aux_area_consume(&area, bytes);
		CHECK_INT(page.aux_tail, page.aux_head);
	}
	/* more than the area holds cannot be */
	page.aux_head += sizeof(data) + 1;
	CHECK_INT(aux_area_peek(&area, parts, &bytes), 0);
}

/* The hardware writes on, over and over; only where it is now is told. */
TEST(snapshots_of_an_area_that_is_overwritten)
{
	static struct perf_event_mmap_page page;
	static uint8_t data[4096];
	struct aux_area area = { .control = &page, .data = data, .size_bytes = sizeof(data) };
	static const size_t amounts[] = { 100, 0, 3000, 1500, 4096, 10000, 3584, 8, 4000 };
	struct iovec parts[2];
	size_t bytes;
	uint64_t written = 0;
	for (size_t step = 0; step < sizeof(amounts) / sizeof(amounts[0]); step++) {
		for (size_t i = 0; i < amounts[step]; i++, written++)
			data[written % sizeof(data)] = (uint8_t)(1 + written * 2654435761u / 65536);
		page.aux_head = written % sizeof(data);
		int n = aux_area_snapshot(&area, 2048, parts, &bytes);
		CHECK_INT(bytes, amounts[step] < 2048 ? amounts[step] : 2048);
		uint64_t at = written - bytes;
		bool right = true;
		for (int i = 0; i < n; i++)
			for (size_t k = 0; k < parts[i].iov_len; k++, at++)
				right &= ((uint8_t *)parts[i].iov_base)[k] == (uint8_t)(1 + at * 2654435761u / 65536);
		CHECK(right);
		CHECK_INT(at, written);
		/* rounds that nobody saw are not counted, but positions only grow and are right within the area */
		CHECK_INT(area.tail % sizeof(data), written % sizeof(data));
	}
}

static struct kernelfs pmu(void)
{
	static struct kernelfs fs; /* one tree for all tests */
	if (fs.root) return fs;
	fs.root = fixture_begin();
	fixture_file(DEVICE "format/tsc", "config:10\n");
	fixture_file(DEVICE "format/noretcomp", "config:11\n");
	fixture_file(DEVICE "format/mtc", "config:9\n");
	fixture_file(DEVICE "format/mtc_period", "config:14-17\n");
	fixture_file(DEVICE "format/psb_period", "config:24-27\n");
	fixture_file(DEVICE "format/cyc", "config:1\n");
	fixture_file(DEVICE "max_nonturbo_ratio", "24\n");
	fixture_file(DEVICE "caps/event_trace", "1\n");
	fixture_file(DEVICE "caps/psb_cyc", "1\n");
	fixture_file(DEVICE "caps/psb_periods", "3f\n");
	fixture_file(DEVICE "caps/mtc", "1\n");
	fixture_file(DEVICE "caps/mtc_periods", "249\n");
	return fs;
}

TEST(what_is_said_of_intel_pt)
{
	const struct kernelfs fs = pmu();
	struct event_spec spec = { .is_trace = true,
				   .pmu_name = (char *)"intel_pt",
				   .filter = (char *)"filter main @ /bin/ls" };
	struct aux_facts facts = { .fs = &fs,
				   .spec = &spec,
				   .clock = { 10, 1234, 5678 },
				   .clock_known = true,
				   .has_switches = true,
				   .has_cpu_areas = true };
	uint64_t words[AUX_INFO_WORDS];
	struct err err = ERR_INIT;
	spec.attr.type = 9;
	const struct aux_kind *kind = aux_kind_of(&spec);
	CHECK(kind != NULL);
	size_t count = kind->info(&facts, words);
	const uint64_t wanted[] = { 9, 10, 1234, 5678, 1, 0x400, 0x800, 2, 0, 1, 0x200, 0x3c000 };
	for (size_t i = 0; i < sizeof(wanted) / sizeof(wanted[0]); i++) CHECK_INT(words[i], wanted[i]);
	CHECK_INT(words[14], 2);
	CHECK_INT(words[15], 24);
	/* the filter's length in whole words, its text, then Event Trace */
	CHECK_INT(words[16], 24);
	CHECK_STR((const char *)&words[17], spec.filter);
	CHECK_INT(count, 21);
	CHECK_INT(words[20], 1);

	/* values of terms that this PMU does not have */
	CHECK_INT(kind->check(&facts, &err), 0);
	spec.attr.config = 9ull << 24;
	CHECK_INT(kind->check(&facts, &err), -EINVAL);
	CHECK_STR(err.message, "Invalid psb_period for intel_pt. Valid values are: 0-5");
	err_done(&err);
	spec.attr.config = 1ull << 9 | 2ull << 14;
	CHECK_INT(kind->check(&facts, &err), -EINVAL);
	CHECK_STR(err.message, "Invalid mtc_period for intel_pt. Valid values are: 0,3,6,9");
	err_done(&err);
	spec.pmu_name = (char *)"other_pt";
	CHECK(aux_kind_of(&spec) == NULL);
}

static struct event_spec *add_event(struct event_list *list, const char *name, const char *pmu)
{
	struct event_spec *spec = event_list_add(list, name);
	if (pmu) spec->pmu_name = xstrdup(pmu);
	spec->is_trace = pmu != NULL;
	return spec;
}

static void check_names(const struct event_list *list, const char *wanted)
{
	_strbuf_done_ struct strbuf names = STRBUF_INIT;
	for (size_t i = 0; i < event_list_count(list); i++) {
		const struct event_spec *spec = event_list_get(list, i);
		strbuf_printf(&names, "%s%s %u %u", i ? ", " : "", spec->name, spec->leader, spec->aux_sample_size);
	}
	CHECK_STR(strbuf_text(&names), wanted);
}

/* Events with a size join the group of the trace; all others behind it do when nothing else is in it. */
TEST(events_that_sample_a_trace)
{
	const struct kernelfs fs = pmu();
	struct event_list list = EVENT_LIST_INIT;
	struct aux_sample_psb psb;
	struct err err = ERR_INIT;
	add_event(&list, "before", NULL);
	add_event(&list, "intel_pt//", "intel_pt")->attr.config = 3u << 24;
	add_event(&list, "a", NULL);
	add_event(&list, "b", NULL);
	event_list_join(&list, 2, 3);
	add_event(&list, "c", NULL)->aux_sample_size = 8192;
	CHECK_INT(aux_sample_prepare(&list, &fs, 0, &psb, &err), 0);
	check_names(&list, "before 0 0, intel_pt// 1 0, c 1 8192, a 3 0, b 3 0");
	CHECK_INT(event_list_get(&list, 1)->nr_members, 2);
	/* the PSB period is the shortest unless it was given */
	CHECK_INT(psb.bytes, 2048);
	CHECK_INT(psb.sample_bytes, 8192);
	CHECK_INT(event_list_get(&list, 1)->attr.config, 0);
	event_list_done(&list);

	add_event(&list, "intel_pt/psb_period=3/", "intel_pt")->attr.config = 3u << 24;
	add_event(&list, "a", NULL);
	add_event(&list, "b", NULL);
	CHECK_INT(aux_sample_prepare(&list, &fs, 4096, &psb, &err), 0);
	check_names(&list, "intel_pt/psb_period=3/ 0 0, a 0 4096, b 0 4096");
	CHECK_INT(psb.bytes, 16384);
	CHECK_INT(aux_sample_prepare(&list, &fs, 4096, &psb, &err), 0);
	event_list_get(&list, 2)->aux_sample_size = AUX_SAMPLE_MOST_BYTES + 1;
	CHECK_INT(aux_sample_prepare(&list, &fs, 4096, &psb, &err), -EINVAL);
	err_done(&err);
	event_list_done(&list);

	add_event(&list, "intel_pt//", "intel_pt");
	CHECK_INT(aux_sample_prepare(&list, &fs, 4096, &psb, &err), -EINVAL);
	err_done(&err);
	event_list_done(&list);
	/* the trace is led by another event, of which nothing can be copied */
	add_event(&list, "a", NULL);
	add_event(&list, "intel_pt//", "intel_pt");
	event_list_join(&list, 0, 1);
	CHECK_INT(aux_sample_prepare(&list, &fs, 4096, &psb, &err), -EINVAL);
	err_done(&err);
	event_list_done(&list);
}

/* What follows an AUXTRACE record is no record, and one that is cut is none either. */
TEST(a_trace_among_records)
{
	struct outbuf out;
	struct record r;
	const struct record_auxtrace piece = { .size = 16, .cpu = 3 };
	out_init(&out, -1);
	CHECK_INT(record_encode_auxtrace(&out, (struct record_envelope){ .type = RECORD_AUXTRACE }, &piece), 0);
	for (int i = 0; i < 16; i++) out_char(&out, '\1');
	size_t behind = out.size;
	record_end(&out, record_begin(&out, RECORD_FINISHED_ROUND, 0));
	struct record_run run = { .data = (const uint8_t *)out.data, .size_bytes = out.size };
	size_t pos = 0;
	CHECK(record_run_next(&run, false, &pos, &r));
	CHECK_INT(r.type, RECORD_AUXTRACE);
	CHECK_INT(r.payload_size, 16);
	CHECK_INT(pos, behind);
	CHECK(record_run_next(&run, false, &pos, &r));
	CHECK_INT(r.type, RECORD_FINISHED_ROUND);
	CHECK(!record_run_next(&run, false, &pos, &r));
	run.size_bytes = behind - 1;
	pos = 0;
	CHECK(!record_run_next(&run, false, &pos, &r));
	out_done(&out);
}

TEST_MAIN
