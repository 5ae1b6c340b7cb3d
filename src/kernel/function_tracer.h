/* The kernel's tracers of its own functions, function and function_graph (Documentation/trace/ftrace), as they are set
 * up in the files of tracefs: which functions of whom are traced, and how the text says it. There is one such set-up
 * for the whole machine; what somebody else had set is lost, but for values that are put back (function_tracer_done).
 *
 *     function_tracer_open -> function_tracer_set -> function_tracer_pipe -> function_tracer_switch(true) ... read ...
 *     -> function_tracer_switch(false) -> function_tracer_done */
#ifndef KERNEL_FUNCTION_TRACER_H
#define KERNEL_FUNCTION_TRACER_H

#include <stdbool.h>
#include "base/err.h"
#include "base/vec.h"
#include "kernel/kernelfs.h"

/* Files that hold one value, which is written before tracing and put back behind it. The order is that of writing. */
enum tracer_value {
	TRACER_VALUE_CPUS,
	TRACER_VALUE_DEPTH,
	TRACER_VALUE_THRESHOLD,
	TRACER_VALUE_INHERIT,
	TRACER_VALUE_CALL_GRAPH,
	TRACER_VALUE_SLEEP_TIME,
	TRACER_VALUE_INTERRUPTS,
	TRACER_VALUE_PROCESS,
	TRACER_VALUE_TIME,
	TRACER_VALUE_TAIL,
	TRACER_VALUE_ARGUMENTS,
	TRACER_VALUE_RETURNED,
	TRACER_VALUE_RETURNED_HEX,
	TRACER_VALUE_RETURN_ADDRESS,
	TRACER_VALUE_LATENCY_FORMAT,
	TRACER_VALUE_IRQ_INFO,
	NR_TRACER_VALUES
};

/* Names of functions, or globs; borrowed. The owner calls vec_done on names. */
struct tracer_functions {
	VEC(const char *) names;
};

/* What is asked for; zeroed: every function of everybody, with the usual text. */
struct function_tracer_options {
	const char *tracer;                                     /* "function", "function_graph" */
	struct tracer_functions traced, not_traced;             /* set_ftrace_filter, set_ftrace_notrace */
	struct tracer_functions graphed, not_graphed;           /* set_graph_function, set_graph_notrace */
	const int32_t *tids;                                    /* nr_tids threads; borrowed */
	size_t nr_tids;                                         /* 0: all */
	const int32_t *cpus;                                    /* nr_cpus CPUs; borrowed */
	size_t nr_cpus;                                         /* 0: all that are online */
	bool inherit;                                           /* children of these threads, too */
	bool call_graph, irq_info;                              /* text of function */
	bool arguments, returned, returned_hex, return_address; /* text of function_graph */
	bool no_sleep_time, no_interrupts, verbose, tail;
	uint32_t threshold_us; /* shorter calls are left out; 0: none are */
	uint32_t depth;        /* of calls within calls; 0: any */
	uint64_t buffer_kb;    /* of each CPU; 0: as it is */
};

/* A tracefs, and what stood in it before it was changed. */
struct function_tracer {
	const struct kernelfs *fs;     /* kept by pointer */
	char *tracefs;                 /* relative to its root */
	bool changed;                  /* something was written */
	char *saved[NR_TRACER_VALUES]; /* what is to be put back; NULL: it could not be read, or was not changed */
	char *saved_buffer_kb, *saved_on;
};

/* Finds tracefs; debugfs_dir: PERF_DEBUGFS_DIR, may be NULL. Changes nothing. 0; -ENOENT or -EACCES with err set.
 * function_tracer_done is for both. */
int function_tracer_open(struct function_tracer *tracer, const struct kernelfs *fs, const char *debugfs_dir,
			 struct err *err) _warn_unused_;
/* The functions that can be traced, a line each ("vfs_read", "dummy_xmit [dummy]"); the caller frees. NULL with err
 * set. */
char *function_tracer_functions(const struct function_tracer *tracer, struct err *err);
/* Turns tracing off, empties its buffer, sets everything to its usual value and then to what is asked for. The tracer
 * stays turned off. 0, or -errno with err set. */
int function_tracer_set(struct function_tracer *tracer, const struct function_tracer_options *options,
			struct err *err) _warn_unused_;
/* Turns tracing on or off. 0, or -errno with err set. */
int function_tracer_switch(struct function_tracer *tracer, bool on, struct err *err) _warn_unused_;
/* Lines that stand above what is traced: titles of the columns. "" when there are none; the caller frees. */
char *function_tracer_titles(const struct function_tracer *tracer);
/* Opens the text of what is traced, from which reading takes away; reads do not wait. The descriptor, which the caller
 * closes before function_tracer_done, or -errno with err set. */
int function_tracer_pipe(const struct function_tracer *tracer, struct err *err) _warn_unused_;
/* Turns the tracer off, drops lists of functions and threads, puts values back, and frees. */
void function_tracer_done(struct function_tracer *tracer);
#define _function_tracer_done_ _cleanup_(function_tracer_done)

#endif
