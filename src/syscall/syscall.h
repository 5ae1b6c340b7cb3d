/* System calls: names, numbers, arguments, and how their values are written. Knows no process and asks nobody: values
 * that are addresses are written as such, unless the caller brings what is there.
 *
 *     const struct syscall *call = syscall_by_number("x86_64", 257);
 *     syscall_format_args(call, values, NULL, &out);     dfd: CWD, filename: 0x7f00, flags: RDONLY|CLOEXEC
 *
 * All tables are constant: any number of threads may use these functions at once, each with its own context and
 * outbuf. */
#ifndef SYSCALL_SYSCALL_H
#define SYSCALL_SYSCALL_H

#include "base/value_sink.h"
#include "syscall/flag_set.h"

enum { SYSCALL_MAX_ARGS = 6 };

/* What an argument, a result or a field in memory is, which decides how it is written. Ranges matter: choices stand
 * together, and the kinds of numbers with names are the last ones. */
enum syscall_kind {
	SYSCALL_KIND_dec,
	SYSCALL_KIND_unsigned,
	SYSCALL_KIND_hex,
	SYSCALL_KIND_octal,
	SYSCALL_KIND_pointer,
	SYSCALL_KIND_address, /* of what is not as its type says */
	SYSCALL_KIND_path,    /* address of a path */
	SYSCALL_KIND_string,  /* address of other text */
	SYSCALL_KIND_fd,
	SYSCALL_KIND_at_fd, /* a directory's descriptor, or CWD */
	SYSCALL_KIND_pid,
	SYSCALL_KIND_id /* user or group, -1: none */,
	SYSCALL_KIND_device,
	SYSCALL_KIND_nothing, /* not looked at by the kernel */
	SYSCALL_KIND_ready,   /* how many descriptors, 0: it took too long */
	SYSCALL_KIND_ioctl_cmd,
	/* what another argument decides: syscall_choice.def */
	SYSCALL_KIND_FIRST_CHOICE,
	SYSCALL_KIND_socket_option = SYSCALL_KIND_FIRST_CHOICE,
	SYSCALL_KIND_socket_protocol,
	SYSCALL_KIND_prctl_arg3,
	SYSCALL_KIND_fcntl_result,
	SYSCALL_KIND_open_mode,
	SYSCALL_KIND_openat_mode,
	SYSCALL_KIND_mmap_fd,
	SYSCALL_KIND_mmap_off,
	SYSCALL_KIND_futex_val,
	SYSCALL_KIND_futex_uaddr2,
	SYSCALL_KIND_futex_val3,
	SYSCALL_KIND_clone_child_tid,
	SYSCALL_KIND_clone_tls,
	SYSCALL_KIND_keyctl_arg5,
	SYSCALL_KIND_LAST_CHOICE = SYSCALL_KIND_keyctl_arg5,
	SYSCALL_KIND_typed,         /* a structure of syscall_types.h */
	SYSCALL_KIND_string_result, /* text that is there at the end */
	SYSCALL_KIND_socket_inode,
	SYSCALL_KIND_pipe_inode, /* of descriptors in memory: the number of what they lead to */
	/* of fields and elements in memory only */
	SYSCALL_KIND_handler,
	SYSCALL_KIND_limit,
	SYSCALL_KIND_limit_32,
	SYSCALL_KIND_text,
	SYSCALL_KIND_stat_mode,
	SYSCALL_KIND_perf_config,
	SYSCALL_KIND_capabilities,
	SYSCALL_KIND_pollfd_item,
	SYSCALL_KIND_sembuf_item,
	SYSCALL_KIND_futex_waitv_item,
	SYSCALL_KIND_winsize,
	SYSCALL_KIND_linger,
	SYSCALL_KIND_bpf_object,
	SYSCALL_KIND_bpf_attach,
	SYSCALL_KIND_bpf_next_id,
	SYSCALL_KIND_bpf_by_id,
	SYSCALL_KIND_bpf_info,
	SYSCALL_KIND_bpf_raw_tracepoint,
	SYSCALL_KIND_bpf_btf_load,
	SYSCALL_KIND_bpf_link,
	SYSCALL_KIND_bpf_map_freeze,
	SYSCALL_KIND_bpf_map_create,
	SYSCALL_KIND_bpf_map_elem,
	SYSCALL_KIND_bpf_prog_load,
/* addresses of things: written as such unless the caller brings their bytes (syscall_memory.h) */
#define CONTENT(kind, size, source, unit_bytes, most_bytes) SYSCALL_KIND_##kind,
#define CHILD(parent, pointer_off, kind, size, source, unit_bytes, most_bytes)
#include "syscall/tables/syscall_content.def"
#undef CONTENT
#undef CHILD
/* numbers with names: SYSCALL_KIND_open_flags is FLAG_SET_open_flags + SYSCALL_KIND_FIRST_SET */
#define FLAG_SET(id, form, prefix) SYSCALL_KIND_##id,
#include "syscall/tables/flag_set.def"
	NR_SYSCALL_KINDS,
	SYSCALL_KIND_FIRST_SET = NR_SYSCALL_KINDS - NR_FLAG_SETS
};

/* An argument: a row's A, W, B or I in syscall.def. */
struct syscall_arg {
	const char *name;
	uint16_t kind;       /* enum syscall_kind */
	bool is_read;        /* what it points to is there when the call begins, */
	bool is_written;     /* and when it has returned, if it did not fail */
	bool if_interrupted; /* or rather: if a signal interrupted it, so that it is to go on (ERESTART_RESTARTBLOCK) */
};
/* A call: a row of syscall.def, which is sorted by name. */
struct syscall {
	const char *name;
	uint16_t returns; /* enum syscall_kind */
	uint8_t nr_args;
	struct syscall_arg args[SYSCALL_MAX_ARGS]; /* names as in the kernel's tracepoints */
};

/* The call with this name, as the kernel's tables of calls have it: "stat", though its tracepoint is sys_enter_newstat.
 * NULL: not known. */
const struct syscall *syscall_find(const char *name);
/* All of them, by name: syscall_at(0) to syscall_at(syscall_count() - 1). Pointers into the table can be subtracted for
 * an index. */
size_t syscall_count(void);
const struct syscall *syscall_at(size_t i);

/* The call with this number on an architecture ("x86_64", "i386", "aarch64", "riscv64", "s390x", "ppc64le", "armv7l",
 * as uname says); NULL: not known. With SYSCALL_NUMBER_32: of a 32-bit program there. */
const struct syscall *syscall_by_number(const char *arch, uint64_t number);
/* Of a call of a 32-bit program on a machine of 64 bits, whose numbers are others: added to its number where both are
 * together. */
enum { SYSCALL_NUMBER_32 = 1 << 29 };
/* Whether the number is one of a 32-bit program, and the number without that mark. */
static inline bool syscall_number_is_32(uint64_t number) { return number >> 29 == 1; }
static inline uint64_t syscall_number_plain(uint64_t number)
{
	return syscall_number_is_32(number) ? number & ~(uint64_t)SYSCALL_NUMBER_32 : number;
}
/* The machine whose programs run on this one, too; NULL: there is none. */
const char *syscall_arch_32(const char *arch);
/* What some flags are as numbers (those of open on ARM and POWER are their own), and in which order clone takes its
 * arguments. */
enum syscall_machine {
	SYSCALL_MACHINE_GENERIC,
	SYSCALL_MACHINE_RISCV,
	SYSCALL_MACHINE_ARM,
	SYSCALL_MACHINE_POWERPC,
	SYSCALL_MACHINE_S390
};
enum syscall_machine syscall_machine_of(const char *arch);
/* The number of a call on that architecture, -1: it has none. Goes through all numbers. */
int syscall_number(const char *arch, const char *name);

struct syscall_types;
/* Bytes of a program's memory that somebody else owns. */
struct syscall_bytes {
	const uint8_t *bytes;
	size_t size;
};

/* Text behind an address or a descriptor, when the caller knows it; NULL: not known. Valid until the next question. */
struct syscall_context {
	void *ctx;
	const char *(*text)(void *ctx, unsigned arg); /* of path and string arguments */
	/* Bytes of memory, by index of syscall_reads; false: they were not read. Asked for contents of all kinds, also
	 * texts when `text` is NULL. */
	bool (*memory)(void *ctx, unsigned read, struct syscall_bytes *ret);
	const char *(*fd_path)(void *ctx, int32_t fd);
	const char *(*task_name)(void *ctx, int32_t tid);
	/* Gets the arguments as values, too; NULL: nobody wants them. Zeros are among them. */
	struct value_sink *values;
	enum syscall_machine machine;
	const struct syscall_types *types; /* of structures that have no rows (syscall_types.h); NULL: not known */
	int64_t result;     /* of the call: how much of it there is, where memory that it wrote is known */
	bool written_only;  /* only arguments behind which memory is known that the call wrote */
	bool is_32;         /* memory is a 32-bit program's on a 64-bit machine */
	bool swap;          /* memory is in the other byte order than this machine's */
	bool without_names; /* of arguments */
	bool with_zeros;    /* arguments that are 0 are written too */
	bool with_prefix;   /* O_RDONLY, not RDONLY */
};

/* "dfd: CWD, filename: 0x7f00, flags: RDONLY|CLOEXEC": what stands between the brackets. context may be NULL. */
void syscall_format_args(const struct syscall *syscall, const uint64_t values[SYSCALL_MAX_ARGS],
			 const struct syscall_context *context, struct outbuf *out);
/* "3", "0x7f00", "-1 ENOENT (No such file or directory)", "RDONLY|CLOEXEC". values: the arguments, NULL: not known.
 * context may be NULL. */
void syscall_format_result(const struct syscall *syscall, const uint64_t *values, int64_t result,
			   const struct syscall_context *context, struct outbuf *out);
/* "ENOENT", NULL: not known. */
const char *syscall_errno_name(int64_t error);

#endif
