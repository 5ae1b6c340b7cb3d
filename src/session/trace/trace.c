#include "session/trace/trace.h"

#include <errno.h>
#include "session/trace/trace_input.h"
#include "session/trace/trace_kinds.h"

/* By enum auxtrace_type; NULL: not decoded. */
static trace_open_fn *const kinds[] = {
	[AUXTRACE_INTEL_PT] = trace_pt_open,        [AUXTRACE_INTEL_BTS] = trace_bts_open,
	[AUXTRACE_CS_ETM] = trace_etm_open,         [AUXTRACE_ARM_SPE] = trace_spe_open,
	[AUXTRACE_S390_CPUMSF] = trace_cpumsf_open,
};

bool session_samples_traces(const struct session *session) { return trace_input_is_sampled(session_events(session)); }

/* The samples beside the trace are of use without it: what err says becomes a warning. */
static void refuse(struct session *session, struct err *err)
{
	const char *message = err && err->message ? err->message : "it cannot be decoded";
	const char *hint = err && err->hint ? err->hint : "'perf script -D' lists its pieces";
	warnings_add(session->warnings, "a trace that is not shown", "%s\nHint: %s", message, hint);
	session->traces_refused = true;
	if (err) err_done(err);
}

int session_decode_traces(struct session *session, const char *defaults, struct err *err)
{
	struct itrace_options wants = session->itrace;
	uint32_t type = session->totals.trace_type;
	if (wants.none || session->stream || type >= ARRAY_SIZE(kinds) || !kinds[type]) return 0;
	if (!session->totals.nr_by_type[RECORD_AUXTRACE] && !session_samples_traces(session)) return 0;
	int r = 0;
	if (wants.defaults) r = itrace_options_parse(defaults, &wants, err);
	struct trace_input input = { 0 };
	if (r >= 0) r = trace_input_read(session, &input, err);
	session->totals.nr_trace_gaps = input.nr_partial;
	/* pieces of samples tell how their samples came about: what shows chains shows these */
	if (wants.defaults && input.in_samples) wants.add_chains = wants.chains;
	if (r >= 0) r = kinds[type](session, &input, &wants, err);
	trace_input_done(&input);
	session->traces_decoded = r >= 0;
	if (r != -ENODATA) return r;
	refuse(session, err);
	return 0;
}
