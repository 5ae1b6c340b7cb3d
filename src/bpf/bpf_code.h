/* Small BPF programs, written instruction by instruction (kernel documentation, bpf/standardization/instruction-set),
 * loaded, and put where they run. Numbers of helpers are the kernel's BPF_FUNC_* (UAPI linux/bpf.h). */
#ifndef BPF_BPF_CODE_H
#define BPF_BPF_CODE_H

#include <linux/bpf.h>
#include "base/err.h"
#include "base/vec.h"
#include "kernel/kernelfs.h"

struct bpf_code {
	VEC(struct bpf_insn) insns;
	VEC(size_t) to_end; /* jumps, to be aimed when the end is known */
};

/* Registers are BPF_REG_*; the stack is below BPF_REG_10. bits: 8, 16, 32 or 64. */
void bpf_code_load(struct bpf_code *code, int bits, uint8_t to, uint8_t from,
		   int16_t offset); /* to = *(from + offset) */
void bpf_code_store(struct bpf_code *code, int bits, uint8_t to, int16_t offset,
		    uint8_t from); /* *(to + offset) = from */
void bpf_code_store_number(struct bpf_code *code, uint8_t to, int16_t offset, int32_t number); /* 32 bits */
void bpf_code_move(struct bpf_code *code, uint8_t to, uint8_t from);
void bpf_code_number(struct bpf_code *code, uint8_t to, int32_t number); /* the upper half becomes zero */
void bpf_code_op(struct bpf_code *code, uint8_t op /* BPF_ADD ... */, uint8_t to, uint8_t from);
void bpf_code_op_number(struct bpf_code *code, uint8_t op, uint8_t to, int32_t number);
void bpf_code_add_atomically(struct bpf_code *code, uint8_t to, int16_t offset,
			     uint8_t from);                             /* *(to + offset) += from, 64 bits */
void bpf_code_stack(struct bpf_code *code, uint8_t to, int16_t offset); /* to = address on the stack */
void bpf_code_map(struct bpf_code *code, uint8_t to, int fd);
void bpf_code_variable(struct bpf_code *code, uint8_t to, int fd,
		       int32_t offset); /* to = address in the only value of an array map */
void bpf_code_kernel_variable(struct bpf_code *code, uint8_t to,
			      int32_t variable); /* to = address of one of the kernel's (btf_variable) */
void bpf_code_helper(struct bpf_code *code, int32_t helper);
void bpf_code_end_if(struct bpf_code *code, uint8_t condition /* BPF_JEQ ... */, uint8_t reg, int32_t number);
void bpf_code_end(struct bpf_code *code); /* goes to the end */
/* Forward jumps: they go where bpf_code_land is called for what they return. */
size_t bpf_code_jump(struct bpf_code *code);
size_t bpf_code_jump_if(struct bpf_code *code, uint8_t condition, uint8_t reg, int32_t number);
size_t bpf_code_jump_if_reg(struct bpf_code *code, uint8_t condition, uint8_t reg, uint8_t other);
void bpf_code_land(struct bpf_code *code, size_t jump);
/* R0 = the address in map fd of the 32-bit key on the stack; ends where there is none. */
void bpf_code_find(struct bpf_code *code, int fd, int16_t key_offset);
/* The end that the jumps above go to. The program's result is what its place takes for "go on". */
void bpf_code_finish(struct bpf_code *code, int32_t result);
void bpf_code_done(struct bpf_code *code);

/* The program's descriptor, or -errno with err set. */
int bpf_code_load_program(const struct bpf_code *code, const char *name, enum bpf_prog_type type, struct err *err);
/* The same for kinds that say more than their type: its fields are those of BPF_PROG_LOAD. */
int bpf_code_load_as(const struct bpf_code *code, const char *name, const union bpf_attr *kind, struct err *err);
/* Runs a program at a raw tracepoint until the descriptor returned is closed; or -errno. */
int bpf_attach_raw(int program_fd, const char *tracepoint);
/* The same at a tracepoint with fields, by its id. */
int bpf_attach_tracepoint(int program_fd, uint64_t tracepoint_id);
/* Runs a program for raw tracepoints once on a CPU, as if it had got there. 0 or -errno. */
int bpf_run_on(int program_fd, int32_t cpu);

#endif
