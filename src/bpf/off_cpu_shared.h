/* What the program off_cpu.bpf.c and the code that reads its maps have in common. Included by both, so without any
 * other header. */
#ifndef BPF_OFF_CPU_SHARED_H
#define BPF_OFF_CPU_SHARED_H

enum {
	OFF_CPU_STACK_DEPTH = 127, /* the kernel's default limit, kernel.perf_event_max_stack */
	OFF_CPU_NO_STACK = -1,
	/* states of tasks, as include/linux/sched.h numbers them */
	OFF_CPU_RUNNABLE = 0,
	OFF_CPU_SLEEPS = 1,
	OFF_CPU_BLOCKED = 2, /* uninterruptible */
	/* told apart with `wall` only */
	OFF_CPU_DISK = 3,         /* uninterruptible, for input or output */
	OFF_CPU_LOCK = 4,         /* in a futex call */
	OFF_CPU_STATE_SHIFT = 32, /* of the state beside the waker in ADDR of samples */
};

/* Why time or a stack is missing: an index of the map `losses`. */
enum off_cpu_loss {
	OFF_CPU_LOST_SUM,    /* no room for another sum: time is missing */
	OFF_CPU_LOST_STACK,  /* no room for another stack, or two with the same hash: time without one */
	OFF_CPU_LOST_TASK,   /* no room for another task to be watched */
	OFF_CPU_LOST_SAMPLE, /* no room in the ring for a direct sample, which was added up instead */
	NR_OFF_CPU_LOSSES
};

/* Whether it is on, and which stretch of being on it is, from 1: what began in an earlier one does not count. */
struct off_cpu_switch {
	unsigned int on, stretch;
};

/* What the time of a thread is added up by. Stacks are ids of the map `stacks`, or OFF_CPU_NO_STACK. */
struct off_cpu_key {
	unsigned int pid, tid;
	int user_stack, kernel_stack;
	unsigned int state, waker; /* waker: thread id, 0: not known */
	unsigned long long cgroup;
};

/* One time off the CPU that was long enough to be a sample of its own: what the ring gets. */
struct off_cpu_event {
	struct off_cpu_key key;
	unsigned long long ns;
};

/* A thread that is off the CPU while the program `left` looks: followed by nr_ips addresses of its kernel stack. The
 * key has stacks if it was seen to leave the CPU, since_ns is 0 otherwise: it has been off all the time. */
struct off_cpu_sleeper {
	struct off_cpu_key key;
	unsigned long long since_ns, now_ns, nr_ips;
	unsigned long long ips[OFF_CPU_STACK_DEPTH];
};

#endif
