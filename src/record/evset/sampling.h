/* From events as asked for to complete attrs: which fields samples carry, who is excluded, which event carries the side
 * band. Pure: asks nobody. The rules are upstream's, so that the same command line records the same fields. */
#ifndef RECORD_EVSET_SAMPLING_H
#define RECORD_EVSET_SAMPLING_H

#include "event/attr/event_spec.h"

/* What the command line asks for, for all events. Where an event has settings of its own (rate, call graph, time,
 * inheritance, branches, overwriting), these win. */
struct sampling_options {
	/* the target, as far as it matters here */
	bool has_workload; /* a command is started: events begin at its exec */
	bool has_cpu;      /* -a or -C: all threads of some CPUs */
	bool per_thread;
	bool delayed; /* -D: someone enables the events later */

	/* -i: children are not recorded. */
	bool no_inherit;
	uint64_t freq_hz, period; /* the user's -F and -c, or freq_hz the default; one is 0 */
	bool rate_set;            /* the user gave -F or -c: tracepoints and the like follow it too */
	enum event_callgraph callgraph;
	bool live_unwinding; /* copied stacks become call chains before they are written */
	/* --call-graph dwarf,SIZE: bytes of stack copied with each sample, a multiple of 8; and frames of a chain at
	 * most. */
	uint32_t stack_size_bytes, max_stack;
	/* --call-graph fp,defer: the kernel takes the user part of chains when the thread goes back to user space. */
	bool deferred_callchains;
	/* Only the user's, or only the kernel's, part of chains. */
	bool user_callchains, kernel_callchains;
	bool addresses;                /* -d */
	bool data_mmap, data_mmap_set; /* --data-mmap: maps of data; when not set, as with -d */
	bool mem_info;                 /* --sample-mem-info: the source of data without -d */
	/* Fields of samples, by the options that ask for them: -T, -P, --sample-cpu, --sample-identifier, -R, -n, -W,
	 * --phys-data, --data-page-size, --code-page-size, --transaction. */
	bool time_set, period_set, sample_cpu, sample_identifier, raw, no_samples, weight, phys_addr, data_page_size,
		code_page_size, transaction;
	/* -s: counts of each thread at its end (READ records); --running-time: times with each value. */
	bool stat, running_time;
	bool all_user, all_kernel;
	/* Whether events that do not say it themselves (G, H) count the host, and guests; not set: the host, and
	 * guests where an event has modifiers that do not leave them out. */
	bool machines_set, of_host, of_guests;
	/* Kinds of records that the event with the side band asks for. */
	bool namespaces, cgroups, no_bpf_event, switch_events, build_id_mmap;
	/* Every record wakes the recorder; rings that the kernel overwrites. */
	bool no_buffering, overwrite;
	/* With overwrite: the side band comes from a dummy event of its own, whose rings are not overwritten. */
	bool keeps_side_band;
	bool use_clockid;
	/* Of clock_gettime(2), with use_clockid (-k). */
	int32_t clockid;
	uint64_t user_regs, intr_regs; /* masks */
	uint64_t branch_sample_type;
};

/* In Hz, and in bytes. */
#define SAMPLING_FREQ_DEFAULT 4000
#define SAMPLING_STACK_DEFAULT 8192

/* Completes the attrs of all events; appends a dummy event for the side band when none of them can carry it. Default
 * event, when the list is empty: cycles:P. */
void sampling_configure(const struct sampling_options *options, struct event_list *events);
/* Appends that default event. */
void sampling_add_default(struct event_list *events);
/* How samples of several events are told apart: adds ID or IDENTIFIER. Done once more when a fallback changed sample
 * types. */
void sampling_set_ids(const struct sampling_options *options, struct event_list *events);
/* The attr of the samples in the file, where they are not those of the kernel: with live_unwinding, chains instead of
 * the stacks. True: *ret is another than attr. */
bool sampling_written(const struct sampling_options *options, const struct event_attr *attr, struct event_attr *ret);
/* SAMPLE_* bits that were asked for by name: recording without them would not be what the user wanted. */
uint64_t sampling_required(const struct sampling_options *options);

#endif
