/* From the kinds of a call's arguments to the list of reads that a program in the kernel does for it.
 *
 *     recvmsg(fd, msg: msghdr, flags)  ->   0  msghdr     56 bytes at the argument
 *                                           1  sockaddr   at the pointer at 0 of read 0
 *                                           2  iovec      at the pointer at 16 of read 0
 *                                           3  buffer     at the pointer at 0 of read 2 ...
 *
 * A parent always stands before its children, so that one pass over the list reads everything. */
#include "syscall/syscall_memory.h"

#include <string.h>
#include "syscall/syscall_types.h"

enum { NEXT = 0xfe, PREVIOUS = 0xfd }; /* sources: the arguments beside */

/* What kinds of memory need: a row of syscall_content.def by kind. most_bytes 0: the kind is no memory. */
struct content {
	uint8_t size, source;
	uint16_t unit_bytes, most_bytes;
};
static const struct content contents[NR_SYSCALL_KINDS] = {
	[SYSCALL_KIND_path] = { READ_SIZE_text, 0, 1, 4096 },
	[SYSCALL_KIND_string] = { READ_SIZE_text, 0, 1, 256 },
#define CONTENT(kind, size, source, unit_bytes, most_bytes) \
	[SYSCALL_KIND_##kind] = { READ_SIZE_##size, source, unit_bytes, most_bytes },
#define CHILD(parent, pointer_off, kind, size, source, unit_bytes, most_bytes)
#include "syscall/tables/syscall_content.def"
#undef CONTENT
#undef CHILD
};

/* What a pointer within memory leads to: a CHILD row. */
struct child {
	uint16_t parent, kind;
	uint8_t pointer_off, size, source;
	uint16_t unit_bytes, most_bytes;
};
static const struct child children[] = {
#define CONTENT(kind, size, source, unit_bytes, most_bytes)
#define CHILD(parent, pointer_off, kind, size, source, unit_bytes, most_bytes) \
	{ SYSCALL_KIND_##parent, SYSCALL_KIND_##kind, pointer_off, READ_SIZE_##size, source, unit_bytes, most_bytes },
#include "syscall/tables/syscall_content.def"
#undef CONTENT
#undef CHILD
};

/* The list that is being made, in the caller's array. */
struct reads {
	struct syscall_read *items;
	size_t count;
};

/* With what it points to in turn. Reads that find no room are left out: what they lead to is shown as an address. */
static void add(struct reads *reads, struct syscall_read read)
{
	size_t index = reads->count;
	if (index >= SYSCALL_MAX_READS) return;
	reads->items[reads->count++] = read;
	for (size_t i = 0; i < ARRAY_SIZE(children); i++) {
		const struct child *child = &children[i];
		if (child->parent != read.kind) continue;
		add(reads, (struct syscall_read){ .arg = read.arg,
						  .at_exit = read.at_exit,
						  .if_interrupted = read.if_interrupted,
						  .parent = (uint8_t)index,
						  .pointer_off = child->pointer_off,
						  .size = child->size,
						  .size_source = child->source,
						  .unit_bytes = child->unit_bytes,
						  .most_bytes = child->most_bytes,
						  .kind = child->kind });
	}
}

/* How a kind's layout in 32-bit programs relates to the 64-bit one: rows of syscall_narrow.def. SAME_IN_64: calls whose
 * name has a 64 (clock_gettime64) use the 64-bit layout. */
enum narrow_when { NOT_KNOWN, ALWAYS_SAME, SAME_IN_64 /* where the name has it */, NEVER_SAME };
static const struct {
	uint8_t when;
	uint16_t kind;
} narrow[NR_SYSCALL_KINDS] = {
#define SAME(kind) [SYSCALL_KIND_##kind] = { ALWAYS_SAME, 0 },
#define TIMES(kind, other) [SYSCALL_KIND_##kind] = { SAME_IN_64, SYSCALL_KIND_##other },
#define NARROW(kind, other) [SYSCALL_KIND_##kind] = { NEVER_SAME, SYSCALL_KIND_##other },
#define GENERIC(kind, other)
#include "syscall/tables/syscall_narrow.def"
#undef SAME
#undef TIMES
#undef NARROW
#undef GENERIC
};
static const uint16_t generic[NR_SYSCALL_KINDS] = {
#define SAME(kind)
#define TIMES(kind, other)
#define NARROW(kind, other)
#define GENERIC(kind, other) [SYSCALL_KIND_##kind] = SYSCALL_KIND_##other,
#include "syscall/tables/syscall_narrow.def"
#undef SAME
#undef TIMES
#undef NARROW
#undef GENERIC
};

unsigned syscall_reads_of(enum syscall_machine machine, bool is_32)
{
	if (is_32) return SYSCALL_READS_OF_32;
	if (machine == SYSCALL_MACHINE_ARM) return SYSCALL_READS_GENERIC;
	return machine == SYSCALL_MACHINE_RISCV ? SYSCALL_READS_GENERIC | SYSCALL_READS_NO_RESTORER : 0;
}

/* The kind whose layout the program's memory has. kind: as the call's row has it. what: flags SYSCALL_READS_*. */
static unsigned kind_of(const struct syscall *syscall, unsigned kind, unsigned what)
{
	if (what & SYSCALL_READS_OF_32) return syscall_narrow_kind(syscall, kind);
	if (what & SYSCALL_READS_NO_RESTORER && kind == SYSCALL_KIND_sigaction) return SYSCALL_KIND_sigaction_short;
	return what & SYSCALL_READS_GENERIC && generic[kind] ? generic[kind] : kind;
}

unsigned syscall_narrow_kind(const struct syscall *syscall, unsigned kind)
{
	switch ((enum narrow_when)narrow[kind].when) {
	case ALWAYS_SAME: return kind;
	case SAME_IN_64: return strstr(syscall->name, "64") ? kind : narrow[kind].kind;
	case NEVER_SAME: return narrow[kind].kind;
	case NOT_KNOWN: break;
	}
	return SYSCALL_KIND_pointer;
}

/* A structure of the kernel's own types, read in place of a row. */
static void add_typed(struct reads *reads, const struct syscall_types *types, const struct syscall_typed_arg *typed,
		      unsigned arg, bool at_exit)
{
	uint32_t size = types->types[typed->type_plus_1 - 1].size_bytes;
	if (!(at_exit ? typed->is_written : typed->is_read)) return;
	uint8_t how = typed->itself_says ? READ_SIZE_own32 : READ_SIZE_fixed;
	if (typed->next_says) how = READ_SIZE_arg;
	add(reads, (struct syscall_read){ .arg = (uint8_t)arg,
					  .at_exit = at_exit,
					  .parent = SYSCALL_READ_OF_ARG,
					  .size = how,
					  .size_source = typed->next_says ? (uint8_t)(arg + 1) : 0,
					  .unit_bytes = 1,
					  .most_bytes = (uint16_t)MIN(size, (uint32_t)SYSCALL_TYPE_MOST_BYTES),
					  .kind = SYSCALL_KIND_typed });
}

size_t syscall_reads(const struct syscall *syscall, unsigned what, const struct syscall_types *types,
		     struct syscall_read ret[SYSCALL_MAX_READS])
{
	struct reads reads = { ret, 0 };
	/* what is there at entry comes first, so that with_written does not change its indices */
	bool with_written = what & SYSCALL_READS_WRITTEN;
	for (int at_exit = 0; at_exit <= with_written; at_exit++) {
		for (unsigned i = 0; i < syscall->nr_args; i++) {
			const struct syscall_typed_arg *typed = what & SYSCALL_READS_OF_32
									? NULL
									: syscall_types_find(types, syscall, i);
			if (typed) {
				add_typed(&reads, types, typed, i, at_exit);
				continue;
			}
			unsigned kind = kind_of(syscall, syscall->args[i].kind, what);
			const struct content *content = &contents[kind];
			if (!content->most_bytes || !(at_exit ? syscall->args[i].is_written : syscall->args[i].is_read))
				continue;
			uint8_t source = content->source;
			if (source == NEXT) source = (uint8_t)(i + 1);
			else if (source == PREVIOUS) source = (uint8_t)(i - 1);
			add(&reads, (struct syscall_read){ .arg = (uint8_t)i,
							   .at_exit = at_exit,
							   .if_interrupted = at_exit && syscall->args[i].if_interrupted,
							   .parent = SYSCALL_READ_OF_ARG,
							   .size = content->size,
							   .size_source = source,
							   .unit_bytes = content->unit_bytes,
							   .most_bytes = content->most_bytes,
							   .kind = (uint16_t)kind });
		}
	}
	const struct content *result = &contents[syscall->returns];
	if (with_written && result->size == READ_SIZE_inode)
		add(&reads, (struct syscall_read){ .arg = SYSCALL_MAX_ARGS,
						   .at_exit = true,
						   .parent = SYSCALL_READ_OF_ARG,
						   .size = result->size,
						   .unit_bytes = 1,
						   .most_bytes = result->most_bytes,
						   .kind = SYSCALL_KIND_socket_inode });
	return reads.count;
}

/* Commands since _IOC carry size and direction: bits 16 to 29, 30 for what the kernel reads, 31 for what it writes
 * (asm-generic/ioctl.h; POWER has other bits). */
size_t syscall_ioctl_size(uint32_t command, bool into_kernel)
{
	static const struct {
		uint32_t command;
		uint8_t in, out;
	} terminal[] = {
		/* from before commands said their size */
		{ 0x5401, 0, 36 }, { 0x5402, 36, 0 }, { 0x5403, 36, 0 }, { 0x5404, 36, 0 }, { 0x540f, 0, 4 },
		{ 0x5410, 4, 0 },  { 0x5413, 0, 8 },  { 0x5414, 8, 0 },  { 0x541b, 0, 4 },  { 0x5421, 4, 0 },
		{ 0x5411, 0, 4 },  { 0x5429, 0, 4 },  { 0x5452, 4, 0 },
	};
	for (size_t i = 0; i < ARRAY_SIZE(terminal); i++)
		if (terminal[i].command == command) return into_kernel ? terminal[i].in : terminal[i].out;
	unsigned direction = into_kernel ? 30 : 31;
	return command >> direction & 1 ? command >> 16 & 0x3fff : 0;
}
