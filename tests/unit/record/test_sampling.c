/* The rules from options to attrs, as black-box runs of upstream 6.12 showed them (`perf evlist -v` of the same command
 * lines). */
#include "record/evset/sampling.h"

#include "event/spec/event_parse.h"
#include "record/evset/sample_regs.h"
#include "tests/unit/test.h"

static const struct event_pmu *find_pmu(void *ctx, const char *name) { return NULL; }
static const char *const *pmu_names(void *ctx)
{
	static const char *const none[] = { NULL };
	return none;
}
static int visit_tracepoints(void *ctx, const char *system, const char *event,
			     void (*fn)(void *arg, const char *system, const char *event, uint64_t id), void *arg,
			     struct err *err)
{
	fn(arg, system, event, 443);
	return 1;
}
static const struct event_catalogue catalogue = { .find_pmu = find_pmu,
						  .pmu_names = pmu_names,
						  .visit_tracepoints = visit_tracepoints };

static struct event_list events;
static char shown[4096];

/* The attrs as evlist -v shows them, one a line, without size. */
static const char *configured(const char *text, struct sampling_options options)
{
	event_list_done(&events);
	if (text && event_parse(&events, text, &catalogue, EVENT_USE_RECORD, NULL) < 0) return "does not parse";
	if (!options.period && !options.freq_hz) options.freq_hz = SAMPLING_FREQ_DEFAULT;
	options.stack_size_bytes = SAMPLING_STACK_DEFAULT;
	sampling_configure(&options, &events);
	_strbuf_done_ struct strbuf all = STRBUF_INIT;
	for (size_t i = 0; i < event_list_count(&events); i++) {
		struct event_spec *spec = event_list_get(&events, i);
		_strbuf_done_ struct strbuf one = STRBUF_INIT;
		spec->attr.size = 0;
		attr_format_evlist(&spec->attr, NULL, &one);
		strbuf_printf(&all, "%s%s: %s", i ? "\n" : "", spec->name, strbuf_text(&one));
	}
	snprintf(shown, sizeof(shown), "%s", strbuf_text(&all));
	return shown;
}

#define CPU_CLOCK "type: 1 (software), config: 0 (PERF_COUNT_SW_CPU_CLOCK), "
#define RATE "{ sample_period, sample_freq }: "
#define SIDE_BAND "mmap2: 1, comm_exec: 1, ksymbol: 1, bpf_event: 1"
#define DUMMY "dummy:u: type: 1 (software), config: 0x9 (PERF_COUNT_SW_DUMMY), "

/* As 7.2 has them. */
TEST(maps_and_sources_of_data)
{
	struct sampling_options options = { .has_workload = true, .data_mmap = true, .data_mmap_set = true };
	CHECK(strstr(configured("cpu-clock", options), "sample_type: IP|TID|TIME|PERIOD, "));
	CHECK(strstr(shown, "mmap_data: 1"));
	options = (struct sampling_options){ .has_workload = true, .addresses = true, .data_mmap_set = true };
	CHECK(strstr(configured("cpu-clock", options), "sample_type: IP|TID|TIME|ADDR|PERIOD|DATA_SRC, "));
	CHECK(!strstr(shown, "mmap_data"));
	options = (struct sampling_options){ .has_workload = true, .mem_info = true };
	CHECK(strstr(configured("cpu-clock", options), "sample_type: IP|TID|TIME|PERIOD|DATA_SRC, "));
	CHECK(!strstr(shown, "mmap_data"));
}

/* As 7.2: the event with the chains defers them, the one with the side band writes what was deferred. */
TEST(deferred_call_chains)
{
	struct sampling_options options = { .has_workload = true,
					    .callgraph = CALLGRAPH_FP,
					    .deferred_callchains = true };
	CHECK(strstr(configured("cpu-clock", options), "defer_callchain: 1, defer_output: 1"));
	options.kernel_callchains = true;
	CHECK(!strstr(configured("cpu-clock", options), "defer_callchain"));
	options = (struct sampling_options){ .has_workload = true,
					     .callgraph = CALLGRAPH_LBR,
					     .deferred_callchains = true };
	CHECK(!strstr(configured("cpu-clock", options), "defer_callchain"));
}

TEST(one_event_of_a_command)
{
	struct sampling_options options = { .has_workload = true };
	CHECK_STR(configured("cpu-clock", options),
		  "cpu-clock: " CPU_CLOCK RATE "4000, sample_type: IP|TID|TIME|PERIOD, read_format: ID|LOST, disabled: "
		  "1, inherit: 1, mmap: 1, comm: 1, "
		  "freq: 1, enable_on_exec: 1, task: 1, sample_id_all: 1, exclude_guest: 1, " SIDE_BAND);
	options.callgraph = CALLGRAPH_FP;
	options.period = 1000;
	options.rate_set = true;
	CHECK_STR(configured("cpu-clock", options),
		  "cpu-clock: " CPU_CLOCK RATE "1000, sample_type: IP|TID|TIME|CALLCHAIN, read_format: ID|LOST, "
		  "disabled: 1, inherit: 1, mmap: 1, comm: 1, "
		  "enable_on_exec: 1, task: 1, sample_id_all: 1, exclude_guest: 1, " SIDE_BAND);
}

TEST(default_event)
{
	struct sampling_options options = { .has_workload = true };
	configured(NULL, options);
	CHECK_INT(event_list_count(&events), 1);
	CHECK_STR(event_list_get(&events, 0)->name, "cycles:P");
	CHECK_INT(attr_precise(&event_list_get(&events, 0)->attr), 3);
	CHECK(!(event_list_get(&events, 0)->attr.flags & ATTR_EXCLUDE_GUEST));
}

TEST(all_cpus_get_a_dummy)
{
	struct sampling_options options = { .has_cpu = true, .has_workload = true };
	CHECK_STR(configured("cpu-clock", options),
		  "cpu-clock: " CPU_CLOCK RATE "4000, sample_type: IP|TID|TIME|CPU|PERIOD|IDENTIFIER, read_format: "
		  "ID|LOST, disabled: 1, inherit: 1, freq: 1, "
		  "sample_id_all: 1, exclude_guest: 1\n" DUMMY RATE
		  "1, sample_type: IP|TID|TIME|CPU|IDENTIFIER, read_format: ID|LOST, inherit: 1, exclude_kernel: 1, "
		  "exclude_hv: 1, mmap: 1, comm: 1, "
		  "task: 1, sample_id_all: 1, exclude_guest: 1, " SIDE_BAND);
	options.period = 5;
	options.freq_hz = 0;
	options.rate_set = true;
	configured("cpu-clock", options); /* same sample types: ID will do */
	CHECK(event_list_get(&events, 0)->attr.sample_type & SAMPLE_ID);
	CHECK_INT(event_list_get(&events, 1)->attr.sample_period, 5);
}

TEST(delayed_start)
{
	struct sampling_options options = { .has_workload = true, .delayed = true };
	configured("cpu-clock", options);
	CHECK_INT(event_list_count(&events), 2);
	CHECK(!(event_list_get(&events, 0)->attr.flags & (ATTR_ENABLE_ON_EXEC | ATTR_TASK)));
	CHECK((event_list_get(&events, 1)->attr.flags & (ATTR_ENABLE_ON_EXEC | ATTR_DISABLED | ATTR_TASK)) ==
	      (ATTR_ENABLE_ON_EXEC | ATTR_DISABLED | ATTR_TASK));
}

TEST(tracepoints_are_samples_each)
{
	struct sampling_options options = { .has_workload = true };
	configured("a:b,cpu-clock", options);
	const struct event_attr *attr = &event_list_get(&events, 0)->attr;
	CHECK_INT(attr->sample_period, 1);
	CHECK(!(attr->flags & ATTR_FREQ));
	CHECK_INT(attr->sample_type,
		  SAMPLE_IP | SAMPLE_TID | SAMPLE_TIME | SAMPLE_CPU | SAMPLE_PERIOD | SAMPLE_RAW | SAMPLE_IDENTIFIER);
	CHECK_INT(event_list_get(&events, 1)->attr.sample_type,
		  SAMPLE_IP | SAMPLE_TID | SAMPLE_TIME | SAMPLE_PERIOD | SAMPLE_IDENTIFIER);
}

TEST(groups)
{
	struct sampling_options options = { .has_workload = true };
	configured("{cpu-clock,task-clock}", options);
	CHECK(!(event_list_get(&events, 1)->attr.flags & (ATTR_DISABLED | ATTR_ENABLE_ON_EXEC)));
	configured("{cpu-clock,task-clock}:S", options);
	for (size_t i = 0; i < 2; i++) {
		const struct event_attr *attr = &event_list_get(&events, i)->attr;
		CHECK_INT(attr->read_format, READ_ID | READ_GROUP | READ_LOST);
		CHECK(attr->sample_type & SAMPLE_READ && attr->sample_type & SAMPLE_ID);
		CHECK(!(attr->flags & ATTR_INHERIT));
		CHECK_INT(attr->sample_period, i ? 0 : 4000);
	}
}

TEST(stacks)
{
	struct sampling_options options = { .has_workload = true, .callgraph = CALLGRAPH_DWARF };
	configured("cpu-clock", options);
	const struct event_attr *attr = &event_list_get(&events, 0)->attr;
	CHECK_INT(attr->sample_stack_user, 8192);
	CHECK_INT(attr->sample_regs_user, sample_regs_all());
	CHECK(attr->flags & ATTR_EXCLUDE_CALLCHAIN_USER && attr->flags & ATTR_MMAP_DATA);
	CHECK(attr->sample_type & SAMPLE_DATA_SRC);
	CHECK_INT(attr_smallest_size(attr), 96);
}

TEST(stacks_unwound_while_recording)
{
	struct sampling_options options = {
		.has_workload = true, .callgraph = CALLGRAPH_DWARF, .live_unwinding = true, .per_thread = true
	};
	struct event_attr written;
	configured("cpu-clock", options);
	const struct event_attr *attr = &event_list_get(&events, 0)->attr;
	/* in the rings: stacks, and a time always; no data addresses, which nobody asked for */
	CHECK_INT(attr->sample_type, SAMPLE_IP | SAMPLE_TID | SAMPLE_TIME | SAMPLE_PERIOD | SAMPLE_CALLCHAIN |
					     SAMPLE_REGS_USER | SAMPLE_STACK_USER);
	CHECK(!(attr->flags & ATTR_MMAP_DATA));
	/* in the file: chains */
	CHECK(sampling_written(&options, attr, &written));
	CHECK_INT(written.sample_type, SAMPLE_IP | SAMPLE_TID | SAMPLE_TIME | SAMPLE_PERIOD | SAMPLE_CALLCHAIN);
	CHECK(!(written.flags & ATTR_EXCLUDE_CALLCHAIN_USER));
	CHECK_INT(attr_smallest_size(&written), 64);
	/* registers that were asked for by name stay */
	options.user_regs = 3;
	configured("cpu-clock", options);
	CHECK(sampling_written(&options, &event_list_get(&events, 0)->attr, &written));
	CHECK(written.sample_type & SAMPLE_REGS_USER);
	CHECK_INT(written.sample_regs_user, 3);
	/* an event of its own mind is left as it is */
	configured("cpu-clock/call-graph=fp/", options);
	CHECK(!sampling_written(&options, &event_list_get(&events, 0)->attr, &written));
	options.live_unwinding = false;
	configured("cpu-clock", options);
	CHECK(!sampling_written(&options, &event_list_get(&events, 0)->attr, &written));
}

TEST(per_thread_has_no_time_nor_children)
{
	struct sampling_options options = { .has_workload = true, .per_thread = true };
	configured("cpu-clock", options);
	CHECK(!(event_list_get(&events, 0)->attr.flags & ATTR_INHERIT));
	CHECK_INT(event_list_get(&events, 0)->attr.sample_type, SAMPLE_IP | SAMPLE_TID | SAMPLE_PERIOD);
	options.time_set = true;
	configured("cpu-clock", options);
	CHECK(event_list_get(&events, 0)->attr.sample_type & SAMPLE_TIME);
}

TEST(terms_win)
{
	struct sampling_options options = { .has_workload = true, .callgraph = CALLGRAPH_FP, .no_inherit = true };
	configured("cpu-clock/period=7,call-graph=no,inherit,time=0/", options);
	const struct event_attr *attr = &event_list_get(&events, 0)->attr;
	CHECK_INT(attr->sample_period, 7);
	CHECK_INT(attr->sample_type, SAMPLE_IP | SAMPLE_TID);
	CHECK(attr->flags & ATTR_INHERIT);
	event_list_done(&events);
}

/* Which machines an event counts: as perf kvm of 6.12 records them. Letters: H the host is left out, G guests are. */
static const char *left_out(const char *text, bool of_host, bool of_guests)
{
	static char letters[64];
	size_t n = 0;
	configured(text, (struct sampling_options){ .machines_set = true, .of_host = of_host, .of_guests = of_guests });
	for (size_t i = 0; i < event_list_count(&events) && n + 4 < sizeof(letters); i++) {
		uint64_t flags = event_list_get(&events, i)->attr.flags;
		if (flags & ATTR_EXCLUDE_HOST) letters[n++] = 'H';
		if (flags & ATTR_EXCLUDE_GUEST) letters[n++] = 'G';
		letters[n++] = ' ';
	}
	letters[n] = '\0';
	return letters;
}

TEST(machines)
{
	static const char text[] = "page-faults,cpu-clock:u,page-faults:G,page-faults:H,page-faults:k,page-faults:uG";
	CHECK_STR(left_out(text, false, true), "H  H G  H ");
	CHECK_STR(left_out(text, true, true), "  H G  H ");
	CHECK_STR(left_out(text, true, false), "G G H G  H ");
}

TEST_MAIN
