/* What `perf stat -M name,group` asks for: metrics out of a vendor's tables, the events they need, and the link between
 * both.
 *
 *     struct metric_set set;
 *     if (metric_set_select(&set, tables, "tma_frontend_bound,Memory", &options, &env, &err) < 0) ...
 *     if (metric_set_add_events(&set, &list, catalogue, &err) < 0) ...       -> events are appended to list, grouped
 *     ... count ...
 *     for each metric: metric_evaluate(&set, &set.metrics.items[i], count_of, ctx) -> value, below or beyond its
 * threshold metric_set_done(&set); */
#ifndef EVENT_METRIC_METRIC_H
#define EVENT_METRIC_METRIC_H

#include "event/pmu/catalogue.h"
#include "event/attr/event_spec.h"
#include "event/metric/metric_expr.h"
#include "event/metric/metric_order.h"
#include "event/pmu/vendor.h"

struct metric_options {
	bool no_group;     /* --metric-no-group: each event alone */
	bool no_merge;     /* --metric-no-merge: each metric has events of its own */
	bool no_threshold; /* --metric-no-threshold: events that only thresholds need are left out */
	const char *pmu;   /* only metrics of that PMU; NULL: of all */
};

/* One event that metrics need: copies on several PMUs (uncore_imc_0 ...) are one, to be summed. */
struct metric_input {
	char *id;             /* as the formulas name it: "cpu/INST_RETIRED.ANY,cmask=1/" */
	const char *pmu;      /* where it is counted, of hybrid machines; NULL: the name says */
	char *modifiers;      /* "u", of "-M name:u"; NULL: none */
	enum event_tool tool; /* a time, which formulas take in seconds */
	VEC(uint32_t) events; /* of the event list; set by metric_set_add_events */
};

/* Events that are counted together if the PMU has room for them, else singly; or any number of single ones. */
struct metric_group {
	VEC(uint32_t) inputs; /* indexes into metric_set.inputs */
	bool is_single;
	struct name_set *order; /* in which order they are counted: a metric's, or own_order */
	struct name_set *own_order;
};

struct metric {
	const struct vendor_metric *definition;
	const char *name;                         /* as shown */
	const char *unit;                         /* "%", "ns"; "" when it has none */
	double scale;                             /* 100 for "100%" */
	struct metric_expr *expr, *threshold;     /* threshold may be NULL */
	uint32_t *expr_inputs, *threshold_inputs; /* id of the formula -> index into metric_set.inputs */
	struct name_set *order;                   /* of the events it needs */
	bool no_group, no_group_of_watchdog; /* its events are counted singly; because the NMI watchdog has a counter of
						its own */
	char *chosen_by,
		*modifiers; /* the name that chose it, and what stood behind its colon; modifiers may be NULL */
	uint32_t
		event; /* of the list, on whose line it stands: the first of its inputs; set by metric_set_add_events */
};

struct metric_set {
	VEC(struct metric) metrics; /* in the order in which they were chosen */
	VEC(struct metric_input) inputs;
	VEC(struct metric_group) groups; /* in the order in which they are counted */
};

enum metric_state { METRIC_UNKNOWN, METRIC_BELOW /* its threshold */, METRIC_BEYOND /* worth a look */ };
struct metric_result {
	double value; /* times scale; NaN: cannot be computed */
	enum metric_state state;
};

/* Chooses metrics by their names and by those of groups, in any case of letters; "all" are all. names: comma separated,
 * each may have
 * ":modifiers". -EINVAL with "Cannot find metric or group `x'", or when a formula is wrong; ret is then empty. env: its
 * find_metric is not used. tables must outlive the set. */
int metric_set_select(struct metric_set *ret, const struct vendor_tables *tables, const char *names,
		      const struct metric_options *options, const struct metric_environment *env, struct err *err);
/* The metrics of group "Default" of this CPU; those whose events it does not have are left out. An empty set when it
 * has none. */
int metric_set_default(struct metric_set *ret, const struct vendor_tables *tables, const struct metric_environment *env,
		       struct err *err);
/* Parses the set's events and appends them to list, in weak groups, with event_spec.metric_id set. */
int metric_set_add_events(struct metric_set *set, struct event_list *list, const struct event_catalogue *catalogue,
			  struct err *err);
void metric_set_done(struct metric_set *set);

/* count_of gives the (scaled) count of an event of the list in the aggregate at hand, times in ns; false when it was
 * not counted. Not thread safe: the formulas hold intermediate values. */
typedef bool metric_count_fn(void *ctx, uint32_t event, double *ret_count);
struct metric_result metric_evaluate(const struct metric_set *set, const struct metric *metric,
				     metric_count_fn *count_of, void *ctx);

#endif
