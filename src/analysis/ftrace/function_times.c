/* Names are interned; their ids are the indexes of sums. Rows are a sorted copy of the sums, made anew when they are
 * asked for. */
#include "analysis/ftrace/function_times.h"

#include <string.h>
#include "base/intern.h"
#include "base/sort.h"

struct function_times {
	struct intern names;
	VEC(struct function_times_row) sums; /* by id of the name */
	struct function_times_row *rows;
	struct function_times_result result;
};

struct function_times *function_times_new(void)
{
	struct function_times *times = xcalloc(1, sizeof(*times));
	intern_init(&times->names);
	return times;
}

void function_times_free(struct function_times *times)
{
	if (!times) return;
	intern_done(&times->names);
	vec_done(&times->sums);
	free(times->rows);
	free(times);
}

/* Sums of what a hostile text says may be more than a number holds. */
static uint64_t add(uint64_t a, uint64_t b) { return a > UINT64_MAX - b ? UINT64_MAX : a + b; }

void function_times_add(struct function_times *times, const struct graph_call *call)
{
	if (!call->name_size) {
		times->result.nr_unnamed++;
		return;
	}
	uint32_t id = intern_id_n(&times->names, call->name, call->name_size);
	if (id == times->sums.count)
		vec_push(&times->sums, ((struct function_times_row){ .name = intern_text(&times->names, id) }));
	struct function_times_row *row = &times->sums.items[id];
	row->nr++;
	row->total_ns = add(row->total_ns, call->duration_ns);
	row->max_ns = MAX(row->max_ns, call->duration_ns);
}

/* Larger values first. */
static int descending(double a, double b) { return (a < b) - (a > b); }

static int compare(const void *a, const void *b, void *ctx)
{
	const struct function_times_row *x = a, *y = b;
	int order = 0;
	switch (*(enum function_times_key *)ctx) {
	case FUNCTION_TIMES_TOTAL: order = descending((double)x->total_ns, (double)y->total_ns); break;
	case FUNCTION_TIMES_AVERAGE:
		order = descending((double)x->total_ns / (double)x->nr, (double)y->total_ns / (double)y->nr);
		break;
	case FUNCTION_TIMES_MAX: order = descending((double)x->max_ns, (double)y->max_ns); break;
	case FUNCTION_TIMES_COUNT: order = descending((double)x->nr, (double)y->nr); break;
	case FUNCTION_TIMES_NAME: break;
	}
	return order ? order : strcmp(x->name, y->name);
}

const struct function_times_result *function_times_rows(struct function_times *times, enum function_times_key key)
{
	size_t count = times->sums.count;
	free(times->rows);
	times->rows = xcalloc(count + 1, sizeof(*times->rows));
	if (count) memcpy(times->rows, times->sums.items, count * sizeof(*times->rows));
	sort_parallel(times->rows, count, sizeof(*times->rows), compare, &key, 1);
	times->result.rows = times->rows;
	times->result.nr_rows = count;
	return &times->result;
}
