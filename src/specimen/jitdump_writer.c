/* Code made while the program runs, told of in a jitdump file (jit-PID.dump in the current directory): record it with
 * `-k mono`, as times in the file are CLOCK_MONOTONIC.
 *
 * A page gets a function of a few bytes that returns 90 (code); the file gets a header and one load record with its
 * name and bytes; then the function is called. The file stays behind for whoever reads the recording. */
#include <elf.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>
#include "specimen/specimen.h"

/* return 90 */
#if defined(__x86_64__) || defined(__i386__)
static const unsigned char code[] = { 0xb8, 90, 0, 0, 0, 0xc3 };
#elif defined(__aarch64__)
static const uint32_t code[] = { 0x52800b40, 0xd65f03c0 };
#elif defined(__riscv)
static const uint32_t code[] = { 0x05a00513, 0x00008067 };
#else
static const unsigned char code[] = { 0 };
#define NO_CODE
#endif

/* As the kernel tree's tools/perf/Documentation/jitdump-specification.txt says. All numbers are in the byte order of
 * this machine; the magic tells the reader which. */
struct jit_header {
	uint32_t magic, version, size, elf_machine, pad, pid;
	uint64_t timestamp, flags;
};
/* A record: this, the function's name with its NUL, its code. */
struct jit_load {
	uint32_t id, size;
	uint64_t timestamp;
	uint32_t pid, tid;
	uint64_t vma, code_address, code_size, index;
};
enum { JIT_CODE_LOAD = 0 };
static const char function_name[] = "jit_workload";

/* The clock that jitdump files have by default. */
static uint64_t now_ns(void)
{
	struct timespec ts;

	clock_gettime(CLOCK_MONOTONIC, &ts);
	return (uint64_t)ts.tv_sec * 1000000000u + (uint64_t)ts.tv_nsec;
}

/* This program's own machine. */
static uint32_t elf_machine(void)
{
	unsigned char ident[EI_NIDENT];
	uint16_t type_and_machine[2] = { 0 };
	FILE *self = fopen("/proc/self/exe", "re");

	if (!self) return EM_NONE;
	if (fread(ident, sizeof(ident), 1, self) != 1 ||
	    fread(type_and_machine, sizeof(type_and_machine), 1, self) != 1)
		type_and_machine[1] = EM_NONE;
	fclose(self);
	return type_and_machine[1];
}

/* The whole file: the header, and one record for one function, with its name and its code. */
static bool write_dump(FILE *dump, const void *at)
{
	struct jit_header header = { .magic = 0x4a695444,
				     .version = 1,
				     .size = sizeof(header),
				     .elf_machine = elf_machine(),
				     .pid = (uint32_t)getpid(),
				     .timestamp = now_ns() };
	struct jit_load load = { .id = JIT_CODE_LOAD,
				 .size = (uint32_t)(sizeof(load) + sizeof(function_name) + sizeof(code)),
				 .timestamp = now_ns(),
				 .pid = header.pid,
				 .tid = (uint32_t)syscall(SYS_gettid),
				 .vma = (uintptr_t)at,
				 .code_address = (uintptr_t)at,
				 .code_size = sizeof(code),
				 .index = 1 };

	fwrite(&header, sizeof(header), 1, dump);
	fwrite(&load, sizeof(load), 1, dump);
	fwrite(function_name, sizeof(function_name), 1, dump);
	fwrite(code, sizeof(code), 1, dump);
	return fflush(dump) == 0 && !ferror(dump);
}

/* Recorders see the file because it is mapped. */
static int tell(const void *at)
{
	char path[32];
	size_t page = (size_t)sysconf(_SC_PAGESIZE);

	snprintf(path, sizeof(path), "jit-%d.dump", getpid());
	int fd = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0644);
	FILE *dump = fd < 0 ? NULL : fdopen(fd, "w+e");
	/* executable, as recorders are told of such mappings only (PERF_RECORD_MMAP2) */
	void *mark = fd < 0 ? MAP_FAILED : mmap(NULL, page, PROT_READ | PROT_EXEC, MAP_PRIVATE, fd, 0);
	/* mapped before it is written: a recorder finds the file by its mapping, and reads it later */
	bool good = dump && mark != MAP_FAILED && write_dump(dump, at);
	if (!good) fprintf(stderr, "Error: cannot write %s: %m\n", path);
	if (mark != MAP_FAILED) munmap(mark, page);
	if (dump) fclose(dump);
	return good ? 0 : 1;
}

/* The sanitizer of calls would read the type that clang writes in front of functions: there is none in front of this
 * code. */
#ifdef __clang__
__attribute__((no_sanitize("function")))
#endif
static SPECIMEN_FUNCTION int
jitdump(int argc, const char **argv)
{
	long calls = argc > 0 ? strtol(argv[0], NULL, 10) : 1;
#ifdef NO_CODE
	fprintf(stderr, "Error: there is no code for this architecture\n");
	return 1;
#endif
	void *at = mmap(NULL, (size_t)sysconf(_SC_PAGESIZE), PROT_READ | PROT_WRITE | PROT_EXEC,
			MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	if (at == MAP_FAILED) {
		perror("Error: mmap");
		return 1;
	}
	memcpy(at, code, sizeof(code));
	__builtin___clear_cache((char *)at, (char *)at + sizeof(code));
	int status = tell(at), (*function)(void);
	/* C has no conversion from a pointer to data to one to code */
	memcpy(&function, &at, sizeof(function));
	for (long i = 0; !status && i < calls; i++) status = function() != 90;
	return status;
}

const struct specimen specimen_jitdump_writer = { .name = "jitdump", .usage = "[CALLS]", .run = jitdump };
