/* The routines of x86-64 are there for comparison with the library's: plain 8 byte moves, and the CPU's own string
 * instructions. Other CPUs have the library's alone. */
#include "commands/bench/bench_mem_routine.h"
#include <stdint.h>
#include <string.h>

/* By way of pointers that the compiler does not see through, so that it does not leave the call out. */
static void *(*volatile library_copy)(void *, const void *, size_t) = memcpy;
static void *(*volatile library_fill)(void *, int, size_t) = memset;

static void copy_default(void *to, const void *from, size_t size_bytes) { library_copy(to, from, size_bytes); }
static void fill_default(void *to, int byte, size_t size_bytes) { library_fill(to, byte, size_bytes); }

#ifdef __x86_64__
/* 32 bytes a round, in registers; the rest byte by byte. */
static void copy_unrolled(void *to, const void *from, size_t size_bytes)
{
	size_t rounds = size_bytes / 32, rest = size_bytes % 32;
	if (rounds)
		__asm__ volatile("1: movq (%1), %%r8; movq 8(%1), %%r9; movq 16(%1), %%r10; movq 24(%1), %%r11\n"
				 "movq %%r8, (%0); movq %%r9, 8(%0); movq %%r10, 16(%0); movq %%r11, 24(%0)\n"
				 "addq $32, %1; addq $32, %0; decq %2; jnz 1b"
				 : "+r"(to), "+r"(from), "+r"(rounds)
				 :
				 : "r8", "r9", "r10", "r11", "cc", "memory");
	__asm__ volatile("rep movsb" : "+D"(to), "+S"(from), "+c"(rest) : : "memory");
}

static void copy_movsq(void *to, const void *from, size_t size_bytes)
{
	size_t words = size_bytes / 8, rest = size_bytes % 8;
	__asm__ volatile("rep movsq" : "+D"(to), "+S"(from), "+c"(words) : : "memory");
	__asm__ volatile("rep movsb" : "+D"(to), "+S"(from), "+c"(rest) : : "memory");
}

static void fill_unrolled(void *to, int byte, size_t size_bytes)
{
	uint64_t word = (uint8_t)byte * UINT64_C(0x0101010101010101);
	size_t rounds = size_bytes / 64, rest = size_bytes % 64;
	if (rounds)
		__asm__ volatile("1: movq %2, (%0); movq %2, 8(%0); movq %2, 16(%0); movq %2, 24(%0)\n"
				 "movq %2, 32(%0); movq %2, 40(%0); movq %2, 48(%0); movq %2, 56(%0)\n"
				 "addq $64, %0; decq %1; jnz 1b"
				 : "+r"(to), "+r"(rounds)
				 : "r"(word)
				 : "cc", "memory");
	__asm__ volatile("rep stosb" : "+D"(to), "+c"(rest) : "a"(word) : "memory");
}

static void fill_stosq(void *to, int byte, size_t size_bytes)
{
	uint64_t word = (uint8_t)byte * UINT64_C(0x0101010101010101);
	size_t words = size_bytes / 8, rest = size_bytes % 8;
	__asm__ volatile("rep stosq" : "+D"(to), "+c"(words) : "a"(word) : "memory");
	__asm__ volatile("rep stosb" : "+D"(to), "+c"(rest) : "a"(word) : "memory");
}
#endif

const struct bench_mem_routine bench_mem_copies[] = {
	{ "default", "Default memcpy() provided by glibc", .copy = copy_default },
#ifdef __x86_64__
	{ "x86-64-unrolled", "unrolled memcpy(), 32 bytes a round", .copy = copy_unrolled },
	{ "x86-64-movsq", "movsq-based memcpy()", .copy = copy_movsq },
#endif
	{ NULL, NULL, NULL, NULL },
};

const struct bench_mem_routine bench_mem_fills[] = {
	{ "default", "Default memset() provided by glibc", .fill = fill_default },
#ifdef __x86_64__
	{ "x86-64-unrolled", "unrolled memset(), 64 bytes a round", .fill = fill_unrolled },
	{ "x86-64-stosq", "stosq-based memset()", .fill = fill_stosq },
#endif
	{ NULL, NULL, NULL, NULL },
};
