/* Conditions are asked of cells, not of samples: by each thread once for each distinct cell of a key; an entry is shown
 * when all its cells pass. That sets hist_entry.filtered, and hist_report does the rest. */
#include "analysis/profile/answers/hist_conditions.h"
#include <errno.h>
#include <string.h>
#include "analysis/profile/collect/hist_private.h"
#include "base/threads.h"
#include "base/u64map.h"

/* A condition with the cells that a thread has asked. */
struct asked_condition {
	const struct result_condition *condition;
	const struct hist_column *column;
	struct u64map passes; /* cell -> 0 or 1 */
};

/* Conditions asked of the entries of an event, by several threads. */
struct choosing {
	const struct hist *hist;
	struct hist_event *event;
	size_t nr_conditions;
	struct asked_condition *asked; /* nr_conditions a thread */
	struct outbuf *texts;          /* one a thread */
};
enum { CHUNK_ENTRIES = 8192 };

const struct hist_column *hist_find_column(const struct hist_layout *layout, const char *name, bool key,
					   struct err *err)
{
	for (size_t i = 0; i < layout->columns.count; i++) {
		const struct hist_column *column = &layout->columns.items[i];
		if ((column->key || !key) && strcmp(hist_column_name(column), name) == 0) return column;
	}
	err_set(err, -EINVAL, "There is no %scolumn \"%s\".", key ? "text " : "", name);
	return NULL;
}

/* Whether a cell's text meets a condition; answered once for each cell, then remembered. text: a buffer to work
 * with. */
static bool passes(const struct hist *hist, struct asked_condition *asked, uint64_t cell, struct outbuf *text)
{
	const struct result_condition *condition = asked->condition;
	bool is_new;
	uint64_t *passes = u64map_put(&asked->passes, cell, &is_new);
	if (!is_new) return *passes;
	text->size = 0;
	asked->column->key->format(hist->env, cell, 0, text);
	out_char(text, '\0');
	*passes = condition->whole ? strcmp(text->data, condition->text) == 0
				   : strstr(text->data, condition->text) != NULL;
	return *passes;
}

/* threads_for: filters a chunk of an event's entries by all conditions, beside those that the options' filter hides
 * anyway. */
static void choose_chunk(void *ctx, unsigned thread, size_t item)
{
	const struct choosing *c = ctx;
	struct asked_condition *asked = c->asked + thread * c->nr_conditions;
	size_t end = MIN((item + 1) * CHUNK_ENTRIES, c->event->entries.count);
	for (size_t i = item * CHUNK_ENTRIES; i < end; i++) {
		struct hist_entry *entry = &c->event->entries.items[i];
		entry->filtered = entry->hidden;
		for (size_t n = 0; n < c->nr_conditions && !entry->filtered; n++)
			entry->filtered = !passes(c->hist, &asked[n],
						  hist_cell(c->hist, entry, asked[n].column->key_index),
						  &c->texts[thread]);
	}
}

int hist_conditions_apply(struct hist_source *source, const struct hist_layout *layout,
			  const struct result_request *request, struct err *err)
{
	size_t nr_conditions = request->nr_conditions, threads = MAX(source->options->threads, 1);
	_free_ struct asked_condition *asked = xcalloc(nr_conditions * threads + 1, sizeof(*asked));
	_free_ struct outbuf *texts = xcalloc(threads, sizeof(*texts));
	for (size_t i = 0; i < nr_conditions * threads; i++) {
		asked[i].condition = &request->conditions[i % nr_conditions];
		asked[i].column = hist_find_column(layout, asked[i].condition->column, true, err);
		if (!asked[i].column) return -EINVAL;
	}
	for (size_t i = 0; i < threads; i++) out_init(&texts[i], -1);
	struct choosing c = { .hist = source->hist, .nr_conditions = nr_conditions, .asked = asked, .texts = texts };
	for (size_t e = 0; e < source->nr_events; e++) {
		c.event = source->events[e];
		hist_entries_make(source->hist, c.event);
		threads_for((unsigned)threads, (c.event->entries.count + CHUNK_ENTRIES - 1) / CHUNK_ENTRIES,
			    choose_chunk, &c);
		hist_entries_count_shown(c.event);
	}
	for (size_t i = 0; i < nr_conditions * threads; i++) u64map_done(&asked[i].passes);
	for (size_t i = 0; i < threads; i++) out_done(&texts[i]);
	return 0;
}
