#include "hwtrace/s390_cpumsf/cpumsf_dump.h"
#include "hwtrace/trace_format.h"
#include "perfdata/record/record.h"

const struct trace_format trace_format_s390_cpumsf = { .type = AUXTRACE_S390_CPUMSF,
						       .name = "s390 CPU-MF",
						       .dump_for = cpumsf_dump };
