/* Instructions as text: fields disasm and brstackdisasm. Text is objdump's; where a machine's instructions cannot be
 * read, their bytes stand in place of it. */
#include <errno.h>
#include <elf.h>
#include "script/script_writer.h"

/* The disassembler for this code, kept by the writer; NULL: there is none. */
static struct disasm *need_disasm(struct script_writer *w, struct object *object, uint64_t addr,
				  const struct insn_set *set)
{
	struct object_code_place place;
	bool is_same = w->disasm_set.machine == set->machine && w->disasm_set.is64 == set->is64;
	if (w->disasm && is_same) disasm_restart(w->disasm);
	if (is_same) return w->disasm;
	disasm_close(w->disasm);
	w->disasm = NULL;
	w->disasm_set = *set;
	/* 32-bit Arm has two sets, and samples do not say which */
	if (set->machine == EM_ARM || !object_code_place(object, addr, &place)) return NULL;
	const struct disasm_options options = { .set = *set, .is_big_endian = place.is_big_endian };
	if (disasm_open(&options, &w->disasm, NULL) < 0) w->disasm = NULL;
	return w->disasm;
}

bool script_write_disasm_text(struct script_writer *w, struct object *object, uint64_t addr,
			      const struct script_insn *i, struct outbuf *out)
{
	struct disasm_insn insn;
	char text[256];
	struct disasm *disasm = need_disasm(w, object, addr, &i->set);
	if (!disasm || !disasm_next(disasm, i->code, i->nr_bytes, i->ip, &insn) || insn.kind == DISASM_BAD)
		return false;
	out_mem(out, text, disasm_format(disasm, &insn, text, sizeof(text)));
	out_str(out, insn.comment);
	return true;
}

int script_disasm_check(struct err *err)
{
	struct disasm *disasm;
	const struct disasm_options options = { .set = { .machine = EM_X86_64, .is64 = true } };
	int r = disasm_open(&options, &disasm, err);
	if (r < 0) return r;
	disasm_close(disasm);
	return 0;
}
