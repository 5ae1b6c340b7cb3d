/* The language of -e, on a made-up machine with one PMU and some tracepoints. */
#include <errno.h>
#include <fnmatch.h>
#include "event/event_parse.h"
#include "tests/fuzz/fuzz.h"

static const struct event_pmu *find_pmu(void *ctx, const char *name) { (void)ctx; (void)name; return NULL; }
static const char *const *pmu_names(void *ctx)
{
	static const char *const names[] = { NULL };
	(void)ctx;
	return names;
}
static int visit_tracepoints(void *ctx, const char *system, const char *event,
			     void (*fn)(void *arg, const char *system, const char *event, uint64_t id), void *arg, struct err *err)
{
	static const char *const known[][2] = { { "sched", "sched_switch" }, { "sched", "sched_wakeup" }, { "syscalls", "sys_enter_read" } };
	int count = 0;
	(void)ctx;
	(void)err;
	for (size_t i = 0; i < ARRAY_SIZE(known); i++)
		if (!fnmatch(system, known[i][0], 0) && !fnmatch(event, known[i][1], 0)) {
			fn(arg, known[i][0], known[i][1], 100 + i);
			count++;
		}
	return count ? count : -ENOENT;
}

FUZZ(data, size)
{
	const struct event_catalogue catalogue = { .find_pmu = find_pmu, .pmu_names = pmu_names, .visit_tracepoints = visit_tracepoints };
	struct event_list list = EVENT_LIST_INIT;
	struct err err = ERR_INIT;
	char *text = fuzz_text(data, size);
	(void)event_parse(&list, text, &catalogue, EVENT_USE_RECORD, &err);
	free(text);
	event_list_done(&list);
	err_done(&err);
}
