/* How long a record takes in each stage of reading: finding it, its time, its event, its fields.
 *
 * usage: micro_perfdata RECORDING [REPEATS]
 * The best of the repeats counts, in CPU time, on warm pages. */
#include <stdio.h>
#include <time.h>
#include "perfdata/perfdata.h"
#include "perfdata/record/sample.h"

enum stage { FIND, FIND_AND_TIME, FIND_AND_EVENT, DECODE, NR_STAGES };
static const char *const stage_names[] = { "find", "find + time", "find + event", "find + event + decode" };

static double cpu_ns(void)
{
	struct timespec t;
	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
	return (double)t.tv_sec * 1e9 + (double)t.tv_nsec;
}

static uint64_t walk(struct perfdata *pd, enum stage stage, uint64_t *ret_sum)
{
	const struct perf_events *events = perfdata_events(pd);
	struct sample_scratch scratch = { 0 };
	struct record r;
	uint64_t count = 0, sum = 0;
	while (perfdata_next(pd, &r) > 0) {
		count++;
		sum += r.size;
		if (stage == FIND_AND_TIME) sum += events_record_time(events, &r);
		if (stage < FIND_AND_EVENT || r.type != RECORD_SAMPLE) continue;
		const struct perf_event *event = events_of_record(events, &r);
		if (!event) continue;
		sum += event->idx;
		struct sample sample;
		if (stage == DECODE && sample_decode(event, &r, &scratch, &sample) == 0)
			sum += sample.ip + sample.nr_callchain;
	}
	sample_scratch_done(&scratch);
	*ret_sum += sum;
	return count;
}

int main(int argc, char **argv)
{
	struct perfdata_options options = { .force = true };
	_err_done_ struct err err = ERR_INIT;
	struct perfdata *pd;
	uint64_t sum = 0;
	int repeats = argc > 2 ? atoi(argv[2]) : 5;
	if (argc < 2 || perfdata_open(argv[1], &options, &pd, &err) < 0) {
		fprintf(stderr, "%s\n", argc < 2 ? "usage: micro_perfdata RECORDING [REPEATS]" : err.message);
		return 1;
	}
	for (enum stage stage = FIND; stage < NR_STAGES; stage++) {
		double best = 1e30;
		uint64_t count = 0;
		for (int i = 0; i <= repeats; i++) {
			perfdata_rewind(pd);
			double start = cpu_ns();
			count = walk(pd, stage, &sum);
			double spent = cpu_ns() - start;
			if (i && spent < best) best = spent;
		}
		printf("%-24s %6.2f ns a record (%llu records)\n", stage_names[stage],
		       best / (double)(count ? count : 1), (unsigned long long)count);
	}
	perfdata_close(pd);
	return sum == 42; /* the sum keeps the work from being left out */
}
