/* What the files syscall_content*.c share: how bytes of memory become text and values. Not for other folders.
 *
 * syscall_content.c is asked for what an argument points to. It knows the kinds of structures, arrays and pointers, and
 * hands what has a form of its own to a function for it below; all are made of the parts in syscall_content_parts.c.
 * Everything is written twice at once: to w->out as a line of `perf trace` shows it, and to w->sink, if there is one,
 * as typed values.
 *
 * Bytes were copied from a program that may have changed them meanwhile, or come from a recording that may be damaged.
 * No size or offset in them is trusted: what is outside of the bytes reads as 0, or is left out. */
#ifndef SYSCALL_SYSCALL_CONTENT_H
#define SYSCALL_SYSCALL_CONTENT_H

#include "syscall/syscall_write.h"

/* -- bytes -- */

/* The number of 1, 2, 4 or 8 bytes at an offset, in the byte order of the program; 0 when it is not all there. */
uint64_t content_number(const struct syscall_writing *w, struct syscall_bytes bytes, size_t offset, size_t size);
/* A number of 2 or 4 bytes as a signed one. */
uint64_t content_signed(uint64_t value, size_t size);
/* At most `size` of the bytes from an offset on. */
struct syscall_bytes content_part(struct syscall_bytes bytes, size_t offset, size_t size);
/* The bytes of a read, by its index in w->reads; false: there is no such read, or it failed. */
bool content_memory(const struct syscall_writing *w, size_t read, struct syscall_bytes *ret);
/* The read of what the pointer at that offset of another read leads to; SIZE_MAX: there is none. */
size_t content_child(const struct syscall_writing *w, size_t read, unsigned pointer_off);
/* How many bytes of a read count: of what the call wrote as many as it returned, of all else any number. */
uint64_t content_limit(const struct syscall_writing *w, size_t read);
/* How many bytes the program has there, of which the read may have copied fewer. UINT64_MAX: not known. */
uint64_t content_total(const struct syscall_writing *w, size_t read);

/* -- groups of values: "{ .a: 1, .b: 2 }", "[1, 2]" -- */

/* text: the bracket, with what follows or precedes it. */
void content_begin(const struct syscall_writing *w, const char *text, enum value_group group);
void content_end(const struct syscall_writing *w, const char *text, enum value_group group);
/* The name of the value that is written next. before: what stands in front of it in text, "{ ." or ", .". */
void content_name(const struct syscall_writing *w, const char *before, const char *name);
/* ", name: 1" */
void content_name_number(const struct syscall_writing *w, const char *name, uint64_t number);
/* ", name: 0x1" */
void content_name_hex(const struct syscall_writing *w, const char *name, unsigned number);
/* ", .name: VALUE", the number as its kind is written. */
void content_add_number(const struct syscall_writing *w, const char *name, unsigned kind, uint64_t number);
/* "...": there are more elements than were read. */
void content_add_more(const struct syscall_writing *w, bool behind_others);

/* -- text -- */

/* Up to the NUL, if there is one. */
void content_add_text(const struct syscall_writing *w, struct syscall_bytes bytes);
/* The same of a string that was read from memory: without a NUL it is shown as cut. */
void content_add_string(const struct syscall_writing *w, struct syscall_bytes bytes);
/* `total` bytes, of which these were read. */
bool content_add_buffer(const struct syscall_writing *w, struct syscall_bytes bytes, size_t read, uint64_t total);

/* -- what has a form of its own. false: the bytes are too few to be that, and nothing was written -- */

/* A set of 64 signals. */
void content_add_sigset(const struct syscall_writing *w, uint64_t set);
/* siginfo_t (sigaction(2)) of 64-bit programs. */
bool content_add_siginfo(const struct syscall_writing *w, struct syscall_bytes bytes);
/* As wait(2) gives it. */
void content_add_wait_status(const struct syscall_writing *w, uint32_t status);

/* struct sockaddr of any family. */
bool content_add_sockaddr(const struct syscall_writing *w, struct syscall_bytes bytes);
/* limit: how many bytes there are in all of its buffers together. */
bool content_add_msghdr(const struct syscall_writing *w, struct syscall_bytes bytes, size_t read, uint64_t limit);
/* The arguments of socketcall(2), whose number depends on the first argument. */
bool content_add_socketcall(const struct syscall_writing *w, struct syscall_bytes bytes);

/* limit: how many bytes there are in all of the buffers together. */
bool content_add_iovec(const struct syscall_writing *w, struct syscall_bytes bytes, size_t read, uint64_t limit);
/* Two descriptors, with the inodes that they lead to if those are known. */
bool content_add_fd_pair(const struct syscall_writing *w, unsigned kind, struct syscall_bytes bytes, size_t read);
/* The numbers of the bits that are set, as in fd_set and cpu_set_t. */
void content_add_bits(const struct syscall_writing *w, struct syscall_bytes bytes);
/* struct pollfd, with revents where there are some. */
void content_add_pollfd(const struct syscall_writing *w, struct syscall_bytes bytes);
/* struct linux_dirent64, as far as entries were read whole. */
bool content_add_dirents(const struct syscall_writing *w, struct syscall_bytes bytes, size_t read);

#endif
