/* A command whose events a test knows and that any user may watch: the test's own program as
 *
 *     PROGRAM touch PAGES STATUS|on|die
 *
 * touches so many pages, each of which is a page fault, and ends with that status; "on": touches them again and again
 * until it is told to end; "die": ends by a signal. Included by one file of a test program. */
#ifndef TESTS_UNIT_TOUCH_COMMAND_H
#define TESTS_UNIT_TOUCH_COMMAND_H

#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <unistd.h>

static void touch_pages(size_t count)
{
	size_t page = (size_t)sysconf(_SC_PAGESIZE), size = count * page;
	char *memory = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	if (memory == MAP_FAILED) _exit(99);
	(void)madvise(memory, size, MADV_NOHUGEPAGE);
	for (size_t i = 0; i < count; i++) ((volatile char *)memory)[i * page] = 1;
	munmap(memory, size);
}

/* Before main: what runs there is the harness. */
__attribute__((constructor)) static void run_touch_command(int argc, char **argv)
{
	if (argc < 4 || strcmp(argv[1], "touch") != 0) return;
	prctl(PR_SET_PDEATHSIG, SIGKILL); /* not longer than the test */
	do {
		touch_pages((size_t)atol(argv[2]));
	} while (strcmp(argv[3], "on") == 0);
	if (strcmp(argv[3], "die") == 0) raise(SIGKILL);
	_exit(atoi(argv[3]));
}

static const char self[] = "/proc/self/exe";

#endif
