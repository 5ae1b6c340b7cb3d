/* How long threads are off the CPU, and where they were: added up by thread, stacks and state at each switch of tasks.
 *
 *     sched_switch: A sleeps, B comes   ->  tasks[A] = { now, stacks };  sums[B, its stacks] += now - since
 *
 * What an end takes is in the task's own storage, so that nothing is looked up by number. Time from direct_ns on
 * is a sample of its own (events), and not added up. `left` tells who is off while it is read, at the end. */
#include "bpf/cpus.bpf.h"
#include "bpf/off_cpu_shared.h"

/* A thread that is off, or watched. since_ns 0: it is not off. */
struct off_cpu_task {
	u64 since_ns;
	u32 stretch; /* of struct off_cpu_switch */
	struct off_cpu_key key;
};

struct {
	MAP_NUMBER(type, BPF_MAP_TYPE_TASK_STORAGE);
	MAP_NUMBER(map_flags, BPF_F_NO_PREALLOC);
	MAP_TYPE(key, int);
	MAP_TYPE(value, struct off_cpu_task);
} tasks SEC(".maps");

struct {
	MAP_NUMBER(type, BPF_MAP_TYPE_STACK_TRACE);
	MAP_NUMBER(max_entries, 16384);
	MAP_NUMBER(key_size, sizeof(u32));
	MAP_NUMBER(value_size, OFF_CPU_STACK_DEPTH * sizeof(u64));
} stacks SEC(".maps");

struct {
	MAP_NUMBER(type, BPF_MAP_TYPE_HASH);
	MAP_NUMBER(max_entries, 65536);
	MAP_NUMBER(map_flags, BPF_F_NO_PREALLOC);
	MAP_TYPE(key, struct off_cpu_key);
	MAP_TYPE(value, u64);
} sums SEC(".maps");

/* Thread ids that are watched; not used with everyone. */
struct {
	MAP_NUMBER(type, BPF_MAP_TYPE_HASH);
	MAP_NUMBER(max_entries, 65536);
	MAP_NUMBER(map_flags, BPF_F_NO_PREALLOC);
	MAP_TYPE(key, u32);
	MAP_TYPE(value, u8);
} watched SEC(".maps");

struct {
	MAP_NUMBER(type, BPF_MAP_TYPE_CGROUP_ARRAY);
	MAP_NUMBER(max_entries, 64);
	MAP_NUMBER(key_size, sizeof(u32));
	MAP_NUMBER(value_size, sizeof(u32));
} cgroups SEC(".maps");

struct {
	MAP_NUMBER(type, BPF_MAP_TYPE_PERF_EVENT_ARRAY);
	MAP_NUMBER(max_entries, 8192);
	MAP_NUMBER(key_size, sizeof(u32));
	MAP_NUMBER(value_size, sizeof(u32));
} events SEC(".maps");

struct {
	MAP_NUMBER(type, BPF_MAP_TYPE_ARRAY);
	MAP_NUMBER(max_entries, NR_OFF_CPU_LOSSES);
	MAP_TYPE(key, u32);
	MAP_TYPE(value, u64);
} losses SEC(".maps");

/* [0] counts. */
struct {
	MAP_NUMBER(type, BPF_MAP_TYPE_ARRAY);
	MAP_NUMBER(max_entries, 1);
	MAP_TYPE(key, u32);
	MAP_TYPE(value, struct off_cpu_switch);
} switches SEC(".maps");

/* What is asked: set before loading, so that the verifier leaves out what is not. */
const volatile struct {
	u64 direct_ns;     /* 0: no direct samples */
	bool everyone;     /* watched does not count */
	bool of_cpus;      /* cpus does */
	bool inherit;      /* threads that watched ones start are watched */
	bool kernel_stack; /* wanted */
	bool user_stack;
	bool runnable;       /* time is told, too, in which a thread could have run */
	bool wakers;         /* so is who woke it */
	bool has_prev_state; /* the tracepoint has a fourth argument: since 5.18 */
	u32 nr_cgroups;      /* in cgroups; 0: any */
} ask = {};

static __always_inline void count_loss(u32 loss)
{
	u64 *count = bpf_map_lookup_elem(&losses, &loss);
	if (count) __sync_fetch_and_add(count, 1);
}

/* 0: it is off. */
static __always_inline u32 stretch_now(void)
{
	u32 zero = 0;
	struct off_cpu_switch *now = bpf_map_lookup_elem(&switches, &zero);
	return now && now->on ? now->stretch : 0;
}

static __always_inline u32 state_of(struct task_struct *task)
{
	if (bpf_member_exists(task->__state)) return task->__state;
	return (u32)((struct task_struct___before_5_14 *)task)->state;
}

/* Reasons from the kernel's bits: what is not runnable sleeps until somebody wakes it, or is blocked. Stopped and dead
 * threads wait for nothing. */
static __always_inline int wait_of(u32 state)
{
	enum { INTERRUPTIBLE = 1, UNINTERRUPTIBLE = 2, NOLOAD = 0x400 };
	if (state & INTERRUPTIBLE) return OFF_CPU_SLEEPS;
	if (state & UNINTERRUPTIBLE) return state & NOLOAD ? OFF_CPU_SLEEPS : OFF_CPU_BLOCKED;
	return ask.runnable && !(state & 0xff) ? OFF_CPU_RUNNABLE : -1;
}

static __always_inline bool is_watched(struct task_struct *task)
{
	u32 tid = (u32)task->pid;
	if (!tid) return 0; /* idle */
	if (!ask.everyone && !bpf_map_lookup_elem(&watched, &tid)) return 0;
	return !ask.of_cpus || on_watched_cpu();
}

/* Of the current task. */
static __always_inline bool is_in_cgroups(void)
{
	if (!ask.nr_cgroups) return 1;
	for (u32 i = 0; i < 64; i++) {
		if (i >= ask.nr_cgroups) break;
		if (bpf_current_task_under_cgroup(&cgroups, i) == 1) return 1;
	}
	return 0;
}

static __always_inline int stack_of(void *ctx, u64 flags)
{
	long id = bpf_get_stackid(ctx, &stacks, flags);
	if (id == -17 /* EEXIST */ || id == -12 /* ENOMEM */) count_loss(OFF_CPU_LOST_STACK);
	return id < 0 ? OFF_CPU_NO_STACK : (int)id;
}

/* The member is one bit among others: libbpf tells where its word lies, and by how much it is to be shifted. */
static __always_inline bool is_in_iowait(struct task_struct *task)
{
	enum { BYTE_OFFSET = 0, BYTE_SIZE = 1, LEFT = 4, RIGHT = 5 };
	u64 bits = 0;
	const void *at = (const void *)task + __builtin_preserve_field_info(task->in_iowait, BYTE_OFFSET);
	if (bpf_probe_read_kernel(&bits, __builtin_preserve_field_info(task->in_iowait, BYTE_SIZE), at) < 0) return 0;
	bits <<= __builtin_preserve_field_info(task->in_iowait, LEFT);
	return bits >> __builtin_preserve_field_info(task->in_iowait, RIGHT);
}

enum {
	IS_KERNEL_THREAD = 0x200000,
	NR_OWN_FRAMES = 3 /* on the way from __schedule here: the tracepoint, the call of BPF, the program */
};

/* With wakers: more of why it waits. */
static __always_inline u32 reason_of(struct task_struct *task, int wait)
{
	enum { FUTEX_X86 = 202, FUTEX_OTHERS = 98, FUTEX_WAITV = 449, FUTEX_WAIT = 455 };
	if (wait == OFF_CPU_BLOCKED) return is_in_iowait(task) ? OFF_CPU_DISK : OFF_CPU_BLOCKED;
	if (wait != OFF_CPU_SLEEPS || task->flags & IS_KERNEL_THREAD) return (u32)wait;
	void *regs = bpf_task_pt_regs(task);
	struct pt_regs___x86 *x86 = regs;
	struct pt_regs___arm64 *arm64 = regs;
	s64 call = -1;
	if (bpf_member_exists(x86->orig_ax)) call = (s64)x86->orig_ax;
	else if (bpf_member_exists(arm64->syscallno)) call = arm64->syscallno;
	bool is_futex = call == FUTEX_WAITV || call == FUTEX_WAIT;
	if (bpf_member_exists(x86->orig_ax)) is_futex |= call == FUTEX_X86;
	else is_futex |= call == FUTEX_OTHERS;
	return is_futex ? OFF_CPU_LOCK : OFF_CPU_SLEEPS;
}

/* A task leaves the CPU: it is the current one. */
static __always_inline void leave(void *ctx, struct task_struct *task, u32 state, u64 now_ns, u32 stretch)
{
	int wait = wait_of(state);
	if (wait < 0 || !is_watched(task) || !is_in_cgroups()) return;
	struct off_cpu_task *own = bpf_task_storage_get(&tasks, task, NULL, BPF_LOCAL_STORAGE_GET_F_CREATE);
	if (!own) {
		count_loss(OFF_CPU_LOST_TASK);
		return;
	}
	own->key.pid = (u32)task->tgid;
	own->key.tid = (u32)task->pid;
	own->key.state = ask.wakers ? reason_of(task, wait) : (u32)wait;
	own->key.waker = 0;
	own->key.cgroup = task->cgroups->dfl_cgrp->kn->id;
	own->key.user_stack = own->key.kernel_stack = OFF_CPU_NO_STACK;
	if (ask.user_stack && !(task->flags & IS_KERNEL_THREAD)) own->key.user_stack = stack_of(ctx, BPF_F_USER_STACK);
	if (ask.kernel_stack) own->key.kernel_stack = stack_of(ctx, NR_OWN_FRAMES);
	own->stretch = stretch;
	own->since_ns = now_ns;
}

static __always_inline void add_up(const struct off_cpu_key *key, u64 ns)
{
	u64 *sum = bpf_map_lookup_elem(&sums, key);
	if (!sum) {
		u64 zero = 0;
		bpf_map_update_elem(&sums, key, &zero, BPF_NOEXIST);
		sum = bpf_map_lookup_elem(&sums, key);
	}
	if (sum) __sync_fetch_and_add(sum, ns);
	else count_loss(OFF_CPU_LOST_SUM);
}

/* A stretch of time off the CPU is over. */
static __always_inline void tell(void *ctx, struct off_cpu_task *own, u64 now_ns)
{
	u64 ns = now_ns - own->since_ns;
	if (now_ns <= own->since_ns) return;
	if (ask.direct_ns && ns >= ask.direct_ns) {
		struct off_cpu_event event = { .key = own->key, .ns = ns };
		if (bpf_perf_event_output(ctx, &events, BPF_F_CURRENT_CPU, &event, sizeof(event)) == 0) return;
		count_loss(OFF_CPU_LOST_SAMPLE);
	}
	struct off_cpu_key key = own->key;
	add_up(&key, ns);
}

SEC("tp_btf/sched_switch")
int on_switch(u64 *ctx)
{
	struct task_struct *prev = (void *)ctx[1], *next = (void *)ctx[2];
	u32 stretch = stretch_now();
	if (!stretch) return 0;
	u64 now_ns = bpf_ktime_get_ns();
	/* ctx[0]: preempted, whatever its state is */
	u32 state = ask.has_prev_state ? (u32)ctx[3] : state_of(prev);
	if (ctx[0]) state = 0;
	leave(ctx, prev, state, now_ns, stretch);
	struct off_cpu_task *own = bpf_task_storage_get(&tasks, next, NULL, 0);
	if (!own || !own->since_ns) return 0;
	if (own->stretch == stretch) tell(ctx, own, now_ns);
	own->since_ns = 0;
	return 0;
}

/* With wakers and runnable: the wait ends here, and what follows is the time in which it could have run. The waker is
 * the current task; in an interrupt that is whoever was interrupted, which still is what the machine did. */
SEC("tp_btf/sched_wakeup")
int on_wakeup(u64 *ctx)
{
	struct task_struct *task = (void *)ctx[0];
	struct off_cpu_task *own = bpf_task_storage_get(&tasks, task, NULL, 0);
	if (!own || !own->since_ns || own->key.state == OFF_CPU_RUNNABLE || own->stretch != stretch_now()) return 0;
	u64 now_ns = bpf_ktime_get_ns();
	if (ask.wakers) own->key.waker = (u32)bpf_get_current_pid_tgid();
	tell(ctx, own, now_ns);
	own->key.state = OFF_CPU_RUNNABLE;
	own->since_ns = now_ns;
	return 0;
}

SEC("tp_btf/task_newtask")
int on_fork(u64 *ctx)
{
	struct task_struct *task = (void *)ctx[0];
	u32 parent = (u32)bpf_get_current_pid_tgid(), tid = (u32)task->pid;
	u8 one = 1;
	if (!bpf_map_lookup_elem(&watched, &parent)) return 0;
	if (bpf_map_update_elem(&watched, &tid, &one, BPF_ANY) < 0) count_loss(OFF_CPU_LOST_TASK);
	return 0;
}

SEC("tp_btf/sched_process_exit")
int on_exit(u64 *ctx)
{
	struct task_struct *task = (void *)ctx[0];
	u32 tid = (u32)task->pid;
	bpf_map_delete_elem(&watched, &tid);
	return 0;
}

/* Where a thread's record is put together; one reader at a time, on one CPU. */
struct {
	MAP_NUMBER(type, BPF_MAP_TYPE_ARRAY);
	MAP_NUMBER(max_entries, 1);
	MAP_TYPE(key, u32);
	MAP_TYPE(value, struct off_cpu_sleeper);
} sleeper SEC(".maps");

SEC("iter/task")
int left(struct bpf_iter__task *ctx)
{
	struct task_struct *task = ctx->task;
	u32 zero = 0;
	struct off_cpu_sleeper *out = bpf_map_lookup_elem(&sleeper, &zero);
	if (!task || !out || task->on_cpu || !task->pid) return 0;
	u32 tid = (u32)task->pid;
	int wait = wait_of(state_of(task));
	if (wait < 0 || (!ask.everyone && !bpf_map_lookup_elem(&watched, &tid))) return 0;
	struct off_cpu_task *own = bpf_task_storage_get(&tasks, task, NULL, 0);
	out->since_ns = own ? own->since_ns : 0;
	struct off_cpu_switch *last = bpf_map_lookup_elem(&switches, &zero);
	/* it has a storage and is not off: it ran a moment ago */
	if (own && (!own->since_ns || !last || own->stretch != last->stretch)) return 0;
	/* never seen to leave: which CPU or group that was is not known */
	if (!own && (ask.of_cpus || ask.nr_cgroups)) return 0;
	out->now_ns = bpf_ktime_get_ns();
	out->nr_ips = 0;
	if (own) {
		out->key = own->key;
	} else {
		out->key.pid = (u32)task->tgid;
		out->key.tid = tid;
		out->key.state = (u32)wait;
		out->key.waker = 0;
		out->key.cgroup = task->cgroups->dfl_cgrp->kn->id;
		out->key.user_stack = out->key.kernel_stack = OFF_CPU_NO_STACK;
		long bytes = ask.kernel_stack ? bpf_get_task_stack(task, out->ips, sizeof(out->ips), 0) : 0;
		if (bytes > 0) out->nr_ips = (u64)bytes / sizeof(u64);
	}
	bpf_seq_write(ctx->meta->seq, out, sizeof(*out));
	return 0;
}

char _license[] SEC("license") = "GPL";
