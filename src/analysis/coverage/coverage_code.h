/* The instructions of a piece of code, and how often each was executed. */
#ifndef ANALYSIS_COVERAGE_COVERAGE_CODE_H
#define ANALYSIS_COVERAGE_COVERAGE_CODE_H

#include "analysis/coverage/coverage_runs.h"
#include "symbol/code/disasm.h"
#include "symbol/object.h"

struct coverage_insn {
	uint64_t address;
	bool is_conditional, leaves; /* leaves: control never goes on behind it without a branch */
	uint64_t count, taken;       /* taken: of a conditional jump, how often of the count */
};
/* Used again for each piece of code; zeroed memory is empty. */
struct coverage_code {
	VEC(struct coverage_insn) insns;
	VEC(uint8_t) bytes;
	VEC(uint64_t) leaves; /* before each instruction: how many */
	VEC(int64_t) steps;   /* how counts change from instruction to instruction */
	struct disasm *disasm;
	struct insn_set set; /* of disasm */
	bool is_unknown;     /* the machine's instructions cannot be read */
};
void coverage_code_done(struct coverage_code *code);
/* Reads the instructions of [start, end). False: there is no code at hand, or of a machine that is not known. */
bool coverage_code_read(struct coverage_code *code, struct object *object, uint64_t start, uint64_t end);
/* Counts a run, whose beginning is in the code; what of it is behind the code's end is left in *run. False: it does not
 * fit the code, and counts for nothing. */
bool coverage_code_add(struct coverage_code *code, const struct coverage_run *run, bool *ret_goes_on);
/* After the last run: fills count of each instruction. */
void coverage_code_sum(struct coverage_code *code);
/* The first instruction at or behind the address: an index, the number of instructions when there is none. */
size_t coverage_code_find(const struct coverage_code *code, uint64_t address);

#endif
