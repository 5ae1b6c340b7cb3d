/* The table of self-tests. To add one: check_NAME.c with `const struct selftest selftest_check_NAME`, a row of
 * selftest.def, a line of meson.build. A new row goes to the end: its place is its number, by which users call
 * tests. */
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
