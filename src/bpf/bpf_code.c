/* Encodes instructions (UAPI linux/bpf.h, struct bpf_insn) and loads programs. Registers are fields of four bits, hence
 * the masks. Jumps whose target is not known yet get their offset later: those to the end by bpf_code_finish, others by
 * bpf_code_land. */
#include "bpf/bpf_code.h"

#include <linux/perf_event.h>
#include <string.h>
#include <sys/ioctl.h>
#include "event/attr/attr.h"
#include "bpf/bpf_call.h"
#include "kernel/event_open.h"

/* One instruction is 8 bytes: opcode, two registers, 16-bit offset, 32-bit constant. */
static void emit(struct bpf_code *code, struct bpf_insn insn) { vec_push(&code->insns, insn); }

/* The size field of a load or store instruction. */
static uint8_t size_code(int bits)
{
	switch (bits) {
	case 64: return BPF_DW;
	case 32: return BPF_W;
	case 16: return BPF_H;
	default: return BPF_B;
	}
}

void bpf_code_load(struct bpf_code *code, int bits, uint8_t to, uint8_t from, int16_t offset)
{
	emit(code, (struct bpf_insn){ .code = BPF_LDX | BPF_MEM | size_code(bits),
				      .dst_reg = to & 15u,
				      .src_reg = from & 15u,
				      .off = offset });
}

void bpf_code_store(struct bpf_code *code, int bits, uint8_t to, int16_t offset, uint8_t from)
{
	emit(code, (struct bpf_insn){ .code = BPF_STX | BPF_MEM | size_code(bits),
				      .dst_reg = to & 15u,
				      .src_reg = from & 15u,
				      .off = offset });
}

/* 32 bits of the number; there is no form for one of 64. */
void bpf_code_store_number(struct bpf_code *code, uint8_t to, int16_t offset, int32_t number)
{
	emit(code,
	     (struct bpf_insn){ .code = BPF_ST | BPF_MEM | BPF_W, .dst_reg = to & 15u, .off = offset, .imm = number });
}

void bpf_code_move(struct bpf_code *code, uint8_t to, uint8_t from)
{
	emit(code,
	     (struct bpf_insn){ .code = BPF_ALU64 | BPF_MOV | BPF_X, .dst_reg = to & 15u, .src_reg = from & 15u });
}

/* BPF_ALU, not BPF_ALU64: the 32-bit form clears the upper half. */
void bpf_code_number(struct bpf_code *code, uint8_t to, int32_t number)
{
	emit(code, (struct bpf_insn){ .code = BPF_ALU | BPF_MOV | BPF_K, .dst_reg = to & 15u, .imm = number });
}

void bpf_code_op(struct bpf_code *code, uint8_t op, uint8_t to, uint8_t from)
{
	emit(code, (struct bpf_insn){
			   .code = (uint8_t)(BPF_ALU64 | BPF_X | op), .dst_reg = to & 15u, .src_reg = from & 15u });
}

/* Two instructions, as there is none that adds to another register. */
void bpf_code_stack(struct bpf_code *code, uint8_t to, int16_t offset)
{
	bpf_code_move(code, to, BPF_REG_10);
	emit(code, (struct bpf_insn){ .code = BPF_ALU64 | BPF_ADD | BPF_K, .dst_reg = to & 15u, .imm = offset });
}

/* Loads of 64-bit constants take two instructions; the kernel replaces the descriptor by the map's address. */
void bpf_code_map(struct bpf_code *code, uint8_t to, int fd)
{
	emit(code,
	     (struct bpf_insn){
		     .code = BPF_LD | BPF_DW | BPF_IMM, .dst_reg = to & 15u, .src_reg = BPF_PSEUDO_MAP_FD, .imm = fd });
	emit(code, (struct bpf_insn){ 0 }); /* the upper half of the number */
}

void bpf_code_helper(struct bpf_code *code, int32_t helper)
{
	emit(code, (struct bpf_insn){ .code = BPF_JMP | BPF_CALL, .imm = helper });
}

/* The place is noted in to_end; its offset is filled in by bpf_code_finish. */
void bpf_code_end_if(struct bpf_code *code, uint8_t condition, uint8_t reg, int32_t number)
{
	vec_push(&code->to_end, code->insns.count);
	emit(code,
	     (struct bpf_insn){ .code = (uint8_t)(BPF_JMP | BPF_K | condition), .dst_reg = reg & 15u, .imm = number });
}

void bpf_code_find(struct bpf_code *code, int fd, int16_t key_offset)
{
	bpf_code_map(code, BPF_REG_1, fd);
	bpf_code_stack(code, BPF_REG_2, key_offset);
	bpf_code_helper(code, BPF_FUNC_map_lookup_elem);
	bpf_code_end_if(code, BPF_JEQ, BPF_REG_0, 0);
}

void bpf_code_op_number(struct bpf_code *code, uint8_t op, uint8_t to, int32_t number)
{
	emit(code, (struct bpf_insn){ .code = (uint8_t)(BPF_ALU64 | BPF_K | op), .dst_reg = to & 15u, .imm = number });
}

/* imm of the second instruction is the offset in the map's value. */
void bpf_code_variable(struct bpf_code *code, uint8_t to, int fd, int32_t offset)
{
	emit(code, (struct bpf_insn){ .code = BPF_LD | BPF_DW | BPF_IMM,
				      .dst_reg = to & 15u,
				      .src_reg = BPF_PSEUDO_MAP_VALUE,
				      .imm = fd });
	emit(code, (struct bpf_insn){ .imm = offset });
}

/* Kernels from 5.10 on; the verifier turns the BTF id into the variable's address. */
void bpf_code_kernel_variable(struct bpf_code *code, uint8_t to, int32_t variable)
{
	emit(code, (struct bpf_insn){ .code = BPF_LD | BPF_DW | BPF_IMM,
				      .dst_reg = to & 15u,
				      .src_reg = BPF_PSEUDO_BTF_ID,
				      .imm = variable });
	emit(code, (struct bpf_insn){ .imm = 0 });
}

/* With imm BPF_ADD and no fetch: the form that all kernels have. */
void bpf_code_add_atomically(struct bpf_code *code, uint8_t to, int16_t offset, uint8_t from)
{
	emit(code, (struct bpf_insn){ .code = BPF_STX | BPF_ATOMIC | BPF_DW,
				      .dst_reg = to & 15u,
				      .src_reg = from & 15u,
				      .off = offset,
				      .imm = BPF_ADD });
}

size_t bpf_code_jump(struct bpf_code *code)
{
	emit(code, (struct bpf_insn){ .code = BPF_JMP | BPF_JA });
	return code->insns.count - 1;
}

size_t bpf_code_jump_if(struct bpf_code *code, uint8_t condition, uint8_t reg, int32_t number)
{
	emit(code,
	     (struct bpf_insn){ .code = (uint8_t)(BPF_JMP | BPF_K | condition), .dst_reg = reg & 15u, .imm = number });
	return code->insns.count - 1;
}

size_t bpf_code_jump_if_reg(struct bpf_code *code, uint8_t condition, uint8_t reg, uint8_t other)
{
	emit(code, (struct bpf_insn){ .code = (uint8_t)(BPF_JMP | BPF_X | condition),
				      .dst_reg = reg & 15u,
				      .src_reg = other & 15u });
	return code->insns.count - 1;
}

/* Jump offsets count instructions from the one behind the jump. */
void bpf_code_land(struct bpf_code *code, size_t jump)
{
	code->insns.items[jump].off = (int16_t)(code->insns.count - jump - 1);
}

void bpf_code_end(struct bpf_code *code)
{
	vec_push(&code->to_end, code->insns.count);
	emit(code, (struct bpf_insn){ .code = BPF_JMP | BPF_JA });
}

/* Called when no further instruction follows, as the end is where it stands now. */
void bpf_code_finish(struct bpf_code *code, int32_t result)
{
	for (size_t i = 0; i < code->to_end.count; i++) {
		size_t at = code->to_end.items[i];
		code->insns.items[at].off = (int16_t)(code->insns.count - at - 1);
	}
	bpf_code_number(code, BPF_REG_0, result);
	emit(code, (struct bpf_insn){ .code = BPF_JMP | BPF_EXIT });
}

void bpf_code_done(struct bpf_code *code)
{
	vec_done(&code->insns);
	vec_done(&code->to_end);
}

/* The helpers that tracing needs are for programs under the GPL only, hence the license. */
int bpf_code_load_as(const struct bpf_code *code, const char *name, const union bpf_attr *kind, struct err *err)
{
	/* The verifier's log costs time: it is only asked for after a refusal. */
	char log[4096] = "";
	union bpf_attr attr = *kind;
	attr.insns = (uintptr_t)code->insns.items;
	attr.insn_cnt = (uint32_t)code->insns.count;
	attr.license = (uintptr_t) "GPL";
	strncpy(attr.prog_name, name, sizeof(attr.prog_name) - 1);
	int fd = bpf_call(BPF_PROG_LOAD, &attr);
	if (fd >= 0) return fd;
	attr.log_buf = (uintptr_t)log; /* once more, to hear why */
	attr.log_size = sizeof(log);
	attr.log_level = 1;
	int again = bpf_call(BPF_PROG_LOAD, &attr);
	if (again >= 0) return again;
	err_set_errno(err, fd, "BPF program %s", name);
	if (*log) err_hint(err, "%s", log);
	return fd;
}

int bpf_code_load_program(const struct bpf_code *code, const char *name, enum bpf_prog_type type, struct err *err)
{
	const union bpf_attr kind = { .prog_type = type };
	return bpf_code_load_as(code, name, &kind, err);
}

int bpf_attach_raw(int program_fd, const char *tracepoint)
{
	union bpf_attr attr = { 0 };
	attr.raw_tracepoint.name = (uintptr_t)tracepoint;
	attr.raw_tracepoint.prog_fd = (uint32_t)program_fd;
	return bpf_call(BPF_RAW_TRACEPOINT_OPEN, &attr);
}

/* By a perf event at the tracepoint: closing it detaches the program. */
int bpf_attach_event(int program_fd, struct event_attr *attr)
{
	struct event_place place = { .pid = -1, .cpu = 0, .group_fd = -1 }; /* programs run on all CPUs all the same */
	int fd = event_open_exact(attr, &place, true);
	if (fd < 0) return fd;
	if (ioctl(fd, PERF_EVENT_IOC_SET_BPF, program_fd) >= 0) return fd;
	int r = -errno;
	close(fd);
	return r;
}

int bpf_attach_tracepoint(int program_fd, uint64_t tracepoint_id)
{
	struct event_attr attr = { .type = ATTR_TYPE_TRACEPOINT, .config = tracepoint_id };
	return bpf_attach_event(program_fd, &attr);
}

/* Once, on that CPU, whichever this thread is on. The kernel waits for it. */
int bpf_run_on(int program_fd, int32_t cpu)
{
	union bpf_attr attr = { 0 };
	attr.test.prog_fd = (uint32_t)program_fd;
	attr.test.flags = BPF_F_TEST_RUN_ON_CPU;
	attr.test.cpu = (uint32_t)cpu;
	return bpf_call(BPF_PROG_TEST_RUN, &attr);
}
