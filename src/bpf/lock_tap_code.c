/* Two programs do the work. At contention_begin: is this wait asked about, what is known of it (owner, call chain,
 * group), and since when does it last; all that goes to the map waits. At contention_end: the time since then is
 * added to the sum under the key that lock_tap_by asks for, and the wait is removed. The others keep the map of
 * watched threads up to date, or find run queues.
 *
 *   contention_begin(lock, flags)    waits[tid, lock] = { time, flags, owner, call chain, group }
 *   contention_end(lock, error)      sums[key] += now - time;  waits[tid, lock] is removed */
#include "bpf/lock_tap_code.h"

#include <stddef.h>

/* Registers by what they hold throughout a program. R6 to R9 keep their values when a helper is called. */
enum { R0, R1, R2, R3, R4, R5, CONTEXT /* R6 */, TASK /* R7: pid and tid */, LOCK /* R8 */, FLAGS /* R9 */, FRAME };
enum { WAIT_AT = LOCK, DURATION = FLAGS }; /* at the end of a wait */
/* Values of the kernel: flags of the tracepoint (LCB_F_*), and the lowest bits of the owner of mutex and
 * rw_semaphore. */
enum { FLAGS_MASK = 0x7f, LCB_MUTEX = 32, LCB_READ = 2, LCB_WRITE = 4, READER_OWNS = 1, OWNER_FLAGS = 7 };

/* Places on the stack, from the frame pointer down: struct lock_tap_wait_key and so on. */
enum {
	KEY = -8, /* of filters */
	WAIT_KEY = KEY - (int)sizeof(struct lock_tap_wait_key),
	WAIT = WAIT_KEY - (int)sizeof(struct lock_tap_wait),
	SUM_KEY = WAIT - (int)sizeof(struct lock_tap_key),
	SUM = SUM_KEY - (int)sizeof(struct lock_tap_sum),
	WORD = SUM - 8,
};
#define WAIT_KEY_FIELD(field) ((int16_t)(WAIT_KEY + (int)offsetof(struct lock_tap_wait_key, field)))
#define WAIT_FIELD(field) ((int16_t)(WAIT + (int)offsetof(struct lock_tap_wait, field)))
#define SUM_KEY_FIELD(field) ((int16_t)(SUM_KEY + (int)offsetof(struct lock_tap_key, field)))
#define SUM_FIELD(field) ((int16_t)(SUM + (int)offsetof(struct lock_tap_sum, field)))
#define OF_WAIT(field) ((int16_t)offsetof(struct lock_tap_wait, field))
#define OF_SUM(field) ((int16_t)offsetof(struct lock_tap_sum, field))

/* R0 = address of the value for the key on the stack, or 0. */
static void look_up(struct bpf_code *code, int map, int16_t key)
{
	bpf_code_map(code, R1, map);
	bpf_code_stack(code, R2, key);
	bpf_code_helper(code, BPF_FUNC_map_lookup_elem);
}

/* how: BPF_ANY or BPF_NOEXIST; R0 = 0 or -errno */
static void update(struct bpf_code *code, int map, int16_t key, int16_t value, int32_t how)
{
	bpf_code_map(code, R1, map);
	bpf_code_stack(code, R2, key);
	bpf_code_stack(code, R3, value);
	bpf_code_number(code, R4, how);
	bpf_code_helper(code, BPF_FUNC_map_update_elem);
}

/* size_bytes is a multiple of 8. Padding has to be zero, too: keys are compared as bytes. */
static void store_zero(struct bpf_code *code, int16_t from, size_t size_bytes)
{
	bpf_code_number(code, R1, 0);
	for (size_t i = 0; i < size_bytes; i += 8) bpf_code_store(code, 64, FRAME, (int16_t)(from + (int)i), R1);
}

/* failures is an array map with a single value, of one counter each. */
static void count_failure(struct bpf_code *code, const struct lock_tap_code_options *options, enum lock_tap_failure why)
{
	bpf_code_variable(code, R1, options->failures, (int32_t)why * 8);
	bpf_code_number(code, R2, 1);
	bpf_code_add_atomically(code, R1, 0, R2);
}

/* size_bytes at from + offset, to the stack; R0: 0 if that could be read. */
static void read_kernel(struct bpf_code *code, int16_t to, int32_t size_bytes, uint8_t from, int32_t offset)
{
	bpf_code_move(code, R3, from);
	bpf_code_op_number(code, BPF_ADD, R3, offset);
	bpf_code_stack(code, R1, to);
	bpf_code_number(code, R2, size_bytes);
	bpf_code_helper(code, BPF_FUNC_probe_read_kernel);
}

/* ---- what both ends begin with */

/* TASK, LOCK, and the key of the wait on the stack. */
static void make_wait_key(struct bpf_code *code)
{
	bpf_code_helper(code, BPF_FUNC_get_current_pid_tgid);
	bpf_code_move(code, TASK, R0);
	bpf_code_load(code, 64, LOCK, CONTEXT, 0);
	bpf_code_store(code, 64, FRAME, WAIT_KEY_FIELD(lock_vaddr), LOCK);
	bpf_code_store(code, 32, FRAME, WAIT_KEY_FIELD(tid), TASK);
	/* thread 0: the idle task of this CPU */
	bpf_code_store_number(code, FRAME, WAIT_KEY_FIELD(cpu), 0);
	bpf_code_load(code, 32, R1, FRAME, WAIT_KEY_FIELD(tid));
	size_t is_task = bpf_code_jump_if(code, BPF_JNE, R1, 0);
	bpf_code_helper(code, BPF_FUNC_get_smp_processor_id);
	bpf_code_store(code, 32, FRAME, WAIT_KEY_FIELD(cpu), R0);
	bpf_code_land(code, is_task);
}

/* ---- contention_begin */

/* The rest runs only for waits that are asked about. */
static void select_waits(struct bpf_code *code, const struct lock_tap_code_options *options)
{
	if (options->cpus >= 0) {
		bpf_code_helper(code, BPF_FUNC_get_smp_processor_id);
		bpf_code_store(code, 32, FRAME, KEY, R0);
		bpf_code_find(code, options->cpus, KEY);
		bpf_code_load(code, 8, R1, R0, 0);
		bpf_code_end_if(code, BPF_JEQ, R1, 0);
	}
	if (options->tasks >= 0) {
		bpf_code_store(code, 32, FRAME, KEY, TASK);
		bpf_code_find(code, options->tasks, KEY);
	}
	if (options->nr_types) {
		/* One of the types is enough: each jumps behind the end that the others run into. */
		VEC(size_t) found = VEC_INIT;
		for (size_t i = 0; i < options->nr_types; i++)
			vec_push(&found, bpf_code_jump_if(code, BPF_JEQ, FLAGS, (int32_t)options->types[i]));
		bpf_code_end(code);
		for (size_t i = 0; i < found.count; i++) bpf_code_land(code, found.items[i]);
		vec_done(&found);
	}
	if (options->locks >= 0) {
		bpf_code_store(code, 64, FRAME, KEY, LOCK);
		bpf_code_find(code, options->locks, KEY);
	}
	if (options->cgroups >= 0) {
		bpf_code_helper(code, BPF_FUNC_get_current_cgroup_id);
		bpf_code_store(code, 64, FRAME, KEY, R0);
		bpf_code_find(code, options->cgroups, KEY);
	}
}

/* The owner's tid and name: mutexes and semaphores for writing tell the task, with flags in the lowest bits. What was
 * read may be gone by now: probe_read fails then, or finds an old name; it is only a name. */
static void find_owner(struct bpf_code *code, const struct lock_tap_code_options *options)
{
	bpf_code_store_number(code, FRAME, WAIT_FIELD(owner), -1);
	if (options->offsets.mutex_owner < 0 || options->offsets.rwsem_owner < 0 || options->offsets.task_pid < 0 ||
	    options->offsets.task_comm < 0)
		return;
	/* A mutex has its flag; an rw_semaphore has the flag for reading or writing and no other (spin locks have
	 * more). */
	size_t is_mutex = bpf_code_jump_if(code, BPF_JSET, FLAGS, LCB_MUTEX);
	size_t is_read = bpf_code_jump_if(code, BPF_JEQ, FLAGS, LCB_READ),
	       is_write = bpf_code_jump_if(code, BPF_JEQ, FLAGS, LCB_WRITE);
	size_t no_owner = bpf_code_jump(code);
	bpf_code_land(code, is_read);
	bpf_code_land(code, is_write);
	read_kernel(code, WORD, 8, LOCK, options->offsets.rwsem_owner);
	size_t unread = bpf_code_jump_if(code, BPF_JNE, R0, 0);
	bpf_code_load(code, 64, R1, FRAME, WORD);
	size_t readers = bpf_code_jump_if(code, BPF_JSET, R1, READER_OWNS); /* one of many, and it may be gone */
	size_t known = bpf_code_jump(code);
	bpf_code_land(code, is_mutex);
	read_kernel(code, WORD, 8, LOCK, options->offsets.mutex_owner);
	size_t unread_mutex = bpf_code_jump_if(code, BPF_JNE, R0, 0);
	bpf_code_land(code, known);
	bpf_code_load(code, 64, R1, FRAME, WORD);
	/* The pointer to the owner has flags in its lowest three bits. */
	bpf_code_op_number(code, BPF_AND, R1, ~OWNER_FLAGS);
	size_t nobody = bpf_code_jump_if(code, BPF_JEQ, R1, 0);
	bpf_code_store(code, 64, FRAME, WORD, R1);
	read_kernel(code, WAIT_FIELD(comm), LOCK_TAP_COMM_BYTES, R1, options->offsets.task_comm);
	bpf_code_load(code, 64, R1, FRAME, WORD);
	read_kernel(code, WAIT_FIELD(owner), 4, R1, options->offsets.task_pid);
	bpf_code_land(code, no_owner);
	bpf_code_land(code, unread);
	bpf_code_land(code, readers);
	bpf_code_land(code, unread_mutex);
	bpf_code_land(code, nobody);
}

/* Locks without a symbol that can be told: those of the memory and of the signals of who waits. */
static void know_lock(struct bpf_code *code, int pointer_offset, int lock_offset, enum lock_tap_known what)
{
	if (pointer_offset < 0 || lock_offset < 0) return;
	bpf_code_helper(code, BPF_FUNC_get_current_task);
	bpf_code_move(code, R1, R0);
	read_kernel(code, WORD, 8, R1, pointer_offset);
	size_t unread = bpf_code_jump_if(code, BPF_JNE, R0, 0);
	bpf_code_load(code, 64, R1, FRAME, WORD);
	bpf_code_op_number(code, BPF_ADD, R1, lock_offset);
	size_t is_other = bpf_code_jump_if_reg(code, BPF_JNE, R1, LOCK);
	bpf_code_store_number(code, FRAME, WAIT_FIELD(known), (int32_t)what);
	bpf_code_land(code, unread);
	bpf_code_land(code, is_other);
}

/* The id of the call chain to the wait; ends the program, counting a failure, where there is no room for it.
 * BPF_F_FAST_STACK_CMP: chains of one hash are taken for the same. */
static void take_stack(struct bpf_code *code, const struct lock_tap_code_options *options)
{
	bpf_code_move(code, R1, CONTEXT);
	bpf_code_map(code, R2, options->stacks);
	bpf_code_number(code, R3, BPF_F_FAST_STACK_CMP);
	bpf_code_helper(code, BPF_FUNC_get_stackid);
	size_t fine = bpf_code_jump_if(code, BPF_JSGE, R0, 0);
	count_failure(code, options, LOCK_TAP_NO_STACK);
	bpf_code_end(code);
	bpf_code_land(code, fine);
	bpf_code_store(code, 32, FRAME, WAIT_FIELD(stack), R0);
}

void lock_tap_code_begin(struct bpf_code *code, const struct lock_tap_code_options *options)
{
	bpf_code_move(code, CONTEXT, R1);
	bpf_code_load(code, 64, FLAGS, CONTEXT, 8);
	bpf_code_op_number(code, BPF_AND, FLAGS, FLAGS_MASK);
	make_wait_key(code);
	select_waits(code, options);
	look_up(code, options->waits, WAIT_KEY);
	bpf_code_end_if(code, BPF_JNE, R0, 0); /* a mutex is spun for, slept for, spun for: one wait */
	store_zero(code, WAIT, sizeof(struct lock_tap_wait));
	bpf_code_store(code, 32, FRAME, WAIT_FIELD(flags), FLAGS);
	if (options->by == LOCK_TAP_BY_STACK || options->stacks_too) take_stack(code, options);
	if (options->by == LOCK_TAP_BY_OWNER) find_owner(code, options);
	if (options->by == LOCK_TAP_BY_CGROUP) {
		bpf_code_helper(code, BPF_FUNC_get_current_cgroup_id);
		bpf_code_store(code, 64, FRAME, WAIT_FIELD(cgroup), R0);
	}
	if (options->by == LOCK_TAP_BY_LOCK) {
		know_lock(code, options->offsets.task_mm, options->offsets.mm_mmap_lock, LOCK_TAP_MMAP_LOCK);
		know_lock(code, options->offsets.task_sighand, options->offsets.sighand_siglock, LOCK_TAP_SIGLOCK);
	}
	bpf_code_helper(code, BPF_FUNC_ktime_get_ns);
	bpf_code_store(code, 64, FRAME, WAIT_FIELD(since_ns), R0);
	update(code, options->waits, WAIT_KEY, WAIT, BPF_ANY);
	bpf_code_end_if(code, BPF_JEQ, R0, 0);
	count_failure(code, options, LOCK_TAP_NO_TASK);
	bpf_code_finish(code, 0);
}

/* ---- contention_end */

/* R8 (WAIT_AT): the wait. */
static void make_sum_key(struct bpf_code *code, const struct lock_tap_code_options *options)
{
	store_zero(code, SUM_KEY, sizeof(struct lock_tap_key));
	if (options->by == LOCK_TAP_BY_STACK || options->stacks_too) {
		bpf_code_load(code, 32, R1, WAIT_AT, OF_WAIT(stack));
		bpf_code_store(code, 32, FRAME, SUM_KEY_FIELD(stack), R1);
	}
	switch (options->by) {
	case LOCK_TAP_BY_STACK: return;
	case LOCK_TAP_BY_THREAD: bpf_code_store(code, 32, FRAME, SUM_KEY_FIELD(tid), TASK); return;
	case LOCK_TAP_BY_OWNER:
		bpf_code_load(code, 32, R1, WAIT_AT, OF_WAIT(owner));
		bpf_code_store(code, 32, FRAME, SUM_KEY_FIELD(tid), R1);
		return;
	case LOCK_TAP_BY_LOCK: bpf_code_load(code, 64, R1, FRAME, WAIT_KEY_FIELD(lock_vaddr)); break;
	case LOCK_TAP_BY_CGROUP: bpf_code_load(code, 64, R1, WAIT_AT, OF_WAIT(cgroup)); break;
	}
	bpf_code_store(code, 64, FRAME, SUM_KEY_FIELD(object), R1);
}

/* The sum as it is after its first wait. */
static void make_sum(struct bpf_code *code, const struct lock_tap_code_options *options)
{
	store_zero(code, SUM, sizeof(struct lock_tap_sum));
	bpf_code_number(code, R1, 1);
	bpf_code_store(code, 64, FRAME, SUM_FIELD(nr), R1);
	bpf_code_store(code, 64, FRAME, SUM_FIELD(wait_ns), DURATION);
	bpf_code_store(code, 64, FRAME, SUM_FIELD(max_wait_ns), DURATION);
	bpf_code_store(code, 64, FRAME, SUM_FIELD(min_wait_ns), DURATION);
	bpf_code_load(code, 64, R1, FRAME, WAIT_KEY_FIELD(lock_vaddr));
	bpf_code_store(code, 64, FRAME, SUM_FIELD(lock_vaddr), R1);
	bpf_code_load(code, 32, R1, WAIT_AT, OF_WAIT(flags));
	bpf_code_store(code, 32, FRAME, SUM_FIELD(flags), R1);
	bpf_code_load(code, 32, R1, WAIT_AT, OF_WAIT(known));
	bpf_code_store(code, 32, FRAME, SUM_FIELD(known), R1);
	if (options->by == LOCK_TAP_BY_THREAD) {
		bpf_code_stack(code, R1, SUM_FIELD(comm));
		bpf_code_number(code, R2, LOCK_TAP_COMM_BYTES);
		bpf_code_helper(code, BPF_FUNC_get_current_comm);
	}
	for (int i = 0; options->by == LOCK_TAP_BY_OWNER && i < LOCK_TAP_COMM_BYTES; i += 8) {
		bpf_code_load(code, 64, R1, WAIT_AT, (int16_t)(OF_WAIT(comm) + i));
		bpf_code_store(code, 64, FRAME, (int16_t)(SUM_FIELD(comm) + i), R1);
	}
}

/* R0: the sum. Minimum and maximum are not atomic: of two CPUs at the same moment one may get lost. */
static void add_wait(struct bpf_code *code)
{
	bpf_code_add_atomically(code, R0, OF_SUM(wait_ns), DURATION);
	bpf_code_number(code, R1, 1);
	bpf_code_add_atomically(code, R0, OF_SUM(nr), R1);
	bpf_code_load(code, 64, R1, R0, OF_SUM(max_wait_ns));
	size_t no_max = bpf_code_jump_if_reg(code, BPF_JGE, R1, DURATION);
	bpf_code_store(code, 64, R0, OF_SUM(max_wait_ns), DURATION);
	bpf_code_land(code, no_max);
	bpf_code_load(code, 64, R1, R0, OF_SUM(min_wait_ns));
	size_t no_min = bpf_code_jump_if_reg(code, BPF_JLE, R1, DURATION);
	bpf_code_store(code, 64, R0, OF_SUM(min_wait_ns), DURATION);
	bpf_code_land(code, no_min);
}

void lock_tap_code_end(struct bpf_code *code, const struct lock_tap_code_options *options)
{
	bpf_code_move(code, CONTEXT, R1);
	make_wait_key(code);
	bpf_code_find(code, options->waits, WAIT_KEY);
	bpf_code_move(code, WAIT_AT, R0); /* the lock is in the key */
	bpf_code_helper(code, BPF_FUNC_ktime_get_ns);
	bpf_code_move(code, DURATION, R0);
	bpf_code_load(code, 64, R1, WAIT_AT, OF_WAIT(since_ns));
	bpf_code_op(code, BPF_SUB, DURATION, R1);
	/* Clocks of CPUs may differ a little. */
	size_t in_order = bpf_code_jump_if(code, BPF_JSGE, DURATION, 0);
	count_failure(code, options, LOCK_TAP_BAD_TIME);
	size_t bad_time = bpf_code_jump(code);
	bpf_code_land(code, in_order);
	make_sum_key(code, options);
	look_up(code, options->sums, SUM_KEY);
	/* A new sum is made with BPF_NOEXIST, so that of two CPUs that make the same only one succeeds; the other
	 * adds to it. */
	size_t known = bpf_code_jump_if(code, BPF_JNE, R0, 0);
	make_sum(code, options);
	update(code, options->sums, SUM_KEY, SUM, BPF_NOEXIST);
	size_t made = bpf_code_jump_if(code, BPF_JEQ, R0, 0);
	look_up(code, options->sums, SUM_KEY); /* another CPU was faster, or there is no room */
	size_t known_now = bpf_code_jump_if(code, BPF_JNE, R0, 0);
	count_failure(code, options, LOCK_TAP_NO_DATA);
	size_t no_room = bpf_code_jump(code);
	bpf_code_land(code, known);
	bpf_code_land(code, known_now);
	add_wait(code);
	bpf_code_land(code, bad_time);
	bpf_code_land(code, made);
	bpf_code_land(code, no_room);
	bpf_code_map(code, R1, options->waits);
	bpf_code_stack(code, R2, WAIT_KEY);
	bpf_code_helper(code, BPF_FUNC_map_delete_elem);
	bpf_code_finish(code, 0);
}

/* ---- who is watched */

/* In the parent; the second argument of the raw tracepoint is the child's task_struct. */
void lock_tap_code_fork(struct bpf_code *code, const struct lock_tap_code_options *options)
{
	bpf_code_move(code, CONTEXT, R1);
	bpf_code_helper(code, BPF_FUNC_get_current_pid_tgid);
	bpf_code_store(code, 32, FRAME, KEY, R0);
	bpf_code_find(code, options->tasks, KEY);
	bpf_code_load(code, 64, R1, CONTEXT, 8);
	bpf_code_store_number(code, FRAME, KEY, 0);
	read_kernel(code, KEY, 4, R1, options->offsets.task_pid);
	bpf_code_end_if(code, BPF_JNE, R0, 0);
	bpf_code_number(code, R1, 1);
	bpf_code_store(code, 64, FRAME, WORD, R1);
	update(code, options->tasks, KEY, WORD, BPF_ANY);
	bpf_code_finish(code, 0);
}

/* The number may be somebody else's from now on. */
void lock_tap_code_exit(struct bpf_code *code, const struct lock_tap_code_options *options)
{
	bpf_code_helper(code, BPF_FUNC_get_current_pid_tgid);
	bpf_code_store(code, 32, FRAME, KEY, R0);
	bpf_code_map(code, R1, options->tasks);
	bpf_code_stack(code, R2, KEY);
	bpf_code_helper(code, BPF_FUNC_map_delete_elem);
	bpf_code_finish(code, 0);
}

/* What is in TASK, for this CPU. */
static void keep_place(struct bpf_code *code, int places)
{
	bpf_code_helper(code, BPF_FUNC_get_smp_processor_id);
	bpf_code_store(code, 32, FRAME, KEY, R0);
	bpf_code_find(code, places, KEY);
	bpf_code_store(code, 64, R0, 0, TASK);
	bpf_code_finish(code, 0);
}

/* this_cpu_ptr gives this CPU's copy of the variable. */
void lock_tap_code_place(struct bpf_code *code, int32_t variable, int places)
{
	bpf_code_kernel_variable(code, R1, variable);
	bpf_code_helper(code, BPF_FUNC_this_cpu_ptr);
	bpf_code_move(code, TASK, R0);
	keep_place(code, places);
}

void lock_tap_code_run_queue(struct bpf_code *code, int32_t queue_offset, int32_t owner_offset, int places)
{
	bpf_code_helper(code, BPF_FUNC_get_current_task);
	read_kernel(code, WORD, 8, R0, queue_offset);
	bpf_code_end_if(code, BPF_JNE, R0, 0);
	bpf_code_load(code, 64, R1, FRAME, WORD);
	read_kernel(code, WORD, 8, R1, owner_offset);
	bpf_code_end_if(code, BPF_JNE, R0, 0);
	bpf_code_load(code, 64, TASK, FRAME, WORD);
	keep_place(code, places);
}
