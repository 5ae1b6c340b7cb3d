/* Code of functions as text, in the two layouts of `perf annotate`: --stdio shows what objdump would, with a column of
 * weights; --stdio2 is what the terminal interface shows. Both are upstream's. */
#ifndef RENDER_LISTING_CODE_TEXT_H
#define RENDER_LISTING_CODE_TEXT_H

#include "base/outbuf.h"
#include "result/code_listing.h"

enum code_column { CODE_PERCENTS, CODE_SAMPLES, CODE_PERIODS };

struct code_text_options {
	enum code_column column;
	enum code_percent percent;
	bool raw_bytes; /* the encoding of instructions */
	bool hot_lines; /* sums of source lines in front, and behind instructions the line that each is summed up at */
	bool full_paths;
	bool with_counts; /* --stdio: which addresses have samples of the first event, in front of the code (-v) */
	bool coloured;
	bool quiet;
	const char *event; /* "cycles", "anon group { cycles, instructions }" */
	bool is_group;
	uint64_t frequency; /* samples a second that were asked for; 0: they were not */
};

/* Writes the listing as --stdio, as --stdio2 shows it. */
void code_text_stdio(const struct code_listing *listing, const struct code_text_options *options, struct outbuf *out);
void code_text_stdio2(const struct code_listing *listing, const struct code_text_options *options, struct outbuf *out);
/* With hot_lines: the sums of source lines, which both put in front. */
void code_text_hot_lines(const struct code_listing *listing, const struct code_text_options *options,
			 struct outbuf *out);
/* "local period": as titles name it, and as --percent-type does with a dash. */
const char *code_text_percent_name(enum code_percent percent);

#endif
