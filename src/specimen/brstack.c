/* Every kind of branch: direct and indirect calls, returns, conditional and indirect jumps, system calls. main loop ->
 * brstack_bench -> brstack_bar, and brstack_foo both by a pointer and by its name, which call brstack_bar in turn.
 * Names and call structure are what tests of branch stacks look for. */
#include <sys/syscall.h>
#include <unistd.h>
#include "specimen/specimen.h"

#define ITERATIONS_DEFAULT 999999
#define ITERATIONS_PER_SYSTEM_CALL 1000

static SPECIMEN_FUNCTION void brstack_bar(void) { specimen_value++; } /* return */

static SPECIMEN_FUNCTION void brstack_foo(void)
{
	brstack_bar(); /* call */
	specimen_value++;
}

/* One round; comments name the branch that each line is. */
static SPECIMEN_FUNCTION void brstack_bench(void)
{
	/* volatile: else the compiler would see where the pointer leads, and make a direct call */
	void (*volatile brstack_foo_ind)(void) = brstack_foo;

	if (specimen_value & 1) specimen_value++; /* conditional jump */
	brstack_bar();                            /* call */
	brstack_foo_ind();                        /* indirect call */
	brstack_foo();                            /* call, call */
	specimen_value++;
}

/* A system call now and then, for branches into the kernel. */
static SPECIMEN_FUNCTION int brstack(int argc, const char **argv)
{
	long iterations = argc > 0 ? strtol(argv[0], NULL, 10) : ITERATIONS_DEFAULT;

	while (iterations-- > 0) {
		brstack_bench();
		if (iterations % ITERATIONS_PER_SYSTEM_CALL == 0) syscall(SYS_getppid);
	}
	return 0;
}

const struct specimen specimen_brstack = { .name = "brstack", .usage = "[ITERATIONS]", .run = brstack };
