/* The table of self-tests, of the rows of selftest.def. */
#include "selftest/selftest.h"

#define X(stem) extern const struct selftest selftest_##stem;
#include "selftest/selftest.def"
#undef X

const struct selftest *const selftests[] = {
#define X(stem) &selftest_##stem,
#include "selftest/selftest.def"
#undef X
	NULL
};
