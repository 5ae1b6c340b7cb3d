/* The unit tests' harness: TEST(name) { CHECK(...); } in a file, TEST_MAIN at its end. Each program prints one line a
 * test, "ok NAME", "not ok NAME" or "skip NAME: why", and exits 0 only when none failed; tools/run-tests adds the lines
 * up. */
#ifndef TESTS_UNIT_TEST_H
#define TESTS_UNIT_TEST_H

#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct test {
	const char *name;
	void (*run)(void);
	struct test *next;
};
static struct test *test_first, **test_last = &test_first;
static int test_failures; /* of the running test */
static const char *test_skipped;

#define TEST(id)                                                     \
	static void id(void);                                        \
	static struct test test_##id = { #id, id, NULL };            \
	__attribute__((constructor)) static void register_##id(void) \
	{                                                            \
		*test_last = &test_##id;                             \
		test_last = &test_##id.next;                         \
	}                                                            \
	static void id(void)

#define CHECK(condition)   \
	((condition)       \
		 ? (void)0 \
		 : (test_failures++, (void)fprintf(stderr, "%s:%d: failed: %s\n", __FILE__, __LINE__, #condition)))
#define CHECK_INT(got, want)                                                                                       \
	do {                                                                                                       \
		long long got_ = (long long)(got), want_ = (long long)(want);                                      \
		if (got_ != want_) {                                                                               \
			test_failures++;                                                                           \
			fprintf(stderr, "%s:%d: %s is %lld (%#llx), not %lld (%#llx)\n", __FILE__, __LINE__, #got, \
				got_, got_, want_, want_);                                                         \
		}                                                                                                  \
	} while (0)
#define CHECK_STR(got, want)                                                                           \
	do {                                                                                           \
		const char *got_ = (got), *want_ = (want);                                             \
		if (!got_ || !want_ ? got_ != want_ : strcmp(got_, want_) != 0) {                      \
			test_failures++;                                                               \
			fprintf(stderr, "%s:%d: %s is \"%s\", not \"%s\"\n", __FILE__, __LINE__, #got, \
				got_ ? got_ : "(null)", want_ ? want_ : "(null)");                     \
		}                                                                                      \
	} while (0)
#define SKIP(why)                     \
	do {                          \
		test_skipped = (why); \
		return;               \
	} while (0)

#define TEST_MAIN                                                                                \
	int main(void)                                                                           \
	{                                                                                        \
		int failed = 0;                                                                  \
		for (struct test *t = test_first; t; t = t->next) {                              \
			test_failures = 0;                                                       \
			test_skipped = NULL;                                                     \
			t->run();                                                                \
			if (test_failures) {                                                     \
				failed++;                                                        \
				printf("not ok %s\n", t->name);                                  \
			} else if (test_skipped) printf("skip %s: %s\n", t->name, test_skipped); \
			else printf("ok %s\n", t->name);                                         \
			fflush(stdout);                                                          \
		}                                                                                \
		return failed != 0;                                                              \
	}

#endif
