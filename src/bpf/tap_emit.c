/* Registers of the machines that taps know, and the sequences of instructions that their programs share
 * (tap_emit.h). */
#include "bpf/tap_emit.h"

#include <string.h>

const struct tap_machine *tap_machine_find(const char *name)
{
	/* To add one: offsets of struct pt_regs, and the numbers of rt_sigreturn, exit and exit_group. */
	static const struct tap_machine machines[] = {
		{ .name = "x86_64",
		  .number_off = 120,
		  .sigreturns = { 15, TAP_NUMBERS_32 + 119, TAP_NUMBERS_32 + 173 },
		  .exits = { 60, 231, TAP_NUMBERS_32 + 1, TAP_NUMBERS_32 + 252 },
		  .registers_from = 32,
		  .registers_to = 144,
		  .args_off = { 112, 104, 96, 56, 72, 64 },
		  .name_32 = "i386",
		  .segment_off = 136,
		  .segment_32 = 0x23,
		  .args_32_off = { 40, 88, 96, 104, 112, 32 } },
		{ .name = "aarch64",
		  .number_off = 280,
		  .number_is_32 = true,
		  .sigreturns = { 139 },
		  .exits = { 93, 94 },
		  .registers_from = 0,
		  .registers_to = 48,
		  .args_off = { 0, 8, 16, 24, 32, 40 } },
		{ .name = "riscv64",
		  .number_off = 136,
		  .sigreturns = { 139 },
		  .exits = { 93, 94 },
		  .registers_from = 88,
		  .registers_to = 288,
		  .args_off = { 280, 88, 96, 104, 112, 120 } },
	};
	for (size_t i = 0; i < ARRAY_SIZE(machines); i++)
		if (strcmp(machines[i].name, name) == 0) return &machines[i];
	return NULL;
}

/* R0: the value's address, or NULL, which the verifier wants to be asked about before it is used. */
void tap_emit_look_up(struct bpf_code *code, int map, int16_t key)
{
	bpf_code_map(code, R1, map);
	bpf_code_stack(code, R2, key);
	bpf_code_helper(code, BPF_FUNC_map_lookup_elem);
}

/* R0: 0 or -errno of the helper. blank is an array map, as a task is larger than the stack. */
void tap_emit_make_blank(struct bpf_code *code, const struct tap_maps *maps, int map, int16_t key)
{
	bpf_code_map(code, R1, map);
	bpf_code_stack(code, R2, key);
	bpf_code_variable(code, R3, maps->blank, 0);
	bpf_code_number(code, R4, BPF_ANY);
	bpf_code_helper(code, BPF_FUNC_map_update_elem);
}

void tap_emit_add_one(struct bpf_code *code, uint8_t at, int16_t offset)
{
	bpf_code_load(code, 64, R1, at, offset);
	bpf_code_op_number(code, BPF_ADD, R1, 1);
	bpf_code_store(code, 64, at, offset, R1);
}

/* Atomically: programs of all CPUs count here. */
void tap_emit_count_lost(struct bpf_code *code, const struct tap_maps *maps)
{
	bpf_code_variable(code, R1, maps->lost, 0);
	bpf_code_number(code, R2, 1);
	bpf_code_add_atomically(code, R1, 0, R2);
}

void tap_emit_count_lost_if_null(struct bpf_code *code, const struct tap_maps *maps)
{
	size_t fine = bpf_code_jump_if(code, BPF_JNE, R0, 0);
	tap_emit_count_lost(code, maps);
	bpf_code_end(code);
	bpf_code_land(code, fine);
}

/* R0 and TASK_AT: the entry. start_ns tells threads of one number apart. */
void tap_emit_make_task(struct bpf_code *code, const struct tap_maps *maps)
{
	tap_emit_make_blank(code, maps, maps->tasks, KEY);
	tap_emit_look_up(code, maps->tasks, KEY);
	tap_emit_count_lost_if_null(code, maps);
	bpf_code_move(code, TASK_AT, R0);
	bpf_code_helper(code, BPF_FUNC_ktime_get_ns);
	bpf_code_store(code, 64, TASK_AT, TASK(start_ns), R0);
	bpf_code_move(code, R0, TASK_AT);
}

/* At the end TASK_AT is a checked pointer, which the verifier follows through all branches. */
void tap_emit_find_task(struct bpf_code *code, const struct tap_code_options *options, bool makes)
{
	const struct tap_maps *maps = &options->maps;
	/* KEY = tid, the lower half */
	bpf_code_helper(code, BPF_FUNC_get_current_pid_tgid);
	bpf_code_move(code, NUMBER, R0);
	bpf_code_store(code, 32, FRAME, KEY, R0);
	tap_emit_look_up(code, maps->tasks, KEY);
	if (!makes || !options->everyone) {
		bpf_code_end_if(code, BPF_JEQ, R0, 0);
		bpf_code_move(code, TASK_AT, R0);
		return;
	}
	/* The pid is the upper half: this process would see its own calls, and make more by reading about them. */
	size_t found = bpf_code_jump_if(code, BPF_JNE, R0, 0);
	bpf_code_move(code, R1, NUMBER);
	bpf_code_op_number(code, BPF_RSH, R1, 32);
	bpf_code_end_if(code, BPF_JEQ, R1, (int32_t)options->own_pid);
	if (maps->hidden >= 0) {
		tap_emit_look_up(code, maps->hidden, KEY);
		bpf_code_end_if(code, BPF_JNE, R0, 0);
	}
	tap_emit_make_task(code, maps);
	bpf_code_land(code, found);
	bpf_code_move(code, TASK_AT, R0);
}

void tap_emit_begin(struct bpf_code *code, const struct tap_code_options *options)
{
	bpf_code_move(code, CONTEXT, R1);
	if (options->maps.cpus >= 0) {
		bpf_code_helper(code, BPF_FUNC_get_smp_processor_id);
		bpf_code_store(code, 32, FRAME, KEY, R0);
		bpf_code_find(code, options->maps.cpus, KEY);
		bpf_code_load(code, 8, R1, R0, 0);
		bpf_code_end_if(code, BPF_JEQ, R1, 0);
	}
	tap_emit_find_task(code, options, true);
	bpf_code_load(code, 32, DURATION, TASK_AT, TASK(flags));
	bpf_code_end_if(code, BPF_JSET, DURATION, TAP_WAITING | TAP_IGNORED);
	bpf_code_store(code, 64, TASK_AT, TASK(pid_tgid), NUMBER);
}

/* Without maps.numbers nothing is emitted: all calls are asked about. */
void tap_emit_select_number(struct bpf_code *code, const struct tap_code_options *options, int32_t flags_if_not)
{
	if (options->maps.numbers < 0) return;
	bpf_code_store(code, 32, FRAME, KEY, NUMBER);
	tap_emit_look_up(code, options->maps.numbers, KEY);
	size_t known = bpf_code_jump_if(code, BPF_JNE, R0, 0);
	/* A number beyond the map is none of a known call. */
	size_t wanted_unknown = options->unknown_numbers ? bpf_code_jump(code) : SIZE_MAX;
	size_t not_wanted = options->unknown_numbers ? SIZE_MAX : bpf_code_jump(code);
	bpf_code_land(code, known);
	bpf_code_load(code, 8, R1, R0, 0);
	size_t wanted = bpf_code_jump_if(code, BPF_JNE, R1, 0);
	if (not_wanted != SIZE_MAX) bpf_code_land(code, not_wanted);
	bpf_code_store_number(code, TASK_AT, TASK(flags), flags_if_not);
	bpf_code_end(code);
	if (wanted_unknown != SIZE_MAX) bpf_code_land(code, wanted_unknown);
	bpf_code_land(code, wanted);
}

/* Machines without 32-bit programs (name_32 NULL) keep the number as it is. */
void tap_emit_widen(struct bpf_code *code, const struct tap_machine *machine)
{
	if (!machine->name_32) return;
	/* Numbers below 512 are those of either table, numbers from 65536 on stay, and what is between would look
	 * like one of a 32-bit call and is moved. */
	size_t small = bpf_code_jump_if(code, BPF_JLT, NUMBER, TAP_NUMBERS),
	       far = bpf_code_jump_if(code, BPF_JGE, NUMBER, TAP_NUMBERS_MOVED);
	bpf_code_op_number(code, BPF_ADD, NUMBER, TAP_NUMBERS_MOVED);
	size_t moved = bpf_code_jump(code);
	bpf_code_land(code, small);
	/* The code segment tells 32-bit programs apart. Read once a program: an exec resets mode. */
	bpf_code_load(code, 32, R1, TASK_AT, TASK(mode));
	size_t known = bpf_code_jump_if(code, BPF_JNE, R1, TAP_MODE_UNKNOWN);
	bpf_code_stack(code, R1, WORD);
	bpf_code_number(code, R2, 8);
	bpf_code_load(code, 64, R3, CONTEXT, 0);
	bpf_code_op_number(code, BPF_ADD, R3, machine->segment_off);
	bpf_code_helper(code, BPF_FUNC_probe_read_kernel);
	bpf_code_number(code, R1, TAP_MODE_64);
	bpf_code_load(code, 64, R2, FRAME, WORD);
	size_t is_64 = bpf_code_jump_if(code, BPF_JNE, R2, machine->segment_32);
	bpf_code_number(code, R1, TAP_MODE_32);
	bpf_code_land(code, is_64);
	bpf_code_store(code, 32, TASK_AT, TASK(mode), R1);
	bpf_code_land(code, known);
	size_t native = bpf_code_jump_if(code, BPF_JNE, R1, TAP_MODE_32);
	bpf_code_op_number(code, BPF_ADD, NUMBER, TAP_NUMBERS_32);
	bpf_code_land(code, native);
	bpf_code_land(code, far);
	bpf_code_land(code, moved);
}

/* CONTEXT's first argument is the thread's struct pt_regs. */
void tap_emit_read_number(struct bpf_code *code, const struct tap_machine *machine)
{
	bpf_code_stack(code, R1, WORD);
	bpf_code_number(code, R2, machine->number_is_32 ? 4 : 8);
	bpf_code_load(code, 64, R3, CONTEXT, 0);
	bpf_code_op_number(code, BPF_ADD, R3, machine->number_off);
	bpf_code_helper(code, BPF_FUNC_probe_read_kernel);
	bpf_code_load(code, machine->number_is_32 ? 32 : 64, NUMBER, FRAME, WORD);
	/* A 32-bit number is sign-extended: -1 is "no call" everywhere. */
	if (!machine->number_is_32) return;
	bpf_code_op_number(code, BPF_LSH, NUMBER, 32);
	bpf_code_op_number(code, BPF_ARSH, NUMBER, 32);
}
