/* An assembler for small BPF programs (kernel documentation, bpf/standardization/instruction-set): each function
 * appends an instruction, or a few. There is no BPF compiler and no library for it at build time or run time.
 * Numbers of helpers are the kernel's BPF_FUNC_* (UAPI linux/bpf.h).
 *     struct bpf_code code = { .insns = VEC_INIT };
 *     bpf_code_load(&code, 32, BPF_REG_1, BPF_REG_1, offset);
 *     bpf_code_end_if(&code, BPF_JEQ, BPF_REG_1, 0);          nothing to do: to the end
 *     ...
 *     bpf_code_finish(&code, 0);
 *     fd = bpf_code_load_program(&code, "name", type, &err);
 *     bpf_code_done(&code);
 * Helpers take R1 to R5 and return R0; only R6 to R9 keep their values across a call. */
#ifndef BPF_BPF_CODE_H
#define BPF_BPF_CODE_H

#include <linux/bpf.h>
#include "base/err.h"
#include "base/vec.h"
#include "event/attr/attr.h"
#include "kernel/kernelfs.h"

/* A program being written. Begins as zero; bpf_code_done frees. */
struct bpf_code {
	VEC(struct bpf_insn) insns;
	VEC(size_t) to_end; /* jumps, to be aimed when the end is known */
};

/* Loads, stores and arithmetic. Registers are BPF_REG_*; offsets and numbers are signed; bits: 8, 16, 32 or 64.
 * bpf_code_load: to = *(from + offset), the upper bits becoming zero. */
void bpf_code_load(struct bpf_code *code, int bits, uint8_t to, uint8_t from, int16_t offset);
/* *(to + offset) = from */
void bpf_code_store(struct bpf_code *code, int bits, uint8_t to, int16_t offset, uint8_t from);
/* *(to + offset) = number, 32 bits */
void bpf_code_store_number(struct bpf_code *code, uint8_t to, int16_t offset, int32_t number);
/* to = from, 64 bits */
void bpf_code_move(struct bpf_code *code, uint8_t to, uint8_t from);
/* to = number; the upper half becomes zero, also for negative numbers */
void bpf_code_number(struct bpf_code *code, uint8_t to, int32_t number);
/* to = to OP from, 64 bits; op is BPF_ADD, BPF_LSH, ... */
void bpf_code_op(struct bpf_code *code, uint8_t op, uint8_t to, uint8_t from);
/* to = to OP number, sign-extended to 64 bits */
void bpf_code_op_number(struct bpf_code *code, uint8_t op, uint8_t to, int32_t number);
/* *(to + offset) += from, 64 bits, atomically */
void bpf_code_add_atomically(struct bpf_code *code, uint8_t to, int16_t offset, uint8_t from);
/* Addresses. The stack has 512 bytes below BPF_REG_10, so that offset is negative. */
void bpf_code_stack(struct bpf_code *code, uint8_t to, int16_t offset);
/* A map, as helpers take it. */
void bpf_code_map(struct bpf_code *code, uint8_t to, int fd);
/* A place in the only value of an array map. */
void bpf_code_variable(struct bpf_code *code, uint8_t to, int fd, int32_t offset);
/* A variable of the kernel's, by its BTF id (btf_variable). */
void bpf_code_kernel_variable(struct bpf_code *code, uint8_t to, int32_t variable);
/* Calls a helper, BPF_FUNC_*. */
void bpf_code_helper(struct bpf_code *code, int32_t helper);
/* Goes to the end of the program, if (reg CONDITION number) or always; condition is BPF_JEQ, BPF_JSGE, ... */
void bpf_code_end_if(struct bpf_code *code, uint8_t condition, uint8_t reg, int32_t number);
void bpf_code_end(struct bpf_code *code);
/* Forward jumps return a place, which bpf_code_land aims at the next instruction to be written. Each has to be
 * landed once. */
size_t bpf_code_jump(struct bpf_code *code);
size_t bpf_code_jump_if(struct bpf_code *code, uint8_t condition, uint8_t reg, int32_t number);
/* if (reg CONDITION other) */
size_t bpf_code_jump_if_reg(struct bpf_code *code, uint8_t condition, uint8_t reg, uint8_t other);
void bpf_code_land(struct bpf_code *code, size_t jump);
/* R0 = address of the value of map fd for the 32-bit key on the stack; goes to the end where there is none, as the
 * verifier demands a check for NULL. */
void bpf_code_find(struct bpf_code *code, int fd, int16_t key_offset);
/* Writes the end that bpf_code_end and bpf_code_end_if go to: return result, which has to be what the program's
 * place takes for "go on". To be called once, last. */
void bpf_code_finish(struct bpf_code *code, int32_t result);
void bpf_code_done(struct bpf_code *code);

/* Loads (BPF_PROG_LOAD) as a program of that type, licence GPL, name cut to 15 bytes. Returns its descriptor, which
 * the caller closes, or -errno with err set: its hint has what the verifier says. */
int bpf_code_load_program(const struct bpf_code *code, const char *name, enum bpf_prog_type type, struct err *err);
/* The same with further fields of BPF_PROG_LOAD in kind (expected_attach_type, attach_btf_id, ...). */
int bpf_code_load_as(const struct bpf_code *code, const char *name, const union bpf_attr *kind, struct err *err);
/* Runs a program at a raw tracepoint, on all CPUs, until the returned descriptor is closed; or -errno. */
int bpf_attach_raw(int program_fd, const char *tracepoint);
/* The same for a program of type BPF_PROG_TYPE_TRACEPOINT, at the tracepoint with this id of tracefs. */
int bpf_attach_tracepoint(int program_fd, uint64_t tracepoint_id);
/* The same for an event that programs can be attached to: a tracepoint, or one of the PMUs kprobe and uprobe with a
 * program of type BPF_PROG_TYPE_KPROBE. attr->size is set. */
int bpf_attach_event(int program_fd, struct event_attr *attr);
/* Runs a program of raw tracepoints once on a CPU (BPF_PROG_TEST_RUN), without arguments. 0 or -errno. */
int bpf_run_on(int program_fd, int32_t cpu);

#endif
