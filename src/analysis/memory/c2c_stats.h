/* What one access counts as (result/c2c_result.h). */
#ifndef ANALYSIS_MEMORY_C2C_STATS_H
#define ANALYSIS_MEMORY_C2C_STATS_H

#include "perfdata/record/sample.h"
#include "result/c2c_result.h"

/* Fills *ret (zeroed by the caller) with 1 where the access counts. data_src: of the sample. mapped: something is
 * mapped at its code and at its data. */
void c2c_stats_of(uint64_t data_src, uint64_t address, bool mapped, struct c2c_stats *ret);
/* Adds what many accesses count as. */
void c2c_stats_add(struct c2c_stats *stats, const struct c2c_stats *more);

/* Accesses that count alike. Thousands of accesses are of few classes. */
struct c2c_class {
	uint64_t key;   /* data source, and what else decides */
	uint64_t count; /* of accesses; the asker counts */
	struct c2c_stats stats;
	uint32_t counted; /* bit i: stats.counts[i] is not 0 */
};
/* Classes that were asked for last. Zeroed: none yet. */
enum { NR_C2C_CLASSES = 64 };
struct c2c_classes {
	struct c2c_class items[NR_C2C_CLASSES];
	struct c2c_stats sums; /* of classes that others took the place of */
};
/* The class of an access, valid until the next call. As c2c_stats_of. */
struct c2c_class *c2c_class_of(struct c2c_classes *classes, uint64_t data_src, uint64_t address, bool mapped);
/* Adds what one access of the class counts as. */
static inline void c2c_class_add(struct c2c_stats *stats, const struct c2c_class *class)
{
	for (uint32_t bits = class->counted; bits; bits &= bits - 1) {
		const unsigned which = (unsigned)__builtin_ctz(bits);
		stats->counts[which] += class->stats.counts[which];
	}
}
/* Adds all accesses that were counted. */
void c2c_classes_sum(const struct c2c_classes *classes, struct c2c_stats *stats);

#endif
