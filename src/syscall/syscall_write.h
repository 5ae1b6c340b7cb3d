/* How values are written: what syscall_format and syscall_content share. Not for other folders. */
#ifndef SYSCALL_SYSCALL_WRITE_H
#define SYSCALL_SYSCALL_WRITE_H

#include "base/cursor.h"
#include "syscall/syscall_memory.h"
#include "syscall/syscall_types.h"

/* One call that is being written: what all functions below and those of syscall_content.h get. values: the six
 * arguments. Borrowed by all, on the stack of syscall_format_args. */
struct syscall_writing {
	const struct syscall *syscall;
	const uint64_t *values;
	const struct syscall_context *context; /* may be NULL */
	struct outbuf *out;
	const struct syscall_read *reads;
	size_t nr_reads;         /* with memory only */
	struct value_sink *sink; /* NULL: text only */
};

/* All of these write to w->out and give the same to w->sink. */

/* A number; kinds of memory are written as addresses. */
void syscall_write_value(const struct syscall_writing *w, unsigned kind, uint64_t value);
/* Text in quotes, what does not print as in C. */
void syscall_write_text(struct outbuf *out, const void *text, size_t size_bytes);
/* syscall_write_text, and "..." where it is cut: there was more than was read. */
void syscall_write_string(const struct syscall_writing *w, const void *text, size_t size_bytes, bool is_cut);
/* A decimal number. */
void syscall_write_number(const struct syscall_writing *w, uint64_t number, bool is_signed);
/* The names of a number (flag_set_format); the value is that text. */
void syscall_write_flags(const struct syscall_writing *w, enum flag_set_id set, uint64_t value, bool with_prefix);
/* What was written as text since w->out had that size is a value. */
void syscall_write_end_text(const struct syscall_writing *w, size_t start);
/* What the argument points to, as that kind; false, and nothing written, when it was not read or is no such thing. */
bool syscall_write_memory(const struct syscall_writing *w, unsigned arg, unsigned kind);
/* The structure behind an argument, by the kernel's types (syscall_types.h). */
bool syscall_write_typed(const struct syscall_writing *w, unsigned arg, struct syscall_bytes bytes);
/* Whether memory is known that the call wrote behind it. */
bool syscall_has_written(const struct syscall_writing *w, unsigned arg);

#endif
