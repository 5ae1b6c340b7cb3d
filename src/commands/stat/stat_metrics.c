/* Metrics for perf stat: names become sets of formulas (metric_set), whose events join the list that is counted.
 * After counting, the printers find the formulas in the set again. */
#include "commands/stat/stat_metrics.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include "base/strbuf.h"
#include "cli/console.h"
#include "commands/option/event_tables.h"
#include "kernel/machine_root.h"
#include "commands/stat/stat_value.h"
#include "count/machine_literals.h"
#include "event/spec/event_parse.h"

/* NULL: there are none for this CPU. They belong to options->pmus. */
static const struct vendor_tables *tables_of(struct stat_options *options)
{
	/* The catalogue makes the PMUs, which load the tables on first use. */
	(void)stat_value_catalogue(options);
	return pmus_tables(options->pmus);
}

/* What callbacks of struct metric_environment get. */
struct machine {
	struct stat_options *options;
	char *cpuid; /* NULL: not known */
};

/* Whether the machine has the event: metrics choose between formulas by that. */
static bool stat_metrics_has_event(void *ctx, const char *name)
{
	struct machine *machine = ctx;
	struct event_list list = EVENT_LIST_INIT;
	bool found = event_parse(&list, name, stat_value_catalogue(machine->options), EVENT_USE_COUNT, NULL) >= 0;
	event_list_done(&list);
	return found;
}

/* Formulas may ask for the CPU they run on (strcmp_cpuid_str). */
static bool stat_metrics_is_cpuid(void *ctx, const char *cpuid)
{
	const struct machine *machine = ctx;
	return machine->cpuid && vendor_cpuid_matches(cpuid, machine->cpuid);
}

/* The NMI watchdog takes a counter, so that some groups do not fit: the kernel would never schedule them. Names the
 * metrics whose events are counted one by one for that reason. */
static void tell_of_watchdog(const struct metric_set *set)
{
	bool any = false;
	for (size_t i = 0; i < set->metrics.count; i++) {
		if (!set->metrics.items[i].no_group_of_watchdog) continue;
		fprintf(stderr, "Not grouping metric %s's events.\n", set->metrics.items[i].name);
		any = true;
	}
	if (any)
		fputs("Try disabling the NMI watchdog to comply NO_NMI_WATCHDOG metric constraint:\n"
		      "    echo 0 > /proc/sys/kernel/nmi_watchdog\n"
		      "    perf stat ...\n"
		      "    echo 1 > /proc/sys/kernel/nmi_watchdog\n",
		      stderr);
}

/* Adds formulas and their events. names NULL: the tables' default metrics. 0 or more, or -errno with err set; the
 * set may then hold a part. */
static int add(struct metric_set *set, struct stat_options *options, const char *names, struct err *err)
{
	struct metric_literals literals = machine_literals(machine_root(), stat_value_catalogue(options));
	literals.core_wide = options->counting.target.all_cpus && options->aggr != STAT_AGGR_THREAD;
	_free_ char *cpuid = event_tables_cpuid();
	struct machine machine = { options, cpuid };
	struct metric_environment env = { .literals = &literals,
					  .ctx = &machine,
					  .has_event = stat_metrics_has_event,
					  .is_cpuid = stat_metrics_is_cpuid };
	env.nmi_watchdog = machine_has_nmi_watchdog(machine_root());
	struct metric_options how = { .no_group = options->metric_no_group,
				      .no_merge = options->metric_no_merge,
				      .no_threshold = options->metric_no_threshold || options->topdown,
				      .pmu = options->cputype };
	int r = names ? metric_set_select(set, tables_of(options), names, &how, &env, err)
		      : metric_set_default(set, tables_of(options), &env, err);
	if (r >= 0) tell_of_watchdog(set);
	return r < 0 ? r : metric_set_add_events(set, &options->events, stat_value_catalogue(options), err);
}

/* The names of all metrics asked for, with commas between, in text; NULL: none. --topdown turns --metric-only on
 * unless told otherwise: what it is for is not to be read from counts. */
static const char *names_of(struct stat_options *options, struct strbuf *text)
{
	if (options->topdown) {
		strbuf_printf(text, "%sTopdownL%u", text->size ? "," : "",
			      options->topdown_level ? options->topdown_level : 1);
		if (!options->metric_only_set) options->metric_only = true;
	}
	if (options->transaction) strbuf_printf(text, "%stransaction", text->size ? "," : "");
	if (options->metrics) strbuf_printf(text, "%s%s", text->size ? "," : "", options->metrics);
	return text->size ? strbuf_text(text) : NULL;
}

/* The messages name what was asked for, since without tables the names are unknown whatever they are. */
int stat_metrics_add_asked(struct stat_metrics *metrics, struct stat_options *options)
{
	_err_done_ struct err err = ERR_INIT;
	_strbuf_done_ struct strbuf text = STRBUF_INIT;
	const char *names = names_of(options, &text), *first = options->metrics;
	if (!names) return 0;
	if (tables_of(options)) {
		if (add(&metrics->asked, options, names, &err) >= 0) return 0;
		fprintf(stderr, err.hint ? "%s\n%s\n" : "%s\n", err.message, err.hint);
	} else if (options->transaction) {
		fprintf(stderr, "Missing transaction metrics\n");
	} else if (options->topdown) {
		fprintf(stderr, "Topdown requested but the topdown metric groups aren't present.\n(See perf list the "
				"metric groups have names like TopdownL1)\n");
	} else {
		fprintf(stderr,
			"Cannot find metric or group `%.*s': there are no tables of metrics for this CPU (-M, "
			"--metrics)\n",
			(int)strcspn(first, ","), first);
	}
	return -EINVAL;
}

void stat_metrics_add_default(struct stat_metrics *metrics, struct stat_options *options)
{
	_err_done_ struct err err = ERR_INIT;
	if (!tables_of(options)) return;
	if (add(&metrics->defaults, options, NULL, &err) >= 0) return;
	console_verbose(1, "%s", err.message);
	/* Nobody asked for default metrics: without their events basic counts are shown alone. */
	metric_set_done(&metrics->defaults);
	metrics->defaults = (struct metric_set){ .metrics = VEC_INIT };
}

void stat_metrics_done(struct stat_metrics *metrics)
{
	metric_set_done(&metrics->asked);
	metric_set_done(&metrics->defaults);
}
