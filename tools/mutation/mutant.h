/* Included in front of every file of a mutated tree. mutant_is(n) is true in runs that ask for change n, and notes that
 * its place was reached. The program that asks and the programs under test share a file: the number of the change, then
 * a byte a change. */
#ifndef MUTANT_H
#define MUTANT_H

/* no headers with names that could be somebody's own */
#include <stdbool.h>
#include <sys/syscall.h>

extern long syscall(long number, ...) __attribute__((nothrow));

struct mutant_control {
	unsigned chosen;
	unsigned char reached[MUTANT_COUNT + 1];
};

__attribute__((weak)) struct mutant_control *mutant_control;

__attribute__((weak, constructor(101), no_sanitize("address", "undefined"))) void mutant_open(void)
{
	enum { READ_WRITE = 2, CURRENT_DIRECTORY = -100, PROTECTION_READ_WRITE = 3, SHARED = 1 };
	long fd = syscall(SYS_openat, CURRENT_DIRECTORY, MUTANT_CONTROL, READ_WRITE, 0);
	if (fd < 0) return;
	long data = syscall(SYS_mmap, 0L, sizeof(struct mutant_control), PROTECTION_READ_WRITE, SHARED, fd, 0L);
	if (data != -1) mutant_control = (struct mutant_control *)data;
	syscall(SYS_close, fd);
}

__attribute__((unused, no_sanitize("address", "undefined"))) static inline bool mutant_is(unsigned number)
{
	if (!mutant_control) return false;
	mutant_control->reached[number] = 1;
	return mutant_control->chosen == number;
}

#endif
