/* One call as a program in the kernel tells of it (bpf/tap_records_code.h): the payload of its sample, whose time is
 * that of the telling. */
#ifndef SYSCALL_SYSCALL_RECORD_H
#define SYSCALL_SYSCALL_RECORD_H

#include "syscall/syscall_memory.h"

enum syscall_record_kind {
	SYSCALL_RECORD_WHOLE = 1, /* a call that ended now */
	SYSCALL_RECORD_BEGUN,     /* one that has not ended: its thread sleeps, or never comes back */
	/* The end of a call of which SYSCALL_RECORD_BEGUN told; without memory unless the call wrote some, or some is
	 * read only now. */
	SYSCALL_RECORD_ENDED,
	/* An end whose beginning was not seen: no arguments, no time. */
	SYSCALL_RECORD_UNSEEN,
};
enum {
	SYSCALL_RECORD_IS_32 = 1, /* flags: of a 32-bit program: its numbers are others */
	/* Memory that was not there when the call began was read when it ended. */
	SYSCALL_RECORD_AGAIN = 2,
};
enum { SYSCALL_NOT_READ = 0xffff };

/* A payload. number: of the call, on the architecture of the program (see SYSCALL_RECORD_IS_32). result: as the kernel
 * returned it, -errno for a failure. enter_ns: when the call began. */
struct syscall_record {
	uint16_t kind, flags;
	int32_t number;
	uint64_t enter_ns;
	int64_t result;
	uint64_t args[SYSCALL_MAX_ARGS];
	/* Up to here always; the rest where memory was read: sizes by index of syscall_reads, or SYSCALL_NOT_READ, then
	 * the bytes, each read's in turn, filled up to a multiple of 8. */
	uint16_t sizes[SYSCALL_MAX_READS];
};
#define SYSCALL_RECORD_SHORT offsetof(struct syscall_record, sizes)
_Static_assert(sizeof(struct syscall_record) == 120 && SYSCALL_RECORD_SHORT == 72, "layout of payloads");

#endif
