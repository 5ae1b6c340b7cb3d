/* Filters of samples, as `perf record --filter` has them for events that are neither tracepoints nor hardware traces:
 * which samples a BPF program lets through. perf-record(1), "bpf filters".
 *
 *     "period > 1000, cpu == 1 || cpu == 2"    a sample is kept if its period is over 1000 and it is of CPU 1 or 2
 *
 * Plain C types: bpf/sample_filter.bpf.c includes it, too. */
#ifndef EVENT_ATTR_FILTER_OF_SAMPLES_H
#define EVENT_ATTR_FILTER_OF_SAMPLES_H

enum sample_filter_term {
#define TERM(id, name, sample_type, value_set, hint) SAMPLE_FILTER_##id,
#include "event/attr/filter_of_samples.def"
#undef TERM
	NR_SAMPLE_FILTER_TERMS
};
enum sample_filter_operator {
	SAMPLE_FILTER_EQ,
	SAMPLE_FILTER_NE,
	SAMPLE_FILTER_GT,
	SAMPLE_FILTER_GE,
	SAMPLE_FILTER_LT,
	SAMPLE_FILTER_LE,
	SAMPLE_FILTER_AND, /* & : a bit of the value is set */
};
enum { SAMPLE_FILTER_MOST = 64 };

/* One comparison. is_last: of those that "||" joins, of which one has to be true; the next begins the next condition.
 */
struct sample_filter_item {
	unsigned int term, op;
	unsigned long long value;
	unsigned int is_last, reserved;
};
struct sample_filter {
	unsigned int count, reserved;
	struct sample_filter_item items[SAMPLE_FILTER_MOST];
};

#endif
