/* Why guests were left, and how long until they were entered again: what `perf kvm stat report` shows. Made by
 * analysis/kvm, which owns rows and names. */
#ifndef RESULT_KVM_RESULT_H
#define RESULT_KVM_RESULT_H

#include <stddef.h>
#include <stdint.h>

/* One reason. */
struct kvm_row {
	const char *name;
	uint64_t nr, total_ns, min_ns, max_ns;
	/* The mean, and the sum of squares of what differs from it (Welford's method). */
	double mean_ns, squares;
};

struct kvm_result {
	const struct kvm_row *rows; /* in the order in which they are shown */
	size_t nr_rows;
	uint64_t nr, total_ns; /* of all rows */
	uint64_t nr_damaged;   /* events whose payload is too short */
};

/* How far the mean may be off, in percent of it (its standard error). 0 where there is one event only. */
double kvm_row_error_percent(const struct kvm_row *row);

#endif
