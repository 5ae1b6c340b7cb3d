/* Distributions and single latencies as rows of tables. */
#ifndef ANALYSIS_LATENCY_LATENCY_TABLE_H
#define ANALYSIS_LATENCY_LATENCY_TABLE_H

#include "result/latency_result.h"

/* An empty table with its columns: of enum latency_slowest_column (slowest), else of enum latency_column. The caller
 * ends it with table_done. */
void latency_table_init(struct table *table, bool slowest);
/* Adds to an empty one of the slowest what only calls have (LATENCY_SLOWEST_OWN). */
void latency_table_add_own(struct table *table);
/* A row for a distribution, and one for a single latency. Texts are borrowed by the table. id: of the group; 0: all
 * of them. */
void latency_table_add(struct table *table, const char *group, uint64_t id, const struct latency_histogram *histogram);
void latency_table_add_slowest(struct table *table, const struct latency_row *row);

#endif
