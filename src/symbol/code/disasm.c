/* The disassembler: finds the machine's row, asks the library for one instruction after the other, and lets the row
 * make values and text of it. */
#include "symbol/code/disasm.h"

#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include "symbol/code/disasm_arch.h"

static const struct disasm_arch *const archs[] = {
#define DISASM_ARCH(name) &disasm_arch_##name,
#include "symbol/code/disasm_arch.def"
#undef DISASM_ARCH
};

static const struct disasm_arch *arch_of(const struct insn_set *set)
{
	for (size_t i = 0; i < ARRAY_SIZE(archs); i++)
		if (archs[i]->is_for(set)) return archs[i];
	return NULL;
}

bool disasm_knows(const struct insn_set *set) { return arch_of(set) != NULL; }

static void read_registers(struct disasm *disasm)
{
	disasm->registers[0] = (struct disasm_register){ .number = DISASM_NO_REGISTER };
	for (unsigned i = 1; i < DISASM_MAX_REGISTERS; i++) {
		const char *name = disasm->library->reg_name(disasm->handle, i);
		disasm->registers[i] = (struct disasm_register){ .number = DISASM_NO_REGISTER };
		if (!name) continue;
		snprintf(disasm->names[i], sizeof(disasm->names[i]), "%s", name);
		disasm->registers[i] = disasm->arch->parse_register(name, disasm->options.set.is64);
	}
}

/* The library makes and sorts tables of a machine when it first uses them, and knows no threads: one at a time, before
 * others may find them half made. */
static void fill_tables(struct disasm *disasm)
{
	static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
	const uint8_t *code = disasm->arch->first_code;
	size_t left = sizeof(disasm->arch->first_code);
	uint64_t address = 0;
	pthread_mutex_lock(&lock);
	disasm->library->disasm_iter(disasm->handle, &code, &left, &address, disasm->insn);
	pthread_mutex_unlock(&lock);
}

static int open_library(struct disasm *disasm, struct err *err)
{
	const struct disasm_options *options = &disasm->options;
	const struct disasm_arch *arch = disasm->arch;
	cs_arch library_arch = 0;
	cs_mode mode = 0;

	const struct disasm_library *library = disasm_library(err);
	if (!library) return -ENOENT;
	disasm->library = library;
	arch->mode(options, &library_arch, &mode);
	if (!library->support((int)library_arch) || library->open(library_arch, mode, &disasm->handle) != CS_ERR_OK) {
		disasm->library = NULL;
		err_set(err, -ENOTSUP, "the installed capstone does not know instructions of %s", arch->name);
		err_hint(err, "Use --objdump with an objdump that knows them, or a perf built with a newer capstone.");
		return -ENOTSUP;
	}
	library->option(disasm->handle, CS_OPT_DETAIL, CS_OPT_ON);
	disasm->insn = library->malloc(disasm->handle);
	fill_tables(disasm);
	read_registers(disasm);
	return 0;
}

int disasm_open(const struct disasm_options *options, struct disasm **ret, struct err *err)
{
	const struct disasm_arch *arch = arch_of(&options->set);
	if (!arch) return err_set(err, -ENOTSUP, "instructions of ELF machine %u cannot be read", options->set.machine);
	struct disasm *disasm = xcalloc(1, sizeof(*disasm));
	disasm->options = *options;
	disasm->arch = arch;
	int r = arch->read ? 0 : open_library(disasm, err);
	if (r < 0) free(disasm);
	else *ret = disasm;
	return r;
}

void disasm_close(struct disasm *disasm)
{
	if (!disasm) return;
	if (disasm->library) {
		disasm->library->free(disasm->insn, 1);
		disasm->library->close(&disasm->handle);
	}
	free(disasm);
}

static void add_written(const struct disasm_register *reg, struct disasm_insn *insn)
{
	if (reg->number >= 0 && reg->number < 64) insn->written |= (uint64_t)1 << reg->number;
}

/* What the library knows of registers that no operand names. */
static void put_written_unnamed(const struct disasm *disasm, struct disasm_insn *insn)
{
	const cs_detail *detail = disasm->insn->detail;
	for (unsigned i = 0; i < detail->regs_write_count; i++) {
		struct disasm_register reg = disasm_register(disasm, detail->regs_write[i]);
		add_written(&reg, insn);
	}
}

static void put_written(struct disasm_insn *insn)
{
	for (unsigned i = 0; i < insn->nr_operands; i++) {
		const struct disasm_operand *operand = &insn->operands[i];
		if (operand->kind == DISASM_REGISTER && operand->access & DISASM_WRITE)
			add_written(&operand->reg, insn);
		if (operand->kind == DISASM_MEMORY && operand->memory.writes_base)
			add_written(&operand->memory.base, insn);
	}
}

static void next_of_library(struct disasm *disasm, const uint8_t *code, size_t size_bytes, struct disasm_insn *ret)
{
	const uint8_t *at = code;
	size_t left = size_bytes;
	uint64_t address = ret->vaddr;

	if (disasm->library->disasm_iter(disasm->handle, &at, &left, &address, disasm->insn) && disasm->insn->size &&
	    disasm->insn->size <= size_bytes) {
		ret->length = (uint8_t)disasm->insn->size;
		disasm->arch->decode(disasm, disasm->insn, ret);
		put_written_unnamed(disasm, ret);
		return;
	}
	ret->kind = DISASM_BAD;
	disasm->arch->bad(disasm, code, size_bytes, ret);
}

bool disasm_next(struct disasm *disasm, const uint8_t *code, size_t size_bytes, uint64_t vaddr, struct disasm_insn *ret)
{
	if (!size_bytes) return false;
	*ret = (struct disasm_insn){ .vaddr = vaddr };
	if (disasm->arch->read) disasm->arch->read(disasm, code, size_bytes, ret);
	else next_of_library(disasm, code, size_bytes, ret);
	put_written(ret);
	return true;
}

void disasm_restart(struct disasm *disasm) { disasm->has_high = 0; }

void disasm_set_global_pointer(struct disasm *disasm, uint64_t vaddr) { disasm->global_pointer = vaddr; }

void disasm_data(const struct disasm *disasm, const uint8_t *code, size_t size_bytes, uint64_t vaddr,
		 struct disasm_insn *ret)
{
	*ret = (struct disasm_insn){ .vaddr = vaddr, .kind = DISASM_BAD };
	disasm_bad_word(disasm, code, size_bytes, ".word", ret);
}

size_t disasm_format(const struct disasm *disasm, const struct disasm_insn *insn, char *to, size_t size_bytes)
{
	int length;
	if (!insn->arguments[0]) length = snprintf(to, size_bytes, "%s", insn->mnemonic);
	else
		length = snprintf(to, size_bytes, "%-*s%c%s", (int)disasm->arch->mnemonic_width, insn->mnemonic,
				  disasm->arch->mnemonic_end, insn->arguments);
	return MIN((size_t)MAX(length, 0), size_bytes - 1);
}

const char *disasm_comment(const struct disasm *disasm) { return disasm->arch->comment; }

unsigned disasm_unit_bytes(const struct insn_set *set)
{
	const struct disasm_arch *arch = arch_of(set);
	return arch ? arch->unit_bytes : 1;
}

unsigned disasm_dump_width(const struct insn_set *set)
{
	const struct disasm_arch *arch = arch_of(set);
	return arch ? arch->dump_width : 24;
}
