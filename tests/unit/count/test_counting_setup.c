/* From options to attrs, as -vv of upstream 6.12 shows them for the same command lines. */
#include "count/counting.h"

#include "tests/unit/test.h"

static const char *const command[] = { "true", NULL };
static struct event_list events;

static struct event_spec *add(const char *name, uint32_t leader)
{
	struct event_spec *spec = event_list_add(&events, name);
	spec->attr.type = ATTR_TYPE_SOFTWARE;
	spec->attr.flags = ATTR_EXCLUDE_GUEST;
	spec->leader = leader;
	if (leader != event_list_count(&events) - 1) event_list_get(&events, leader)->nr_members++;
	return spec;
}

static const char *shown(size_t i)
{
	static char text[512];
	_strbuf_done_ struct strbuf out = STRBUF_INIT;
	event_list_get(&events, i)->attr.size = 0;
	attr_format_evlist(&event_list_get(&events, i)->attr, NULL, &out);
	const char *from = strstr(strbuf_text(&out), "sample_type");
	snprintf(text, sizeof(text), "%s", from ? from : "");
	return text;
}

static void begin(void)
{
	event_list_done(&events);
	events = (struct event_list)EVENT_LIST_INIT;
}

TEST(of_a_command)
{
	begin();
	add("cs", 0);
	counting_configure(&(struct counting_options){ .workload = command }, &events);
	CHECK_STR(shown(0), "sample_type: IDENTIFIER, read_format: TOTAL_TIME_ENABLED|TOTAL_TIME_RUNNING, disabled: 1, "
			    "inherit: 1, enable_on_exec: 1, exclude_guest: 1");
}

TEST(members_run_with_their_leader)
{
	begin();
	add("faults", 0);
	add("cs", 0);
	counting_configure(&(struct counting_options){ .workload = command, .no_inherit = true }, &events);
	CHECK_STR(shown(0), "sample_type: IDENTIFIER, read_format: TOTAL_TIME_ENABLED|TOTAL_TIME_RUNNING|ID|GROUP, "
			    "disabled: 1, enable_on_exec: 1, exclude_guest: 1");
	CHECK_STR(shown(1), "sample_type: IDENTIFIER, read_format: TOTAL_TIME_ENABLED|TOTAL_TIME_RUNNING|ID|GROUP, "
			    "exclude_guest: 1");
}

TEST(others_enable_what_is_no_command_s_own)
{
	static const struct counting_options others[] = {
		{ .target.pids = "1" },
		{ .target.all_cpus = true, .workload = command },
		{ .target.cpus = "0", .workload = command },
		{ .target.pids = "1", .workload = command },
		{ .workload = command, .delay_ms = 10 },
		{ .workload = command, .delay_ms = -1 },
	};
	for (size_t i = 0; i < ARRAY_SIZE(others); i++) {
		begin();
		add("cs", 0);
		counting_configure(&others[i], &events);
		CHECK(event_list_get(&events, 0)->attr.flags & ATTR_DISABLED);
		CHECK(!(event_list_get(&events, 0)->attr.flags & ATTR_ENABLE_ON_EXEC));
	}
}

TEST(one_side_only)
{
	begin();
	add("cs", 0)->attr.flags |= ATTR_EXCLUDE_USER;
	counting_configure(&(struct counting_options){ .workload = command, .all_user = true }, &events);
	CHECK_INT(event_list_get(&events, 0)->attr.flags & (ATTR_EXCLUDE_USER | ATTR_EXCLUDE_KERNEL),
		  ATTR_EXCLUDE_KERNEL);
	counting_configure(&(struct counting_options){ .workload = command, .all_kernel = true }, &events);
	CHECK_INT(event_list_get(&events, 0)->attr.flags & (ATTR_EXCLUDE_USER | ATTR_EXCLUDE_KERNEL),
		  ATTR_EXCLUDE_USER);
}

TEST(a_time_leads_nobody)
{
	begin();
	add("duration_time", 0)->tool = EVENT_TOOL_DURATION_TIME;
	add("cs", 0);
	counting_configure(&(struct counting_options){ .workload = command }, &events);
	CHECK_INT(event_list_get(&events, 1)->leader, 1);
	CHECK_INT(event_list_get(&events, 0)->nr_members, 1);
	CHECK(!(event_list_get(&events, 1)->attr.read_format & READ_GROUP));
	CHECK(event_list_get(&events, 1)->attr.flags & ATTR_ENABLE_ON_EXEC);
	begin();
}

TEST(groups_with_events_of_bpf_programs_are_broken_up)
{
	begin();
	add("faults", 0);
	add("cs", 0)->bpf_counter = true;
	add("cycles", 2);
	add("instructions", 3);
	add("user_time", 4)->tool = EVENT_TOOL_USER_TIME;
	counting_configure(&(struct counting_options){ .workload = command, .bpf_events = "cyc,instructions" },
			   &events);
	const bool counted[] = { true, true, false, true, false };
	for (size_t i = 0; i < ARRAY_SIZE(counted); i++) {
		CHECK_INT(event_list_get(&events, i)->bpf_counter, counted[i]);
		CHECK_INT(event_list_get(&events, i)->leader, i);
		CHECK_INT(event_list_get(&events, i)->nr_members, 1);
	}
	counting_configure(&(struct counting_options){ .workload = command, .bpf_counters = true }, &events);
	CHECK(event_list_get(&events, 2)->bpf_counter && !event_list_get(&events, 4)->bpf_counter);
}

TEST_MAIN
