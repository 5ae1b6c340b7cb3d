#include "hwtrace/intel_bts/bts_record.h"
#include "hwtrace/trace_format.h"
#include "perfdata/record/record.h"

const struct trace_format trace_format_intel_bts = { .type = AUXTRACE_INTEL_BTS,
						     .name = "Intel BTS",
						     .dump = bts_dump };
