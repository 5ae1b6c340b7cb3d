/* How values are written: what syscall_format and syscall_content share. Not for other folders. */
#ifndef SYSCALL_SYSCALL_WRITE_H
#define SYSCALL_SYSCALL_WRITE_H

#include "base/cursor.h"
#include "syscall/syscall_memory.h"
#include "syscall/syscall_types.h"

struct syscall_writing {
	const struct syscall *syscall;
	const uint64_t *values;
	const struct syscall_context *context; /* may be NULL */
	struct outbuf *out;
	const struct syscall_read *reads;
	size_t nr_reads; /* with memory only */
};

/* A number; kinds of memory are written as addresses. */
void syscall_write_value(const struct syscall_writing *w, unsigned kind, uint64_t value);
/* Text in quotes, what does not print as in C. */
void syscall_write_text(struct outbuf *out, const void *text, size_t size_bytes);
/* What the argument points to, as that kind; false, and nothing written, when it was not read or is no such thing. */
bool syscall_write_memory(const struct syscall_writing *w, unsigned arg, unsigned kind);
/* The structure behind an argument, by the kernel's types (syscall_types.h). */
bool syscall_write_typed(const struct syscall_writing *w, unsigned arg, struct syscall_bytes bytes);
/* Whether memory is known that the call wrote behind it. */
bool syscall_has_written(const struct syscall_writing *w, unsigned arg);

#endif
