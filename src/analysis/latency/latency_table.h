/* Distributions and single latencies as rows of tables. */
#ifndef ANALYSIS_LATENCY_LATENCY_TABLE_H
#define ANALYSIS_LATENCY_LATENCY_TABLE_H

#include "result/latency_result.h"

/* An empty one, with its columns; slowest: of enum latency_slowest_column, else of enum latency_column. */
void latency_table_init(struct table *table, bool slowest);
/* Texts are borrowed. id: of the group, 0 of all. */
void latency_table_add(struct table *table, const char *group, uint64_t id, const struct latency_histogram *histogram);
void latency_table_add_slowest(struct table *table, const struct latency_row *row);

#endif
