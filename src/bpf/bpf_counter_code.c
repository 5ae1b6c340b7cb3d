/* All counts are kept per CPU (PERCPU_ARRAY), and a program at sched_switch is not interrupted by another switch on its
 * CPU: additions need not be atomic. Sums need no check for overflow: 64 bits of nanoseconds or events would take a
 * century. */
#include "bpf/bpf_counter_code.h"

/* Offsets of stack variables from R10. READING: a struct count, KEY and VALUE: 32 bits each. */
enum {
	WORDS = sizeof(struct count) / 8,
	READING = -(int)sizeof(struct count),
	KEY = READING - 4,
	VALUE = READING - 8 /* on the stack */
};
_Static_assert(sizeof(struct count) == sizeof(struct bpf_perf_event_value),
	       "what the kernel reads: value, enabled, running");

/* The counter of this CPU to READING; goes to the end where there is none. */
static void read_counter(struct bpf_code *code, const struct bpf_counter_maps *maps)
{
	bpf_code_map(code, BPF_REG_1, maps->counters);
	bpf_code_number(code, BPF_REG_2, -1); /* BPF_F_CURRENT_CPU */
	bpf_code_stack(code, BPF_REG_3, READING);
	bpf_code_number(code, BPF_REG_4, sizeof(struct count));
	bpf_code_helper(code, BPF_FUNC_perf_event_read_value);
	bpf_code_end_if(code, BPF_JNE, BPF_REG_0, 0);
}

/* Only the last reading (index 0) is written. */
void bpf_counter_code_begin(struct bpf_code *code, const struct bpf_counter_maps *maps)
{
	read_counter(code, maps);
	bpf_code_store_number(code, BPF_REG_10, KEY, 0);
	bpf_code_find(code, maps->counts, KEY);
	for (int16_t i = 0; i < WORDS; i++) {
		bpf_code_load(code, 64, BPF_REG_1, BPF_REG_10, (int16_t)(READING + i * 8));
		bpf_code_store(code, 64, BPF_REG_0, (int16_t)(i * 8), BPF_REG_1);
	}
	bpf_code_finish(code, 0);
}

void bpf_counter_code_switch(struct bpf_code *code, const struct bpf_counter_maps *maps, int32_t event)
{
	read_counter(code, maps);

	/* the reading takes the place of the last one, and becomes the difference */
	bpf_code_store_number(code, BPF_REG_10, KEY, 0);
	bpf_code_find(code, maps->counts, KEY);
	/* R8 = enabled_ns of the last reading: 0 means there was none yet, and no difference to add */
	bpf_code_load(code, 64, BPF_REG_8, BPF_REG_0, 8);
	for (int16_t i = 0; i < WORDS; i++) {
		bpf_code_load(code, 64, BPF_REG_1, BPF_REG_10, (int16_t)(READING + i * 8));
		bpf_code_load(code, 64, BPF_REG_2, BPF_REG_0, (int16_t)(i * 8));
		bpf_code_store(code, 64, BPF_REG_0, (int16_t)(i * 8), BPF_REG_1);
		bpf_code_op(code, BPF_SUB, BPF_REG_1, BPF_REG_2);
		bpf_code_store(code, 64, BPF_REG_10, (int16_t)(READING + i * 8), BPF_REG_1);
	}
	bpf_code_end_if(code, BPF_JEQ, BPF_REG_8, 0); /* there was none: it would have been enabled for some time */

	bpf_code_store_number(code, BPF_REG_10, KEY, event);
	bpf_code_find(code, maps->switches, KEY);
	bpf_code_load(code, 32, BPF_REG_1, BPF_REG_0, 0);
	bpf_code_end_if(code, BPF_JEQ, BPF_REG_1, 0);

	/* [1] for whole CPUs; else the index of the current thread */
	bpf_code_store_number(code, BPF_REG_10, KEY, 1);
	if (maps->tasks >= 0) {
		bpf_code_helper(code, BPF_FUNC_get_current_pid_tgid);
		bpf_code_store(code, 32, BPF_REG_10, KEY, BPF_REG_0);
		bpf_code_find(code, maps->tasks, KEY);
		bpf_code_load(code, 32, BPF_REG_1, BPF_REG_0, 0);
		bpf_code_store(code, 32, BPF_REG_10, KEY, BPF_REG_1);
	}
	bpf_code_find(code, maps->counts, KEY);
	for (int16_t i = 0; i < WORDS; i++) {
		bpf_code_load(code, 64, BPF_REG_1, BPF_REG_10, (int16_t)(READING + i * 8));
		bpf_code_load(code, 64, BPF_REG_2, BPF_REG_0, (int16_t)(i * 8));
		bpf_code_op(code, BPF_ADD, BPF_REG_2, BPF_REG_1);
		bpf_code_store(code, 64, BPF_REG_0, (int16_t)(i * 8), BPF_REG_2);
	}
	bpf_code_finish(code, 0);
}

void bpf_counter_code_fork(struct bpf_code *code, int tasks, int16_t pid_offset)
{
	/* R6 = the tracepoint's fields, which R1 loses at the first helper */
	bpf_code_move(code, BPF_REG_6, BPF_REG_1);
	bpf_code_helper(code, BPF_FUNC_get_current_pid_tgid);
	bpf_code_store(code, 32, BPF_REG_10, KEY, BPF_REG_0);
	bpf_code_find(code, tasks, KEY);
	bpf_code_load(code, 32, BPF_REG_1, BPF_REG_0, 0);
	bpf_code_store(code, 32, BPF_REG_10, VALUE, BPF_REG_1);
	bpf_code_load(code, 32, BPF_REG_1, BPF_REG_6, pid_offset);
	bpf_code_store(code, 32, BPF_REG_10, KEY, BPF_REG_1);
	bpf_code_map(code, BPF_REG_1, tasks);
	bpf_code_stack(code, BPF_REG_2, KEY);
	bpf_code_stack(code, BPF_REG_3, VALUE);
	bpf_code_number(code, BPF_REG_4, BPF_ANY);
	bpf_code_helper(code, BPF_FUNC_map_update_elem);
	bpf_code_finish(code, 1); /* 0 would keep the tracepoint from whoever records it */
}

/* A number that is not in the map is no failure. */
void bpf_counter_code_free(struct bpf_code *code, int tasks, int16_t pid_offset)
{
	bpf_code_load(code, 32, BPF_REG_1, BPF_REG_1, pid_offset);
	bpf_code_store(code, 32, BPF_REG_10, KEY, BPF_REG_1);
	bpf_code_map(code, BPF_REG_1, tasks);
	bpf_code_stack(code, BPF_REG_2, KEY);
	bpf_code_helper(code, BPF_FUNC_map_delete_elem);
	bpf_code_finish(code, 1);
}
