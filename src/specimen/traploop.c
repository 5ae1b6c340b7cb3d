/* A function that enters the kernel by an exception, not by a system call or an interrupt: branch records must show the
 * way there and back. */
#include <stdio.h>
#include <sys/mman.h>
#include <unistd.h>
#include "specimen/specimen.h"

enum { LOOPS_DEFAULT = 10 };

/* arm64: a register that the kernel emulates; elsewhere the first write to a page. */
static SPECIMEN_FUNCTION void trap_bench(volatile char *page, size_t size)
{
#ifdef __aarch64__
	unsigned long value;

	asm volatile("mrs %0, ID_AA64ISAR0_EL1" : "=r"(value));
	(void)size;
	*page = (char)value;
#else
	/* the page is taken away, so that the next write is a fault again */
	madvise((void *)(unsigned long)page, size, MADV_DONTNEED);
	*page = 1;
#endif
}

/* So many exceptions, in a known function. */
static SPECIMEN_FUNCTION int traploop(int argc, const char **argv)
{
	long loops = argc > 0 ? strtol(argv[0], NULL, 10) : LOOPS_DEFAULT;
	size_t size = (size_t)sysconf(_SC_PAGESIZE);
	char *page = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

	if (page == MAP_FAILED) {
		perror("Error: mmap");
		return 1;
	}
	for (long i = 0; i < loops; i++) trap_bench(page, size);
	munmap(page, size);
	return 0;
}

const struct specimen specimen_traploop = { .name = "traploop", .usage = "[LOOPS]", .run = traploop };
