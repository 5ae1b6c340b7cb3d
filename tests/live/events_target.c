/* What tests/live/events counts: each mode does one thing a known number of times. usage: events_target MODE COUNT
 * [FILE] */
#define _GNU_SOURCE
#include <fcntl.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

volatile long watched __attribute__((aligned(8)));
volatile unsigned short marker_semaphore __attribute__((section(".probes")));

__attribute__((noinline, noclone)) void called(long n) { __asm__ volatile("" : : "r"(n) : "memory"); }

/* A marker of provider "evt", name "hit", with its note as systemtap's sys/sdt.h makes them. */
__attribute__((noinline, noclone)) static void marked(void)
{
#define TEXT(x) #x
#if __SIZEOF_POINTER__ == 8
#define POINTER ".8byte"
#else
#define POINTER ".4byte"
#endif
	__asm__ volatile("990: nop\n"
			 ".pushsection .note.stapsdt,\"\",\"note\"\n.balign 4\n.4byte 992f-991f, 994f-993f, 3\n991: "
			 ".asciz \"stapsdt\"\n992: .balign 4\n"
			 "993: " POINTER " 990b, 0, marker_semaphore\n.asciz \"evt\"\n.asciz \"hit\"\n.asciz "
			 "\"\"\n994: .balign 4\n.popsection\n");
}

static void switch_cpus(long count)
{
	cpu_set_t cpus[2];
	for (int i = 0; i < 2; i++) {
		CPU_ZERO(&cpus[i]);
		CPU_SET(i, &cpus[i]);
	}
	for (long i = 0; i < count; i++) sched_setaffinity(0, sizeof(cpus[0]), &cpus[i & 1]);
}

static void touch(char *pages, long count)
{
	long size = sysconf(_SC_PAGESIZE);
	for (long i = 0; i < count; i++) ((volatile char *)pages)[i * size] = 1;
}

static void touch_file(const char *path, long count)
{
	size_t size = (size_t)count * (size_t)sysconf(_SC_PAGESIZE);
	int fd = open(path, O_RDWR);
	fsync(fd);
	posix_fadvise(fd, 0, 0, POSIX_FADV_DONTNEED);
	posix_fadvise(fd, 0, 0, POSIX_FADV_RANDOM);
	char *pages = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE, fd, 0);
	if (pages != MAP_FAILED) touch(pages, count);
}

int main(int argc, char **argv)
{
	if (argc < 3) return 2;
	const char *mode = argv[1];
	long count = atol(argv[2]), seen = 0;
	struct timespec moment = { 0, 50000 };
	if (strcmp(mode, "write") == 0)
		for (long i = 0; i < count; i++) watched = i;
	if (strcmp(mode, "read") == 0)
		for (long i = 0; i < count; i++) seen += watched;
	if (strcmp(mode, "call") == 0)
		for (long i = 0; i < count; i++) called(i);
	if (strcmp(mode, "sleep") == 0)
		for (long i = 0; i < count; i++) nanosleep(&moment, NULL);
	if (strcmp(mode, "spin") == 0)
		for (clock_t end = clock() + count * (CLOCKS_PER_SEC / 1000); clock() < end;)
			;
	if (strcmp(mode, "migrate") == 0) switch_cpus(count);
	if (strcmp(mode, "touch") == 0)
		touch(mmap(NULL, (size_t)(count * sysconf(_SC_PAGESIZE)), PROT_READ | PROT_WRITE,
			   MAP_PRIVATE | MAP_ANONYMOUS, -1, 0),
		      count);
	if (strcmp(mode, "load") == 0 && argc > 3) touch_file(argv[3], count);
	if (strcmp(mode, "mark") == 0)
		for (long i = 0; i < count; i++) {
			seen += marker_semaphore > 0;
			marked();
		}
	if (strcmp(mode, "mark") == 0) printf("%ld\n", seen);
	return 0;
}
