/* Which memory of its caller a system call reads and writes, as rows: what a program in the kernel copies, and what
 * syscall_format_args then writes. Layouts are those of 64-bit programs; of 32-bit programs some are known
 * (syscall_narrow.def). */
#ifndef SYSCALL_SYSCALL_MEMORY_H
#define SYSCALL_SYSCALL_MEMORY_H

#include "syscall/syscall.h"

enum { SYSCALL_MAX_READS = 24, SYSCALL_READ_OF_ARG = 0xff, SYSCALL_INTERRUPTED = -516 };

/* How many bytes there are to read. Never more than most_bytes. */
enum syscall_read_size {
	READ_SIZE_fixed,    /* most_bytes, all of them */
	READ_SIZE_text,     /* up to the NUL, and with it where there is room */
	READ_SIZE_arg,      /* unit_bytes times the argument size_source */
	READ_SIZE_arg_bits, /* a bit for each of the number that is argument size_source, in words of 8 bytes */
	READ_SIZE_behind,   /* what the 32-bit number behind the argument size_source (an address) says at that time */
	READ_SIZE_result,   /* unit_bytes times what the call returned */
	READ_SIZE_parent32,
	READ_SIZE_parent64, /* unit_bytes times the number in the parent's bytes at size_source */
	READ_SIZE_own32,    /* the 32-bit number at size_source in the thing itself, where it is 0: most_bytes */
	/* 8 bytes: the number of the inode that a descriptor leads to, which is the result, or (with a parent) the
	 * 32-bit number in its bytes */
	READ_SIZE_inode,
	/* what the ioctl command in argument size_source says (bits 16 to 29); for those of terminals
	 * syscall_ioctl_size */
	READ_SIZE_ioctl,
};

/* What is to be read, in this order. A read that fails leaves the rest as it is; children of a read that failed are not
 * tried. */
struct syscall_read {
	uint8_t arg; /* whose it is; SYSCALL_MAX_ARGS: the result's */
	/* The call writes it: it is there when the call returned and did not fail. Else: at entry. */
	bool at_exit;
	/* With at_exit: it is there when the result is SYSCALL_INTERRUPTED, and only then. */
	bool if_interrupted;
	/* SYSCALL_READ_OF_ARG: the argument is the address. Else the address is in the bytes of this earlier read, at
	 * pointer_off. Nothing is read where the address is 0. */
	uint8_t parent;
	uint8_t pointer_off;
	uint8_t size; /* enum syscall_read_size */
	uint8_t size_source;
	uint16_t unit_bytes, most_bytes;
	uint16_t kind; /* enum syscall_kind: how it is written */
};

enum {
	SYSCALL_READS_WRITTEN = 1, /* also what is there only at the end, behind the others */
	/* of 32-bit programs on x86-64: what has the same layout there, or a kind of its own */
	SYSCALL_READS_OF_32 = 2,
	/* of machines whose struct sigaction has no sa_restorer: RISC-V */
	SYSCALL_READS_NO_RESTORER = 8,
	/* of the machines that have the layouts of the kernel's asm-generic: ARM64 and RISC-V */
	SYSCALL_READS_GENERIC = 4,
};
/* Which of these last ones. */
unsigned syscall_reads_of(enum syscall_machine machine, bool is_32);
/* What the call reads and writes; at most SYSCALL_MAX_READS. what: of the above; types may be NULL. The index of a read
 * is what `memory` in struct syscall_context is asked for. */
struct syscall_types;
size_t syscall_reads(const struct syscall *syscall, unsigned what, const struct syscall_types *types,
		     struct syscall_read ret[SYSCALL_MAX_READS]);
/* What that kind is in a 32-bit program's memory; SYSCALL_KIND_pointer: not known. */
unsigned syscall_narrow_kind(const struct syscall *syscall, unsigned kind);
/* Bytes that an ioctl command reads (into_kernel) or writes, by its number. */
size_t syscall_ioctl_size(uint32_t command, bool into_kernel);

#endif
