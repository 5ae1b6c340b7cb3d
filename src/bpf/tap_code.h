/* The BPF programs of a tap that adds up (bpf/tap.h), and what all programs of a tap share, instruction by
 * instruction. Pure: map descriptors in, code out.
 * At sys_enter the thread's entry in the map tasks gets the number and the time; at sys_exit the difference goes to
 * the tally of that number. Sixteen tallies are with the thread ("near"); a number whose place there is taken by
 * another has its tally in the map far. By control group all tallies are in far, by the group that the thread is in
 * when the call ends; each CPU has values of its own, so that they need not be atomic either. */
#ifndef BPF_TAP_CODE_H
#define BPF_TAP_CODE_H

#include "bpf/bpf_code.h"
#include "syscall/syscall_tally.h"

/* What is known of a thread, by tid. */
enum {
	TAP_WAITING = 1 /* for its exec */,
	TAP_IGNORED = 2,
	TAP_INSIDE = 4 /* a call */,
	TAP_SKIPS = 8 /* a call nobody asked about */,
	TAP_TOLD = 16 /* as begun */,
	TAP_UNREAD = 32 /* memory that was not there yet: not of a program that is no more */
};
enum {
	TAP_NEAR_TALLIES = 16 /* kept with the thread: by number modulo this */,
	TAP_SPILL_WORDS = 16,
	TAP_SPILL_NUMBERS = 64 * TAP_SPILL_WORDS
};
/* Numbers of calls as programs keep them: those of 32-bit programs have their own range, and what would be in it is
 * moved out of the way. */
enum { TAP_NUMBERS = 512, TAP_NUMBERS_32 = TAP_NUMBERS /* to 2 * TAP_NUMBERS */, TAP_NUMBERS_MOVED = 0x10000 };
_Static_assert(2 * TAP_NUMBERS == TAP_SPILL_NUMBERS, "both have their bits");
/* Whether the program that runs makes 64-bit or 32-bit calls: found out at the first call after an exec. */
enum tap_mode { TAP_MODE_UNKNOWN, TAP_MODE_64, TAP_MODE_32 };
/* What is known of a thread: value of the maps tasks and ended. */
struct tap_task {
	uint64_t start_ns;                 /* when it was first heard of: tells threads of one number apart */
	uint64_t enter_ns;                 /* when the call that goes on began (CLOCK_MONOTONIC) */
	uint64_t pid_tgid;                 /* as the kernel's helper says: pid in the upper half, tid in the lower */
	uint64_t nr_events;                /* beginnings and ends of calls that were counted */
	uint32_t number, flags;            /* number: as above */
	uint32_t mode, unused;             /* enum tap_mode: of the program that runs */
	char comm[SYSCALL_COMM_BYTES];     /* when it ended */
	uint64_t spilled[TAP_SPILL_WORDS]; /* bits of numbers that are in the map `far` */
	struct syscall_tally near[TAP_NEAR_TALLIES];
};
struct tap_task_key {
	uint64_t start_ns;
	uint32_t tid, number;
}; /* of far; of ended: number 0; by control group: its id, tid 0 */
/* error: positive, as errno.h has it */
struct tap_errno_key {
	uint64_t start_ns;
	uint32_t tid, number, error, unused;
};

/* Where the kernel keeps a user's registers: offsets in struct pt_regs (UAPI asm/ptrace.h). */
struct tap_machine {
	const char *name; /* as uname says */
	int16_t number_off;
	bool number_is_32;
	/* numbers of rt_sigreturn and the like, 0 for none, as programs keep them: what ends then is the call that the
	 * signal interrupted */
	int32_t sigreturns[4];
	int32_t exits[4]; /* numbers of calls that never return; 0: none */
	/* range of pt_regs that has all registers below */
	int16_t registers_from, registers_to;
	int16_t args_off[6];
	/* the machine whose 32-bit programs run here, too; NULL: none do. A program is one of them when the register
	 * at segment_off (cs) is segment_32; its arguments are at args_32_off. */
	const char *name_32;
	int16_t segment_off;
	int32_t segment_32;
	int16_t args_32_off[6];
};
/* NULL: this machine's registers are not known here. */
const struct tap_machine *tap_machine_find(const char *name);

/* Descriptors; -1: not there. */
struct tap_maps {
	int tasks;   /* tid -> struct tap_task */
	int ended;   /* struct tap_task_key -> struct tap_task */
	int far;     /* struct tap_task_key -> struct syscall_tally */
	int errnos;  /* struct tap_errno_key -> u64; -1: nobody asks */
	int blank;   /* [1] a struct tap_task of zeroes */
	int lost;    /* [1] u64 */
	int numbers; /* [TAP_SPILL_NUMBERS] u8: whether it is asked about; -1: all are */
	int hidden;  /* tid -> u8; -1: none is. With everyone */
	int cpus;    /* [cpu] u8; -1: all are watched */
};
struct tap_code_options {
	struct tap_maps maps;
	const struct tap_machine *machine;
	bool by_cgroup;       /* far and errnos: a map per CPU */
	bool everyone;        /* threads come in by themselves; else they are in tasks, or children of those that are */
	uint32_t own_pid;     /* with everyone: not watched */
	bool unknown_numbers; /* with maps.numbers: whether numbers beyond it are asked about */
};

/* Each appends a whole program for the raw tracepoint named behind it. */
void tap_code_enter(struct bpf_code *code, const struct tap_code_options *options); /* raw: sys_enter */
void tap_code_exit(struct bpf_code *code, const struct tap_code_options *options);  /* raw: sys_exit */
void tap_code_exec(struct bpf_code *code, const struct tap_code_options *options);  /* raw: sched_process_exec */
void tap_code_gone(struct bpf_code *code, const struct tap_code_options *options);  /* raw: sched_process_exit */
/* sched:sched_process_fork, whose child_pid lies there. */
void tap_code_fork(struct bpf_code *code, const struct tap_code_options *options, int16_t pid_offset);
/* raw: sched_process_fork; the kernel's task_struct has its pid there. */
void tap_code_raw_fork(struct bpf_code *code, const struct tap_code_options *options, int32_t pid_offset);

#endif
