/* perf evlist: the events of a recording, from its header alone; of a pipe, from its records, which are read to the
 * end.
 *
 *     cycles                                              usual
 *     cycles: sample_freq=4000                            -F
 *     cycles: type: 0 (...), size: 136, ...               -v: the parts of struct perf_event_attr
 *     {cycles,instructions}                               -g: groups
 *     sched:sched_switch: trace_fields: prev_comm,...     --trace-fields */
#include <errno.h>
#include <inttypes.h>
#include <unistd.h>
#include "base/printable.h"
#include "base/outbuf.h"
#include "cli/command.h"
#include "cli/console.h"
#include "cli/textout.h"
#include "commands/option/session_option.h"
#include "event/format/tracepoint.h"
#include "perfdata/perfdata.h"

/* -i, -f, -F, -g and --trace-fields. */
struct evlist_values {
	const char *input;
	bool force, show_freq, show_group, show_trace_fields;
};

static const char *const usage[] = { "perf evlist [<options>]", NULL };
static const struct option options[] = {
	OPTION_STRING('i', "input", struct evlist_values, input, "file", "Input file name"),
	OPTION_BOOL('F', "freq", struct evlist_values, show_freq, "Show the sample frequency"),
	OPTION_VERBOSE("Show all event attr details"),
	OPTION_BOOL('g', "group", struct evlist_values, show_group, "Show event group information"),
	OPTION_BOOL('f', "force", struct evlist_values, force, "don't complain, do it"),
	OPTION_BOOL(0, "trace-fields", struct evlist_values, show_trace_fields, "Show tracepoint fields"),
	OPTION_END,
};
static const struct option_table table = { .rows = options, .usage = usage };

/* --trace-fields: names of a tracepoint's own fields, without those that all tracepoints have. *separator becomes
 * what stands before the next part. */
static void add_trace_fields(struct outbuf *out, const struct perf_event *event, struct tracepoints *tracepoints,
			     const char **separator)
{
	const struct tracepoint *tp = event->attr.type == ATTR_TYPE_TRACEPOINT
					      ? tracepoints_find(tracepoints, event->attr.config)
					      : NULL;
	out_printf(out, "%s ", *separator);
	*separator = ",";
	if (event->attr.type != ATTR_TYPE_TRACEPOINT) {
		out_lit(out, "(not a tracepoint)");
		return;
	}
	out_lit(out, "trace_fields: ");
	for (size_t i = tp ? tp->nr_common : 0; tp && i < tp->nr_fields; i++)
		out_printf(out, "%s%s", i > tp->nr_common ? "," : "", tp->fields[i].name);
}

/* The PMU of a type of event, by the header's table; NULL: the header has none. */
static const char *pmu_name(const struct perf_header *h, uint32_t type)
{
	for (uint32_t i = 0; i < h->nr_pmus; i++)
		if (h->pmus[i].type == type) return h->pmus[i].name;
	return NULL;
}

/* -v: every part of the attr that is not 0. Numbers of PMUs and tracepoints are those of the recording machine, so
 * names come from the recording. */
static void add_attr(struct outbuf *out, const struct perf_event *event, const struct perf_header *h,
		     const char **separator)
{
	struct attr_names names = {
		.pmu = pmu_name(h, event->attr.type),
		.tracepoint = event->attr.type == ATTR_TYPE_TRACEPOINT && strchr(event->name, ':') ? event->name : NULL,
	};
	_strbuf_done_ struct strbuf text = STRBUF_INIT;
	attr_format_evlist(&event->attr, &names, &text);
	out_printf(out, "%s %s", *separator, strbuf_text(&text));
	*separator = ",";
}

/* -g: one line a group, written at its leader: "NAME{a,b}". Members stand behind their leader in the list of events. */
static void add_group(struct outbuf *out, const struct perf_events *events, const struct perf_event *event)
{
	if (event->leader != event) return;
	if (event->nr_members <= 1) {
		out_printf(out, "%s\n", event->name);
		return;
	}
	out_printf(out, "%s{%s", event->group_name ? event->group_name : "", event->name);
	for (size_t i = event->idx + 1; i < events->count && i < event->idx + (size_t)event->nr_members; i++)
		out_printf(out, ",%s", events->items[i]->name);
	out_lit(out, "}\n");
}

/* One line: "cycles: sample_freq=4000", with more under -v. */
static void add_event(const struct evlist_values *values, struct outbuf *out, const struct perf_event *event,
		      const struct perf_header *h, struct tracepoints *tracepoints)
{
	const char *separator = ":";
	out_name(out, event->name);
	if (console.verbosity > 0) {
		add_attr(out, event, h, &separator);
	} else if (values->show_freq) {
		out_printf(out, "%s sample_%s=%" PRIu64, separator, event->attr.flags & ATTR_FREQ ? "freq" : "period",
			   event->attr.sample_period);
		separator = ",";
	}
	if (values->show_trace_fields) add_trace_fields(out, event, tracepoints, &separator);
	out_char(out, '\n');
}

/* All events, and upstream's tips: how to see fields of tracepoints, and groups. A group is more than one event, or
 * an event that is not its own leader. 0, or -errno of writing. */
static int print_events(const struct evlist_values *values, const struct perf_events *events,
			const struct perf_header *h)
{
	bool has_group = false, has_tracepoint = false;
	struct tracepoints *tracepoints = NULL;
	if (values->show_trace_fields && h->tracing_data)
		tracepoints = tracepoints_new(h->tracing_data, h->tracing_data_size, NULL);
	struct outbuf out;
	textout_stdout(&out);
	for (size_t i = 0; i < events->count; i++) {
		const struct perf_event *event = events->items[i];
		if (event->attr.type == ATTR_TYPE_TRACEPOINT) has_tracepoint = true;
		if (event->leader != event || event->nr_members > 1) has_group = true;
		if (values->show_group) add_group(&out, events, event);
		else add_event(values, &out, event, h, tracepoints);
	}
	if (has_tracepoint && !values->show_trace_fields)
		out_lit(&out, "# Tip: use 'perf evlist --trace-fields' to show fields for tracepoint events\n");
	if (has_group && !values->show_group) out_lit(&out, "# Tip: use 'perf evlist -g' to show group information\n");
	int r = textout_close(&out, NULL);
	tracepoints_free(tracepoints);
	return r;
}

/* A pipe that ends too early still has events to list: those that were read are printed. */
static int run(int argc, const char **argv)
{
	struct evlist_values values = { 0 };
	int status;

	if (!option_table_parse(&table, &argc, argv, &values, &status)) return status;
	if (argc > 1) return option_table_unexpected(&table, argv[1]);
	if (values.show_group && (console.verbosity > 0 || values.show_freq))
		return option_table_usage_error(&table, "--group option is not compatible with other options\n");

	struct warnings *warnings = warnings_new();
	struct perfdata_options how = { .force = values.force, .header_only = true, .warnings = warnings };
	_err_done_ struct err err = ERR_INIT;
	struct perfdata *pd = NULL;
	struct record r;
	status = perfdata_open(session_option_input(values.input, argc ? argv[0] : NULL), &how, &pd, &err);
	if (status < 0) console_err(&err);
	/* in pipe form the events come as records */
	else if (perfdata_pipe_records(pd))
		while ((status = perfdata_next(pd, &r)) > 0) {
		}
	console_warnings(warnings);
	if (pd) status = print_events(&values, perfdata_events(pd), perfdata_header(pd));
	perfdata_close(pd);
	warnings_free(warnings);
	return status < 0 && status != -EPIPE ? 255 : 0;
}

const struct command command_evlist = {
	.name = "evlist",
	.summary = "List the event names in a perf.data file",
	.run = run,
};
