/* What the checks of a self-test do when they fail: a line on stderr, "FAILED check_ring.c:52 samples is 3, not 64",
 * and a count in the run. perf test runs a case in a child of its own, and shows these lines with -v only. */
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include "selftest/selftest.h"

void selftest_fail(struct selftest_run *run, const char *file, int line, const char *format, ...)
{
	const char *slash = strrchr(file, '/');
	va_list args;

	run->failures++;
	fprintf(stderr, "FAILED %s:%d ", slash ? slash + 1 : file, line);
	va_start(args, format);
	vfprintf(stderr, format, args);
	va_end(args);
	fputc('\n', stderr);
}

enum selftest_result selftest_result_of(const struct selftest_run *run)
{
	if (run->failures) return SELFTEST_FAILED;
	return run->skip ? SELFTEST_SKIPPED : SELFTEST_OK;
}

bool selftest_same_string(const char *a, const char *b) { return a && b ? strcmp(a, b) == 0 : a == b; }
