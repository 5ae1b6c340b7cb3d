/* The programs of a tap that gives one record for each call (syscall/syscall_record.h) to the ring of the CPU, when
 * the call ends. A thread that goes to sleep inside a call, or ends there, gives a record that says "begun" before,
 * so that readers know of all calls but those that run just now.
 *     sys_enter: numbers and arguments -> tail call: program of the call's reads (memory at entry)
 *     sys_exit:  result                -> tail call: program of the call's reads (memory at exit) -> record
 * Each list of reads has a program of its own, as the verifier bounds the size of a program. */
#ifndef BPF_TAP_RECORDS_CODE_H
#define BPF_TAP_RECORDS_CODE_H

#include "bpf/tap_code.h"
#include "syscall/syscall_record.h"

enum { TAP_MEMORY_BYTES = 3584 };
/* What is known of a thread and its call: value of the map tasks. Its members up to mode lie where struct tap_task
 * has them. record and memory are given out together, as one piece. */
struct tap_call {
	uint64_t start_ns, unused, pid_tgid, nr_events;
	uint32_t number, flags, mode, unused_2;
	uint64_t size_bytes;                /* of memory */
	uint16_t places[SYSCALL_MAX_READS]; /* of each read in it */
	struct syscall_record record;
	uint8_t memory[TAP_MEMORY_BYTES];
};

/* Where the kernel's structures have what leads from a task to the inode of a descriptor (btf/btf.h). */
struct tap_inodes {
	bool are_known;
	int files, fdt, fd, inode, number;
};

struct tap_records_options {
	struct tap_code_options code;
	struct tap_inodes inodes;
	int rings;           /* map: CPU -> the event whose ring the records go to */
	int readers;         /* map: number -> program made by tap_records_read; -1: no memory is read */
	int readers_at_exit; /* map: number -> program made by tap_records_read_at_exit; -1: no memory is read */
};
void tap_records_enter(struct bpf_code *code, const struct tap_records_options *options); /* raw: sys_enter */
void tap_records_exit(struct bpf_code *code, const struct tap_records_options *options);  /* raw: sys_exit */
void tap_records_sleep(struct bpf_code *code, const struct tap_records_options *options); /* raw: sched_switch */
void tap_records_gone(struct bpf_code *code, const struct tap_records_options *options);  /* raw: sched_process_exit */
/* What tap_records_enter goes on with for calls that read this memory: those of the reads that are for the entry.
 * tap_records_exit goes on with it when something was not in memory at the entry (by the exit the kernel has fetched
 * it), and it with the one below, if there is one, and tells. */
void tap_records_read(struct bpf_code *code, const struct tap_records_options *options,
		      const struct syscall_read *reads, size_t count);
/* What tap_records_exit goes on with for calls that write memory: reads that, unless the call failed, and tells. */
void tap_records_read_at_exit(struct bpf_code *code, const struct tap_records_options *options,
			      const struct syscall_read *reads, size_t count);

#endif
