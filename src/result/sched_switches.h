/* Which task runs on which CPU, a row a switch: what `perf sched map` shows. */
#ifndef RESULT_SCHED_SWITCHES_H
#define RESULT_SCHED_SWITCHES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* What is on a CPU, as far as the recording tells. */
enum sched_map_mark {
	SCHED_MAP_UNSEEN,
	SCHED_MAP_IDLE,
	SCHED_MAP_OTHER /* not of the tasks that were asked for */,
	SCHED_MAP_TASK
};
/* A CPU's cell in a row of the map. */
struct sched_map_slot {
	uint8_t mark;        /* enum sched_map_mark */
	bool highlight_task; /* colours were asked for the task, or its CPU */
	char name[2];        /* SCHED_MAP_TASK: letter and digit */
};

/* The state after a switch. All of it is valid during the visit only. */
struct sched_map_row {
	uint64_t time_ns;
	const struct sched_map_slot *slots;
	const uint32_t *cpus;      /* of the slots */
	const bool *highlight_cpu; /* likewise */
	size_t nr_slots, active;   /* active: index of the slot that changed */
	const char *comm;          /* NULL: its name was told before; else of tid, which runs there now */
	uint32_t tid;
	bool new_cpu; /* the first row of this slot, where slots come as they are seen */
};

#endif
