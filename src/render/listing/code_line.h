/* Parts of a line of code, as text: what stands in each column of a listing (result/code_listing.h). Whoever shows one
 * puts the parts side by side:
 *
 *       72.46 | 36:   mov    sink,%rdx
 *       weight  address, arrow, instruction
 *
 * Simplified as upstream does it: jumps go to an offset in the function, calls to a name, data has its symbol's name.
 * Texts come from files of others and are not escaped here. */
#ifndef RENDER_LISTING_CODE_LINE_H
#define RENDER_LISTING_CODE_LINE_H

#include "base/outbuf.h"
#include "result/code_listing.h"

/* Which instructions have their address in front. */
enum code_offsets { CODE_OFFSETS_TARGETS, CODE_OFFSETS_CALLS, CODE_OFFSETS_ALL };
enum code_weights { CODE_WEIGHTS_PERCENT, CODE_WEIGHTS_PERIOD, CODE_WEIGHTS_SAMPLES };

/* Zeroed: simplified, shares of the function's period, addresses of what is jumped to. */
struct code_line_options {
	bool raw;            /* as a disassembler writes it, each with its address */
	bool full_addresses; /* as in the file, instead of offsets in the function */
	enum code_offsets offsets;
	enum code_weights weights;
	enum code_percent percent; /* what percentages are shares of */
};

/* The title of a column of weights, and how many characters of it are numbers. */
const char *code_weights_title(enum code_weights weights);
unsigned code_weights_width(enum code_weights weights);
/* "72.46"; nothing where an instruction has none, and of lines that are no instruction. */
void code_line_weight(const struct code_listing *listing, size_t line, size_t event,
		      const struct code_line_options *options, struct outbuf *out);
/* Characters that the longest address takes. */
unsigned code_address_width(const struct code_listing *listing, const struct code_line_options *options);
/* "36", where this line has it in front; nothing else. */
void code_line_address(const struct code_listing *listing, const struct code_line *line,
		       const struct code_line_options *options, struct outbuf *out);
/* "→" of a call, "←" of a return, "↓" or "↑" of a jump, by where it goes, "→" where that is outside the function; " "
 * else. plain: in ASCII. */
const char *code_line_arrow(const struct code_line *line, bool plain);
/* How wide mnemonics are, so that what follows them is lined up. */
unsigned code_mnemonic_width(const struct code_listing *listing);
/* "jne    36"; of other lines their text. mnemonic_width: see above. */
void code_line_text(const struct code_listing *listing, const struct code_line *line,
		    const struct code_line_options *options, unsigned mnemonic_width, struct outbuf *out);
/* The bytes from start on: "48 83 ec 80", padded to seven as objdump does, or words of machines whose instructions are
 * words. Returns at which byte it stopped: the others need a line of their own. */
unsigned code_line_bytes(const struct code_listing *listing, const struct code_line *line, unsigned start,
			 struct outbuf *out);

#endif
