/* Operands of x86 as objdump writes them, from their values: the library's own AT&T text differs from objdump's
 * nearly everywhere. */
#include "symbol/code/disasm_x86_text.h"

#include <inttypes.h>
#include <string.h>

#define PUT(...) disasm_put(ret->arguments, sizeof(ret->arguments), __VA_ARGS__)

/* As wide as the operand that it is used with: -1 of a 4-byte operation is 0xffffffff. */
static uint64_t masked(const cs_insn *insn, const cs_x86_op *immediate)
{
	const cs_x86 *x86 = &insn->detail->x86;
	unsigned size = x86->operands[0].type == X86_OP_IMM ? immediate->size : x86->operands[0].size;
	if (insn->id == X86_INS_XABORT) size = 1;
	if (size >= 8 || size == 0 || insn->id == X86_INS_MOVABS) return (uint64_t)immediate->imm;
	return (uint64_t)immediate->imm & ((UINT64_C(1) << size * 8) - 1);
}

static bool has_displacement(const cs_x86 *x86, const x86_op_mem *memory)
{
	return x86->encoding.disp_offset || x86->encoding.disp_size || memory->disp ||
	       (!memory->base && !memory->index);
}

static void put_signed(int64_t number, bool is_absolute, bool is64, struct disasm_insn *ret)
{
	if (is_absolute) PUT("0x%llx", (unsigned long long)(is64 ? number : (uint32_t)number));
	else PUT("%s0x%llx", number < 0 ? "-" : "", (unsigned long long)(number < 0 ? -(uint64_t)number : number));
}

static void put_segment(const struct disasm *disasm, const cs_insn *insn, const x86_op_mem *memory, bool is_att,
			struct disasm_insn *ret)
{
	const char *name = disasm->names[memory->segment];
	/* The ones that count where none is given: es for the destination. */
	if (!memory->segment && x86_is_string_operation(insn))
		name = strstr(disasm->names[memory->base], "di") ? "es" : "ds";
	if (name[0] && ret->kind != DISASM_NOP) PUT("%s%s:", is_att ? "%" : "", name);
}

/* A SIB byte without an index, where none is needed: an index that is zero is shown. */
static bool has_empty_index(const cs_x86 *x86, const x86_op_mem *memory)
{
	bool has_sib = (x86->modrm & 7) == 4 && x86->modrm < 0xc0 && x86->encoding.modrm_offset;
	if (!has_sib || memory->index || (x86->sib >> 3 & 7) != 4) return false;
	return (x86->sib & 7) != 4 || x86->sib >> 6;
}

static void put_att_memory(const struct disasm *disasm, const cs_insn *insn, const x86_op_mem *memory,
			   struct disasm_insn *ret)
{
	const char *base = disasm->names[memory->base], *index = disasm->names[disasm_x86_index(insn, memory)];
	const cs_x86 *x86 = &insn->detail->x86;
	put_segment(disasm, insn, memory, true, ret);
	if (has_displacement(x86, memory))
		put_signed(memory->disp, !memory->base && !memory->index, disasm->options.set.is64, ret);
	if (!memory->base && !memory->index) return;
	PUT("(%s%s", memory->base ? "%" : "", base);
	if (memory->index) PUT(",%%%s,%d", index, memory->scale);
	else if (memory->base && has_empty_index(x86, memory))
		PUT(",%%%s,%d", base[0] == 'r' ? "riz" : "eiz", 1 << (x86->sib >> 6));
	PUT(")");
}

static const char *intel_size(unsigned size_bytes)
{
	switch (size_bytes) {
	case 1: return "BYTE PTR ";
	case 2: return "WORD PTR ";
	case 4: return "DWORD PTR ";
	case 6: return "FWORD PTR ";
	case 8: return "QWORD PTR ";
	case 10: return "TBYTE PTR ";
	case 16: return "XMMWORD PTR ";
	case 32: return "YMMWORD PTR ";
	case 64: return "ZMMWORD PTR ";
	default: return "";
	}
}

static void put_intel_memory(const struct disasm *disasm, const cs_insn *insn, const x86_op_mem *memory, unsigned size,
			     struct disasm_insn *ret)
{
	uint8_t opcode = insn->detail->x86.opcode[0];
	bool is_absolute = opcode >= 0xa0 && opcode <= 0xa3; /* of the accumulator: without a size */
	if (insn->id != X86_INS_LEA && !is_absolute) PUT("%s", intel_size(size));
	if (memory->segment || x86_is_string_operation(insn)) put_segment(disasm, insn, memory, false, ret);
	else if (!memory->base && !memory->index) PUT("ds:");
	if (!memory->base && !memory->index) {
		put_signed(memory->disp, true, disasm->options.set.is64, ret);
		return;
	}
	PUT("[%s", disasm->names[memory->base]);
	if (!memory->index && memory->base && has_empty_index(&insn->detail->x86, memory))
		PUT("+%s*%d", disasm->names[memory->base][0] == 'r' ? "riz" : "eiz", 1 << (insn->detail->x86.sib >> 6));
	if (memory->index)
		PUT("%s%s*%d", memory->base ? "+" : "", disasm->names[disasm_x86_index(insn, memory)], memory->scale);
	if (has_displacement(&insn->detail->x86, memory)) {
		bool is_pc = memory->base == X86_REG_RIP; /* as an unsigned number */
		if (memory->disp >= 0 || is_pc) PUT("+");
		put_signed(memory->disp, is_pc, true, ret);
	}
	PUT("]");
}

/* d0, d1 shift by one, which objdump leaves out in AT&T's syntax and writes as "1" in Intel's. */
bool x86_is_shift_by_one(const cs_insn *insn)
{
	uint8_t opcode = insn->detail->x86.opcode[0];
	return (opcode == 0xd0 || opcode == 0xd1) && insn->detail->x86.op_count == 2;
}

/* in, out, ins, outs: the port is written like memory. */
static bool is_port_operation(const cs_insn *insn)
{
	uint8_t opcode = insn->detail->x86.opcode[0];
	return (opcode >= 0x6c && opcode <= 0x6f) || (opcode >= 0xec && opcode <= 0xef);
}

/* size: of what is read or written, for memory. */
void x86_put_operand(const struct disasm *disasm, const cs_insn *insn, const cs_x86_op *operand, unsigned size,
		     struct disasm_insn *ret)
{
	bool is_att = disasm->options.syntax == DISASM_ATT;
	switch (operand->type) {
	case X86_OP_REG: {
		const char *name = disasm->names[operand->reg];
		if (is_att && operand->reg == X86_REG_DX && is_port_operation(insn)) {
			PUT("(%%dx)");
			break;
		}
		PUT("%s%s", is_att ? "%" : "", strcmp(name, "st(0)") == 0 ? "st" : name);
		break;
	}
	case X86_OP_IMM:
		if (ret->has_target) PUT("%llx", (unsigned long long)ret->target);
		else if (x86_is_shift_by_one(insn)) PUT("1");
		else PUT("%s0x%llx", is_att ? "$" : "", (unsigned long long)masked(insn, operand));
		break;
	case X86_OP_MEM:
		if (is_att) put_att_memory(disasm, insn, &operand->mem, ret);
		else put_intel_memory(disasm, insn, &operand->mem, size, ret);
		break;
	default: break;
	}
}

/* AVX-512 (Intel SDM volume 2, 2.7.1): which mask register an EVEX prefix names, and whether it zeroes. */
static unsigned mask_of(const cs_insn *insn, bool *ret_zeroes)
{
	if (insn->bytes[0] != 0x62 || insn->size < 6) return 0;
	*ret_zeroes = insn->bytes[3] & 0x80;
	return insn->bytes[3] & 7;
}

void x86_put_mask(const cs_insn *insn, bool is_att, struct disasm_insn *ret)
{
	bool zeroes = false;
	unsigned mask = mask_of(insn, &zeroes);
	if (!mask) return;
	PUT("{%sk%u}", is_att ? "%" : "", mask);
	if (zeroes) PUT("{z}");
}

/* The library has the mask among the operands, where objdump has it behind the destination. */
bool x86_is_mask_operand(const cs_insn *insn, unsigned i)
{
	bool zeroes;
	unsigned mask = mask_of(insn, &zeroes);
	const cs_x86_op *operand = &insn->detail->x86.operands[i];
	return mask && i == 1 && operand->type == X86_OP_REG && operand->reg == X86_REG_K0 + mask;
}
