/* AUX areas whose hardware is played by the test, what AUXTRACE_INFO says of an Intel PT PMU, and traces among records.
 */
#include <errno.h>
#include <linux/perf_event.h>
#include <stdio.h>
#include <string.h>
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
	/* the filter's length, its text in whole words, then Event Trace */
	CHECK_INT(words[16], 21);
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

/* Attr and words of an Arm SPE PMU, on CPUs and by thread (as upstream 6.12 has them). */
TEST(what_is_said_of_arm_spe)
{
	const struct kernelfs fs = pmu();
	fixture_file("sys/bus/event_source/devices/arm_spe_0/format/ts_enable", "config:0\n");
	fixture_file("sys/bus/event_source/devices/arm_spe_0/format/pa_enable", "config:1\n");
	fixture_file("sys/bus/event_source/devices/arm_spe_0/caps/min_interval", "1024\n");
	static const struct {
		const char *name;
		uint64_t config, period, wanted_config, wanted_period;
		bool on_cpus, has_addresses;
	} rows[] = {
		{ "arm_spe_0//", 0, 0, 1, 1024, true, false },
		{ "arm_spe_0//", 0, 5000, 0, 5000, false, false },
		{ "arm_spe_0/ts_enable=0/", 0, 0, 0, 1024, true, false },
		{ "arm_spe_0/pa_enable=1/", 2, 0, 3, 1024, true, true },
	};
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		struct event_list events = EVENT_LIST_INIT;
		struct event_spec *spec = event_list_add(&events, rows[i].name);
		spec->pmu_name = xstrdup("arm_spe_0");
		spec->is_trace = true;
		spec->attr.type = 10;
		spec->attr.config = rows[i].config;
		struct aux_facts facts = { .fs = &fs, .has_cpu_areas = rows[i].on_cpus, .period = rows[i].period };
		struct err err = ERR_INIT;
		uint64_t words[AUX_INFO_WORDS];
		CHECK_INT(aux_kind_set_up(&facts, &events, &err), 0);
		CHECK_INT(spec->attr.config, rows[i].wanted_config);
		CHECK_INT(spec->attr.sample_period, rows[i].wanted_period);
		CHECK_INT(!!(spec->attr.sample_type & SAMPLE_PHYS_ADDR), rows[i].has_addresses);
		CHECK(spec->attr.sample_type & SAMPLE_DATA_SRC);
		CHECK_INT(aux_kind_of(spec)->info(&facts, words), 2);
		CHECK_INT(words[0], 10);
		CHECK_INT(words[1], rows[i].on_cpus);
		event_list_done(&events);
	}
}

static void etm_cpu(int cpu, const char *idr0, const char *idr2, const char *devarch)
{
	const struct {
		const char *file, *text;
	} files[] = {
		{ "trcidr/trcidr0", idr0 },    { "trcidr/trcidr1", "0x4100f400\n" }, { "trcidr/trcidr2", idr2 },
		{ "trcidr/trcidr8", "0x3\n" }, { "mgmt/trcauthstatus", "0x8c\n" },   { "mgmt/trcdevarch", devarch },
	};
	for (size_t i = 0; i < sizeof(files) / sizeof(files[0]); i++) {
		char path[128];
		snprintf(path, sizeof(path), "sys/bus/event_source/devices/cs_etm/cpu%d/%s", cpu, files[i].file);
		fixture_file(path, files[i].text);
	}
}

static int set_up_etm(const struct kernelfs *fs, const char *name, uint64_t config, const char *sink,
		      struct event_list *events, struct aux_facts *facts, struct err *err)
{
	static int32_t cpus[] = { 0, 1 };
	static struct target target = { .cpus = { .items = cpus, .count = 2 } };
	struct event_spec *spec = event_list_add(events, name);
	spec->pmu_name = xstrdup("cs_etm");
	spec->driver_config = sink ? xstrdup(sink) : NULL;
	spec->is_trace = true;
	spec->attr.type = 11;
	spec->attr.config = config;
	*facts = (struct aux_facts){ .fs = fs, .target = &target, .has_cpu_areas = true };
	return aux_kind_set_up(facts, events, err);
}

/* The registers of each CPU, ETM and ETE, and how the event sets them; what a CPU cannot do is refused. */
TEST(what_is_said_of_coresight)
{
	const struct kernelfs fs = pmu();
	fixture_file("sys/bus/event_source/devices/cs_etm/format/contextid", "config:14\n");
	fixture_file("sys/bus/event_source/devices/cs_etm/format/timestamp", "config:28\n");
	fixture_file("sys/bus/event_source/devices/cs_etm/sinks/tmc_etr0", "0x8a66a6c1\n");
	etm_cpu(0, "0x28000ea1\n", "0x488\n", "0x47704a13\n");
	etm_cpu(1, "0x28000ea1\n", "0x488\n", "0x47705a13\n");
	struct event_list events = EVENT_LIST_INIT;
	struct aux_facts facts;
	struct err err = ERR_INIT;
	uint64_t words[AUX_INFO_WORDS];
	CHECK_INT(set_up_etm(&fs, "cs_etm/@tmc_etr0/", 1 << 12, "tmc_etr0", &events, &facts, &err), 0);
	const struct event_spec *spec = event_list_get(&events, 0);
	CHECK_INT(spec->attr.config, 0x10005000);
	CHECK_INT(spec->attr.config2, 0x8a66a6c1);
	const uint64_t wanted[] = { 2,
				    11ull << 32 | 2,
				    0,
				    0x4040404040404040,
				    0,
				    8,
				    0x850,
				    0x10,
				    0x28000ea1,
				    0x4100f400,
				    0x488,
				    3,
				    0x8c,
				    UINT64_MAX,
				    0x5050505050505050,
				    1,
				    9,
				    0x850,
				    0x12,
				    0x28000ea1,
				    0x4100f400,
				    0x488,
				    3,
				    0x8c,
				    0x47705a13,
				    UINT64_MAX };
	CHECK_INT(aux_kind_of(spec)->info(&facts, words), sizeof(wanted) / sizeof(wanted[0]));
	for (size_t i = 0; i < sizeof(wanted) / sizeof(wanted[0]); i++) CHECK_INT(words[i], wanted[i]);
	event_list_done(&events);

	CHECK_INT(set_up_etm(&fs, "cs_etm/@none/", 0, "none", &events, &facts, &err), -EINVAL);
	CHECK(strstr(err.message, "Couldn't find sink \"none\" on event cs_etm/@none/") != NULL);
	err_done(&err);
	event_list_done(&events);
	CHECK_INT(set_up_etm(&fs, "cs_etm/contextid2/", 1 << 15, NULL, &events, &facts, &err), -EINVAL);
	CHECK_STR(err.message, "cs_etm: CONTEXTIDR_EL2 isn't supported, disable with cs_etm/contextid2=0/");
	err_done(&err);
	event_list_done(&events);
	etm_cpu(1, "0x00000ea1\n", "0x488\n", "0x47704a13\n");
	CHECK_INT(set_up_etm(&fs, "cs_etm//", 0, NULL, &events, &facts, &err), -EINVAL);
	CHECK_STR(err.message, "cs_etm: timestamps aren't supported, disable with cs_etm/timestamp=0/");
	err_done(&err);
	event_list_done(&events);
}

static void check_refused(const char *pmu_name, struct aux_facts facts, const char *wanted)
{
	struct event_list events = EVENT_LIST_INIT;
	struct err err = ERR_INIT;
	struct event_spec *spec = event_list_add(&events, pmu_name);
	const struct kernelfs fs = pmu();
	spec->pmu_name = xstrdup(pmu_name);
	spec->is_trace = true;
	facts.fs = &fs;
	CHECK_INT(aux_kind_set_up(&facts, &events, &err), -EINVAL);
	CHECK_STR(err.message, wanted);
	err_done(&err);
	event_list_done(&events);
}

TEST(what_kinds_of_traces_cannot_do)
{
	const size_t page = 4096;
	check_refused("intel_bts", (struct aux_facts){ .has_cpu_areas = true },
		      "intel_bts does not support per-cpu recording");
	check_refused("intel_bts", (struct aux_facts){ .in_samples = true },
		      "Intel BTS does not support AUX area sampling");
	check_refused("intel_bts", (struct aux_facts){ .area_bytes = page },
		      "Invalid mmap size for Intel BTS: must be at least 8KiB and a power of 2");
	check_refused("arm_spe_1", (struct aux_facts){ .area_bytes = page, .snapshots = true },
		      "Invalid mmap size for ARM SPE: must be at least 8KiB and a power of 2");
	check_refused("hisi_ptt0_2", (struct aux_facts){ .snapshots = true },
		      "No AUX area tracing to snapshot: HISI PTT has no snapshots");
	struct event_list events = EVENT_LIST_INIT;
	struct err err = ERR_INIT;
	struct aux_facts facts = { 0 };
	event_list_add(&events, "intel_pt//")->pmu_name = xstrdup("intel_pt");
	event_list_add(&events, "intel_bts//")->pmu_name = xstrdup("intel_bts");
	for (size_t i = 0; i < 2; i++) event_list_get(&events, i)->is_trace = true;
	CHECK_INT(aux_kind_set_up(&facts, &events, &err), -EINVAL);
	CHECK_STR(err.message, "intel_pt and intel_bts may not be used together");
	err_done(&err);
	event_list_done(&events);
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
