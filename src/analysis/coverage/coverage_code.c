#include "analysis/coverage/coverage_code.h"

#include <elf.h>
#include <stdlib.h>

enum { MOST_BYTES = 64 << 20 }; /* of one function: what is behind them is left out */

void coverage_code_done(struct coverage_code *code)
{
	vec_done(&code->insns);
	vec_done(&code->bytes);
	vec_done(&code->leaves);
	vec_done(&code->steps);
	disasm_close(code->disasm);
	code->disasm = NULL;
}

static void add_insn(struct coverage_code *code, uint64_t address, bool is_conditional, bool leaves)
{
	size_t n = code->insns.count;
	uint64_t before = n ? code->leaves.items[n - 1] + code->insns.items[n - 1].leaves : 0;
	vec_push(&code->insns, ((struct coverage_insn){ address, is_conditional, leaves, 0, 0 }));
	vec_push(&code->leaves, before);
	vec_push(&code->steps, 0);
}

/* x86: without a library. */
static void read_x86(struct coverage_code *code, uint64_t start, size_t size_bytes)
{
	for (size_t at = 0; at < size_bytes;) {
		struct insn_step step = insn_step(&code->set, code->bytes.items + at, size_bytes - at);
		if (step.length)
			add_insn(code, start + at, step.flow == INSN_FLOW_CONDITIONAL,
				 step.flow != INSN_FLOW_NEXT && step.flow != INSN_FLOW_CONDITIONAL);
		at += step.length ? step.length : 1;
	}
}

static void read_others(struct coverage_code *code, uint64_t start, size_t size_bytes)
{
	struct disasm_insn insn;
	for (size_t at = 0; at < size_bytes; at += MAX(insn.length, 1)) {
		if (!disasm_next(code->disasm, code->bytes.items + at, size_bytes - at, start + at, &insn)) return;
		bool leaves = insn.kind == DISASM_CALL || insn.kind == DISASM_JUMP || insn.kind == DISASM_RETURN;
		if (insn.kind != DISASM_BAD) add_insn(code, start + at, insn.kind == DISASM_CONDITIONAL_JUMP, leaves);
	}
}

static bool prepare(struct coverage_code *code, struct object *object, uint64_t start, const struct insn_set *set)
{
	struct object_code_place place = { 0 };
	_err_done_ struct err err = ERR_INIT;
	bool is_new = set->machine != code->set.machine || set->is64 != code->set.is64;
	if (!is_new) return !code->is_unknown;
	code->set = *set;
	code->is_unknown = false;
	disasm_close(code->disasm);
	code->disasm = NULL;
	if (set->machine == EM_X86_64 || set->machine == EM_386) return true;
	(void)object_code_place(object, start, &place);
	const struct disasm_options options = { .set = *set,
						.is_big_endian = place.is_big_endian,
						.without_text = true };
	code->is_unknown = disasm_open(&options, &code->disasm, &err) < 0;
	return !code->is_unknown;
}

bool coverage_code_read(struct coverage_code *code, struct object *object, uint64_t start, uint64_t end)
{
	struct insn_set set = { 0 };
	size_t size_bytes = (size_t)MIN(end - start, (uint64_t)MOST_BYTES);
	vec_clear(&code->insns);
	vec_clear(&code->leaves);
	vec_clear(&code->steps);
	size_bytes = object_code_size(object, start, size_bytes, &set);
	if (!size_bytes) return false;
	vec_reserve(&code->bytes, size_bytes);
	size_bytes = object_code(object, start, code->bytes.items, size_bytes, &set);
	if (!size_bytes || !prepare(code, object, start, &set)) return false;
	if (code->disasm) read_others(code, start, size_bytes);
	else read_x86(code, start, size_bytes);
	return code->insns.count > 0;
}

size_t coverage_code_find(const struct coverage_code *code, uint64_t address)
{
	size_t low = 0, high = code->insns.count;
	while (low < high) {
		size_t middle = low + (high - low) / 2;
		if (code->insns.items[middle].address < address) low = middle + 1;
		else high = middle;
	}
	return low;
}

bool coverage_code_add(struct coverage_code *code, const struct coverage_run *run, bool *ret_goes_on)
{
	size_t nr = code->insns.count, from = coverage_code_find(code, run->from),
	       last = coverage_code_find(code, run->last);
	*ret_goes_on = last == nr;
	if (from >= nr || code->insns.items[from].address != run->from) return false;
	bool all = *ret_goes_on || run->is_open; /* the one at `last` is none of it */
	if (!*ret_goes_on && code->insns.items[last].address != run->last) return false;
	size_t end = all ? last : last + 1; /* behind what was executed */
	size_t inner = *ret_goes_on || run->is_open ? end : last;
	if (end <= from) return false;
	uint64_t left = inner < nr ? code->leaves.items[inner]
				   : code->leaves.items[nr - 1] + code->insns.items[nr - 1].leaves;
	if (left != code->leaves.items[from]) return false;
	code->steps.items[from] += (int64_t)run->count;
	if (end < nr) code->steps.items[end] -= (int64_t)run->count;
	if (!all && code->insns.items[last].is_conditional) code->insns.items[last].taken += run->count;
	return true;
}

void coverage_code_sum(struct coverage_code *code)
{
	int64_t count = 0;
	for (size_t i = 0; i < code->insns.count; i++) {
		count += code->steps.items[i];
		code->insns.items[i].count = (uint64_t)count;
	}
}
