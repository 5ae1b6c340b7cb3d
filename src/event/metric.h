/* What `perf stat -M name,group` asks for: metrics out of a vendor's tables, the events they need, and the link between both.

       struct metric_set set;
       if (metric_set_select(&set, tables, "tma_frontend_bound,Memory", &options, &env, &err) < 0) ...
       if (metric_set_add_events(&set, &list, catalogue, &err) < 0) ...       -> events are appended to list, grouped
       ... count ...
       for each metric: metric_evaluate(&set.metrics.items[i], count_of, ctx) -> value, unit, above or below threshold
       metric_set_done(&set); */
#ifndef EVENT_METRIC_H
#define EVENT_METRIC_H

#include "event/catalogue.h"
#include "event/event_spec.h"
#include "event/metric_expr.h"

struct vendor_tables;
struct vendor_metric;

struct metric_options {
	bool no_group;        /* --metric-no-group: each event alone */
	bool no_merge;        /* --metric-no-merge: each metric has events of its own */
	bool no_threshold;    /* --metric-no-threshold: events that only thresholds need are left out */
	const char *pmu;      /* only metrics of that PMU; NULL: of all */
};

/* One event of a metric: copies on several PMUs (uncore_imc_0 ...) are one, to be summed. */
struct metric_input {
	char *id;             /* as the formulas name it: "cpu/INST_RETIRED.ANY,cmask=1/" */
	uint32_t first_event, nr_events; /* in the event list; set by metric_set_add_events */
};

struct metric {
	const struct vendor_metric *definition;
	const char *name;     /* as shown */
	const char *unit;     /* "%", "ns"; "" when it has none */
	double scale;         /* 100 for "100%" */
	struct metric_expr *expr, *threshold; /* threshold may be NULL */
	const char *default_group; /* "TopdownL1": of the default metrics; NULL else */
	VEC(struct metric_input) inputs; /* of both formulas */
	VEC(uint32_t) expr_inputs, threshold_inputs; /* id of the formula -> index in inputs */
	uint32_t first_event; /* the event on whose line it is printed: the first of its inputs that is no tool event, as far as there is one */
};

struct metric_group { VEC(uint32_t) items; bool weak; }; /* indexes into metric_set.event_ids */

struct metric_set {
	VEC(struct metric) metrics; /* in the order in which they are printed */
	VEC(struct metric_group) groups;
	VEC(char *) ids;      /* all events' names, each once a group */
};

enum metric_state { METRIC_UNKNOWN, METRIC_BELOW /* good */, METRIC_ABOVE /* beyond its threshold: worth a look */ };
struct metric_result {
	double value;         /* times scale; NaN: cannot be computed */
	enum metric_state state;
};

/* Chooses metrics by name and by group, "all" and globs included. names: comma separated. -EINVAL "Cannot find metric or group", wrong formulas.
   tables and env must outlive the set. */
int metric_set_select(struct metric_set *ret, const struct vendor_tables *tables, const char *names, const struct metric_options *options,
		      const struct metric_environment *env, struct err *err);
/* The metrics of group "Default" of this CPU; an empty set when it has none. */
int metric_set_default(struct metric_set *ret, const struct vendor_tables *tables, const struct metric_environment *env, struct err *err);
/* Parses the set's events and appends them to list, in weak groups, with event_spec.metric_id set. */
int metric_set_add_events(struct metric_set *set, struct event_list *list, const struct event_catalogue *catalogue, struct err *err);
void metric_set_done(struct metric_set *set);

/* count_of gives the (scaled) count of an event of the list in the aggregate at hand; false when it was not counted. */
typedef bool metric_count_fn(void *ctx, uint32_t event, double *ret_count);
struct metric_result metric_evaluate(const struct metric *metric, metric_count_fn *count_of, void *ctx);

#endif
