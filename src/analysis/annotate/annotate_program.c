#include "analysis/annotate/annotate_program.h"

#include <stdlib.h>
#include "analysis/annotate/annotate_listing.h"

void annotate_program_begin(struct annotate_program *program, char *text, size_t size_bytes, uint64_t start,
			    uint64_t end)
{
	*program = (struct annotate_program){
		.text = text, .at = cursor_of(text, size_bytes, false), .next = start, .end = end
	};
}

void annotate_program_done(struct annotate_program *program) { free(program->text); }

bool annotate_program_next(struct annotate_program *program, struct objdump_line *ret)
{
	while (objdump_text_next(&program->at, ret)) {
		if (ret->vaddr < program->next || ret->vaddr >= program->end) continue;
		program->next = ret->vaddr + 1;
		return true;
	}
	return false;
}

void annotate_program_put(const struct objdump_line *line, unsigned machine, struct arena *arena, struct code_line *ret)
{
	struct objdump_insn insn;
	objdump_text_parse(line, machine, arena, &insn);
	ret->kind = CODE_INSN;
	ret->vaddr = line->vaddr;
	ret->text = insn.text;
	ret->mnemonic = insn.mnemonic;
	ret->arguments = insn.arguments;
	ret->comment = insn.comment;
	ret->data_name = insn.data_name;
	ret->flow = annotate_flow_of(insn.kind);
	ret->is_nop = insn.kind == DISASM_NOP;
	ret->is_move = insn.kind == DISASM_MOVE || insn.kind == DISASM_ADDRESS_OF;
	ret->has_target = insn.has_target;
	ret->target_vaddr = insn.target;
	ret->target_name = insn.target_name;
	ret->target_offset = insn.target_offset;
}
