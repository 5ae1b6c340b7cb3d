#include "hwtrace/arm_spe/spe_dump.h"
#include "hwtrace/trace_format.h"
#include "perfdata/record/record.h"

const struct trace_format trace_format_arm_spe = { .type = AUXTRACE_ARM_SPE, .name = "ARM SPE", .dump = spe_dump };
