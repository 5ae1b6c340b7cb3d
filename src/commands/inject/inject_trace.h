/* perf inject --itrace: a hardware trace becomes the samples that are made of it. What only the decoder needs (AUX,
 * AUXTRACE and their like) is left out; all else of the kernel's is written in order of time, samples of the trace
 * among it. --strip: of the samples, those of the trace alone, and no switches. */
#ifndef COMMANDS_INJECT_INJECT_TRACE_H
#define COMMANDS_INJECT_INJECT_TRACE_H

#include "perfdata/rewriter.h"
#include "session/session.h"

struct inject_trace {
	struct session *session;        /* borrowed */
	struct perfdata_writer *writer; /* private: while inject_trace_stream runs */
	size_t nr_recorded;             /* events that the recording has: those behind them are the trace's */
	bool strip;
	uint64_t count;        /* samples of the trace that were written */
	uint64_t nr_unwritten; /* samples that are too long for a record */
};

/* Decodes the trace of a session that was opened for that. 0; -ENODATA with err set when there is none that is known;
 * or another -errno with err set. */
int inject_trace_init(struct inject_trace *trace, struct session *session, bool strip, struct err *err) _warn_unused_;
/* What becomes of a record where it stood: those of the kernel come with the stream. */
enum rewrite inject_trace_record(const struct record *r);
/* Appends the kernel's records and the samples of the trace. As perfdata_rewriter.stream. */
int inject_trace_stream(struct inject_trace *trace, struct perfdata_writer *writer, struct err *err) _warn_unused_;

#endif
