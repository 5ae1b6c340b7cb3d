#include "session/trace/trace.h"

#include <errno.h>
#include "session/trace/trace_input.h"
#include "session/trace/trace_kinds.h"

/* By enum auxtrace_type; NULL: not decoded. */
static trace_open_fn *const kinds[] = {
	[AUXTRACE_INTEL_PT] = trace_pt_open,
	[AUXTRACE_INTEL_BTS] = trace_bts_open,
	[AUXTRACE_CS_ETM] = trace_etm_open,
	[AUXTRACE_ARM_SPE] = trace_spe_open,
};

bool session_samples_traces(const struct session *session) { return trace_input_is_sampled(session_events(session)); }

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
	/* pieces of samples tell how their samples came about: what shows chains shows these */
	if (wants.defaults && input.in_samples) wants.add_chains = wants.chains;
	if (r >= 0) r = kinds[type](session, &input, &wants, err);
	trace_input_done(&input);
	session->traces_decoded = r >= 0;
	if (r == -ENODATA) { /* the samples beside it are of use all the same */
		warnings_add(session->warnings, "a trace without its event", "%s",
			     err && err->message ? err->message : "");
		if (err) err_done(err);
		return 0;
	}
	return r;
}
