#include <errno.h>
#include "base/compiler.h"
#include "event/spec/itrace_options.h"
#include "tests/unit/test.h"

static struct itrace_options parsed;

static int parse(const char *text)
{
	_err_done_ struct err err = ERR_INIT;
	int r = itrace_options_parse(text, &parsed, &err);

	CHECK((r < 0) == (err.message != NULL));
	return r;
}

TEST(nothing_given_is_defaults)
{
	CHECK_INT(parse(NULL), 0);
	CHECK(parsed.defaults);
	CHECK_INT(parse(""), 0);
	CHECK(parsed.defaults && !parsed.instructions);
}

TEST(every_letter)
{
	CHECK_INT(parse("iybcrxwpoIedfmMtagGlLqAZT, s5"), 0);
	CHECK(parsed.instructions && parsed.cycles && parsed.branches && parsed.calls && parsed.returns &&
	      parsed.transactions);
	CHECK(parsed.ptwrites && parsed.power && parsed.other && parsed.interrupts && parsed.errors && parsed.log &&
	      parsed.l1);
	CHECK(parsed.llc && parsed.memory && parsed.tlb && parsed.remote && parsed.chains && parsed.add_chains);
	CHECK(parsed.last_branches && parsed.add_last_branches && parsed.approximate_ipc && parsed.timeless &&
	      parsed.timestamps);
	CHECK_INT(parsed.skip, 5);
	CHECK_INT(parsed.quick, 1);
	CHECK_INT(parsed.chain_size, 16);
	CHECK_INT(parsed.last_branch_size, 64);
	CHECK(!parsed.defaults && !parsed.period_given);
}

TEST(periods)
{
	CHECK_INT(parse("i100usle"), 0);
	CHECK_INT(parsed.period, 100000);
	CHECK_INT(parsed.period_unit, ITRACE_PERIOD_NS);
	CHECK(parsed.last_branches && parsed.errors);
	CHECK_INT(parse("i10t"), 0);
	CHECK_INT(parsed.period_unit, ITRACE_PERIOD_TICKS);
	CHECK_INT(parse("i1000i"), 0);
	CHECK_INT(parsed.period_unit, ITRACE_PERIOD_INSTRUCTIONS);
	CHECK_INT(parse("i0nss1000000"), 0);
	CHECK_INT(parsed.period, 0);
	CHECK_INT(parsed.skip, 1000000);
	CHECK_INT(parse("i10x"), -EINVAL);
	CHECK_INT(parse("i18446744073709551615ms"), -EINVAL);
	CHECK_INT(parse("i18446744073709551616"), -EINVAL);
}

static void check_message(const char *text, const char *message)
{
	_err_done_ struct err err = ERR_INIT;
	struct itrace_options options;
	CHECK_INT(itrace_options_parse(text, &options, &err), -EINVAL);
	CHECK_STR(err.message, message);
}

/* What is said is where the number begins, also where its end could be read as letters. */
TEST(numbers_that_are_too_large)
{
	check_message("bi18446744073709551616",
		      "Bad Instruction Tracing options 'bi18446744073709551616': the number is "
		      "too large, at '18446744073709551616'");
	check_message("s99999999999999999999",
		      "Bad Instruction Tracing options 's99999999999999999999': the number is too "
		      "large, at '99999999999999999999'");
	check_message("g99999999999999999999",
		      "Bad Instruction Tracing options 'g99999999999999999999': the number is too "
		      "large, at '99999999999999999999'");
	check_message("g1025", "Bad Instruction Tracing options 'g1025': a size is 1 to 1024, at '1025'");
}

TEST(sizes)
{
	CHECK_INT(parse("ig32l10"), 0);
	CHECK_INT(parsed.chain_size, 32);
	CHECK_INT(parsed.last_branch_size, 10);
	CHECK_INT(parse("g0"), -EINVAL);
	CHECK_INT(parse("L1025"), -EINVAL);
}

TEST(flags)
{
	CHECK_INT(parse("e-o-ld+a+o"), 0);
	CHECK_INT(parsed.errors_without, 1 << ('o' - 'a') | 1 << ('l' - 'a'));
	CHECK_INT(parsed.log_with, 1 | 1 << ('o' - 'a'));
	CHECK_INT(parse("e-"), -EINVAL);
	CHECK_INT(parse("e+x"), -EINVAL);
	CHECK_INT(parse("b+o"), -EINVAL);
}

TEST(what_is_no_letter_is_refused_and_leaves_the_result)
{
	CHECK_INT(parse("b"), 0);
	CHECK_INT(parse("cad?"), -EINVAL);
	CHECK(parsed.branches && !parsed.calls);
	CHECK_INT(parse("j"), -EINVAL);
	CHECK_INT(parse("s"), -EINVAL);
	CHECK_INT(parse("1"), -EINVAL);
}

TEST_MAIN
