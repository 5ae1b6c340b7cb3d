/* In which order the events of metrics come. It decides on the rows of perf stat, which users compare and scripts take
 * columns from, and so is the order of upstream, which goes over its hash tables: the sets of names below are such
 * tables, put together in the same way. */
#ifndef EVENT_METRIC_METRIC_ORDER_H
#define EVENT_METRIC_METRIC_ORDER_H

#include "event/metric/metric_expr.h"

/* A set of names, chained in buckets of which there are as many as a table that doubles would have. */
struct name_set;
/* An empty set; name_set_free takes NULL. */
struct name_set *name_set_new(void);
void name_set_free(struct name_set *set);
void name_set_add(struct name_set *set, const char *name); /* not a second time; '/' and '@' are the same place */
size_t name_set_count(const struct name_set *set);
/* The names, bucket by bucket; they are the set's own. ret has room for name_set_count. */
void name_set_list(const struct name_set *set, const char **ret);

/* The events that a metric needs: those of its threshold (NULL: none), which names the metric itself, or of its
 * formula. Names of other metrics are replaced by what they need. env as for metric_expr_new, of which a successful
 * call has shown that there is no circle. The caller frees. */
struct name_set *metric_order(const char *name, const char *formula, const char *threshold,
			      const struct metric_environment *env);

#endif
