/* The language of -e on this machine's PMUs and tracepoints. Names that every kernel has are used throughout; what a
 * CPU has of its own is for unit tests, which bring a machine with them. A failure means that sysfs or tracefs of this
 * machine are not what perf expects, or that their files cannot be read. */
#include <string.h>
#include "event/spec/event_parse.h"
#include "kernel/machine_root.h"
#include "kernel/pmus.h"
#include "selftest/self_sampling.h"

/* Parses as `perf record -e` does; the list is the caller's to free. */
static int parse(const char *text, struct event_list *list)
{
	/* the running machine, read anew for each text */
	struct pmus *pmus = pmus_new(machine_root(), NULL);
	const struct event_catalogue catalogue = pmus_catalogue(pmus);
	_err_done_ struct err err = ERR_INIT;
	int result = event_parse(list, text, &catalogue, EVENT_USE_RECORD, &err);

	pmus_free(pmus);
	return result;
}

/* One event, a group, and a breakpoint: types, modifiers and who leads whom. */
static void names(struct selftest_run *run)
{
	struct event_list list = { 0 };

	SELFTEST_EQUAL(run, parse("cpu-clock:u,{page-faults,context-switches}:k,mem:0x1000/4:w", &list), 0);
	SELFTEST_EQUAL(run, event_list_count(&list), 4);
	if (event_list_count(&list) == 4) {
		const struct event_attr *clock = &event_list_get(&list, 0)->attr,
					*watch = &event_list_get(&list, 3)->attr;

		SELFTEST_EQUAL(run, clock->type, ATTR_TYPE_SOFTWARE);
		SELFTEST_CHECK(run, clock->flags & ATTR_EXCLUDE_KERNEL && !(clock->flags & ATTR_EXCLUDE_USER));
		SELFTEST_EQUAL(run, event_list_get(&list, 1)->nr_members, 2);
		SELFTEST_EQUAL(run, event_list_get(&list, 2)->leader, 1);
		SELFTEST_EQUAL(run, watch->type, ATTR_TYPE_BREAKPOINT);
		SELFTEST_EQUAL(run, watch->config1, 0x1000);
		SELFTEST_EQUAL(run, watch->config2, 4);
	}
	event_list_done(&list);
}

/* A tracepoint has the kernel's own number; a glob stands for several. */
static void tracepoints(struct selftest_run *run)
{
	uint64_t id = self_sampling_tracepoint_id("sched", "sched_switch");
	struct event_list list = { 0 };

	if (!id) SELFTEST_SKIP(run, "no tracepoints to be seen");
	SELFTEST_EQUAL(run, parse("sched:sched_switch", &list), 0);
	SELFTEST_EQUAL(run, event_list_count(&list), 1);
	if (event_list_count(&list) == 1) {
		SELFTEST_EQUAL(run, event_list_get(&list, 0)->attr.type, ATTR_TYPE_TRACEPOINT);
		SELFTEST_EQUAL(run, event_list_get(&list, 0)->attr.config, id);
	}
	event_list_done(&list);
	list = (struct event_list){ 0 };
	SELFTEST_EQUAL(run, parse("sched:sched_s*", &list), 0);
	SELFTEST_CHECK(run, event_list_count(&list) > 1);
	event_list_done(&list);
}

/* Nothing of a wrong text stays in the list. */
static void wrong(struct selftest_run *run)
{
	static const char *const texts[] = { "",       "no-such-event",         "{cpu-clock", "cpu-clock:Z", "sched:",
					     "mem:zz", "cpu-clock,,page-faults" };

	for (size_t i = 0; i < ARRAY_SIZE(texts); i++) {
		struct event_list list = { 0 };

		if (parse(texts[i], &list) >= 0)
			selftest_fail(run, __FILE__, __LINE__, "\"%s\" was accepted", texts[i]);
		SELFTEST_EQUAL(run, event_list_count(&list), 0);
		event_list_done(&list);
	}
}

static const struct selftest_case cases[] = { { "Names, groups, modifiers", names },
					      { "Tracepoints", tracepoints },
					      { "What is wrong is refused", wrong },
					      { NULL, NULL } };
const struct selftest selftest_check_event_parse = { .name = "Parse event definition strings", .cases = cases };
