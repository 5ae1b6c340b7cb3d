/* STAT: the recording is that of `perf stat record`; the section is empty. */
#include "perfdata/feature/header_feature.h"

static void print(const struct perf_header *h, struct outbuf *out) { out_lit(out, "# contains stat data\n"); }

const struct feature_desc feature_stat = { .print = print };
