/* A tracefile of lcov (geninfo(1) has the format). A conditional jump is a block of two branches: taken and passed. */
#include "render/listing/coverage_text.h"

#include <inttypes.h>

/* A name from outside, without ends of lines: each is one field to the end of its line. */
static void put_text(const char *text, struct outbuf *out)
{
	for (; *text; text++) out_char(out, (unsigned char)*text < ' ' ? '?' : *text);
}

/* FNDA is what counts a function as executed: one that the trace begins within has been, though its entry was not. */
static void put_functions(const struct coverage_file *file, struct outbuf *out)
{
	for (size_t i = 0; i < file->functions.count; i++) {
		out_printf(out, "FN:%" PRIu32 ",", file->functions.items[i].line);
		put_text(file->functions.items[i].name, out);
		out_char(out, '\n');
	}
	for (size_t i = 0; i < file->functions.count; i++) {
		const struct coverage_function *function = &file->functions.items[i];
		uint64_t least = function->is_hit ? 1 : 0;
		out_printf(out, "FNDA:%" PRIu64 ",", function->count > least ? function->count : least);
		put_text(function->name, out);
		out_char(out, '\n');
	}
	out_printf(out, "FNF:%" PRIu64 "\nFNH:%" PRIu64 "\n", file->sums.functions.all, file->sums.functions.hit);
}

static void put_branches(const struct coverage_file *file, struct outbuf *out)
{
	uint32_t block = 0;
	for (size_t i = 0; i < file->branches.count; i++) {
		const struct coverage_branch *branch = &file->branches.items[i];
		block = i && branch->line == branch[-1].line ? block + 1 : 0;
		for (unsigned direction = 0; direction < 2; direction++) {
			out_printf(out, "BRDA:%" PRIu32 ",%" PRIu32 ",%u,", branch->line, block, direction);
			if (branch->taken || branch->passed)
				out_printf(out, "%" PRIu64 "\n", direction ? branch->passed : branch->taken);
			else out_lit(out, "-\n");
		}
	}
	out_printf(out, "BRF:%" PRIu64 "\nBRH:%" PRIu64 "\n", file->sums.branches.all, file->sums.branches.hit);
}

void coverage_lcov(const struct coverage *coverage, struct outbuf *out)
{
	for (size_t i = 0; i < coverage->files.count; i++) {
		const struct coverage_file *file = &coverage->files.items[i];
		out_lit(out, "TN:\nSF:");
		put_text(file->path, out);
		out_char(out, '\n');
		put_functions(file, out);
		put_branches(file, out);
		for (size_t j = 0; j < file->lines.count; j++)
			out_printf(out, "DA:%" PRIu32 ",%" PRIu64 "\n", file->lines.items[j].line,
				   file->lines.items[j].count);
		out_printf(out, "LF:%" PRIu64 "\nLH:%" PRIu64 "\nend_of_record\n", file->sums.lines.all,
			   file->sums.lines.hit);
	}
}
