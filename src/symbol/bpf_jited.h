/* Machine code of BPF programs, as a recording tells of them: struct bpf_prog_info (kernel UAPI linux/bpf.h) and the
 * arrays that it asks for, in which its pointers are offsets. No file has this code, and the program may be gone. */
#ifndef SYMBOL_BPF_JITED_H
#define SYMBOL_BPF_JITED_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "symbol/bpf_lines.h"

/* One function of a program. */
struct bpf_jited_function {
	uint64_t start; /* virtual address */
	uint32_t size_bytes;
	const uint8_t *code;
	/* "bpf_prog_0123456789abcdef_name" as the kernel names it; NULL: its tag is not known. */
	const char *name;
	struct bpf_line_list lines; /* empty: not known */
};

struct bpf_jited;
/* Never NULL; to be freed by bpf_jited_free. */
struct bpf_jited *bpf_jited_new(void);
void bpf_jited_free(struct bpf_jited *code); /* NULL is fine */
/* Types of programs as the feature BPF_BTF has them, for names and text of source lines; before the programs that
 * name the id. What is needed is copied. */
void bpf_jited_add_types(struct bpf_jited *code, uint32_t id, const void *data, size_t size_bytes);
/* One program as the feature BPF_PROG_INFO has it: sizes of the info and of the arrays, which arrays there are, the
 * info, the arrays. What is needed is copied. Returns how many functions have code: 0 where it is damaged, or has
 * none. */
size_t bpf_jited_add(struct bpf_jited *code, const void *data, size_t size_bytes, bool swap);
size_t bpf_jited_count(const struct bpf_jited *code);
const struct bpf_jited_function *bpf_jited_at(const struct bpf_jited *code, size_t i);
/* The function at an address, unless its tag is another than that of name, as the recording calls the code: one
 * program may have come where another was. NULL: there is none. */
const struct bpf_jited_function *bpf_jited_find(const struct bpf_jited *code, const char *name, uint64_t addr);

#endif
