/* Source lines of generated code as DWARF 3: one unit, whose line table uses no special opcodes. */
#include <string.h>
#include "base/u64map.h"
#include "base/hash.h"
#include "symbol/jit/jitted_elf.h"

enum {
	DW_TAG_COMPILE_UNIT = 0x11,
	DW_AT_STMT_LIST = 0x10,
	DW_AT_LOW_PC = 0x11,
	DW_AT_HIGH_PC = 0x12,
	DW_FORM_ADDR = 0x01,
	DW_FORM_DATA4 = 0x06,
	DW_LNS_COPY = 1,
	DW_LNS_ADVANCE_PC = 2,
	DW_LNS_ADVANCE_LINE = 3,
	DW_LNS_SET_FILE = 4,
	DW_LNE_END_SEQUENCE = 1,
	DW_LNE_SET_ADDRESS = 2,
	FIRST_SPECIAL = 10,
};

/* The program of the line table as it grows, and the registers of the machine that will run it. */
struct line_program {
	const struct jitdump *dump;
	const struct jitdump_load *load;
	struct outbuf files, program;
	struct u64map by_name; /* hash of a file's name -> its number */
	uint64_t nr_files, address, line, file;
};

static void put_unsigned(struct outbuf *out, uint64_t value)
{
	do {
		uint8_t byte = value & 0x7f;
		value >>= 7;
		out_u8(out, value ? byte | 0x80 : byte);
	} while (value);
}

static void put_signed(struct outbuf *out, int64_t value)
{
	for (bool more = true; more;) {
		uint8_t byte = value & 0x7f;
		value >>= 7;
		more = !((value == 0 && !(byte & 0x40)) || (value == -1 && (byte & 0x40)));
		out_u8(out, more ? byte | 0x80 : byte);
	}
}

static void put_address(const struct jitdump *dump, struct outbuf *out, uint64_t address)
{
	if (dump->is64) out_u64(out, address);
	else out_u32(out, (uint32_t)address);
}

static void put_extended(struct line_program *p, uint8_t opcode, bool has_address)
{
	uint64_t address_bytes = p->dump->is64 ? 8 : 4;
	out_u8(&p->program, 0);
	put_unsigned(&p->program, has_address ? 1 + address_bytes : 1);
	out_u8(&p->program, opcode);
}

static uint64_t file_number(struct line_program *p, const char *name)
{
	bool is_new;
	uint64_t *slot = u64map_put(&p->by_name, hash_bytes(name, strlen(name)), &is_new);
	if (!is_new) return *slot;
	out_mem(&p->files, name, strlen(name) + 1);
	out_zeros(&p->files, 3); /* its directory, time and size are not known */
	return *slot = ++p->nr_files;
}

static bool add_line(void *ctx, uint64_t code_off, const char *file, uint32_t line, uint32_t discriminator)
{
	(void)discriminator;
	struct line_program *p = ctx;
	uint64_t address = JITTED_CODE_AT + code_off - p->load->code_off, number = file_number(p, file);
	if (!p->address || address < p->address) {
		if (p->address) return true; /* a table goes upwards */
		put_extended(p, DW_LNE_SET_ADDRESS, true);
		put_address(p->dump, &p->program, address);
	} else {
		out_u8(&p->program, DW_LNS_ADVANCE_PC);
		put_unsigned(&p->program, address - p->address);
	}
	if (number != p->file) {
		out_u8(&p->program, DW_LNS_SET_FILE);
		put_unsigned(&p->program, number);
	}
	out_u8(&p->program, DW_LNS_ADVANCE_LINE);
	put_signed(&p->program, (int64_t)line - (int64_t)p->line);
	out_u8(&p->program, DW_LNS_COPY);
	p->address = address;
	p->line = line;
	p->file = number;
	return true;
}

static void end_program(struct line_program *p)
{
	out_u8(&p->program, DW_LNS_ADVANCE_PC);
	put_unsigned(&p->program, JITTED_CODE_AT + p->load->size_bytes - p->address);
	put_extended(p, DW_LNE_END_SEQUENCE, false);
}

static void put_table(const struct line_program *p, struct outbuf *out)
{
	static const uint8_t nr_operands[FIRST_SPECIAL - 1] = { 0, 1, 1, 1, 1, 0, 0, 0, 1 };
	uint32_t header_bytes = (uint32_t)(5 + sizeof(nr_operands) + 1 + p->files.size + 1);
	out_u32(out, (uint32_t)(2 + 4 + header_bytes + p->program.size));
	out_u16(out, 3);
	out_u32(out, header_bytes);
	out_u8(out, 1); /* bytes of the smallest instruction */
	out_u8(out, 1); /* rows are statements */
	out_u8(out, (uint8_t)-5);
	out_u8(out, 14); /* the range of special opcodes, of which there are none */
	out_u8(out, FIRST_SPECIAL);
	out_mem(out, nr_operands, sizeof(nr_operands));
	out_u8(out, 0); /* no directories */
	out_mem(out, p->files.data, p->files.size);
	out_u8(out, 0);
	out_mem(out, p->program.data, p->program.size);
}

static void put_unit(const struct line_program *p, struct jitted_lines *ret)
{
	static const uint8_t abbrev[] = { 1,
					  DW_TAG_COMPILE_UNIT,
					  0,
					  DW_AT_STMT_LIST,
					  DW_FORM_DATA4,
					  DW_AT_LOW_PC,
					  DW_FORM_ADDR,
					  DW_AT_HIGH_PC,
					  DW_FORM_ADDR,
					  0,
					  0,
					  0 };
	uint32_t address_bytes = p->dump->is64 ? 8 : 4;
	out_mem(&ret->abbrev, abbrev, sizeof(abbrev));
	out_u32(&ret->info, 2 + 4 + 1 + 1 + 4 + 2 * address_bytes);
	out_u16(&ret->info, 3);
	out_u32(&ret->info, 0); /* where its abbreviations are */
	out_u8(&ret->info, (uint8_t)address_bytes);
	out_u8(&ret->info, 1);
	out_u32(&ret->info, 0); /* where its lines are */
	put_address(p->dump, &ret->info, JITTED_CODE_AT);
	put_address(p->dump, &ret->info, JITTED_CODE_AT + p->load->size_bytes);
}

void jitted_lines_make(const struct jitdump *dump, const struct jitdump_load *load, struct jitted_lines *ret)
{
	struct line_program p = { .dump = dump, .load = load, .line = 1, .file = 1 };
	struct outbuf *const all[] = { &p.files, &p.program, &ret->line, &ret->info, &ret->abbrev };
	for (size_t i = 0; i < ARRAY_SIZE(all); i++) {
		out_init(all[i], -1);
		all[i]->swap = dump->swap;
	}
	jitdump_lines(dump, load, add_line, &p);
	if (p.nr_files) {
		end_program(&p);
		put_table(&p, &ret->line);
		put_unit(&p, ret);
	}
	u64map_done(&p.by_name);
	out_done(&p.files);
	out_done(&p.program);
}

void jitted_lines_done(struct jitted_lines *lines)
{
	out_done(&lines->line);
	out_done(&lines->info);
	out_done(&lines->abbrev);
}
