/* Self-tests: descriptors and what they report with.
 *
 * A test is a function, or a list of cases with a function each. It says nothing when all is well; what does not hold
 * goes to stderr (which `perf test` shows with -v) and is counted, and the test goes on: several failures tell more
 * than one. What this machine cannot show is a reason in run->skip, not a failure. */
#ifndef SELFTEST_SELFTEST_H
#define SELFTEST_SELFTEST_H

#include <stdbool.h>
#include <stdint.h>
#include "base/compiler.h"

/* SELFTEST_SKIPPED: this machine or this user cannot show what the case is about; it says nothing about perf. */
enum selftest_result { SELFTEST_OK, SELFTEST_FAILED, SELFTEST_SKIPPED };

/* One run of one case. The runner zeroes it, but for dso; cases set skip, and the macros below count failures. */
struct selftest_run {
	const char *dso;  /* --dso: the object file to look at; NULL: our own */
	const char *skip; /* why; shown behind "Skip" */
	unsigned failures;
};

/* A part of a test with a line of its own in `perf test`. */
struct selftest_case {
	const char *name;
	void (*run)(struct selftest_run *run);
};
/* A test: `const struct selftest selftest_NAME`, a row of selftest.def. */
struct selftest {
	const char *name;
	void (*run)(struct selftest_run *run); /* NULL: the cases are run */
	const struct selftest_case *cases;     /* ends with a NULL name; NULL: none */
};

/* NULL-terminated; number = index + 1. In the order of selftest.def; `perf test NUMBER` counts the same way. */
extern const struct selftest *const selftests[];

/* Counts a failure and says on stderr what did not hold. file and line as __FILE__ and __LINE__ give them, format as of
 * printf(3), without a newline. For what the macros cannot say; the case goes on. */
void selftest_fail(struct selftest_run *run, const char *file, int line, const char *format, ...) _printf_(4, 5);
/* What a run came to. A failure counts more than a reason to skip. */
enum selftest_result selftest_result_of(const struct selftest_run *run);

/* These go on behind a failure. SELFTEST_EQUAL is of numbers, evaluated once; SELFTEST_STRING takes NULL for a text. */
#define SELFTEST_CHECK(run, condition) \
	((condition) ? (void)0 : selftest_fail((run), __FILE__, __LINE__, "%s", #condition))
#define SELFTEST_EQUAL(run, got, want)                                                                       \
	do {                                                                                                 \
		long long got_ = (long long)(got), want_ = (long long)(want);                                \
		if (got_ != want_)                                                                           \
			selftest_fail((run), __FILE__, __LINE__, "%s is %lld, not %lld", #got, got_, want_); \
	} while (0)
#define SELFTEST_STRING(run, got, want)                                                            \
	do {                                                                                       \
		const char *got_ = (got), *want_ = (want);                                         \
		if (!selftest_same_string(got_, want_))                                            \
			selftest_fail((run), __FILE__, __LINE__, "%s is \"%s\", not \"%s\"", #got, \
				      got_ ? got_ : "(null)", want_ ? want_ : "(null)");           \
	} while (0)
/* Both leave the test function. */
#define SELFTEST_SKIP(run_, why)      \
	do {                          \
		(run_)->skip = (why); \
		return;               \
	} while (0)
#define SELFTEST_REQUIRE(run, condition)                                            \
	do {                                                                        \
		if (!(condition)) {                                                 \
			selftest_fail((run), __FILE__, __LINE__, "%s", #condition); \
			return;                                                     \
		}                                                                   \
	} while (0)
/* Whether two texts are equal; NULL only equals NULL. */
bool selftest_same_string(const char *a, const char *b);

#endif
