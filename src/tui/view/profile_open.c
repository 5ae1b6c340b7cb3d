/* Views that are opened for a row: callers and callees, samples, code. They are made beside the interface; one that has
 * come is pushed. */
#include "tui/popup.h"
#include "tui/view/profile_private.h"
#include "tui/view/sandwich_view.h"

struct profile_opening {
	struct view *(*make)(struct profile_opening *opening);
	const struct result_source *source;
	const struct profile_view_host *host;
	uint64_t row, period, first_ns;
	char *name; /* of the function */
	/* Of what is below a row, which is no view: */
	uint32_t row_number;
	bool deep;
	struct tree *tree;
	struct view *view; /* NULL: there is none to show */
	struct err err;
};

static struct view *make_sandwich(struct profile_opening *o)
{
	return sandwich_view_new(o->source, o->row, o->name, o->period);
}

static struct view *make_samples(struct profile_opening *o)
{
	struct table table;
	struct view *view = NULL;
	table_init(&table);
	if (o->source->samples(o->source->ctx, o->row, &table, &o->err) == 0)
		view = samples_view_new(&table, o->first_ns);
	table_done(&table);
	return view;
}

static struct view *make_code(struct profile_opening *o)
{
	return o->host->code(o->host->ctx, o->source, o->row, &o->err);
}

static struct view *make_below(struct profile_opening *o)
{
	o->tree = o->source->below(o->source->ctx, o->row);
	return NULL;
}

/* On the thread beside the interface. */
static void make(void *ctx)
{
	struct profile_opening *o = ctx;
	o->view = o->make(o);
}

void profile_open_end(struct profile_view *v)
{
	struct profile_opening *o = take(v->opening);
	if (o->view && v->is_leaving) o->view->type->free(o->view);
	else if (o->view) ui_push(v->view.ui, o->view);
	else if (o->tree) table_browser_unfold_row(&v->table, o->row_number, o->tree, o->deep);
	else ui_complain(v->view.ui, "%s", o->err.message ? o->err.message : "There is nothing to show");
	err_done(&o->err);
	free(o->name);
	free(o);
}

/* Nothing runs. deep: of what is below a row. */
static void open_row(struct profile_view *v, struct view *(*made_by)(struct profile_opening *opening), bool deep)
{
	const struct table_row *row = table_browser_row(&v->table);
	if (!row || !row->id) return;
	struct profile_opening *o = v->opening = xcalloc(1, sizeof(*o));
	const char *name = profile_symbol(v);
	*o = (struct profile_opening){ .make = made_by,
				       .source = profile_source(v),
				       .host = &v->options.host,
				       .row = row->id,
				       .period = row->period,
				       .first_ns = v->totals.first_ns,
				       .row_number = table_browser_selected(&v->table)->row,
				       .deep = deep,
				       .name = xstrdup(name ? name : "this row") };
	background_start(v->background, make, o);
	profile_take(v);
}

void profile_open_sandwich(struct profile_view *v)
{
	if (profile_source(v)->callers) open_row(v, make_sandwich, false);
	else ui_complain(v->view.ui, "There are no call chains in this profile: record with -g");
}

void profile_open_samples(struct profile_view *v)
{
	if (profile_source(v)->samples) open_row(v, make_samples, false);
	else ui_complain(v->view.ui, "Samples of this profile are not kept one by one");
}

bool profile_open_below(struct profile_view *v, bool deep)
{
	const struct table_line *line = table_browser_selected(&v->table);
	const struct table_row *row = table_browser_row(&v->table);
	if (!line || !line->can_open || v->table.table.hierarchy || row->graph || !row->id || v->graphs ||
	    !profile_source(v)->below)
		return false;
	open_row(v, make_below, deep);
	return true;
}

void profile_open_code(struct profile_view *v)
{
	const char *why = v->options.no_code;
	if (profile_source(v)->code && v->options.host.code) open_row(v, make_code, false);
	else ui_complain(v->view.ui, "%s", why ? why : "This profile does not know the code of its functions");
}
