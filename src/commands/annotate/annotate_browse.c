/* What the view of code asks: the function before and behind, and the one that a call goes to. Functions stand in the
 * order of the text form, event by event; one whose code is not there is passed over. */
#include "commands/annotate/annotate_browse.h"
#include <errno.h>
#include "cli/console.h"
#include "commands/annotate/annotate_groups.h"
#include "commands/option/numbered_file.h"
#include "commands/option/tui_option.h"
#include "symbol/object.h"
#include "tui/view/code_view.h"

/* A function of an event. */
struct browse_place {
	uint32_t function;
	size_t event, nr_events;
};

/* Whose code; function NULL: it has no samples. */
struct browse_code {
	const struct annotate_function *function;
	struct object *object;
	const struct symbol *symbol;
};

struct browsing {
	const struct annotate *annotate;
	const struct annotate_values *values;
	struct annotate_reader *reader;
	VEC(struct browse_place) places;
	size_t at;                    /* of places: the one shown last */
	struct browse_place shown_at; /* where calls of the code shown last begin */
};

bool annotate_is_browsed(const struct annotate_values *values)
{
	_err_done_ struct err err = ERR_INIT;
	bool is_code = !values->data_type && !values->type_stat && !values->insn_stat;
	if (!is_code || !tui_option_is_wanted(values->tui, values->stdio || values->stdio2, false, "annotate"))
		return false;
	if (tui_option_check(&err) == 0) return true;
	console_err(&err);
	return false;
}

size_t annotate_above_limit(const struct annotate *annotate, size_t event, double percent_limit, const uint32_t *order,
			    size_t count)
{
	struct annotate_weight all = annotate_total(annotate, event);
	for (size_t i = 0; i < count; i++) {
		double part = (double)annotate_function_at(annotate, order[i])->weights[event].period;
		if (all.period && 100 * part / (double)all.period < percent_limit) return i;
	}
	return count;
}

/* All functions that the text form would show. */
static void find_places(struct browsing *b, const struct annotate_values *values)
{
	const struct perf_events *events = annotate_events(b->annotate);
	for (size_t event = 0; event < events->count; event++) {
		size_t nr_events = annotate_group_size(values, events, event);
		if (!nr_events) continue;
		uint32_t *order;
		size_t count = annotate_order(b->annotate, event, nr_events, &order);
		count = annotate_above_limit(b->annotate, event, values->percent_limit, order, count);
		for (size_t i = 0; i < count; i++)
			vec_push(&b->places, ((struct browse_place){ order[i], event, nr_events }));
		free(order);
	}
}

/* The listing of a function with the samples of an event. */
static int make_listing(struct browsing *b, struct browse_place place, const struct browse_code *code,
			struct code_listing *ret, struct err *err)
{
	struct annotate_samples samples = {
		.annotate = b->annotate, .function = code->function, .event = place.event, .nr_events = place.nr_events
	};
	b->shown_at = place;
	int r = annotate_listing_make(b->reader, code->object, code->symbol, &samples, ret, err);
	if (r == 0 && b->values->skip_empty) code_drop_empty_events(ret);
	return r;
}

static int make_place(struct browsing *b, size_t at, struct code_listing *ret, struct err *err)
{
	struct browse_place place = b->places.items[at];
	const struct annotate_function *function = annotate_function_at(b->annotate, place.function);
	struct browse_code code = { function, function->object, function->symbol };
	int r = make_listing(b, place, &code, ret, err);
	if (r < 0) return err_wrap(err, r, "Couldn't annotate %s", function->symbol->name);
	ret->object = function->dso->long_name;
	b->at = at;
	return 0;
}

/* code_view_host.neighbour: the next one whose code is there. */
static int annotate_browse_neighbour(void *ctx, int step, struct code_listing *ret, struct err *err)
{
	struct browsing *b = ctx;
	for (size_t at = b->at;;) {
		if (step < 0 ? at == 0 : at + 1 >= b->places.count)
			return err_set(err, -ENOENT,
				       step < 0 ? "This is the first function" : "This is the last function");
		at += step < 0 ? (size_t)-1 : 1;
		_err_done_ struct err missing = ERR_INIT;
		if (make_place(b, at, ret, &missing) == 0) return 0;
		code_listing_done(ret);
		code_listing_init(ret);
	}
}

/* The object of the function that is shown: one that has samples. */
static struct object *object_of(const struct browsing *b, const struct code_listing *listing,
				const struct symbol **ret_symbol)
{
	for (size_t i = 0; i < annotate_nr_functions(b->annotate); i++) {
		const struct annotate_function *function = annotate_function_at(b->annotate, i);
		struct object_code_place code;
		if (!function->object || !listing->code_path ||
		    !object_code_place(function->object, function->symbol->start, &code) || !code.path ||
		    strcmp(code.path, listing->code_path) != 0)
			continue;
		*ret_symbol = function->symbol;
		return function->object;
	}
	return NULL;
}

/* code_view_host.code_at */
static int annotate_browse_code_at(void *ctx, const struct code_listing *listing, uint64_t vaddr,
				   struct code_listing *ret, struct err *err)
{
	struct browsing *b = ctx;
	const struct symbol *known = NULL;
	struct object *object = object_of(b, listing, &known);
	struct object_code_place code;
	const struct symbol *symbol = object && object_code_place(object, known->start, &code)
					      ? object_find(object, vaddr + code.bias)
					      : NULL;
	if (!symbol) return err_set(err, -ENOENT, "There is no function at 0x%llx", (unsigned long long)vaddr);
	struct browse_code called = { annotate_function_of(b->annotate, symbol), object, symbol };
	int r = make_listing(b, b->shown_at, &called, ret, err);
	if (r == 0) ret->object = listing->object;
	return r;
}

/* "Samples: 403  of event 'task-clock', 4000 Hz, Event count (approx.): 100750000", as upstream writes it. */
static char *title_of(const struct browsing *b, struct browse_place place)
{
	static const char units[] = " KMG";
	const struct perf_event *leader = annotate_events(b->annotate)->items[place.event];
	_free_ char *name = annotate_group_title(b->values, b->annotate, place.event, place.nr_events);
	struct annotate_weight all = annotate_total(b->annotate, place.event);
	unsigned unit = 0;
	uint64_t nr = all.nr_samples;
	for (; nr > 1000 && unit < 3; unit++) nr /= 1000;
	_free_ char *frequency = leader->attr.flags & ATTR_FREQ
					 ? xasprintf(", %llu Hz", (unsigned long long)leader->attr.sample_period)
					 : xstrdup("");
	return xasprintf("Samples: %llu%c of event%s '%s'%s, Event count (approx.): %llu", (unsigned long long)nr,
			 units[unit], place.nr_events > 1 ? "s" : "", name, frequency, (unsigned long long)all.period);
}

static int show(struct browsing *b, const struct annotate_values *values, struct code_listing *listing, struct err *err)
{
	struct screen *screen;
	_free_ char *title = title_of(b, b->places.items[b->at]);
	struct code_view_options options = {
		.title = title,
		.line = { .percent = values->percent },
		.hides_source = !values->source,
		.host = { .ctx = b,
			  .code_at = annotate_browse_code_at,
			  .neighbour = annotate_browse_neighbour,
			  .save = numbered_file_write },
	};
	if (values->nr_samples) options.line.weights = CODE_WEIGHTS_SAMPLES;
	if (values->total_period) options.line.weights = CODE_WEIGHTS_PERIOD;
	int r = tui_option_open(&screen, err);
	if (r < 0) return r;
	struct ui *ui = ui_new(screen);
	ui_push(ui, code_view_new(listing, &options));
	ui_run(ui);
	ui_free(ui);
	screen_close(screen);
	return 0;
}

int annotate_browse(const struct annotate *annotate, const struct annotate_values *values,
		    const struct annotate_listing_options *listing_options, struct err *err)
{
	struct browsing b = { .annotate = annotate, .reader = annotate_reader_new(listing_options), .values = values };
	struct code_listing listing;
	find_places(&b, values);
	code_listing_init(&listing);
	int r = b.places.count ? make_place(&b, 0, &listing, err) : err_set(err, -ENODATA, "No function has samples");
	/* the heaviest one may be of code that is not here */
	if (r < 0 && b.places.count > 1) {
		_err_done_ struct err none = ERR_INIT;
		if (annotate_browse_neighbour(&b, 1, &listing, &none) == 0) {
			console_err(err);
			err_done(err);
			r = 0;
		}
	}
	if (r == 0) r = show(&b, values, &listing, err);
	code_listing_done(&listing);
	annotate_reader_free(b.reader);
	vec_done(&b.places);
	return r;
}
