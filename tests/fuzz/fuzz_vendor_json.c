/* Vendors' tables: the first line is the topic, the rest JSON. Everything is listed, all metrics are chosen and their
 * events parsed. */
#include <errno.h>
#include <stdio.h>
#include "event/listing/listing.h"
#include "event/metric/metric.h"
#include "tests/fuzz/fuzz.h"

static struct event_pmu cpu = { .name = (char[]){ "cpu" }, .type = 4, .is_core = true },
			imc = { .name = (char[]){ "uncore_imc_0" }, .type = 9, .is_uncore = true };
static const struct event_pmu *const pmus[] = { &cpu, &imc, NULL };

static const struct event_pmu *find_pmu(void *ctx, const char *name)
{
	for (int i = 0; pmus[i]; i++)
		if (strcmp(pmus[i]->name, name) == 0) return pmus[i];
	return NULL;
}
static const char *const *pmu_names(void *ctx)
{
	static const char *const names[] = { "cpu", "uncore_imc_0", NULL };
	return names;
}
static const struct event_pmu *const *all_pmus(void *ctx, size_t *ret_count)
{
	*ret_count = 2;
	return pmus;
}
static int visit_tracepoints(void *ctx, const char *system, const char *event,
			     void (*fn)(void *arg, const char *system, const char *event, uint64_t id), void *arg,
			     struct err *err)
{
	return err_set(err, -ENOENT, "no tracepoints");
}
static void visit_vendor_events(void *ctx, const char *name,
				void (*fn)(void *arg, const struct event_pmu *pmu, const struct pmu_alias *alias),
				void *arg)
{
	size_t at = 0;
	for (const struct vendor_event *event; (event = vendor_tables_next_event(ctx, name, &at));)
		for (int i = 0; pmus[i]; i++)
			if (vendor_event_is_for(event, pmus[i])) fn(arg, pmus[i], &event->alias);
}
static bool count_of(void *ctx, uint32_t event, double *ret)
{
	*ret = event * 3.0;
	return event % 5 != 4;
}

FUZZ(data, size)
{
	if (!cpu.formats.count) {
		event_pmu_add_format(&cpu, "event", "config:0-7,32-35");
		event_pmu_add_format(&cpu, "umask", "config:8-15");
		event_pmu_add_format(&imc, "event", "config:0-7");
	}
	char *text = fuzz_text(data, size);
	char *line_feed = strchr(text, '\n');
	if (line_feed) *line_feed = '\0';
	const char *json = line_feed ? line_feed + 1 : "";
	struct warnings *warnings = warnings_new();
	struct vendor_tables *tables = vendor_tables_new();
	vendor_tables_add_json(tables, json, strlen(json), text, size % 7 == 0, warnings);
	if (size % 7 == 0) vendor_tables_add_json(tables, json, strlen(json), text, false, warnings);
	vendor_tables_sort(tables);
	(void)vendor_cpuid_matches(text, "GenuineIntel-6-55-4");
	const struct event_catalogue catalogue = { .ctx = tables,
						   .find_pmu = find_pmu,
						   .pmu_names = pmu_names,
						   .all_pmus = all_pmus,
						   .visit_tracepoints = visit_tracepoints,
						   .visit_vendor_events = visit_vendor_events };
	const struct listing_options options = { .encodings = true, .deprecated = size & 1 };
	const struct listing_format format = { .desc = true, .details = true, .long_desc = size & 2, .columns = 79 };
	struct listing listing;
	listing_init(&listing);
	listing_add(&listing, NULL, &catalogue, tables, &options);
	struct outbuf out;
	out_init(&out, -1);
	listing_write_text(&listing, &format, &out);
	listing_write_json(&listing, &out);
	out_done(&out);
	listing_done(&listing);

	const struct metric_literals literals = { .num_cpus = 4 };
	const struct metric_environment env = { .literals = &literals };
	for (size_t i = 0; i < tables->metrics.count && i < 20; i++) {
		struct metric_set set;
		struct event_list list = EVENT_LIST_INIT;
		struct err err = ERR_INIT;
		if (metric_set_select(&set, tables, tables->metrics.items[i].name, NULL, &env, &err) == 0) {
			if (metric_set_add_events(&set, &list, &catalogue, &err) == 0)
				for (size_t j = 0; j < set.metrics.count; j++)
					(void)metric_evaluate(&set, &set.metrics.items[j], count_of, NULL);
			metric_set_done(&set);
		}
		event_list_done(&list);
		err_done(&err);
	}
	vendor_tables_free(tables);
	warnings_free(warnings);
	free(text);
}
