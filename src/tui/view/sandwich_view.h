/* An entry between its callers and its callees; and a list of samples. */
#ifndef TUI_VIEW_SANDWICH_VIEW_H
#define TUI_VIEW_SANDWICH_VIEW_H

#include "result/source.h"
#include "tui/view.h"

/* Asks the source for both sides of the row. name: of the function; period: what shares are of. */
struct view *sandwich_view_new(const struct result_source *source, uint64_t row, const char *name, uint64_t period);
/* Takes the table over (result_source.samples). first_ns: what times are shown relative to. */
struct view *samples_view_new(struct table *table, uint64_t first_ns);

#endif
