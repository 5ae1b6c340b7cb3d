/* Arguments of RISC-V instructions, as values and as text. Letters: disasm_riscv.def, disasm_riscv_vector.def. */
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include "symbol/code/disasm_riscv.h"

const char riscv_names[32][5] = { "zero", "ra", "sp", "gp", "tp",  "t0",  "t1", "t2", "s0", "s1", "a0",
				  "a1",   "a2", "a3", "a4", "a5",  "a6",  "a7", "s2", "s3", "s4", "s5",
				  "s6",   "s7", "s8", "s9", "s10", "s11", "t3", "t4", "t5", "t6" };
static const char float_names[32][5] = { "ft0", "ft1", "ft2", "ft3", "ft4",  "ft5",  "ft6", "ft7", "fs0",  "fs1", "fa0",
					 "fa1", "fa2", "fa3", "fa4", "fa5",  "fa6",  "fa7", "fs2", "fs3",  "fs4", "fs5",
					 "fs6", "fs7", "fs8", "fs9", "fs10", "fs11", "ft8", "ft9", "ft10", "ft11" };
enum { RA = 1, GP = 3, TP = 4, FIRST_FLOAT = 32 };

static const struct {
	uint16_t first;
	uint8_t count;
	const char *name;
	int number;
	const char *end;
} csrs[] = {
#define RISCV_CSR(first, count, name, number, end) { first, count, name, number, end },
#include "symbol/code/disasm_riscv_csr.def"
#undef RISCV_CSR
};

/* What arguments are made from and go to. */
struct arguments {
	struct disasm *disasm;
	const struct riscv_row *row;
	uint32_t word;
	struct disasm_insn *ret;
};

static unsigned rd(uint32_t word) { return word >> 7 & 31; }
static unsigned rs1(uint32_t word) { return word >> 15 & 31; }
static unsigned rs2(uint32_t word) { return word >> 20 & 31; }
static unsigned rs3(uint32_t word) { return word >> 27; }

/* Immediates of the forms of instructions. */
static int64_t load_distance(uint32_t word) { return (int32_t)word >> 20; }
static int64_t store_distance(uint32_t word) { return ((int32_t)word >> 25) * 32 + (int32_t)rd(word); }
static int64_t upper_part(uint32_t word) { return (int32_t)(word & 0xfffff000); }

static int64_t branch_distance(uint32_t word)
{
	uint32_t low = (word >> 7 & 0x1e) | (word >> 20 & 0x7e0) | (word << 4 & 0x800);
	return (int32_t)low - (word >> 31 ? 0x1000 : 0);
}

static int64_t jump_distance(uint32_t word)
{
	uint32_t low = (word >> 20 & 0x7fe) | (word >> 9 & 0x800) | (word & 0xff000);
	return (int32_t)low - (word >> 31 ? 0x100000 : 0);
}

static void put(const struct arguments *to, const char *format, ...) _printf_(2, 3);
static void put(const struct arguments *to, const char *format, ...)
{
	size_t length = strlen(to->ret->arguments);
	va_list args;
	if (to->disasm->options.without_text) return;
	va_start(args, format);
	vsnprintf(to->ret->arguments + length, sizeof(to->ret->arguments) - length, format, args);
	va_end(args);
}

static struct disasm_operand *add_operand(const struct arguments *to, enum disasm_operand_kind kind, uint8_t access)
{
	struct disasm_operand *operand = &to->ret->operands[to->ret->nr_operands++];
	*operand = (struct disasm_operand){ .kind = kind, .access = access };
	return operand;
}

/* number: 0 to 31, of floating-point registers 32 to 63. */
static struct disasm_register register_of(const struct arguments *to, unsigned number)
{
	bool is_wide = number >= FIRST_FLOAT || to->disasm->options.set.is64;
	return (struct disasm_register){ .number = number ? (int16_t)number : DISASM_NO_REGISTER,
					 .size_bytes = is_wide ? 8 : 4 };
}

static void put_register(const struct arguments *to, unsigned number, uint8_t access)
{
	struct disasm_operand *operand = add_operand(to, DISASM_REGISTER, access);
	operand->reg = register_of(to, number);
	operand->size_bytes = operand->reg.size_bytes;
	put(to, "%s", number >= FIRST_FLOAT ? float_names[number - FIRST_FLOAT] : riscv_names[number]);
}

static void add_immediate(const struct arguments *to, int64_t value)
{
	add_operand(to, DISASM_IMMEDIATE, 0)->immediate = value;
}

/* Of a distance added to a register: what lui or auipc put there before, with it, is an address. Each of these counts
 * once, as in objdump, which writes the address behind the instruction; a distance to the thread's variables, too,
 * which is no address. Register gp has one value in all of a program. */
static void add_to_high(const struct arguments *to, unsigned base, int64_t distance, bool is_cut)
{
	struct disasm *disasm = to->disasm;
	bool is_known = base && disasm->has_high >> base & 1, is_global = base == GP && disasm->global_pointer;
	if (!is_known && base != 0 && base != TP && !is_global) return;
	uint64_t start = is_known ? disasm->high[base] : 0;
	if (!is_known && is_global) start = disasm->global_pointer;
	uint64_t address = start + (uint64_t)distance;
	if (is_cut) address = (uint64_t)(int32_t)address;
	if (!disasm->options.set.is64) address &= UINT32_MAX;
	if (base == TP && !is_known) {
		snprintf(to->ret->comment, sizeof(to->ret->comment), " # %" PRIx64, address);
		return;
	}
	to->ret->has_data = true;
	to->ret->data_vaddr = address;
	disasm->has_high &= ~(1U << base);
}

static void put_high(const struct arguments *to, int64_t value)
{
	unsigned number = rd(to->word);
	to->disasm->high[number] = (uint64_t)value;
	to->disasm->has_high |= 1U << number;
	add_immediate(to, value);
	put(to, "0x%x", to->word >> 12);
}

static void put_memory(const struct arguments *to, int64_t distance, uint8_t access, bool has_distance)
{
	unsigned base = rs1(to->word);
	struct disasm_operand *operand = add_operand(to, DISASM_MEMORY, access);
	struct disasm_register none = { .number = DISASM_NO_REGISTER };
	operand->size_bytes = to->row->memory_bytes;
	operand->memory = (struct disasm_memory){
		.base = register_of(to, base), .index = none, .segment = none, .scale = 1, .displacement = distance
	};
	if (has_distance) put(to, "%" PRId64, distance);
	put(to, "(%s)", riscv_names[base]);
	/* objdump makes no addresses of compressed ones */
	if (has_distance && to->ret->length > 2) add_to_high(to, base, distance, false);
}

/* jr, jalr: where it goes is known when the instruction before it was auipc. */
static void add_far_target(const struct arguments *to, int64_t distance)
{
	add_to_high(to, rs1(to->word), distance, false);
	to->ret->has_target = to->ret->has_data;
	to->ret->target = to->ret->data_vaddr;
}

static void put_source(const struct arguments *to)
{
	bool is_jump = to->row->kind == DISASM_CALL || to->row->kind == DISASM_JUMP;
	put_register(to, rs1(to->word), DISASM_READ);
	if (is_jump && to->ret->length > 2) add_far_target(to, 0);
}

static void put_jump_register(const struct arguments *to)
{
	int64_t distance = load_distance(to->word);
	unsigned base = rs1(to->word);
	struct disasm_operand *operand = add_operand(to, DISASM_REGISTER, DISASM_READ);
	operand->reg = register_of(to, base);
	operand->size_bytes = operand->reg.size_bytes;
	add_immediate(to, distance);
	put(to, "%" PRId64 "(%s)", distance, riscv_names[base]);
	add_far_target(to, distance);
}

static void put_target(const struct arguments *to, int64_t distance)
{
	uint64_t target = to->ret->vaddr + (uint64_t)distance;
	if (!to->disasm->options.set.is64) target &= UINT32_MAX;
	to->ret->has_target = true;
	to->ret->target = target;
	add_immediate(to, (int64_t)target);
	put(to, "%" PRIx64, target);
}

static void put_csr(const struct arguments *to)
{
	unsigned number = to->word >> 20;
	add_immediate(to, number);
	for (size_t i = 0; i < ARRAY_SIZE(csrs); i++) {
		unsigned place = number - csrs[i].first;
		if (number < csrs[i].first || place >= csrs[i].count) continue;
		put(to, "%s", csrs[i].name);
		if (csrs[i].number >= 0) put(to, "%u%s", (unsigned)csrs[i].number + place, csrs[i].end);
		return;
	}
	put(to, "0x%x", number);
}

static void put_fence(const struct arguments *to, unsigned bits)
{
	add_immediate(to, bits);
	put(to, "%s%s%s%s%s", bits & 8 ? "i" : "", bits & 4 ? "o" : "", bits & 2 ? "r" : "", bits & 1 ? "w" : "",
	    bits ? "" : "unknown");
}

static void put_rounding(const struct arguments *to)
{
	static const char modes[8][8] = { "rne", "rtz", "rdn", "rup", "rmm", "unknown", "unknown", "" };
	unsigned mode = to->word >> 12 & 7;
	if (modes[mode][0]) put(to, ",%s", modes[mode]);
}

/* Vector registers are in the text alone: nobody follows what they hold. */
static void put_vector(const struct arguments *to, unsigned number) { put(to, "v%u", number); }

static void put_vector_number(const struct arguments *to, bool has_sign)
{
	int number = (int)rs1(to->word);
	if (has_sign && number > 15) number -= 32;
	add_immediate(to, number);
	put(to, "%d", number);
}

/* The type of vectors: width of elements, registers that are grouped, what becomes of the tail and of masked ones. */
static void put_vector_type(const struct arguments *to)
{
	static const char groups[8][4] = { "m1", "m2", "m4", "m8", "", "mf8", "mf4", "mf2" };
	uint32_t type = to->word >> 20 & (to->word >> 31 ? 0x3ff : 0x7ff);
	unsigned width = type >> 3 & 7;
	add_immediate(to, type);
	if (type > 0xff || width > 3 || !groups[type & 7][0]) return put(to, "%u", type);
	put(to, "e%u,%s,%s,%s", 8u << width, groups[type & 7], type & 0x40 ? "ta" : "tu", type & 0x80 ? "ma" : "mu");
}

static void put_vector_argument(const struct arguments *to, char letter)
{
	uint32_t word = to->word;
	switch (letter) {
	case 'V': return put_vector(to, rd(word));
	case 'X': return put_vector(to, rs1(word));
	case 'Y': return put_vector(to, rs2(word));
	case 'v': return put(to, "%s", word >> 25 & 1 ? "" : ",v0.t");
	case 'O': return put(to, "v0");
	case 'k':
	case 'K': return put_vector_number(to, letter == 'k');
	case 'e': return put_vector_type(to);
	default: return; /* '=' */
	}
}

static void put_sum(const struct arguments *to, char letter)
{
	int64_t number = load_distance(to->word);
	add_immediate(to, number);
	put(to, "%" PRId64, number);
	if (letter != 'i' && rs1(to->word)) add_to_high(to, rs1(to->word), number, letter == 'W');
}

static void put_argument(const struct arguments *to, char letter)
{
	uint32_t word = to->word;
	switch (letter) {
	case 'd': return put_register(to, rd(word), DISASM_WRITE);
	case 's': return put_source(to);
	case 't': return put_register(to, rs2(word), DISASM_READ);
	case 'D': return put_register(to, FIRST_FLOAT + rd(word), DISASM_WRITE);
	case 'S': return put_register(to, FIRST_FLOAT + rs1(word), DISASM_READ);
	case 'T': return put_register(to, FIRST_FLOAT + rs2(word), DISASM_READ);
	case 'R': return put_register(to, FIRST_FLOAT + rs3(word), DISASM_READ);
	case 'i':
	case 'I':
	case 'W': return put_sum(to, letter);
	case 'u': return put_high(to, upper_part(word));
	case 'U': return put_high(to, (int64_t)(to->ret->vaddr + (uint64_t)upper_part(word)));
	case 'm': return put_memory(to, load_distance(word), DISASM_READ, true);
	case 'M': return put_memory(to, store_distance(word), DISASM_WRITE, true);
	case 'a': return put_memory(to, 0, DISASM_READ, false);
	case 'A': return put_memory(to, 0, DISASM_READ | DISASM_WRITE, false);
	case 'C': return put_memory(to, 0, DISASM_WRITE, false);
	case 'n': return put_jump_register(to);
	case 'b': return put_target(to, branch_distance(word));
	case 'j': return put_target(to, jump_distance(word));
	case 'h': add_immediate(to, word >> 20 & 63); return put(to, "0x%x", word >> 20 & 63);
	case 'r': return put_rounding(to);
	case 'c': return put_csr(to);
	case 'z': add_immediate(to, rs1(word)); return put(to, "%u", rs1(word));
	case 'p': return put_fence(to, word >> 24 & 15);
	case 'P': return put_fence(to, word >> 20 & 15);
	case ',': return put(to, ",");
	default: return put_vector_argument(to, letter);
	}
}

unsigned riscv_element_bits(uint32_t word)
{
	static const uint8_t bits[8] = { 8, 0, 0, 0, 0, 16, 32, 64 };
	return bits[word >> 12 & 7];
}

/* "vl#e@.v": "vlseg2e8.v". */
static void put_mnemonic(const char *mnemonic, uint32_t word, struct disasm_insn *ret)
{
	unsigned nr_fields = (word >> 29) + 1;
	size_t at = 0;
	for (; *mnemonic; mnemonic++) {
		char *to = ret->mnemonic + at;
		size_t size = sizeof(ret->mnemonic) - at;
		if (*mnemonic == '@') at += (size_t)snprintf(to, size, "%u", riscv_element_bits(word));
		else if (*mnemonic != '#') at += (size_t)snprintf(to, size, "%c", *mnemonic);
		else if (nr_fields > 1) at += (size_t)snprintf(to, size, "seg%u", nr_fields);
	}
}

void riscv_put_arguments(struct disasm *disasm, const struct riscv_row *row, uint32_t word, struct disasm_insn *ret)
{
	struct arguments to = { disasm, row, word, ret };
	if (!disasm->options.without_text) put_mnemonic(row->mnemonic, word, ret);
	for (const char *letter = row->arguments; *letter; letter++) put_argument(&to, *letter);
	/* calls whose text does not name the register of the return address */
	if (row->kind == DISASM_CALL && rd(word) == RA) ret->written |= 1U << RA;
}
