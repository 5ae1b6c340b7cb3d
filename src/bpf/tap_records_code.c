/* The programs that give records. All that is kept of a call between its programs lies in the thread's entry of the
 * map tasks (struct tap_call), as programs that tail call each other share neither registers nor stack:
 *     enter: number, arguments, time -> [read: memory at entry]
 *     exit:  result -> [read_at_exit: memory written] -> record to the ring
 *     sleep, gone: a record "begun", if the call is not over
 * Memory is appended 8 bytes aligned; places[i] and record.sizes[i] say where and how much read i is. */
#include "bpf/tap_records_code.h"

#include <errno.h>
#include "bpf/tap_emit.h"

#define CALL(field) ((int16_t)offsetof(struct tap_call, field))
#define RECORD(field) ((int16_t)(offsetof(struct tap_call, record) + offsetof(struct syscall_record, field)))
_Static_assert(offsetof(struct tap_call, pid_tgid) == offsetof(struct tap_task, pid_tgid) &&
		       offsetof(struct tap_call, flags) == offsetof(struct tap_task, flags) &&
		       offsetof(struct tap_call, number) == offsetof(struct tap_task, number) &&
		       offsetof(struct tap_call, start_ns) == offsetof(struct tap_task, start_ns) &&
		       offsetof(struct tap_call, mode) == offsetof(struct tap_task, mode),
	       "tap_emit_* know where these are");
_Static_assert(sizeof(struct tap_call) < 3900,
	       "the kernel allocates entries of maps up to a page with what it keeps beside them");
/* Places on the stack: the saved registers, and the address or number that a read is about. */
enum { REGISTERS = -256, VALUE = -24 }; /* on the stack */

/* How much of the memory a record carries. */
enum told { WITHOUT_MEMORY, WITH_MEMORY /* if any was read */, WITH_SIZES /* also when all of them are 0 */ };

/* Forward jumps that land at the same place. Collected while code is written, landed together by land_all. */
struct jumps {
	size_t items[16];
	size_t count;
};
static void none_if(struct jumps *jumps, size_t jump) { jumps->items[jumps->count++] = jump; }

/* All land at the next instruction. */
static void land_all(struct bpf_code *code, const struct jumps *jumps)
{
	for (size_t i = 0; i < jumps->count; i++) bpf_code_land(code, jumps->items[i]);
}

/* Gives the record of the task to the ring of this CPU. A size that the verifier could not bound is checked once
 * more. */
static void tell(struct bpf_code *code, const struct tap_records_options *options, enum told told)
{
	bpf_code_number(code, R5, SYSCALL_RECORD_SHORT);
	if (told != WITHOUT_MEMORY) {
		bpf_code_load(code, 64, R1, TASK_AT, CALL(size_bytes));
		size_t nothing = told == WITH_SIZES ? SIZE_MAX : bpf_code_jump_if(code, BPF_JEQ, R1, 0);
		size_t too_much = bpf_code_jump_if(code, BPF_JGT, R1, TAP_MEMORY_BYTES);
		bpf_code_move(code, R5, R1);
		bpf_code_op_number(code, BPF_ADD, R5, sizeof(struct syscall_record));
		if (nothing != SIZE_MAX) bpf_code_land(code, nothing);
		bpf_code_land(code, too_much);
	}
	bpf_code_move(code, R1, CONTEXT);
	bpf_code_map(code, R2, options->rings);
	bpf_code_number(code, R3, -1); /* BPF_F_CURRENT_CPU */
	bpf_code_move(code, R4, TASK_AT);
	bpf_code_op_number(code, BPF_ADD, R4, CALL(record));
	bpf_code_helper(code, BPF_FUNC_perf_event_output);
	/* a full ring counts what it loses itself */
	size_t fine = bpf_code_jump_if(code, BPF_JEQ, R0, 0);
	size_t full = bpf_code_jump_if(code, BPF_JEQ, R0, -ENOSPC);
	tap_emit_count_lost(code, &options->code.maps);
	bpf_code_land(code, fine);
	bpf_code_land(code, full);
}

/* R1 is lost. */
static void set_kind(struct bpf_code *code, enum syscall_record_kind kind)
{
	bpf_code_number(code, R1, (int32_t)kind);
	bpf_code_store(code, 16, TASK_AT, RECORD(kind), R1);
}

/* The six arguments out of the saved registers. */
static void copy_args(struct bpf_code *code, const struct tap_machine *machine)
{
	int16_t from = machine->registers_from, size = (int16_t)(machine->registers_to - from);
	bpf_code_stack(code, R1, REGISTERS);
	bpf_code_number(code, R2, size);
	bpf_code_load(code, 64, R3, CONTEXT, 0);
	bpf_code_op_number(code, BPF_ADD, R3, from);
	bpf_code_helper(code, BPF_FUNC_probe_read_kernel);
	size_t is_64 = SIZE_MAX, done = SIZE_MAX;
	bpf_code_number(code, R2, 0);
	if (machine->name_32) {
		bpf_code_load(code, 32, R1, TASK_AT, CALL(mode));
		is_64 = bpf_code_jump_if(code, BPF_JNE, R1, TAP_MODE_32);
		for (int16_t i = 0; i < SYSCALL_MAX_ARGS; i++) {
			bpf_code_load(code, 32, R1, FRAME, (int16_t)(REGISTERS + machine->args_32_off[i] - from));
			bpf_code_store(code, 64, TASK_AT, (int16_t)(RECORD(args) + 8 * i), R1);
		}
		bpf_code_number(code, R2, SYSCALL_RECORD_IS_32);
		done = bpf_code_jump(code);
		bpf_code_land(code, is_64);
	}
	for (int16_t i = 0; i < SYSCALL_MAX_ARGS; i++) {
		bpf_code_load(code, 64, R1, FRAME, (int16_t)(REGISTERS + machine->args_off[i] - from));
		bpf_code_store(code, 64, TASK_AT, (int16_t)(RECORD(args) + 8 * i), R1);
	}
	if (done != SIZE_MAX) bpf_code_land(code, done);
	bpf_code_store(code, 16, TASK_AT, RECORD(flags), R2);
}

void tap_records_enter(struct bpf_code *code, const struct tap_records_options *options)
{
	const struct tap_machine *machine = options->code.machine;
	tap_emit_begin(code, &options->code);
	bpf_code_load(code, 64, NUMBER, CONTEXT, 8);
	bpf_code_store(code, 32, TASK_AT, RECORD(number), NUMBER);
	tap_emit_widen(code, machine);
	tap_emit_select_number(code, &options->code, TAP_SKIPS);
	bpf_code_store(code, 32, TASK_AT, CALL(number), NUMBER);
	bpf_code_store_number(code, TASK_AT, CALL(flags), TAP_INSIDE);
	bpf_code_number(code, R1, 0);
	bpf_code_store(code, 64, TASK_AT, CALL(size_bytes), R1);
	bpf_code_store(code, 64, TASK_AT, RECORD(result), R1);
	copy_args(code, machine);
	bpf_code_helper(code, BPF_FUNC_ktime_get_ns);
	bpf_code_store(code, 64, TASK_AT, RECORD(enter_ns), R0);
	/* Calls that never come back are told of as begun at once. */
	struct jumps exits = { .count = 0 };
	for (size_t i = 0; i < ARRAY_SIZE(machine->exits); i++)
		if (machine->exits[i]) none_if(&exits, bpf_code_jump_if(code, BPF_JEQ, NUMBER, machine->exits[i]));
	size_t other = bpf_code_jump(code);
	land_all(code, &exits);
	bpf_code_store_number(code, TASK_AT, CALL(flags), TAP_INSIDE | TAP_TOLD);
	set_kind(code, SYSCALL_RECORD_BEGUN);
	tell(code, options, WITHOUT_MEMORY);
	bpf_code_end(code);
	bpf_code_land(code, other);
	if (options->readers >= 0) {
		bpf_code_move(code, R1, CONTEXT);
		bpf_code_map(code, R2, options->readers);
		/* A tail call returns only when it fails: the call has no reads then. */
		bpf_code_move(code, R3, NUMBER);
		bpf_code_helper(code, BPF_FUNC_tail_call);
	}
	bpf_code_finish(code, 0);
}

/* Tail calls the program that reads what the call wrote, or, with TAP_UNREAD, all of it anew; that program gives out
 * the record. Falls through where there is no such program or the call failed. R1: the result. */
static void read_at_exit(struct bpf_code *code, const struct tap_records_options *options)
{
	bpf_code_load(code, 32, R3, TASK_AT, CALL(number));
	size_t unread = bpf_code_jump_if(code, BPF_JSET, DURATION, TAP_UNREAD);
	size_t fine = bpf_code_jump_if(code, BPF_JSGE, R1, 0);
	size_t failed = bpf_code_jump_if(code, BPF_JNE, R1, SYSCALL_INTERRUPTED);
	bpf_code_land(code, fine);
	bpf_code_move(code, R1, CONTEXT);
	bpf_code_map(code, R2, options->readers_at_exit);
	bpf_code_helper(code, BPF_FUNC_tail_call);
	size_t nothing = bpf_code_jump(code);
	bpf_code_land(code, unread); /* all of it anew, as bytes are in the order of reads */
	bpf_code_load(code, 16, R2, TASK_AT, RECORD(flags));
	bpf_code_op_number(code, BPF_OR, R2, SYSCALL_RECORD_AGAIN);
	bpf_code_store(code, 16, TASK_AT, RECORD(flags), R2);
	bpf_code_number(code, R2, 0);
	bpf_code_store(code, 64, TASK_AT, CALL(size_bytes), R2);
	bpf_code_move(code, R1, CONTEXT);
	bpf_code_map(code, R2, options->readers);
	bpf_code_helper(code, BPF_FUNC_tail_call);
	bpf_code_land(code, nothing);
	bpf_code_land(code, failed);
}

/* Three kinds of record: ENDED behind a "begun" one, WHOLE, and UNSEEN for calls whose beginning was not seen. */
void tap_records_exit(struct bpf_code *code, const struct tap_records_options *options)
{
	tap_emit_begin(code, &options->code);
	bpf_code_store_number(code, TASK_AT, CALL(flags), 0);
	bpf_code_end_if(code, BPF_JSET, DURATION, TAP_SKIPS);
	bpf_code_load(code, 64, R1, CONTEXT, 8);
	bpf_code_store(code, 64, TASK_AT, RECORD(result), R1);
	size_t inside = bpf_code_jump_if(code, BPF_JSET, DURATION, TAP_INSIDE);

	tap_emit_read_number(code, options->code.machine);
	bpf_code_end_if(code, BPF_JSLT, NUMBER, 0);
	bpf_code_store(code, 32, TASK_AT, RECORD(number), NUMBER);
	tap_emit_widen(code, options->code.machine);
	tap_emit_select_number(code, &options->code, 0);
	bpf_code_load(code, 32, R1, TASK_AT, CALL(mode));
	bpf_code_number(code, R2, SYSCALL_RECORD_IS_32);
	size_t is_32 = bpf_code_jump_if(code, BPF_JEQ, R1, TAP_MODE_32);
	bpf_code_number(code, R2, 0);
	bpf_code_land(code, is_32);
	bpf_code_store(code, 16, TASK_AT, RECORD(flags), R2);
	set_kind(code, SYSCALL_RECORD_UNSEEN);
	size_t unseen = bpf_code_jump(code);

	bpf_code_land(code, inside);
	bpf_code_number(code, R2, SYSCALL_RECORD_ENDED);
	size_t told = bpf_code_jump_if(code, BPF_JSET, DURATION, TAP_TOLD);
	bpf_code_number(code, R2, SYSCALL_RECORD_WHOLE);
	bpf_code_land(code, told);
	bpf_code_store(code, 16, TASK_AT, RECORD(kind), R2);
	if (options->readers_at_exit >= 0) read_at_exit(code, options);
	size_t begun = bpf_code_jump_if(code, BPF_JSET, DURATION, TAP_TOLD);
	tell(code, options, WITH_MEMORY);
	bpf_code_end(code);
	bpf_code_land(code, begun);
	bpf_code_land(code, unseen);
	tell(code, options, WITHOUT_MEMORY);
	bpf_code_finish(code, 0);
}

/* Gives a "begun" record of the current task if it is inside a call of which none was given. *ret_nothing has been
 * landed: the code goes on behind it in any case. */
static void tell_begun(struct bpf_code *code, const struct tap_records_options *options, size_t *ret_nothing)
{
	bpf_code_move(code, CONTEXT, R1);
	tap_emit_find_task(code, &options->code, false);
	bpf_code_load(code, 32, DURATION, TASK_AT, CALL(flags));
	bpf_code_move(code, R1, DURATION);
	bpf_code_op_number(code, BPF_AND, R1, TAP_INSIDE | TAP_TOLD);
	*ret_nothing = bpf_code_jump_if(code, BPF_JNE, R1, TAP_INSIDE);
	bpf_code_op_number(code, BPF_OR, DURATION, TAP_TOLD);
	bpf_code_store(code, 32, TASK_AT, CALL(flags), DURATION);
	set_kind(code, SYSCALL_RECORD_BEGUN);
	tell(code, options, WITH_MEMORY);
	bpf_code_land(code, *ret_nothing);
}

void tap_records_sleep(struct bpf_code *code, const struct tap_records_options *options)
{
	size_t nothing;
	tell_begun(code, options, &nothing);
	bpf_code_finish(code, 0);
}

/* The entry is removed, as the number may be given to another thread. */
void tap_records_gone(struct bpf_code *code, const struct tap_records_options *options)
{
	size_t nothing;
	tell_begun(code, options, &nothing);
	bpf_code_map(code, R1, options->code.maps.tasks);
	bpf_code_stack(code, R2, KEY);
	bpf_code_helper(code, BPF_FUNC_map_delete_elem);
	bpf_code_finish(code, 0);
}

/* -- memory -- */

/* R1 = TASK_AT + place of an earlier read in memory; jumps to none where that was not read. The bound is for the
 * verifier. */
static void find_parent(struct bpf_code *code, const struct syscall_read *read, struct jumps *none)
{
	bpf_code_load(code, 16, R1, TASK_AT, (int16_t)(RECORD(sizes) + 2 * read->parent));
	none_if(none, bpf_code_jump_if(code, BPF_JEQ, R1, SYSCALL_NOT_READ));
	bpf_code_load(code, 16, R1, TASK_AT, (int16_t)(CALL(places) + 2 * read->parent));
	none_if(none, bpf_code_jump_if(code, BPF_JGT, R1, TAP_MEMORY_BYTES - 512));
	bpf_code_op(code, BPF_ADD, R1, TASK_AT);
}

/* size_bytes at R3 + offset of the user's memory, to the stack; R0: 0 if that could be read. */
static void read_user(struct bpf_code *code, int16_t to, int32_t size_bytes, int32_t offset)
{
	bpf_code_op_number(code, BPF_ADD, R3, offset);
	bpf_code_stack(code, R1, to);
	bpf_code_number(code, R2, size_bytes);
	bpf_code_helper(code, BPF_FUNC_probe_read_user);
}

/* An argument's number out of range, which tables do not have, is taken for the first one. */
static void load_arg(struct bpf_code *code, uint8_t to, unsigned arg)
{
	bpf_code_load(code, 64, to, TASK_AT, (int16_t)(RECORD(args) + 8 * (arg < SYSCALL_MAX_ARGS ? arg : 0)));
}

/* DURATION = size of what an ioctl reads or writes: encoded in the command (UAPI asm-generic/ioctl.h), but for
 * commands of terminals, which have a table. */
static void ioctl_size(struct bpf_code *code, const struct syscall_read *read)
{
	enum { FIRST = 0x5400, NR = 0x80 };
	size_t known[NR], nr = 0;
	load_arg(code, R1, read->size_source);
	for (int32_t command = FIRST; command < FIRST + NR; command++) {
		size_t size = syscall_ioctl_size((uint32_t)command, !read->at_exit);
		if (!size) continue;
		bpf_code_number(code, DURATION, (int32_t)size);
		known[nr++] = bpf_code_jump_if(code, BPF_JEQ, R1, command);
	}
	bpf_code_move(code, DURATION, R1);
	bpf_code_op_number(code, BPF_RSH, DURATION, 16);
	bpf_code_op_number(code, BPF_AND, DURATION, 0x3fff);
	bpf_code_op_number(code, BPF_RSH, R1, read->at_exit ? 31 : 30);
	size_t moves = bpf_code_jump_if(code, BPF_JSET, R1, 1);
	bpf_code_number(code, DURATION, 0);
	bpf_code_land(code, moves);
	for (size_t i = 0; i < nr; i++) bpf_code_land(code, known[i]);
}

/* DURATION = number of bytes to read, at most most_bytes. R0 to R5 may be lost. The bound is what lets the verifier
 * accept the read. */
static void size_of_read(struct bpf_code *code, const struct syscall_read *read, struct jumps *none)
{
	switch ((enum syscall_read_size)read->size) {
	case READ_SIZE_arg: load_arg(code, DURATION, read->size_source); break;
	case READ_SIZE_arg_bits:
		load_arg(code, DURATION, read->size_source);
		bpf_code_op_number(code, BPF_LSH, DURATION, 32); /* an int */
		bpf_code_op_number(code, BPF_RSH, DURATION, 32);
		bpf_code_op_number(code, BPF_ADD, DURATION, 63);
		bpf_code_op_number(code, BPF_RSH, DURATION, 6);
		bpf_code_op_number(code, BPF_LSH, DURATION, 3);
		break;
	case READ_SIZE_behind:
		load_arg(code, R3, read->size_source);
		read_user(code, WORD, 4, 0);
		none_if(none, bpf_code_jump_if(code, BPF_JNE, R0, 0));
		bpf_code_load(code, 32, DURATION, FRAME, WORD);
		break;
	case READ_SIZE_parent32:
	case READ_SIZE_parent64:
		find_parent(code, read, none);
		bpf_code_load(code, read->size == READ_SIZE_parent32 ? 32 : 64, DURATION, R1,
			      (int16_t)(CALL(memory) + read->size_source));
		break;
	case READ_SIZE_own32: {
		bpf_code_load(code, 64, R3, FRAME, VALUE);
		read_user(code, WORD, 4, read->size_source);
		none_if(none, bpf_code_jump_if(code, BPF_JNE, R0, 0));
		bpf_code_load(code, 32, DURATION, FRAME, WORD);
		size_t said = bpf_code_jump_if(code, BPF_JNE, DURATION, 0);
		bpf_code_number(code, DURATION, read->most_bytes);
		bpf_code_land(code, said);
		break;
	}
	case READ_SIZE_ioctl: ioctl_size(code, read); break;
	case READ_SIZE_result: bpf_code_load(code, 64, DURATION, TASK_AT, RECORD(result)); break;
	case READ_SIZE_inode:
	case READ_SIZE_text:
	case READ_SIZE_fixed: bpf_code_number(code, DURATION, read->most_bytes); return;
	}
	bool has_unit = read->unit_bytes > 1 && read->size != READ_SIZE_arg_bits && read->size != READ_SIZE_own32 &&
			read->size != READ_SIZE_ioctl;
	int32_t most = has_unit ? read->most_bytes / read->unit_bytes : read->most_bytes;
	size_t fits = bpf_code_jump_if(code, BPF_JLE, DURATION, most);
	bpf_code_number(code, DURATION, most);
	bpf_code_land(code, fits);
	if (has_unit) bpf_code_op_number(code, BPF_MUL, DURATION, read->unit_bytes);
}

/* R3 = *(R3 + offset), a pointer or a long of the kernel's; jumps to none where it cannot be read or is 0. */
static void follow(struct bpf_code *code, int offset, struct jumps *none)
{
	bpf_code_op_number(code, BPF_ADD, R3, offset);
	bpf_code_stack(code, R1, WORD);
	bpf_code_number(code, R2, 8);
	bpf_code_helper(code, BPF_FUNC_probe_read_kernel);
	none_if(none, bpf_code_jump_if(code, BPF_JNE, R0, 0));
	bpf_code_load(code, 64, R3, FRAME, WORD);
	none_if(none, bpf_code_jump_if(code, BPF_JEQ, R3, 0));
}

/* The inode number of a descriptor, 8 bytes in memory: task->files->fdt->fd[n]->f_inode->i_ino. */
static void read_inode(const struct tap_records_options *options, struct bpf_code *code,
		       const struct syscall_read *read, size_t index)
{
	const struct tap_inodes *inodes = &options->inodes;
	struct jumps none = { .count = 0 };
	if (!inodes->are_known) return;
	/* Either the result is the descriptor, or a structure that was read has it. */
	if (read->parent == SYSCALL_READ_OF_ARG) {
		bpf_code_load(code, 64, R1, TASK_AT, RECORD(result));
	} else {
		find_parent(code, read, &none);
		bpf_code_load(code, 32, R1, R1, (int16_t)(CALL(memory) + read->pointer_off));
	}
	bpf_code_op_number(code, BPF_LSH, R1, 3);
	bpf_code_store(code, 64, FRAME, VALUE, R1);
	bpf_code_helper(code, BPF_FUNC_get_current_task);
	bpf_code_move(code, R3, R0);
	follow(code, inodes->files, &none);
	follow(code, inodes->fdt, &none);
	follow(code, inodes->fd, &none);
	bpf_code_load(code, 64, R1, FRAME, VALUE);
	bpf_code_op(code, BPF_ADD, R3, R1);
	follow(code, 0, &none);
	follow(code, inodes->inode, &none);
	follow(code, inodes->number, &none);
	bpf_code_load(code, 64, R1, TASK_AT, CALL(size_bytes));
	none_if(&none, bpf_code_jump_if(code, BPF_JGT, R1, TAP_MEMORY_BYTES - 8));
	bpf_code_move(code, R2, R1);
	bpf_code_op_number(code, BPF_ADD, R2, 8);
	bpf_code_store(code, 64, TASK_AT, CALL(size_bytes), R2);
	bpf_code_op(code, BPF_ADD, R1, TASK_AT);
	bpf_code_store(code, 64, R1, CALL(memory), R3);
	bpf_code_number(code, R2, 8);
	bpf_code_store(code, 16, TASK_AT, (int16_t)(RECORD(sizes) + 2 * (int16_t)index), R2);
	land_all(code, &none);
}

/* One read: its bytes go to memory behind those before, its size to sizes[index]; SYSCALL_NOT_READ stays where there
 * is nothing. What is not in memory sets TAP_UNREAD, to be read again at the exit. */
static void read_one(const struct tap_records_options *options, struct bpf_code *code, const struct syscall_read *read,
		     size_t index)
{
	if (read->size == READ_SIZE_inode) {
		read_inode(options, code, read, index);
		return;
	}
	struct jumps none = { .count = 0 }, unread = { .count = 0 };
	bool is_text = read->size == READ_SIZE_text;
	int32_t most = is_text ? MIN(read->most_bytes, (uint16_t)(TAP_MEMORY_BYTES / 2)) : read->most_bytes;
	int16_t size_at = (int16_t)(RECORD(sizes) + 2 * (int16_t)index);
	if (most > TAP_MEMORY_BYTES || (read->parent != SYSCALL_READ_OF_ARG && read->parent >= index)) return;

	if (read->parent == SYSCALL_READ_OF_ARG) {
		load_arg(code, R3, read->arg);
	} else {
		find_parent(code, read, &none);
		bpf_code_load(code, 64, R3, R1, (int16_t)(CALL(memory) + read->pointer_off));
	}
	none_if(&none, bpf_code_jump_if(code, BPF_JEQ, R3, 0));
	bpf_code_store(code, 64, FRAME, VALUE, R3);
	size_of_read(code, read, &none);

	/* where it goes: all that is kept between two reads is in the map, so that the verifier has nothing to tell
	 * apart */
	bpf_code_load(code, 64, R1, TASK_AT, CALL(size_bytes));
	none_if(&none, bpf_code_jump_if(code, BPF_JGT, R1, TAP_MEMORY_BYTES - most));
	bpf_code_store(code, 16, TASK_AT, (int16_t)(CALL(places) + 2 * (int16_t)index), R1);
	bpf_code_op(code, BPF_ADD, R1, TASK_AT);
	bpf_code_op_number(code, BPF_ADD, R1, CALL(memory));
	/* A text's size is only known after reading it: room for the longest is asked for. */
	if (is_text) bpf_code_number(code, R2, most);
	else bpf_code_move(code, R2, DURATION);
	bpf_code_load(code, 64, R3, FRAME, VALUE);
	bpf_code_helper(code, is_text ? BPF_FUNC_probe_read_user_str : BPF_FUNC_probe_read_user);
	none_if(&unread, bpf_code_jump_if(code, BPF_JSLT, R0, 0));
	if (is_text) {
		bpf_code_move(code, DURATION, R0);
		none_if(&none, bpf_code_jump_if(code, BPF_JGT, DURATION, most));
	}
	bpf_code_store(code, 16, TASK_AT, size_at, DURATION);
	/* the next read begins at a multiple of 8 */
	bpf_code_op_number(code, BPF_ADD, DURATION, 7);
	bpf_code_op_number(code, BPF_AND, DURATION, ~7);
	bpf_code_load(code, 64, R1, TASK_AT, CALL(size_bytes));
	bpf_code_op(code, BPF_ADD, R1, DURATION);
	bpf_code_store(code, 64, TASK_AT, CALL(size_bytes), R1);
	none_if(&none, bpf_code_jump(code));
	land_all(code, &unread);
	bpf_code_load(code, 32, R1, TASK_AT, CALL(flags));
	bpf_code_op_number(code, BPF_OR, R1, TAP_UNREAD);
	bpf_code_store(code, 32, TASK_AT, CALL(flags), R1);
	land_all(code, &none);
}

/* Sets all sizes to SYSCALL_NOT_READ. */
static void nothing_read(struct bpf_code *code)
{
	bpf_code_number(code, R1, 0);
	bpf_code_op_number(code, BPF_SUB, R1, 1); /* four times SYSCALL_NOT_READ */
	for (int16_t i = 0; i < SYSCALL_MAX_READS / 4; i++)
		bpf_code_store(code, 64, TASK_AT, (int16_t)(RECORD(sizes) + 8 * i), R1);
}
_Static_assert(SYSCALL_MAX_READS % 4 == 0 && SYSCALL_NOT_READ == UINT16_MAX, "written four at once");

/* Ends the call of sys_enter, or, with SYSCALL_RECORD_AGAIN, goes on where sys_exit left off. */
void tap_records_read(struct bpf_code *code, const struct tap_records_options *options,
		      const struct syscall_read *reads, size_t count)
{
	bpf_code_move(code, CONTEXT, R1);
	tap_emit_find_task(code, &options->code, false);
	nothing_read(code);
	for (size_t i = 0; i < count && !reads[i].at_exit; i++) read_one(options, code, &reads[i], i);
	bpf_code_load(code, 16, R1, TASK_AT, RECORD(flags));
	bpf_code_op_number(code, BPF_AND, R1, SYSCALL_RECORD_AGAIN);
	bpf_code_end_if(code, BPF_JEQ, R1, 0);
	bpf_code_load(code, 32, R3, TASK_AT, CALL(number));
	bpf_code_move(code, R1, CONTEXT);
	bpf_code_map(code, R2, options->readers_at_exit);
	bpf_code_helper(code, BPF_FUNC_tail_call);
	bpf_code_store_number(code, TASK_AT, CALL(flags), 0);
	tell(code, options, WITH_SIZES);
	bpf_code_finish(code, 0);
}

void tap_records_read_at_exit(struct bpf_code *code, const struct tap_records_options *options,
			      const struct syscall_read *reads, size_t count)
{
	size_t nr_before = 0;
	bpf_code_move(code, CONTEXT, R1);
	tap_emit_find_task(code, &options->code, false);
	while (nr_before < count && !reads[nr_before].at_exit) nr_before++;
	if (!nr_before) nothing_read(code);
	/* Reads of an ordinary end need a result that is no error, reads of an interrupted call its own error. */
	for (int interrupted = 0; interrupted <= 1; interrupted++) {
		bpf_code_load(code, 64, R1, TASK_AT, RECORD(result));
		size_t not_so = interrupted ? bpf_code_jump_if(code, BPF_JNE, R1, SYSCALL_INTERRUPTED)
					    : bpf_code_jump_if(code, BPF_JSLT, R1, 0);
		for (size_t i = nr_before; i < count; i++)
			if (reads[i].if_interrupted == interrupted) read_one(options, code, &reads[i], i);
		bpf_code_land(code, not_so);
	}
	bpf_code_store_number(code, TASK_AT, CALL(flags), 0);
	tell(code, options, WITH_SIZES);
	bpf_code_finish(code, 0);
}
