/* Which events of a count are one row. */
#include "analysis/stat/stat_events.h"

#include "tests/unit/test.h"

static struct event_list list;
static struct arena arena;

static struct event_spec *add(const char *name, const char *pmu, bool is_core, const char *cgroup)
{
	struct event_spec *spec = event_list_add(&list, name);
	spec->pmu_name = pmu ? strdup(pmu) : NULL;
	spec->is_core = is_core;
	spec->cgroup = cgroup ? strdup(cgroup) : NULL;
	spec->attr.type = 10;
	return spec;
}

static struct stat_event *make(void)
{
	arena_init(&arena);
	return stat_events_make(&list, &arena);
}

static void end(void)
{
	event_list_done(&list);
	list = (struct event_list)EVENT_LIST_INIT;
	arena_done(&arena);
}

TEST(boxes_of_one_kind_are_one_row)
{
	add("data_reads", "uncore_imc_0", false, NULL);
	add("cycles", NULL, true, NULL);
	add("data_reads", "uncore_imc_1", false, NULL);
	add("data_reads", "uncore_cha_1", false, NULL); /* of another kind */
	add("data_writes", "uncore_imc_1", false, NULL);
	add("data_reads", "uncore_imc_2", false, NULL);
	const struct stat_event *events = make();
	CHECK_INT(events[0].merged_into, 0);
	CHECK_INT(events[2].merged_into, 0);
	CHECK_INT(events[3].merged_into, 3);
	CHECK_INT(events[4].merged_into, 4);
	CHECK_INT(events[5].merged_into, 0);
	end();
}

TEST(not_the_same_box_twice_nor_another_group)
{
	add("data_reads", "uncore_imc_0", false, "a");
	add("data_reads", "uncore_imc_0", false, "a");
	add("data_reads", "uncore_imc_1", false, "b");
	add("data_reads", "uncore_imc_1", false, "a");
	const struct stat_event *events = make();
	CHECK_INT(events[1].merged_into, 1);
	CHECK_INT(events[2].merged_into, 2);
	CHECK_INT(events[3].merged_into, 1); /* the one before it */
	end();
}

TEST(cores_are_merged_when_asked_for)
{
	add("cpu_core/cycles/u", "cpu_core", true, NULL);
	add("cpu_atom/cycles/u", "cpu_atom", true, NULL);
	add("cpu_atom/cycles/", "cpu_atom", true, NULL);
	add("cpu_atom/event=0x3c/", "cpu_atom", true, NULL); /* no name */
	add("cpu_atom/cycles/u", "cpu_atom", true, "a");     /* of another group */
	struct stat_event *events = make();
	for (size_t i = 0; i < event_list_count(&list); i++) CHECK_INT(events[i].merged_into, i);
	stat_events_merge_hybrid(events, event_list_count(&list), &arena);
	CHECK_STR(events[0].name, "cycles:u");
	CHECK_INT(events[1].merged_into, 0);
	CHECK_STR(events[1].name, "cycles:u");
	CHECK_INT(events[2].merged_into, 2);
	CHECK_STR(events[2].name, "cycles");
	CHECK_STR(events[3].name, "cpu_atom/event=0x3c/");
	CHECK_INT(events[4].merged_into, 4);
	end();
}

TEST(whose_they_are)
{
	add("page-faults", NULL, false, NULL)->attr.type = ATTR_TYPE_SOFTWARE;
	add("cycles", NULL, true, NULL)->attr.type = ATTR_TYPE_HARDWARE;
	struct event_spec *usual = add("instructions", NULL, true, NULL);
	usual->is_default = true;
	usual->metric_id = strdup("inst");
	usual->scale = 1;
	add("energy", "power", false, NULL)->scale = 0.5;
	const struct stat_event *events = make();
	CHECK_STR(events[0].pmu, "software");
	CHECK_STR(events[1].pmu, "cpu");
	CHECK_STR(events[2].pmu, NULL);
	CHECK(events[2].hidden && !events[1].hidden);
	CHECK(events[2].scale == 0 && events[3].scale == 0.5);
	CHECK(!events[1].pmu_is_core && !events[3].pmu_is_core);
	end();
}

TEST_MAIN
