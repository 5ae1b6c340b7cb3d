/* Memory of counts. The cells of all events are one array; the index arithmetic is in counts_at. Arrays have at least
 * one element, so that no pointer is NULL when there are no events. */
#include <string.h>
#include "event/attr/counts.h"

static size_t nr_cells(const struct counts *counts) { return counts->nr_events * counts->nr_cpus * counts->nr_threads; }

void counts_init(struct counts *counts, size_t nr_events, size_t nr_cpus, size_t nr_threads)
{
	*counts = (struct counts){ .nr_events = nr_events, .nr_cpus = nr_cpus, .nr_threads = nr_threads };
	counts->cells = xcalloc(MAX(nr_cells(counts), 1), sizeof(*counts->cells));
	counts->open = xcalloc(MAX(nr_events * nr_cpus, 1), sizeof(*counts->open));
	counts->state = xcalloc(MAX(nr_events, 1), sizeof(*counts->state));
}

void counts_done(struct counts *counts)
{
	free(counts->cells);
	free(counts->open);
	free(counts->state);
	*counts = (struct counts){};
}

void counts_clear(struct counts *counts) { memset(counts->cells, 0, nr_cells(counts) * sizeof(*counts->cells)); }

void counts_copy(struct counts *to, const struct counts *from)
{
	memcpy(to->cells, from->cells, nr_cells(from) * sizeof(*from->cells));
	memcpy(to->open, from->open, from->nr_events * from->nr_cpus * sizeof(*from->open));
	memcpy(to->state, from->state, from->nr_events * sizeof(*from->state));
}
