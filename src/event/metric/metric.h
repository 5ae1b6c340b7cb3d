/* What `perf stat -M name,group` asks for: metrics out of a vendor's tables, the events they need, and the link
 * between both.
 *     struct metric_set set;
 *     metric_set_select(&set, tables, "tma_frontend_bound,Memory", &options, &env, &err);
 *     metric_set_add_events(&set, &list, catalogue, &err);        events are appended to list, in groups
 *     ... count ...
 *     for each metric: metric_evaluate(&set, &set.metrics.items[i], count_of, ctx);
 *     metric_set_done(&set);
 * A metric's formula is compiled (metric_expr.h) and names events by ids; ids are inputs of the set, shared by
 * metrics; inputs are in groups (metric_group.c); parsing a group gives each input its events of the list
 * (metric_events.c). */
#ifndef EVENT_METRIC_METRIC_H
#define EVENT_METRIC_METRIC_H

#include "event/pmu/catalogue.h"
#include "event/attr/event_spec.h"
#include "event/metric/metric_expr.h"
#include "event/metric/metric_order.h"
#include "event/pmu/vendor.h"

/* Options of `perf stat` about metrics; zeroed is the default. */
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

/* Inputs whose events are counted together if the PMU has room for them (a weak group), else singly. is_single: any
 * number of events that are no group. */
struct metric_group {
	VEC(uint32_t) inputs; /* indexes into metric_set.inputs */
	bool is_single;
	struct name_set *order; /* in which order they are counted: a metric's, or own_order */
	struct name_set *own_order;
};

/* A chosen metric. name, unit and definition belong to the tables. */
struct metric {
	const struct vendor_metric *definition;
	const char *name;                         /* as shown */
	const char *unit;                         /* "%", "ns"; "" when it has none */
	double scale;                             /* 100 for "100%" */
	struct metric_expr *expr, *threshold;     /* threshold may be NULL */
	uint32_t *expr_inputs, *threshold_inputs; /* id of the formula -> index into metric_set.inputs */
	struct name_set *order;                   /* of the events it needs */
	/* no_group: its events are counted singly; no_group_of_watchdog: for the reason that the kernel's NMI watchdog
	 * occupies a counter */
	bool no_group, no_group_of_watchdog;
	/* the word of -M that chose it, and what stood behind its colon (may be NULL) */
	char *chosen_by, *modifiers;
	/* index into the event list: on whose line it is printed, the first of its inputs; set by
	 * metric_set_add_events */
	uint32_t event;
};

/* Made by metric_set_select, freed by metric_set_done. Members refer to each other by index. */
struct metric_set {
	VEC(struct metric) metrics; /* in the order in which they were chosen */
	VEC(struct metric_input) inputs;
	VEC(struct metric_group) groups; /* in the order in which they are counted */
};

/* How a value stands to the metric's threshold; UNKNOWN: it has none, or that cannot be computed. */
enum metric_state { METRIC_UNKNOWN, METRIC_BELOW /* its threshold */, METRIC_BEYOND /* worth a look */ };
/* A metric in one aggregate. */
struct metric_result {
	double value; /* times scale; NaN: cannot be computed */
	enum metric_state state;
};

/* Chooses metrics by their names and by those of groups, in any case of letters; "all" are all. names is separated
 * by commas, each may have ":modifiers". 0; -EINVAL with err set ("Cannot find metric or group `x'", with
 * suggestions) for an unknown name or a wrong formula, *ret untouched. options may be NULL. env is used during the
 * call only, its find_metric not at all. tables must outlive the set. */
int metric_set_select(struct metric_set *ret, const struct vendor_tables *tables, const char *names,
		      const struct metric_options *options, const struct metric_environment *env, struct err *err);
/* The metrics of group "Default" of this CPU; those whose events it does not have are left out. An empty set when it
 * has none. */
int metric_set_default(struct metric_set *ret, const struct vendor_tables *tables, const struct metric_environment *env,
		       struct err *err);
/* Parses the set's events and appends them to list, in weak groups, with event_spec.metric_id set; fills events of
 * inputs and event of metrics. 0, or -errno of event_parse with err set: some events may be in the list then. */
int metric_set_add_events(struct metric_set *set, struct event_list *list, const struct event_catalogue *catalogue,
			  struct err *err);
/* Frees what the set owns; the tables stay. */
void metric_set_done(struct metric_set *set);

/* Gives the count of an event of the list in the aggregate at hand (a CPU, all of them, ...), scaled for
 * multiplexing, times in ns; false when it was not counted. */
typedef bool metric_count_fn(void *ctx, uint32_t event, double *ret_count);
/* Computes a metric and compares it with its threshold. Not thread safe: compiled formulas hold intermediate values. */
struct metric_result metric_evaluate(const struct metric_set *set, const struct metric *metric,
				     metric_count_fn *count_of, void *ctx);

#endif
