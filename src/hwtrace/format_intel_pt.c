#include "hwtrace/intel_pt/pt_dump.h"
#include "hwtrace/trace_format.h"
#include "perfdata/record/record.h"

const struct trace_format trace_format_intel_pt = { .type = AUXTRACE_INTEL_PT,
						    .name = "Intel Processor Trace",
						    .dump = pt_dump };
