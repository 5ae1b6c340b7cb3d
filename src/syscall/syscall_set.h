/* Which system calls are meant, as -e says: "openat,clock_*", "!mmap,close", "file". */
#ifndef SYSCALL_SYSCALL_SET_H
#define SYSCALL_SYSCALL_SET_H

#include "base/err.h"
#include "syscall/syscall.h"

/* Zeroed: all calls. Freed by syscall_set_done. */
struct syscall_set {
	bool *has;       /* [syscall_count()]; NULL: nothing was said, all are in it */
	bool is_negated; /* calls that are not in the table are in it too */
};

/* Frees it; it is then as at the start, zeroed: all calls. */
void syscall_set_done(struct syscall_set *set);
/* Adds the names, globs and groups (file, desc, network, process, signal, memory, ipc, also with a % before them) of a
 * list to the set; with
 * '!' in front of the list it is all calls but those. other is called for each word that is none of them (an event); it
 * may be NULL. Returns 0, what other returned, or -EINVAL. */
int syscall_set_parse(struct syscall_set *set, const char *list, int (*other)(void *ctx, const char *word), void *ctx,
		      struct err *err) _warn_unused_;
/* Whether the call is in the set. syscall may be NULL: a call that nobody knows. */
bool syscall_set_has(const struct syscall_set *set, const struct syscall *syscall);

#endif
