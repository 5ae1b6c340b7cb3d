/* Code in the memory of a process that may still run: what a perf map names, and no file holds. */
#ifndef SYMBOL_FILE_TARGET_CODE_H
#define SYMBOL_FILE_TARGET_CODE_H

#include <stdbool.h>
#include <stdint.h>

enum target_code_state {
	TARGET_CODE_READABLE,
	TARGET_CODE_ENDED,     /* the process is no more */
	TARGET_CODE_OTHER,     /* another process has its number now */
	TARGET_CODE_GONE,      /* it has no code at the address now */
	TARGET_CODE_FORBIDDEN, /* nobody without its rights may look */
};

/* The code of process pid at vaddr, an address of the process. recorded_until: seconds since 1970 by which the process
 * must have begun; 0: not known. */
enum target_code_state target_code_state(int32_t pid, uint64_t vaddr, int64_t recorded_until);
/* In words: "process 7 has ended"; the caller frees. */
char *target_code_words(enum target_code_state state, int32_t pid);
/* ELF's numbers for the instructions of the process, of its program; false: not to be had. */
bool target_code_machine(int32_t pid, uint16_t *ret_machine, bool *ret_is64, bool *ret_is_big_endian);

#endif
