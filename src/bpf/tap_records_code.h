/* The programs of a tap that tells of each call: one record a call (syscall/syscall_record.h), given to the ring of the
 * CPU when the call ends. When its thread goes to sleep inside it or ends there, it is told of as begun, so that
 * whoever reads knows of all calls but those that run just now. */
#ifndef BPF_TAP_RECORDS_CODE_H
#define BPF_TAP_RECORDS_CODE_H

#include "bpf/tap_code.h"
#include "syscall/syscall_record.h"

enum { TAP_MEMORY_BYTES = 3584 };
/* Begins as struct tap_task does. */
struct tap_call {
	uint64_t start_ns, unused, pid_tgid, nr_events;
	uint32_t number, flags, mode, unused_2;
	uint64_t size_bytes;                /* of memory */
	uint16_t places[SYSCALL_MAX_READS]; /* of each read in it */
	struct syscall_record record;
	uint8_t memory[TAP_MEMORY_BYTES];
};

/* Where the kernel's structures have what leads from a task to the inode of a descriptor (kernel/btf.h). */
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
