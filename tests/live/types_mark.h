/* Accesses whose types the compiler itself proves: each is one instruction of ours with an operand that the compiler
 * places, and the section "marks" has its distance from there with the type, offset, member and line of the source. */
#include <stddef.h>
#include <stdlib.h>
#define noinline __attribute__((noinline))
#if defined(__x86_64__)
#define LOAD "movb %0, %%al"
#define KILLED "eax"
#elif defined(__riscv)
#define LOAD "lbu t0, %0"
#define KILLED "t0"
#elif defined(__s390x__)
#define LOAD "llgc %%r0, %0"
#define KILLED "r0"
#define PLAIN "%" /* its %c makes bytes */
#elif defined(__powerpc64__)
#define LOAD "lbz%U0%X0 9, %0"
#define KILLED "r9"
#else
#define LOAD "ldrb w9, %0"
#define KILLED "x9"
#endif
#ifndef PLAIN
#define PLAIN "%c"
#endif
/* Loads from the lvalue, whose report is "WORD +OFFSET (PATH)". */
#define MARK(word, offset, path, lvalue)                                                                            \
	__asm__ volatile("1: " LOAD "\n.pushsection marks,\"a\"\n.quad 1b - .\n.asciz \"" word "\"\n.asciz \"" path \
			 "\"\n.balign 8\n.quad " PLAIN "1, " PLAIN "2\n.popsection"                                 \
			 :                                                                                          \
			 : "m"(*(const char *)&(lvalue)), "i"(offset), "i"(__LINE__)                                \
			 : KILLED, "memory")
/* A member of a type, whose name in reports is `word`. */
#define IN(type, word, member, lvalue) MARK(word, offsetof(type, member), #member, lvalue)
#define VALUE(word, lvalue) MARK(word, 0, "no field", lvalue)
