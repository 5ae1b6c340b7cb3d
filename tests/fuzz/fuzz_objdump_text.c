/* Text that a program called by annotate --objdump writes: any bytes, behind one that chooses the machine. */
#include <elf.h>
#include "symbol/code/objdump_text.h"
#include "tests/fuzz/fuzz.h"

FUZZ(data, size)
{
	static const unsigned machines[] = { EM_X86_64, EM_AARCH64, EM_ARM, EM_PPC64, EM_S390, EM_RISCV };
	struct objdump_line line;
	struct objdump_insn insn;
	struct arena arena;

	if (!size) return;
	struct cursor text = cursor_of(data + 1, size - 1, false);
	arena_init(&arena);
	while (objdump_text_next(&text, &line)) {
		objdump_text_parse(&line, machines[data[0] % ARRAY_SIZE(machines)], &arena, &insn);
		if (!line.size || strlen(insn.mnemonic) + strlen(insn.arguments) > strlen(insn.text)) abort();
		if (insn.has_target && !insn.target_name) abort();
	}
	arena_done(&arena);
}
