/* Calls added up by function. */
#ifndef ANALYSIS_FTRACE_FUNCTION_TIMES_H
#define ANALYSIS_FTRACE_FUNCTION_TIMES_H

#include "analysis/ftrace/graph_line.h"
#include "result/function_result.h"

/* What rows are sorted by; the largest first, names from a to z. */
enum function_times_key {
	FUNCTION_TIMES_TOTAL,
	FUNCTION_TIMES_AVERAGE,
	FUNCTION_TIMES_MAX,
	FUNCTION_TIMES_COUNT,
	FUNCTION_TIMES_NAME
};

/* Made by function_times_new, freed by function_times_free. */
struct function_times;

struct function_times *function_times_new(void);
void function_times_free(struct function_times *times);
void function_times_add(struct function_times *times, const struct graph_call *call);
/* Sorts; rows that are equal by the key stand by name. Owned by times, until it changes. */
const struct function_times_result *function_times_rows(struct function_times *times, enum function_times_key key);

#endif
