/* insns_of MACHINE < LINES: instructions as perf annotate shows them, without names. Each line is an address, the
 * bytes of one instruction (hexadecimal both), and "t" where they are Thumb; for each a line comes out. */
#include <elf.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include "symbol/code/disasm.h"

static const struct {
	const char *name;
	struct disasm_options options;
} machines[] = {
	{ "x86_64", { .set = { EM_X86_64, true } } },
	{ "x86_64-intel", { .set = { EM_X86_64, true }, .syntax = DISASM_INTEL } },
	{ "i386", { .set = { EM_386, false } } },
	{ "i386-intel", { .set = { EM_386, false }, .syntax = DISASM_INTEL } },
	{ "arm64", { .set = { EM_AARCH64, true } } },
	{ "arm", { .set = { EM_ARM, false } } },
	{ "s390x", { .set = { EM_S390, true }, .is_big_endian = true } },
	{ "ppc64", { .set = { EM_PPC64, true }, .is_big_endian = true } },
	{ "ppc64le", { .set = { EM_PPC64, true } } },
	{ "riscv64", { .set = { EM_RISCV, true } } },
	{ "riscv32", { .set = { EM_RISCV, false } } },
};

static size_t parse_bytes(const char *text, uint8_t *to, size_t size_bytes)
{
	size_t n = 0;
	for (unsigned byte; n < size_bytes && sscanf(text, "%2x", &byte) == 1; text += 2) to[n++] = (uint8_t)byte;
	return n;
}

static void print_insn(struct disasm *disasm, uint64_t vaddr, const uint8_t *code, size_t size_bytes)
{
	struct disasm_insn insn;
	char text[256];
	if (!disasm_next(disasm, code, size_bytes, vaddr, &insn)) return;
	disasm_format(disasm, &insn, text, sizeof(text));
	printf("%s%s", text, insn.comment);
	if (insn.has_data && strchr(disasm_comment(disasm), '#'))
		printf("%s%" PRIx64, disasm_comment(disasm), insn.data_vaddr);
	if (insn.length != size_bytes) printf(" [%u bytes]", insn.length);
	printf("\n");
}

int main(int argc, char **argv)
{
	struct disasm *sets[2] = { NULL, NULL };
	char line[128], bytes[64], letter;
	uint64_t vaddr;
	_err_done_ struct err err = ERR_INIT;

	for (size_t i = 0; argc == 2 && i < ARRAY_SIZE(machines); i++) {
		struct disasm_options options = machines[i].options;
		if (strcmp(machines[i].name, argv[1]) != 0) continue;
		if (disasm_open(&options, &sets[0], &err) < 0) {
			fprintf(stderr, "%s\n", err.message);
			return 77;
		}
		options.is_thumb = true;
		if (options.set.machine == EM_ARM && disasm_open(&options, &sets[1], &err) < 0) return 77;
	}
	if (!sets[0]) return 2;
	while (fgets(line, sizeof(line), stdin)) {
		uint8_t code[32];
		int n = sscanf(line, "%" SCNx64 " %63[0-9a-f] %c", &vaddr, bytes, &letter);
		if (n < 2) return 2;
		bool is_thumb = n == 3 && letter == 't' && sets[1];
		print_insn(sets[is_thumb], vaddr, code, parse_bytes(bytes, code, sizeof(code)));
	}
	disasm_close(sets[0]);
	disasm_close(sets[1]);
	return 0;
}
