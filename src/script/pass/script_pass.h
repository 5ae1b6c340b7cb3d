/* The pass of perf script over a recording: samples that the options let through become text, in time order. */
#ifndef SCRIPT_PASS_SCRIPT_PASS_H
#define SCRIPT_PASS_SCRIPT_PASS_H

#include "analysis/pass/event_switch.h"
#include "analysis/pass/sample_filter.h"
#include "script/filter/dlfilter.h"
#include "script/script_printer.h"
#include "script/timeline/timeline.h"
#include "session/session.h"

/* What is let through, and where the text goes. All is borrowed during the pass. */
struct script_pass_options {
	struct script_options script;
	struct sample_filter filter;
	/* -S: names of symbols are in filter.symbols; these are addresses. An address means samples at it, or in the
	 * symbol that begins there; with ip_range (bytes, not 0) samples in [address, address + ip_range). May be
	 * NULL. */
	const struct number_list *ips;
	uint64_t ip_range;
	/* --graph-function: samples of a trace while one of these functions, or what it calls, runs. NULL: all. */
	const struct name_list *graphed;
	const struct event_switch *event_switch;
	/* --dlfilter: asked about each sample. NULL: there is none. *ret_filter_error: the number with which it failed,
	 * which ends the pass; untouched otherwise. */
	struct dlfilter *dlfilter;
	int *ret_filter_error;
	/* With a filter: writes text to where the filter's own goes, and empties the buffer. 0 or -errno. */
	int (*write_out)(struct outbuf *text);
	/* --per-event-dump: makes a file for the text of each event, RECORDING.EVENT.dump, in *ret; returns 0 or
	 * -errno. NULL: all text goes to out. close_file flushes and closes one. */
	int (*create_file)(const char *path, struct outbuf *ret);
	int (*close_file)(struct outbuf *out, const char *path);
	/* --timeline: what takes the samples in place of lines. NULL: none. */
	struct timeline *timeline;
	bool fold; /* --fold-repeats: groups of lines of a thread that repeat are printed once */
	bool check_order;
	uint64_t *ret_misordered; /* -d: nothing is printed, samples out of order are counted */
	/* Samples of guests are shown, too; else only where the recording says which guest they are of. */
	bool guests;
	bool nothing;       /* a list to choose from is empty: no sample is printed */
	struct outbuf *out; /* where text goes */
};

/* Prints the samples of a session. Returns 0, or -errno: with err set, unless writing the text failed. Appends what
 * --per-event-dump says to report. Text is made by all workers, unless something needs one order
 * (script_printer_needs_order, files for each event, counts). */
int script_pass(struct session *session, struct tracepoints *tracepoints, const struct script_pass_options *options,
		struct strbuf *report, struct err *err);
/* -D: every record in bytes and words, and below each sample its line. Returns 0, or -errno with err set. */
int script_pass_dump(struct session *session, struct tracepoints *tracepoints,
		     const struct script_pass_options *options, struct err *err);

#endif
