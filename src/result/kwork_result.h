/* How long work of the kernel took, or waited until it began: what `perf kwork report`, `latency` and `timehist` show.
 * Made by analysis/kwork, which owns rows and names. */
#ifndef RESULT_KWORK_RESULT_H
#define RESULT_KWORK_RESULT_H

#include <stddef.h>
#include <stdint.h>

/* An interrupt, a softirq or a work on one CPU, and the times it took (report) or waited (latency). */
struct kwork_row {
	const char *name; /* "eth0:10", "(s)TIMER:1", "(w)vmstat_update" */
	uint32_t cpu;
	uint64_t nr, total_ns;
	uint64_t max_ns, max_start_ns, max_end_ns; /* of the longest one */
};

struct kwork_result {
	const struct kwork_row *rows; /* in the order in which they are shown */
	size_t nr_rows;
	uint64_t nr, total_ns;      /* of all rows */
	uint64_t first_ns, last_ns; /* of what was looked at; 0: nothing */
	uint64_t nr_records;        /* of the recording */
	/* Events whose other half is missing: begins that another one followed, ends without a beginning. By what they
	 * are: something was asked for, began, or ended. */
	uint64_t nr_skipped_raises, nr_skipped_entries, nr_skipped_exits;
	uint64_t nr_damaged; /* payloads that are too short */
};

/* One execution. */
struct kwork_run {
	const char *name, *chain; /* chain: as result/call_names.h has it; NULL: none */
	uint32_t cpu;
	uint64_t start_ns, end_ns, delay_ns; /* delay_ns: since it was asked for; 0: not known */
};

/* A task's time on CPUs, without that of interrupts and softirqs in between; of the idle task on one CPU. */
struct kwork_task {
	const char *comm;
	uint32_t tid, cpu; /* cpu: the first it was seen on */
	uint64_t run_ns;
	uint64_t share; /* of its CPUs, in hundredths of a percent, added up */
};
/* What a CPU did from its first switch to its last. */
struct kwork_cpu {
	uint32_t cpu;
	uint64_t total_ns, idle_ns;
	uint64_t shown_ns; /* of tasks that are shown, but for the idle one */
};
/* What `perf kwork top` shows. */
struct kwork_top_result {
	const struct kwork_task *tasks; /* in the order in which they are shown */
	size_t nr_tasks;
	const struct kwork_cpu *cpus; /* by number; those without a switch are left out */
	size_t nr_cpus;
	uint64_t total_ns, idle_ns, irq_ns, softirq_ns; /* of all CPUs */
	uint64_t nr_missing; /* switches from a task that had not come: the time before them is nobody's */
	uint64_t nr_damaged;
};

#endif
