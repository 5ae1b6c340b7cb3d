/* perf annotate: the code of functions with the samples of each instruction.
 *
 *     run          options, session_show
 *     show         annotate_collect: one pass over the samples; then event by event
 *     show_event   its functions, heaviest first: listings and their text on all cores, printed in order
 *
 * What a function costs to show is independent of the others: disassembling, source lines, text. */
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include "analysis/annotate/annotate_listing.h"
#include "base/threads.h"
#include "cli/command.h"
#include "cli/console.h"
#include "cli/pager.h"
#include "commands/annotate/annotate_browse.h"
#include "commands/annotate/annotate_groups.h"
#include "commands/annotate/annotate_option.h"
#include "commands/annotate/annotate_types.h"
#include "commands/option/session_show.h"
#include "commands/report/report_facts.h"
#include "render/listing/code_text.h"

/* Functions whose text waits to be printed. */
enum { WINDOW = 64 };

/* One function's text, or why there is none. */
struct annotate_item {
	struct outbuf text;
	struct err err;
	bool is_done;
};

/* What the threads of one event share. */
struct annotate_show {
	const struct annotate_values *values;
	const struct annotate *annotate;
	struct outbuf *out;
	struct annotate_listing_options listing;
	struct code_text_options text;
	struct annotate_reader **readers; /* [threads], made by each */
	unsigned threads;
	/* The event at hand. */
	size_t event, nr_events;
	const uint32_t *order;
	struct annotate_item *items;
	struct u64map told; /* objects whose code is missing: said once each */
	size_t nr_shown;
};

static void make_item(void *ctx, unsigned worker, size_t i)
{
	struct annotate_show *show = ctx;
	struct annotate_item *item = &show->items[i];
	const struct annotate_function *function = annotate_function_at(show->annotate, show->order[i]);
	struct annotate_samples samples = {
		.annotate = show->annotate, .function = function, .event = show->event, .nr_events = show->nr_events
	};
	struct code_listing listing;

	if (!show->readers[worker]) show->readers[worker] = annotate_reader_new(&show->listing);
	code_listing_init(&listing);
	out_init(&item->text, -1);
	if (annotate_listing_make(show->readers[worker], function->object, function->symbol, &samples, &listing,
				  &item->err) == 0) {
		/* The object as the recording names it. */
		listing.object = function->dso->long_name;
		if (show->values->skip_empty) code_drop_empty_events(&listing);
		if (show->values->stdio2) code_text_stdio2(&listing, &show->text, &item->text);
		else code_text_stdio(&listing, &show->text, &item->text);
		item->is_done = true;
	}
	code_listing_done(&listing);
}

static void tell_missing(struct annotate_show *show, const struct annotate_function *function, struct err *err)
{
	bool is_new;
	if (show->values->skip_missing || console.quiet) return;
	(void)u64map_put(&show->told, (uintptr_t)function->object, &is_new);
	if (!is_new) return;
	err_wrap(err, err->code, "Couldn't annotate %s", function->symbol->name);
	console_err(err);
}

static int put_item(void *ctx, size_t i)
{
	struct annotate_show *show = ctx;
	struct annotate_item *item = &show->items[i];
	int r = 0;
	if (item->is_done) {
		out_mem(show->out, item->text.data, item->text.size);
		show->nr_shown++;
		r = show->out->error;
	} else {
		tell_missing(show, annotate_function_at(show->annotate, show->order[i]), &item->err);
	}
	out_done(&item->text);
	err_done(&item->err);
	return r;
}

static int show_event(struct annotate_show *show, size_t event, size_t nr_events)
{
	const struct perf_event *leader = annotate_events(show->annotate)->items[event];
	uint32_t *order;

	show->event = event;
	show->nr_events = nr_events;
	size_t count = annotate_order(show->annotate, event, nr_events, &order);
	count = annotate_above_limit(show->annotate, event, show->values->percent_limit, order, count);
	_free_ char *title = annotate_group_title(show->values, show->annotate, event, nr_events);
	show->text.event = title;
	show->text.is_group = nr_events > 1;
	show->text.frequency = leader->attr.flags & ATTR_FREQ ? leader->attr.sample_period : 0;
	show->order = order;
	show->items = xcalloc(count + 1, sizeof(*show->items));
	int r = threads_ordered(show->threads, count, WINDOW, make_item, put_item, show);
	for (size_t i = 0; r && i < count; i++) {
		out_done(&show->items[i].text);
		err_done(&show->items[i].err);
	}
	free(show->items);
	free(order);
	return r;
}

static int show_events(struct annotate_show *show)
{
	const struct perf_events *events = annotate_events(show->annotate);
	int r = 0;
	for (size_t i = 0; i < events->count && r == 0; i++) {
		size_t nr_events = annotate_group_size(show->values, events, i);
		if (nr_events) r = show_event(show, i, nr_events);
	}
	return r;
}

static void set_up(struct annotate_show *show, const struct annotate_values *v)
{
	show->listing = (struct annotate_listing_options){ .without_source = !v->source,
							   .symfs = v->session.symfs,
							   .with_types = v->code_with_type,
							   .hot_lines = v->print_line,
							   .full_paths = v->full_paths,
							   .hot_kind = v->percent };
	code_option_apply(&v->code, &show->listing);
	show->text = (struct code_text_options){ .column = CODE_PERCENTS,
						 .percent = v->percent,
						 .raw_bytes = v->asm_raw,
						 .hot_lines = v->print_line,
						 .full_paths = v->full_paths,
						 .with_counts = console.verbosity > 0,
						 .coloured = !v->stdio2 && colour_wanted(v->colour),
						 .quiet = console.quiet };
	if (v->nr_samples) show->text.column = CODE_SAMPLES;
	if (v->total_period) show->text.column = CODE_PERIODS;
}

static int show_annotate(void *ctx, struct session *session, struct outbuf *out, struct err *err)
{
	struct annotate_values *values = ctx;
	struct sample_filter filter = { .socket = -1 };
	struct annotate_show show = { .values = values, .out = out, .threads = session_threads(session) };
	struct annotate *annotate = NULL;
	int status;

	set_up(&show, values);
	int r = filter_values_parse(&values->filter, session, &filter, &status, err);
	if (r == 0)
		r = annotate_collect(session,
				     &(struct annotate_options){ .filter = &filter,
								 .symbol = values->symbol,
								 .total_of_shown = filter.dsos.given,
								 .count_nameless = values->type_stat,
								 .with_data = annotate_types_wanted(values) },
				     &annotate, err);
	if (r == 0) {
		show.annotate = annotate;
		show.readers = xcalloc(show.threads, sizeof(*show.readers));
		if (annotate_types_wanted(values)) annotate_types_show(values, annotate, show.threads, out);
		if (values->data_type) r = out->error;
		else if (annotate_nr_functions(annotate) && values->browsed)
			r = annotate_browse(annotate, values, &show.listing, err);
		else if (annotate_nr_functions(annotate)) r = show_events(&show);
		else
			console_error("The %s data has no samples!%s%s",
				      values->session.input ? values->session.input : "perf.data",
				      values->symbol ? " None are in a function " : "",
				      values->symbol ? values->symbol : "");
		for (unsigned i = 0; i < show.threads; i++) annotate_reader_free(show.readers[i]);
		free(show.readers);
	}
	u64map_done(&show.told);
	annotate_free(annotate);
	sample_filter_done(&filter);
	return r;
}

/* -D: the records alone, as upstream. */
static int dump(struct annotate_values *values)
{
	struct warnings *warnings = warnings_new();
	const struct session_options options = session_values_options(&values->session, NULL, warnings);
	pager_start();
	int status = report_facts_dump(&options, warnings, &(struct report_dump){ .skip_empty = values->skip_empty });
	warnings_free(warnings);
	return status;
}

static int run(int argc, const char **argv)
{
	struct annotate_values values = ANNOTATE_VALUES_INIT;
	int status;
	annotate_option_configure(&values);
	if (!option_table_parse(&annotate_option_table, &argc, argv, &values, &status)) return status;
	if (argc > 1 || (argc && values.symbol))
		return option_table_unexpected(&annotate_option_table, argv[values.symbol ? 0 : 1]);
	if (argc) values.symbol = argv[0];
	if (!annotate_option_check(&values, &status)) return status;
	if (values.dump) return dump(&values);
	values.browsed = annotate_is_browsed(&values);
	struct session_show how = { .values = &values.session,
				    .ctx = &values,
				    .show = show_annotate,
				    .without_pager = values.browsed,
				    .quiet = console.quiet,
				    .reads_once = true };
	return session_show_status(session_show(&how));
}

const struct command command_annotate = {
	.name = "annotate",
	.summary = "Read perf.data (created by perf record) and display annotated code",
	.run = run,
};
