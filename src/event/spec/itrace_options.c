/* One letter after the other, each with what may follow it ("i100us", "e+o", "l16"). Most letters only set a member to
 * true, which switches says by letter and offset. To add a letter: a member, a row in switches, and a case in details
 * if something may follow; then the hint in fail. */
#include "event/spec/itrace_options.h"

#include <ctype.h>
#include <errno.h>
#include <stddef.h>
#include <string.h>
#include "base/compiler.h"

/* Letters that mean yes and take nothing behind them. */
static const struct {
	char letter;
	size_t offset;
} switches[] = {
#define SWITCH(letter_, member)                                  \
	{                                                        \
		letter_, offsetof(struct itrace_options, member) \
	}
	SWITCH('i', instructions),
	SWITCH('y', cycles),
	SWITCH('b', branches),
	SWITCH('c', calls),
	SWITCH('r', returns),
	SWITCH('x', transactions),
	SWITCH('w', ptwrites),
	SWITCH('p', power),
	SWITCH('o', other),
	SWITCH('I', interrupts),
	SWITCH('e', errors),
	SWITCH('d', log),
	SWITCH('f', l1),
	SWITCH('m', llc),
	SWITCH('M', memory),
	SWITCH('t', tlb),
	SWITCH('a', remote),
	SWITCH('g', chains),
	SWITCH('G', add_chains),
	SWITCH('l', last_branches),
	SWITCH('L', add_last_branches),
	SWITCH('A', approximate_ipc),
	SWITCH('Z', timeless),
	SWITCH('T', timestamps),
#undef SWITCH
};

static const struct {
	const char *name;
	enum itrace_period unit;
	uint64_t factor;
} units[] = {
	{ "ns", ITRACE_PERIOD_NS, 1 },          { "us", ITRACE_PERIOD_NS, 1000 }, { "ms", ITRACE_PERIOD_NS, 1000000 },
	{ "i", ITRACE_PERIOD_INSTRUCTIONS, 1 }, { "t", ITRACE_PERIOD_TICKS, 1 },
};

/* The whole text, for messages, and the place in it. */
struct itrace_parser {
	const char *text, *at;
	struct err *err;
};

/* where: what the message points at, up to the end of the text. Always -EINVAL. */
static int fail(const struct itrace_parser *p, const char *where, const char *what)
{
	err_set(p->err, -EINVAL, "Bad Instruction Tracing options '%s': %s, at '%s'", p->text, what, where);
	err_hint(p->err, "Letters: i y (a period may follow: i100us, i1ms, i1000i, i10t) b c r x w p o I, e (-o -l may "
			 "follow), d (+a +e +o may follow),\n"
			 "f m M t a, g G (call chains; a size up to 1024 may follow), l L (last branches; the same), s "
			 "and a number, q qq, A Z T");
	return -EINVAL;
}

/* Decimal digits at p->at, if there are any. */
static int number(struct itrace_parser *p, uint64_t *ret, bool *ret_given)
{
	uint64_t value = 0;
	const char *begin = p->at;

	for (; isdigit((unsigned char)*p->at); p->at++)
		if (__builtin_mul_overflow(value, 10, &value) ||
		    __builtin_add_overflow(value, (uint64_t)(*p->at - '0'), &value))
			return fail(p, begin, "the number is too large");
	*ret_given = p->at > begin;
	if (*ret_given) *ret = value;
	return 0;
}

/* "100us" behind i or y: a number and its unit, ns where there is none. */
static int period(struct itrace_parser *p, struct itrace_options *options)
{
	const char *begin = p->at;
	bool given;

	if (number(p, &options->period, &given) < 0) return -EINVAL;
	if (!given) return 0;
	options->period_given = true;
	options->period_unit = ITRACE_PERIOD_NS;
	if (!isalpha((unsigned char)*p->at)) return 0;
	for (size_t i = 0; i < ARRAY_SIZE(units); i++) {
		size_t size = strlen(units[i].name);

		if (strncmp(p->at, units[i].name, size) != 0) continue;
		p->at += size;
		options->period_unit = units[i].unit;
		return __builtin_mul_overflow(options->period, units[i].factor, &options->period)
			       ? fail(p, begin, "the period is too long")
			       : 0;
	}
	return fail(p, p->at, "a period's unit is ns, us, ms, i or t");
}

/* A size behind g or l; fallback where there is none. */
static int size(struct itrace_parser *p, unsigned *ret, unsigned fallback)
{
	uint64_t value = fallback;
	const char *begin = p->at;
	bool given;

	if (number(p, &value, &given) < 0) return -EINVAL;
	if (value < 1 || value > ITRACE_SIZE_MAX) return fail(p, begin, "a size is 1 to 1024");
	*ret = (unsigned)value;
	return 0;
}

/* "+a-o": known are the letters that may stand there. */
static int flags(struct itrace_parser *p, const char *known, uint64_t *with, uint64_t *without)
{
	while (*p->at == '+' || *p->at == '-') {
		uint64_t *flags = *p->at == '+' ? with : without;

		if (!p->at[1] || !strchr(known, p->at[1])) return fail(p, p->at, "no such flag");
		*flags |= 1ull << (p->at[1] - 'a');
		p->at += 2;
	}
	return 0;
}

/* What stands behind a letter. */
static int details(struct itrace_parser *p, char letter, struct itrace_options *options)
{
	const char *begin = p->at;
	bool given;

	switch (letter) {
	case 'i':
	case 'y': return period(p, options);
	case 'g':
	case 'G': return size(p, &options->chain_size, ITRACE_CHAIN_SIZE_DEFAULT);
	case 'l':
	case 'L': return size(p, &options->last_branch_size, ITRACE_LAST_BRANCH_SIZE_DEFAULT);
	case 'e': return flags(p, "ol", &options->errors_with, &options->errors_without);
	case 'd': return flags(p, "aeo", &options->log_with, &options->log_without);
	case 's':
		if (number(p, &options->skip, &given) < 0) return -EINVAL;
		return given ? 0 : fail(p, begin - 1, "the number of events to skip is missing");
	default: return 0;
	}
}

/* Sets what a letter stands for. Blanks and commas between letters mean nothing. */
static bool set(struct itrace_options *options, char letter)
{
	for (size_t i = 0; i < ARRAY_SIZE(switches); i++) {
		if (switches[i].letter != letter) continue;
		*(bool *)((char *)options + switches[i].offset) = true;
		return true;
	}
	if (letter == 'q') options->quick++;
	return strchr("qs, ", letter) != NULL;
}

/* Letters into *ret, which is left as it is after a failure. */
static int parse(const char *text, struct itrace_options options, struct itrace_options *ret, struct err *err)
{
	struct itrace_parser p = { .text = text, .at = text, .err = err };

	while (text && *p.at) {
		char letter = *p.at;

		if (!set(&options, letter)) return fail(&p, p.at, "unknown letter");
		p.at++;
		if (details(&p, letter, &options) < 0) return -EINVAL;
	}
	*ret = options;
	return 0;
}

int itrace_options_parse(const char *text, struct itrace_options *ret, struct err *err)
{
	const struct itrace_options options = { .defaults = !text || !*text,
						.chain_size = ITRACE_CHAIN_SIZE_DEFAULT,
						.last_branch_size = ITRACE_LAST_BRANCH_SIZE_DEFAULT };
	return parse(text, options, ret, err);
}

int itrace_options_add(const char *text, struct itrace_options *options, struct err *err)
{
	if (options->defaults || !text || !*text) return itrace_options_parse(text, options, err);
	return parse(text, *options, options, err);
}
