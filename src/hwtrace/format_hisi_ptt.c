#include "hwtrace/hisi_ptt/ptt_dump.h"
#include "hwtrace/trace_format.h"
#include "perfdata/record/record.h"

const struct trace_format trace_format_hisi_ptt = { .type = AUXTRACE_HISI_PTT, .name = "HISI PTT", .dump = ptt_dump };
