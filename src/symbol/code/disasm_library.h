/* The disassembling library (capstone), loaded when it is first needed and kept until the process ends. For the files
 * of this room alone. */
#ifndef SYMBOL_CODE_DISASM_LIBRARY_H
#define SYMBOL_CODE_DISASM_LIBRARY_H

#include <capstone/capstone.h>
#include "base/err.h"

/* The library's functions, as capstone.h declares them. */
struct disasm_library {
	cs_err (*open)(cs_arch arch, cs_mode mode, csh *handle);
	cs_err (*close)(csh *handle);
	cs_err (*option)(csh handle, cs_opt_type type, size_t value);
	cs_insn *(*malloc)(csh handle);
	void (*free)(cs_insn *insn, size_t count);
	bool (*disasm_iter)(csh handle, const uint8_t **code, size_t *size, uint64_t *address, cs_insn *insn);
	const char *(*reg_name)(csh handle, unsigned reg);
	bool (*support)(int query);
};

/* Never freed. NULL with err set: the library is not installed, or of another version. Thread safe. */
const struct disasm_library *disasm_library(struct err *err);

#endif
