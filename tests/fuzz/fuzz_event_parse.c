/* The language of -e. The first line is the event list (behind "stat:" for counting, "filter:" for ranges of
 * addresses); each further line adds to a made-up machine: "pmu NAME [cpus|cpumask LIST]", then of that PMU "format
 * NAME TEXT", "alias NAME TEXT", "cap NAME TEXT". */
#include <assert.h>
#include <errno.h>
#include <fnmatch.h>
#include "event/spec/address_filter.h"
#include "event/spec/event_cgroup.h"
#include "event/spec/event_filter.h"
#include "event/spec/event_parse.h"
#include "tests/fuzz/fuzz.h"

struct machine {
	VEC(struct event_pmu *) pmus;
	VEC(const char *) names; /* ends with NULL */
};

static void add_cap(struct event_pmu *pmu, const char *name, const char *text)
{
	struct pmu_cap cap = { xstrdup(name), xstrdup(text) };
	vec_push(&pmu->caps, cap);
}

static void add_pmu(struct machine *m, const char *name, const char *kind, const char *cpus)
{
	struct event_pmu *pmu = xcalloc(1, sizeof(*pmu));
	pmu->name = xstrdup(name);
	pmu->type = (uint32_t)(4 + m->pmus.count);
	pmu->cpus = kind ? xstrdup(cpus ? cpus : "0") : NULL;
	pmu->is_uncore = kind && strcmp(kind, "cpumask") == 0;
	pmu->nr_addr_filters = strcmp(name, "intel_pt") == 0 ? 2 : 0;
	event_pmu_classify(pmu, pmu->cpus && !pmu->is_uncore);
	vec_push(&m->pmus, pmu);
}

static void add_line(struct machine *m, char *line)
{
	char *rest = line, *what = strsep(&rest, " "), *name = strsep(&rest, " ");
	if (!name || !*name) return;
	if (strcmp(what, "pmu") == 0) {
		char *kind = strsep(&rest, " ");
		if (m->pmus.count < 40) add_pmu(m, name, kind, rest);
		return;
	}
	struct event_pmu *pmu = m->pmus.count ? m->pmus.items[m->pmus.count - 1] : NULL;
	const char *text = rest ? rest : "";
	if (!pmu) return;
	if (strcmp(what, "format") == 0) (void)event_pmu_add_format(pmu, name, text);
	else if (strcmp(what, "alias") == 0) event_pmu_add_alias(pmu, name, text);
	else if (strcmp(what, "cap") == 0) add_cap(pmu, name, text);
	else if (strcmp(what, "scale") == 0 && pmu->aliases.count)
		(void)pmu_alias_set(vec_last(&pmu->aliases), name, text);
}

static int by_rank(const void *a, const void *b)
{
	return event_pmu_compare(*(struct event_pmu *const *)a, *(struct event_pmu *const *)b);
}

static void make_machine(struct machine *m, char *lines)
{
	static const char *const always[] = {
		"pmu cpu_core cpus 0-3",
		"format event config:0-7",
		"format umask config:8-15",
		"format ldlat config1:0-15",
		"format edge config:18",
		"alias mem-loads event=0xcd,umask=0x1,ldlat=3",
		"alias cpu-cycles event=0x3c",
		"alias param event=1,umask=?",
		"alias slots event=0,umask=4",
		"alias topdown-retiring event=0,umask=0x80",
		"pmu cpu_atom cpus 4-7",
		"format event config:0-7,32-35",
		"alias mem-loads event=0xd0",
		"pmu uncore_imc_0 cpumask 0",
		"format event config:0-7",
		"alias cas event=4",
		"scale unit MiB",
		"pmu uncore_imc_1 cpumask 0",
		"format event config:0-7",
		"alias cas event=4",
		"pmu intel_pt",
		"format pt config:0",
		"format mtc_period config:14-17",
		"cap mtc 1",
		"cap mtc_periods 249",
		"pmu msr",
		"format event config:0-63",
		"alias tsc event=0",
	};
	for (size_t i = 0; i < ARRAY_SIZE(always); i++) {
		char *line = xstrdup(always[i]);
		add_line(m, line);
		free(line);
	}
	for (char *line; (line = strsep(&lines, "\n"));) add_line(m, line);
	qsort(m->pmus.items, m->pmus.count, sizeof(m->pmus.items[0]), by_rank);
	for (size_t i = 0; i < m->pmus.count; i++) vec_push(&m->names, (const char *)m->pmus.items[i]->name);
	vec_push(&m->names, NULL);
}

static void machine_done(struct machine *m)
{
	for (size_t i = 0; i < m->pmus.count; i++) event_pmu_free(m->pmus.items[i]);
	vec_done(&m->pmus);
	vec_done(&m->names);
}

static const struct event_pmu *find_pmu(void *ctx, const char *name)
{
	struct machine *m = ctx;
	for (size_t i = 0; i < m->pmus.count; i++)
		if (strcmp(m->pmus.items[i]->name, name) == 0) return m->pmus.items[i];
	return NULL;
}

static const char *const *pmu_names(void *ctx) { return ((struct machine *)ctx)->names.items; }

static bool is_core(void *ctx, const char *name) { return find_pmu(ctx, name)->is_core; }

static const struct event_pmu *const *all_pmus(void *ctx, size_t *ret_count)
{
	struct machine *m = ctx;
	*ret_count = m->pmus.count;
	return (const struct event_pmu *const *)m->pmus.items;
}

static int visit_tracepoints(void *ctx, const char *system, const char *event,
			     void (*fn)(void *arg, const char *system, const char *event, uint64_t id), void *arg,
			     struct err *err)
{
	static const char *const known[][2] = { { "sched", "sched_switch" },
						{ "sched", "sched_wakeup" },
						{ "syscalls", "sys_enter_read" } };
	int count = 0;
	(void)ctx;
	for (size_t i = 0; i < ARRAY_SIZE(known); i++)
		if (!fnmatch(system, known[i][0], 0) && !fnmatch(event, known[i][1], 0)) {
			fn(arg, known[i][0], known[i][1], 100 + i);
			count++;
		}
	return count ? count : err_set(err, -ENOENT, "no %s:%s", system, event);
}

static void visit_vendor_events(void *ctx, const char *name,
				void (*fn)(void *arg, const struct event_pmu *pmu, const struct pmu_alias *alias),
				void *arg)
{
	static char event_name[] = "vendor.event", terms[] = "event=0x12,period=1000003,name=x";
	static const struct pmu_alias alias = { .name = event_name, .terms = terms, .scale = 1 };
	if (strcmp(name, event_name) == 0) fn(arg, find_pmu(ctx, "cpu_core"), &alias);
}

/* Groups must hang together, whatever they were made of. */
static void check(const struct event_list *list)
{
	for (size_t i = 0; i < event_list_count(list); i++) {
		const struct event_spec *spec = event_list_get(list, i);
		assert(spec->name && spec->leader <= i && spec->nr_members >= 1 &&
		       i + spec->nr_members <= event_list_count(list));
		assert(event_list_get(list, spec->leader)->leader == spec->leader);
		assert(i < spec->leader + event_list_get(list, spec->leader)->nr_members);
	}
}

static void parse_events(struct machine *m, const char *text, enum event_use use)
{
	const struct event_catalogue catalogue = { .ctx = m,
						   .find_pmu = find_pmu,
						   .pmu_names = pmu_names,
						   .all_pmus = all_pmus,
						   .is_core = is_core,
						   .visit_tracepoints = visit_tracepoints,
						   .visit_vendor_events = visit_vendor_events };
	struct event_list list = EVENT_LIST_INIT;
	struct err err = ERR_INIT;
	int r = event_parse(&list, text, &catalogue, use, &err);
	assert(r >= 0 ? event_list_count(&list) > 0 : event_list_count(&list) == 0 && err.message);
	check(&list);
	if (r >= 0) {
		struct cgroup_names names = { VEC_INIT };
		vec_push(&names.names, xstrdup("a"));
		vec_push(&names.names, xstrdup("b"));
		event_cgroup_expand(&list, &names);
		check(&list);
		(void)event_filter_add(&list, 0, "x > 1", "filter", &err);
		cgroup_names_done(&names);
	}
	event_list_done(&list);
	err_done(&err);
}

FUZZ(data, size)
{
	struct machine machine = { VEC_INIT, VEC_INIT };
	char *text = fuzz_text(data, size), *lines = text, *events = strsep(&lines, "\n");
	if (strncmp(events, "filter:", 7) == 0) {
		struct address_filters filters = ADDRESS_FILTERS_INIT;
		(void)address_filters_parse(events + 7, &filters, NULL);
		address_filters_done(&filters);
	} else {
		bool counting = strncmp(events, "stat:", 5) == 0;
		make_machine(&machine, lines);
		parse_events(&machine, counting ? events + 5 : events, counting ? EVENT_USE_COUNT : EVENT_USE_RECORD);
		machine_done(&machine);
	}
	free(text);
}
