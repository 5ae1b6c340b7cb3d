/* What kinds of traces have in common where branches become samples. */
#ifndef SESSION_TRACE_TRACE_FLOW_H
#define SESSION_TRACE_TRACE_FLOW_H

#include "event/spec/itrace_options.h"
#include "stream/sample_source.h"

/* What flags an instruction has by itself: enum sample_flow of an enum insn_flow. */
uint32_t trace_flow_of_insn(uint8_t flow);
/* Whether b, c or r want a branch of this flow; c and r choose among all. */
bool trace_flow_is_wanted(const struct itrace_options *wants, uint32_t flow);

/* What a decoder could not read, as an AUXTRACE_ERROR record. code and message: upstream's. */
struct trace_error {
	uint64_t ip, time_ns;
	uint32_t code, cpu, pid, tid;
	const char *message;
};
enum { TRACE_ERROR_NO_CODE = 5, TRACE_ERROR_LOST = 8 };
#define TRACE_ERROR_NO_CODE_TEXT "Failed to get instruction"
#define TRACE_ERROR_LOST_TEXT "Lost trace data"
/* Hands it to the sink as what comes at place_ns, which is the error's time where traces have times. */
void trace_error_give(struct sample_sink *sink, const struct trace_error *error, uint64_t place_ns);

#endif
