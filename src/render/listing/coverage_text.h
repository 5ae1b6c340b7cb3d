/* Coverage as text, as JSON (docs/json-coverage.md) and as a tracefile of lcov, which genhtml and gcovr read. */
#ifndef RENDER_LISTING_COVERAGE_TEXT_H
#define RENDER_LISTING_COVERAGE_TEXT_H

#include <stdbool.h>
#include "base/outbuf.h"
#include "result/coverage_result.h"

/* Which tables; the sums stand above them. lines: what was never executed. */
struct coverage_text_options {
	bool objects, files, functions, lines;
};
void coverage_text(const struct coverage *coverage, const struct coverage_text_options *options, struct outbuf *out);
void coverage_json(const struct coverage *coverage, struct outbuf *out);
void coverage_lcov(const struct coverage *coverage, struct outbuf *out);

#endif
