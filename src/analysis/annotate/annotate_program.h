/* Instructions as another program reads them (annotate_listing_options.read_insns). For annotate_listing.c alone. */
#ifndef ANALYSIS_ANNOTATE_ANNOTATE_PROGRAM_H
#define ANALYSIS_ANNOTATE_ANNOTATE_PROGRAM_H

#include "base/cursor.h"
#include "result/code_listing.h"
#include "symbol/code/objdump_text.h"

/* What the program said, while it is read. */
struct annotate_program {
	char *text;
	struct cursor at;
	uint64_t next, end; /* addresses that may come: in order, within the code */
};
void annotate_program_begin(struct annotate_program *program, char *text, size_t size_bytes, uint64_t start,
			    uint64_t end);
void annotate_program_done(struct annotate_program *program);
/* The next instruction; those out of order or beyond the code are left out. */
bool annotate_program_next(struct annotate_program *program, struct objdump_line *ret);
/* Fills the line of an instruction but for its bytes. machine: ELF's number. */
void annotate_program_put(const struct objdump_line *line, unsigned machine, struct arena *arena,
			  struct code_line *ret);

#endif
