/* A filter of perf script: puts in front of each line how many cycles its CPU has told so far, or its thread where CPUs
 * were not recorded, and how many since its line before. Cycles are those of field ipc; branches, instructions and
 * other events count each for themselves.
 *
 *     perf script --itrace=b --dlfilter dlfilter-show-cycles.so */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "script/filter/perf_dlfilter.h"

enum { BRANCHES, INSTRUCTIONS, OTHERS, NR_KINDS };

/* Of a CPU, or of a thread. */
struct counts {
	int number;
	unsigned long long total[NR_KINDS], shown[NR_KINDS];
};
/* By number: few of a machine's CPUs, many of its threads, and most samples are of the one before. */
struct table {
	struct counts *all;
	size_t count, capacity, last;
};

int start(void **data, void *ctx);
int stop(void *data, void *ctx);
int filter_event_early(void *data, const struct perf_dlfilter_sample *sample, void *ctx);
int filter_event(void *data, const struct perf_dlfilter_sample *sample, void *ctx);
const char *filter_description(const char **long_description);

int start(void **data, void *ctx)
{
	(void)ctx;
	*data = calloc(1, sizeof(struct table));
	return *data ? 0 : -1;
}

int stop(void *data, void *ctx)
{
	struct table *table = data;
	(void)ctx;
	if (table) free(table->all);
	free(table);
	return 0;
}

/* NULL without memory. */
static struct counts *find(struct table *table, const struct perf_dlfilter_sample *sample)
{
	int number = sample->cpu >= 0 ? sample->cpu : sample->tid;
	if (table->last < table->count && table->all[table->last].number == number) return &table->all[table->last];
	for (size_t i = 0; i < table->count; i++)
		if (table->all[i].number == number) return &table->all[table->last = i];
	if (table->count == table->capacity) {
		size_t capacity = table->capacity ? 2 * table->capacity : 16;
		struct counts *all = realloc(table->all, capacity * sizeof(*all));
		if (!all) return NULL;
		table->all = all;
		table->capacity = capacity;
	}
	table->last = table->count++;
	table->all[table->last] = (struct counts){ .number = number };
	return &table->all[table->last];
}

static int kind_of(const struct perf_dlfilter_sample *sample)
{
	if (!sample->event) return OTHERS;
	if (strncmp(sample->event, "branches", strlen("branches")) == 0) return BRANCHES;
	if (strncmp(sample->event, "instructions", strlen("instructions")) == 0) return INSTRUCTIONS;
	return OTHERS;
}

/* Counts also what is not shown. */
int filter_event_early(void *data, const struct perf_dlfilter_sample *sample, void *ctx)
{
	struct counts *counts = find(data, sample);
	(void)ctx;
	if (counts) counts->total[kind_of(sample)] += sample->cyc_cnt;
	return 0;
}

int filter_event(void *data, const struct perf_dlfilter_sample *sample, void *ctx)
{
	struct counts *counts = find(data, sample);
	int kind = kind_of(sample);
	(void)ctx;
	if (!counts) {
		printf("%22s", "");
		return 0;
	}
	unsigned long long change = counts->total[kind] - counts->shown[kind];
	if (change) printf("%10llu %10llu ", counts->total[kind], change);
	else printf("%10llu %10s ", counts->total[kind], "");
	counts->shown[kind] = counts->total[kind];
	return 0;
}

const char *filter_description(const char **long_description)
{
	*long_description =
		"Cycles are those that field ipc has, added up by CPU, or by thread where CPUs were not recorded, "
		"each kind of event (branches, instructions, others) for itself. In front of a line stand the sum and "
		"what has come since the line before.";
	return "Print the number of cycles at the start of each line";
}
