/* Events as asked for on a command line: what to count or sample, and what was said about how.
 *
 *     "{cycles:u,cache-misses/period=1000/}"  -- event/spec -->  two specs, the second with leader 0
 *                                             -- record/evset/sampling.h, count/counting_setup -->  complete attrs
 *
 * A spec says what the user said and nothing else: a member that is NULL, false or 0 leaves the choice to the options
 * of the command. Specs are heap objects owned by an event_list, and pointers to them stay valid while the list
 * grows. */
#ifndef EVENT_ATTR_EVENT_SPEC_H
#define EVENT_ATTR_EVENT_SPEC_H

#include "base/vec.h"
#include "event/attr/attr.h"

/* call-graph= of a term. UNSET: nothing was said, the command's --call-graph counts; NONE: no call chains for this
 * event even if the command wants them. */
enum event_callgraph { CALLGRAPH_UNSET, CALLGRAPH_NONE, CALLGRAPH_FP, CALLGRAPH_DWARF, CALLGRAPH_LBR };

/* Events that are no counters of the kernel: what the clock and getrusage say of a counted run, in nanoseconds. */
enum event_tool { EVENT_TOOL_NONE, EVENT_TOOL_DURATION_TIME, EVENT_TOOL_USER_TIME, EVENT_TOOL_SYSTEM_TIME };

/* See event_topdown.h. */
enum event_topdown { TOPDOWN_NONE, TOPDOWN_SLOTS, TOPDOWN_METRIC };

/* What events are parsed for: decides which terms mean something. */
enum event_use { EVENT_USE_RECORD, EVENT_USE_COUNT };

/* One event. Strings are owned, NULL where nothing was said. event_list_add sets name, leader, nr_members and scale;
 * the parser (event/spec) sets most others; whoever counts or records completes them from its options. */
struct event_spec {
	struct event_attr attr; /* type, config*, bp_*, exclude_*, pinned, exclusive, precise_ip; nothing else */
	char *name;             /* as typed, or name=; never NULL */
	char *tracepoint_system, *tracepoint_name; /* NULL unless a tracepoint */
	char *pmu_name;     /* NULL: an event by the kernel's own name, of the only sort of CPU */
	char *pmu_cpus;     /* "0-3": where its PMU can count; NULL: anywhere */
	uint32_t group_pmu; /* number of the hardware whose events it can be grouped with; 0: with those of any */
	enum event_topdown topdown;
	bool is_core;             /* counts what CPUs do */
	bool is_trace;            /* writes a trace instead of counting */
	bool is_stepped;          /* which the recorder makes itself: for the kernel it is a dummy */
	bool is_uncore;           /* counts for all of a package, whoever runs */
	unsigned nr_addr_filters; /* see struct event_pmu */
	/* a count times scale is in unit; NULL and 1 unless its PMU says so */
	char *unit;
	double scale;
	bool per_pkg, snapshot; /* see struct pmu_alias */
	enum event_tool tool;   /* not opened; attr is that of a dummy */
	char *filter;           /* of a tracepoint, or addresses of a trace (event_filter.h); NULL: none */
	char *sample_filter;    /* which samples are kept (spec/sample_filter_parse.h); NULL: all */
	char *cgroup;           /* only tasks of this control group count; NULL: of any */
	uint32_t leader;        /* index in the list; its own when not in a group */
	uint32_t nr_members;    /* of the group it leads, 1 when alone */
	char *group_name;       /* of the leader, may be NULL */
	/* what was said behind the colon (perf-list(1), "EVENT MODIFIERS") */
	bool has_modifiers;  /* some were given: guests are then not excluded unless they say so */
	bool names_guests;   /* G or H was among them */
	bool precise_max;    /* :P, as precise as the kernel allows */
	bool sample_read;    /* :S, samples carry the counts of the group */
	bool weak;           /* :W, the group is given up if it cannot be counted as one */
	bool bpf_counter;    /* :b, counted by BPF programs (bpf/bpf_counters.h) */
	bool retire_latency; /* :R */
	/* what was said between the slashes (event_term.def); without has_* false or 0 means that nothing was said, and
	 * the command's options decide */
	bool has_max_stack, has_stack_size, has_time, has_inherit, has_overwrite;
	bool time, inherit, overwrite, percore, aux_output;
	bool is_default;        /* nobody asked for it by name: of the set that is counted then */
	bool of_cpus;           /* open once on each CPU of the target, whoever runs there: others write to its ring */
	uint64_t sample_type;   /* what its samples have, whatever options say; 0: they decide */
	bool is_tracking_dummy; /* added by the recorder for side-band records */
	uint64_t period, freq_hz; /* 0: not given; at most one of them is */
	enum event_callgraph callgraph;
	uint32_t max_stack, stack_size_bytes;
	uint64_t branch_sample_type; /* branch_type=, bits of the attr */
	bool no_branches;            /* branch_type=no */
	uint32_t max_events;         /* nr=: stop after so many, 0: never */
	uint32_t aux_sample_size;    /* bytes */
	/* driver_config: "@NAME=VALUE" for the PMU's driver, without the '@'. metric_id: as the formulas of metrics
	 * name the event. */
	char *driver_config, *metric_id;
};

/* Events in the order they were given; a group's members follow their leader, one behind the other. Owns the specs. */
struct event_list {
	VEC(struct event_spec *) items_vec;
	bool regrouped; /* a group of the user's had events of several PMUs and is now several groups */
};

#define EVENT_LIST_INIT               \
	{                             \
		.items_vec = VEC_INIT \
	}

/* Whether an event counts the host, guests on it, or both, as was asked for all events. Upstream's rules: one without
 * modifiers does what was asked for, one with modifiers always counts the host, one with G or H does what it says. */
static inline void event_spec_set_machines(struct event_spec *spec, bool of_host, bool of_guests)
{
	uint64_t *flags = &spec->attr.flags;
	if (spec->names_guests) return;
	if (of_guests) *flags &= ~ATTR_EXCLUDE_GUEST;
	else if (!spec->has_modifiers) *flags |= ATTR_EXCLUDE_GUEST;
	if (!of_host && !spec->has_modifiers) *flags |= ATTR_EXCLUDE_HOST;
}

/* Counts nothing and is never sampled: it is there for the side-band records, or for its end. */
static inline bool event_spec_is_dummy(const struct event_spec *spec)
{
	return spec->attr.type == ATTR_TYPE_SOFTWARE && spec->attr.config == ATTR_SOFTWARE_DUMMY;
}
/* How many events, and the i-th (not checked), which the list owns. */
static inline size_t event_list_count(const struct event_list *list) { return list->items_vec.count; }
static inline struct event_spec *event_list_get(const struct event_list *list, size_t i)
{
	return list->items_vec.items[i];
}
/* The tool event of that name; EVENT_TOOL_NONE: it is none. */
enum event_tool event_tool_of(const char *name);
/* Appends an empty event of that name (copied), alone in its group, and returns it: the list owns it. */
struct event_spec *event_list_add(struct event_list *list, const char *name);
/* Event i, which is alone and behind the group of `leader`, becomes its last member; events between move by one. */
void event_list_join(struct event_list *list, size_t leader, size_t i);
/* Frees the list with all of its events. */
void event_list_done(struct event_list *list);
/* Removes the events from index first on for which keep returns false. Members of a group whose leader goes are led
 * by the first of them that stays; indices of leaders are adjusted. */
void event_list_keep(struct event_list *list, size_t first, bool (*keep)(void *ctx, const struct event_spec *spec),
		     void *ctx);
/* For copies, and for events that were taken out of their list. */
void event_spec_free(struct event_spec *spec);
/* A copy that shares nothing with the original; event_spec_free frees. leader keeps the index it had. */
struct event_spec *event_spec_copy(const struct event_spec *spec);

#endif
