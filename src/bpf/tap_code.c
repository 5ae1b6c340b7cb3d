/* The programs that add up: enter, exit, exec, end of a thread, and fork (also for taps that give records). A parent
 * makes its child's entry in the map tasks; while the child runs only the child itself writes to it, on whatever CPU it
 * is, so that nothing has to be atomic but the map lost. */
#include "bpf/tap_emit.h"

#define TALLY(field) ((int16_t)offsetof(struct syscall_tally, field))
/* Places on the stack: struct tap_task_key, struct tap_errno_key, a u64, the control group's id. */
enum { FAR_KEY = -32, ERRNO_KEY = -56, ONE = -64, GROUP = -72 };
/* Results from -4095 to -1 are errors. */
enum { NR_ERRNOS = 4096 };

/* What a call needs at its end is written down here: number, time, TAP_INSIDE. */
void tap_code_enter(struct bpf_code *code, const struct tap_code_options *options)
{
	tap_emit_begin(code, options);
	bpf_code_load(code, 64, NUMBER, CONTEXT, 8);
	tap_emit_widen(code, options->machine);
	tap_emit_select_number(code, options, TAP_SKIPS);
	bpf_code_store(code, 32, TASK_AT, TASK(number), NUMBER);
	bpf_code_store_number(code, TASK_AT, TASK(flags), TAP_INSIDE);
	tap_emit_add_one(code, TASK_AT, TASK(nr_events));
	bpf_code_helper(code, BPF_FUNC_ktime_get_ns);
	bpf_code_store(code, 64, TASK_AT, TASK(enter_ns), R0);
	bpf_code_finish(code, 0);
}

/* -- the end of a call -- */

/* start_ns, tid and number, with which both keys begin; by control group GROUP, 0 and the number. */
static void store_key(struct bpf_code *code, bool by_cgroup, int16_t key)
{
	if (by_cgroup) bpf_code_load(code, 64, R1, FRAME, GROUP);
	else bpf_code_load(code, 64, R1, TASK_AT, TASK(start_ns));
	bpf_code_store(code, 64, FRAME, key, R1);
	if (by_cgroup) bpf_code_number(code, R1, 0);
	else bpf_code_load(code, 64, R1, TASK_AT, TASK(pid_tgid));
	bpf_code_store(code, 32, FRAME, (int16_t)(key + 8), R1);
	bpf_code_store(code, 32, FRAME, (int16_t)(key + 12), NUMBER);
}

/* Sets the bit of NUMBER in task->spilled, so that the reader knows which entries of far belong to the task. */
static void mark_spilled(struct bpf_code *code)
{
	size_t beyond = bpf_code_jump_if(code, BPF_JGE, NUMBER, TAP_SPILL_NUMBERS);
	bpf_code_move(code, R2, NUMBER);
	bpf_code_op_number(code, BPF_AND, R2, TAP_SPILL_NUMBERS - 1);
	/* word number / 64 at byte offset word * 8, masked before so that the verifier knows the bound */
	bpf_code_op_number(code, BPF_RSH, R2, 6);
	bpf_code_op_number(code, BPF_LSH, R2, 3);
	bpf_code_move(code, R3, TASK_AT);
	bpf_code_op(code, BPF_ADD, R3, R2);
	bpf_code_move(code, R2, NUMBER);
	bpf_code_op_number(code, BPF_AND, R2, 63);
	bpf_code_number(code, R4, 1);
	bpf_code_op(code, BPF_LSH, R4, R2);
	bpf_code_load(code, 64, R5, R3, TASK(spilled));
	bpf_code_op(code, BPF_OR, R5, R4);
	bpf_code_store(code, 64, R3, TASK(spilled), R5);
	bpf_code_land(code, beyond);
}

/* R0 = the tally of NUMBER in far, at FAR_KEY, which is made where it is not there yet. */
static void find_far(struct bpf_code *code, const struct tap_maps *maps, bool by_cgroup)
{
	store_key(code, by_cgroup, FAR_KEY);
	tap_emit_look_up(code, maps->far, FAR_KEY);
	size_t is_far = bpf_code_jump_if(code, BPF_JNE, R0, 0);
	if (!by_cgroup) mark_spilled(code);
	tap_emit_make_blank(code, maps, maps->far, FAR_KEY);
	tap_emit_look_up(code, maps->far, FAR_KEY);
	tap_emit_count_lost_if_null(code, maps);
	bpf_code_land(code, is_far);
	bpf_code_move(code, R2, NUMBER);
	bpf_code_op_number(code, BPF_ADD, R2, 1);
	bpf_code_store(code, 32, R0, TALLY(number_plus_1), R2);
}

/* R0 = the tally of NUMBER: one of those at the task, or when another number is there, one in far. */
static void find_tally(struct bpf_code *code, const struct tap_maps *maps)
{
	bpf_code_move(code, R1, NUMBER);
	bpf_code_op_number(code, BPF_AND, R1, TAP_NEAR_TALLIES - 1);
	/* a tally has 64 bytes */
	bpf_code_op_number(code, BPF_LSH, R1, 6);
	bpf_code_move(code, R0, TASK_AT);
	bpf_code_op(code, BPF_ADD, R0, R1);
	bpf_code_op_number(code, BPF_ADD, R0, TASK(near));
	bpf_code_load(code, 32, R1, R0, TALLY(number_plus_1));
	bpf_code_move(code, R2, NUMBER);
	bpf_code_op_number(code, BPF_ADD, R2, 1);
	/* Three cases: the place has this number; it has another one (to far); it is free and is taken. */
	size_t is_it = bpf_code_jump_if_reg(code, BPF_JEQ, R1, R2);
	size_t is_other = bpf_code_jump_if(code, BPF_JNE, R1, 0);
	bpf_code_store(code, 32, R0, TALLY(number_plus_1), R2);
	size_t taken = bpf_code_jump(code);
	bpf_code_land(code, is_other);
	find_far(code, maps, false);
	bpf_code_land(code, is_it);
	bpf_code_land(code, taken);
}

/* The square of DURATION, in 128 bits, to what is at R0. */
static void add_square(struct bpf_code *code)
{
	bpf_code_move(code, R1, DURATION);
	bpf_code_move(code, R2, DURATION);
	bpf_code_op_number(code, BPF_RSH, R2, 32);
	size_t is_short = bpf_code_jump_if(code, BPF_JEQ, R2, 0);
	/* (high * 2^32 + low)^2: the product of the halves counts twice, 2^33 */
	bpf_code_op_number(code, BPF_LSH, R1, 32);
	bpf_code_op_number(code, BPF_RSH, R1, 32);
	bpf_code_move(code, R3, R1);
	bpf_code_op(code, BPF_MUL, R3, R2);
	bpf_code_op(code, BPF_MUL, R2, R2);
	bpf_code_move(code, R4, R3);
	bpf_code_op_number(code, BPF_RSH, R4, 31);
	bpf_code_op(code, BPF_ADD, R2, R4);
	bpf_code_op_number(code, BPF_LSH, R3, 33);
	bpf_code_load(code, 64, R4, R0, TALLY(squares_low));
	bpf_code_op(code, BPF_ADD, R4, R3);
	bpf_code_store(code, 64, R0, TALLY(squares_low), R4);
	size_t no_carry = bpf_code_jump_if_reg(code, BPF_JGE, R4, R3);
	bpf_code_op_number(code, BPF_ADD, R2, 1);
	bpf_code_land(code, no_carry);
	bpf_code_load(code, 64, R4, R0, TALLY(squares_high));
	bpf_code_op(code, BPF_ADD, R4, R2);
	bpf_code_store(code, 64, R0, TALLY(squares_high), R4);
	bpf_code_land(code, is_short);
	bpf_code_op(code, BPF_MUL, R1, R1);
	bpf_code_load(code, 64, R2, R0, TALLY(squares_low));
	bpf_code_op(code, BPF_ADD, R2, R1);
	bpf_code_store(code, 64, R0, TALLY(squares_low), R2);
	no_carry = bpf_code_jump_if_reg(code, BPF_JGE, R2, R1);
	tap_emit_add_one(code, R0, TALLY(squares_high));
	bpf_code_land(code, no_carry);
}

/* DURATION to the tally at R0. R1 to R4 are lost. */
static void add_duration(struct bpf_code *code)
{
	bpf_code_load(code, 64, R1, R0, TALLY(count));
	/* min_ns of a new tally is 0, which is no minimum yet. */
	size_t is_first = bpf_code_jump_if(code, BPF_JEQ, R1, 0);
	bpf_code_load(code, 64, R2, R0, TALLY(min_ns));
	size_t not_shorter = bpf_code_jump_if_reg(code, BPF_JGE, DURATION, R2);
	bpf_code_land(code, is_first);
	bpf_code_store(code, 64, R0, TALLY(min_ns), DURATION);
	bpf_code_land(code, not_shorter);
	bpf_code_op_number(code, BPF_ADD, R1, 1);
	bpf_code_store(code, 64, R0, TALLY(count), R1);
	bpf_code_load(code, 64, R2, R0, TALLY(max_ns));
	size_t not_longer = bpf_code_jump_if_reg(code, BPF_JGE, R2, DURATION);
	bpf_code_store(code, 64, R0, TALLY(max_ns), DURATION);
	bpf_code_land(code, not_longer);
	bpf_code_load(code, 64, R2, R0, TALLY(total_ns));
	bpf_code_op(code, BPF_ADD, R2, DURATION);
	bpf_code_store(code, 64, R0, TALLY(total_ns), R2);
	add_square(code);
}

/* Counts an error of the call, with the map errnos also by its number. */
static void add_error(struct bpf_code *code, const struct tap_maps *maps, bool by_cgroup)
{
	bpf_code_load(code, 64, R1, CONTEXT, 8);
	bpf_code_end_if(code, BPF_JSGE, R1, 0);
	bpf_code_end_if(code, BPF_JSLE, R1, -NR_ERRNOS);
	bpf_code_load(code, 32, R2, R0, TALLY(nr_errors));
	bpf_code_op_number(code, BPF_ADD, R2, 1);
	bpf_code_store(code, 32, R0, TALLY(nr_errors), R2);
	if (maps->errnos < 0) return;
	bpf_code_number(code, R2, 0);
	bpf_code_op(code, BPF_SUB, R2, R1);
	bpf_code_store(code, 32, FRAME, ERRNO_KEY + 16, R2);
	bpf_code_store_number(code, FRAME, ERRNO_KEY + 20, 0);
	store_key(code, by_cgroup, ERRNO_KEY);
	tap_emit_look_up(code, maps->errnos, ERRNO_KEY);
	size_t is_new = bpf_code_jump_if(code, BPF_JEQ, R0, 0);
	tap_emit_add_one(code, R0, 0);
	bpf_code_end(code);
	bpf_code_land(code, is_new);
	bpf_code_number(code, R1, 1);
	bpf_code_store(code, 64, FRAME, ONE, R1);
	bpf_code_map(code, R1, maps->errnos);
	bpf_code_stack(code, R2, ERRNO_KEY);
	bpf_code_stack(code, R3, ONE);
	bpf_code_number(code, R4, BPF_ANY);
	bpf_code_helper(code, BPF_FUNC_map_update_elem);
	bpf_code_end_if(code, BPF_JEQ, R0, 0);
	tap_emit_count_lost(code, maps);
}

void tap_code_exit(struct bpf_code *code, const struct tap_code_options *options)
{
	tap_emit_begin(code, options);
	bpf_code_store_number(code, TASK_AT, TASK(flags), 0);
	/* DURATION holds the flags (tap_emit_begin) until it is needed for the time. */
	bpf_code_end_if(code, BPF_JSET, DURATION, TAP_SKIPS);
	size_t inside = bpf_code_jump_if(code, BPF_JSET, DURATION, TAP_INSIDE);

	/* The call began before the tap was switched on: it counts, but has no duration. */
	tap_emit_read_number(code, options->machine);
	bpf_code_end_if(code, BPF_JSLT, NUMBER, 0); /* the way back out of a signal's handler ends no call */
	tap_emit_widen(code, options->machine);
	tap_emit_select_number(code, options, 0);
	bpf_code_number(code, DURATION, 0);
	size_t without_begin = bpf_code_jump(code);

	bpf_code_land(code, inside);
	bpf_code_load(code, 32, NUMBER, TASK_AT, TASK(number));
	bpf_code_helper(code, BPF_FUNC_ktime_get_ns);
	bpf_code_move(code, DURATION, R0);
	bpf_code_load(code, 64, R1, TASK_AT, TASK(enter_ns));
	bpf_code_op(code, BPF_SUB, DURATION, R1);
	bpf_code_land(code, without_begin);
	for (size_t i = 0; i < ARRAY_SIZE(options->machine->sigreturns); i++)
		if (options->machine->sigreturns[i])
			bpf_code_end_if(code, BPF_JEQ, NUMBER, options->machine->sigreturns[i]);
	tap_emit_add_one(code, TASK_AT, TASK(nr_events));
	if (options->by_cgroup) {
		bpf_code_helper(code, BPF_FUNC_get_current_cgroup_id);
		bpf_code_store(code, 64, FRAME, GROUP, R0);
		find_far(code, &options->maps, true);
	} else {
		find_tally(code, &options->maps);
	}
	add_duration(code);
	add_error(code, &options->maps, options->by_cgroup);
	bpf_code_finish(code, 0);
}

/* -- threads come and go -- */

/* A workload counts from its exec on; the new program may be one of the other word size. */
void tap_code_exec(struct bpf_code *code, const struct tap_code_options *options)
{
	tap_emit_find_task(code, options, false);
	bpf_code_load(code, 32, R1, TASK_AT, TASK(flags));
	bpf_code_op_number(code, BPF_AND, R1, ~(TAP_WAITING | TAP_UNREAD));
	bpf_code_store(code, 32, TASK_AT, TASK(flags), R1);
	bpf_code_store_number(code, TASK_AT, TASK(mode), TAP_MODE_UNKNOWN);
	bpf_code_finish(code, 0);
}

/* A copy of the thread's entry to ended, with its name; none of one without calls. NUMBER is lost. */
static void copy_to_ended(struct bpf_code *code, const struct tap_maps *maps)
{
	bpf_code_load(code, 64, R1, TASK_AT, TASK(nr_events));
	size_t silent = bpf_code_jump_if(code, BPF_JEQ, R1, 0);
	bpf_code_move(code, R1, TASK_AT);
	bpf_code_op_number(code, BPF_ADD, R1, TASK(comm));
	bpf_code_number(code, R2, SYSCALL_COMM_BYTES);
	bpf_code_helper(code, BPF_FUNC_get_current_comm);
	bpf_code_number(code, NUMBER, 0);
	store_key(code, false, FAR_KEY);
	bpf_code_map(code, R1, maps->ended);
	bpf_code_stack(code, R2, FAR_KEY);
	bpf_code_move(code, R3, TASK_AT);
	bpf_code_number(code, R4, BPF_ANY);
	bpf_code_helper(code, BPF_FUNC_map_update_elem);
	size_t kept = bpf_code_jump_if(code, BPF_JEQ, R0, 0);
	/* No room in ended: all of the thread's events are lost. */
	bpf_code_load(code, 64, R2, TASK_AT, TASK(nr_events));
	bpf_code_variable(code, R1, maps->lost, 0);
	bpf_code_add_atomically(code, R1, 0, R2);
	bpf_code_land(code, silent);
	bpf_code_land(code, kept);
}

/* Moves the thread's entry from tasks to ended, where tap_harvest finds it; one without calls is just removed, as all
 * are whose sums are not theirs but a control group's. */
void tap_code_gone(struct bpf_code *code, const struct tap_code_options *options)
{
	const struct tap_maps *maps = &options->maps;
	tap_emit_find_task(code, options, false);
	if (!options->by_cgroup) copy_to_ended(code, maps);
	bpf_code_map(code, R1, maps->tasks);
	bpf_code_stack(code, R2, KEY);
	bpf_code_helper(code, BPF_FUNC_map_delete_elem);
	bpf_code_finish(code, 0);
}

/* Goes on only where the current task, the parent, is watched. Forks of a parent that still waits for its exec are not
 * of the workload. */
static void begin_fork(struct bpf_code *code, const struct tap_code_options *options)
{
	bpf_code_move(code, CONTEXT, R1);
	tap_emit_find_task(code, options, false);
	bpf_code_load(code, 32, R1, TASK_AT, TASK(flags));
	bpf_code_end_if(code, BPF_JSET, R1, TAP_WAITING);
}

/* The second argument of the raw tracepoint is the child's task_struct. */
void tap_code_raw_fork(struct bpf_code *code, const struct tap_code_options *options, int32_t pid_offset)
{
	begin_fork(code, options);
	bpf_code_stack(code, R1, KEY);
	bpf_code_number(code, R2, 4);
	bpf_code_load(code, 64, R3, CONTEXT, 8);
	bpf_code_op_number(code, BPF_ADD, R3, pid_offset);
	bpf_code_helper(code, BPF_FUNC_probe_read_kernel);
	tap_emit_make_task(code, &options->maps);
	bpf_code_finish(code, 0);
}

void tap_code_fork(struct bpf_code *code, const struct tap_code_options *options, int16_t pid_offset)
{
	begin_fork(code, options);
	bpf_code_load(code, 32, R1, CONTEXT, pid_offset);
	bpf_code_store(code, 32, FRAME, KEY, R1);
	tap_emit_make_task(code, &options->maps);
	bpf_code_finish(code, 1); /* 0 would keep the tracepoint from whoever records it */
}
