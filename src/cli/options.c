#include "cli/options.h"

#include <ctype.h>
#include <errno.h>
#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include "cli/optionhelp.h"
#include "cli/pager.h"
#include "cli/suggest.h"

struct parser {
	const char **argv; /* words still to parse */
	int argc;
	const char **left; /* where the next argument that is no option goes */
	int left_count;
	const struct option *options;
	const char *const *usage;
	const char *const *subcommands;
	unsigned flags;
	const struct option *exclusive; /* the one seen, and how it was written */
	bool exclusive_short;
};

/* An option as the user wrote it. */
struct given {
	const struct option *option;
	const char *attached; /* after '=' or the letter; NULL: nothing there */
	bool unset, is_short;
};

int option_error(const struct option *option, const char *format, ...)
{
	va_list args;

	va_start(args, format);
	vfprintf(stderr, format, args);
	va_end(args);
	fputc('\n', stderr);
	return -1;
}

void options_usage(const char *const usage[], const struct option *options)
{
	fputc('\n', stderr);
	optionhelp_usage(stderr, usage);
	if (options) optionhelp_all(stderr, options);
	fputc('\n', stderr);
	exit(OPTION_USAGE_STATUS);
}

void options_usage_error(const char *const usage[], const struct option *options, const char *format, ...)
{
	va_list args;

	va_start(args, format);
	vfprintf(stderr, format, args);
	va_end(args);
	fputc('\n', stderr);
	options_usage(usage, options);
}

static bool is_row(const struct option *option) { return option->kind != OPTION_KIND_GROUP; }

void options_usage_for(const char *const usage[], const struct option *options, const char *name)
{
	optionhelp_usage(stderr, usage);
	for (; options->kind != OPTION_KIND_END; options++)
		if (is_row(options) && ((options->long_name && strcmp(name, options->long_name) == 0) || (name[0] && !name[1] && name[0] == options->short_name)))
			optionhelp_option(stderr, options);
}

/* " Error: option `name' REASON", the usage, this option's help, exit. */
static _noreturn_ void fail(const struct parser *parser, const struct given *given, const char *reason)
{
	if (given->is_short) fprintf(stderr, " Error: switch `%c' %s\n", given->option->short_name, reason);
	else fprintf(stderr, " Error: option `%s%s' %s\n", given->unset ? "no-" : "", given->option->long_name, reason);
	optionhelp_usage(stderr, parser->usage);
	optionhelp_option(stderr, given->option);
	exit(OPTION_USAGE_STATUS);
}

static void check_exclusive(struct parser *parser, const struct given *given)
{
	const struct option *first = parser->exclusive, *second = given->option;
	bool first_short = parser->exclusive_short;

	if (!(second->flags & OPTION_EXCLUSIVE)) return;
	parser->exclusive = second;
	parser->exclusive_short = given->is_short;
	if (!first || first == second) return;
	if (given->is_short) fprintf(stderr, " Error: switch `%c' cannot be used with ", second->short_name);
	else fprintf(stderr, " Error: option `%s' cannot be used with ", second->long_name);
	if (first_short || !first->long_name) fprintf(stderr, "switch `%c'\n", first->short_name);
	else fprintf(stderr, "%s\n", first->long_name);
	optionhelp_usage(stderr, parser->usage);
	optionhelp_option(stderr, second);
	optionhelp_option(stderr, first);
	exit(OPTION_USAGE_STATUS);
}

int option_number(const char *text, int64_t min, int64_t max, int64_t *ret)
{
	char *end;

	errno = 0;
	long long value = strtoll(text, &end, 10);
	if (errno || end == text || *end || value < min || value > max) return -EINVAL;
	*ret = value;
	return 0;
}

static int unsigned_number(const char *text, uint64_t max, uint64_t *ret)
{
	char *end;

	errno = 0;
	unsigned long long value = strtoull(text, &end, 10);
	if (errno || end == text || *end || value > max) return -EINVAL;
	*ret = value;
	return 0;
}

/* The argument of an option that takes one: attached, or the next word. *ret_absent when an optional one was left out. */
static const char *argument(struct parser *parser, const struct given *given, bool *ret_absent)
{
	unsigned flags = given->option->flags;

	*ret_absent = false;
	if (given->attached) return given->attached;
	if ((flags & OPTION_OPTARG) || ((flags & OPTION_LASTARG) && (parser->argc == 0 || parser->argv[0][0] == '-'))) {
		*ret_absent = true;
		return (const char *)given->option->fallback;
	}
	if (parser->argc == 0) fail(parser, given, "requires a value");
	parser->argc--;
	return *parser->argv++;
}

static void store_number(struct parser *parser, const struct given *given)
{
	const struct option *option = given->option;
	bool is_unsigned = option->kind == OPTION_KIND_UINT || option->kind == OPTION_KIND_U64, absent = true;
	const char *text = given->unset ? NULL : argument(parser, given, &absent);
	int64_t number = given->unset ? 0 : option->fallback;
	uint64_t natural = (uint64_t)number;

	if (!absent) {
		if (is_unsigned) {
			if (text[strspn(text, " \t")] == '-') fail(parser, given, "expects an unsigned numerical value");
			if (unsigned_number(text, option->kind == OPTION_KIND_UINT ? UINT_MAX : UINT64_MAX, &natural)) fail(parser, given, "expects a numerical value");
		} else {
			bool is_int = option->kind == OPTION_KIND_INT;
			if (option_number(text, is_int ? INT_MIN : LONG_MIN, is_int ? INT_MAX : LONG_MAX, &number)) fail(parser, given, "expects a numerical value");
		}
	}
	switch (option->kind) {
	case OPTION_KIND_INT: *(int *)option->value = (int)number; break;
	case OPTION_KIND_LONG: *(long *)option->value = (long)number; break;
	case OPTION_KIND_UINT: *(unsigned *)option->value = (unsigned)natural; break;
	default: *(uint64_t *)option->value = natural; break;
	}
}

static void call_back(struct parser *parser, const struct given *given)
{
	const struct option *option = given->option;
	bool absent;
	const char *arg = given->unset || (option->flags & OPTION_NOARG) ? NULL : argument(parser, given, &absent);

	if (option->parse(option, arg, given->unset) >= 0) return;
	fputc('\n', stderr);
	optionhelp_usage(stderr, parser->usage);
	optionhelp_option(stderr, option);
	exit(OPTION_USAGE_STATUS);
}

static bool takes_argument(const struct option *option)
{
	switch (option->kind) {
	case OPTION_KIND_BOOL: case OPTION_KIND_COUNT: case OPTION_KIND_SET: return false;
	default: return !(option->flags & OPTION_NOARG);
	}
}

static void apply(struct parser *parser, const struct given *given)
{
	const struct option *option = given->option;
	bool absent;

	check_exclusive(parser, given);
	if (given->attached && !given->is_short && (given->unset || !takes_argument(option))) fail(parser, given, "takes no value");
	if (option->was_set) *option->was_set = true;
	switch (option->kind) {
	case OPTION_KIND_BOOL: *(bool *)option->value = !given->unset; break;
	case OPTION_KIND_COUNT: *(int *)option->value = given->unset ? 0 : *(int *)option->value + 1; break;
	case OPTION_KIND_SET: *(int *)option->value = given->unset ? 0 : (int)option->fallback; break;
	case OPTION_KIND_STRING: *(const char **)option->value = given->unset ? NULL : argument(parser, given, &absent); break;
	case OPTION_KIND_CALLBACK: call_back(parser, given); break;
	default: store_number(parser, given);
	}
}

static _noreturn_ void help(struct parser *parser)
{
	pager_start();
	if (parser->argc == 0) options_usage(parser->usage, parser->options);
	fputc('\n', stderr);
	optionhelp_usage(stderr, parser->usage);
	optionhelp_matching(stderr, parser->options, parser->argc, parser->argv);
	fputc('\n', stderr);
	exit(OPTION_USAGE_STATUS);
}

static _noreturn_ void list_options(const struct option *options)
{
	for (; options->kind != OPTION_KIND_END; options++)
		if (is_row(options) && options->long_name && !(options->flags & OPTION_HIDDEN)) printf("--%s ", options->long_name);
	putchar('\n');
	exit(OPTION_LIST_STATUS);
}

static _noreturn_ void list_subcommands(const char *const *subcommands)
{
	for (; subcommands && *subcommands; subcommands++) printf("%s ", *subcommands);
	putchar('\n');
	exit(OPTION_LIST_STATUS);
}

static void keep(struct parser *parser, const char *word) { parser->left[parser->left_count++] = word; }

static _noreturn_ void unknown_switch(const struct parser *parser, char letter)
{
	fprintf(stderr, "  Error: unknown switch `%c'\n", letter);
	options_usage(parser->usage, parser->options);
}

static void parse_short(struct parser *parser, const char *word)
{
	for (const char *p = word + 1; *p; p++) {
		const struct option *option = parser->options;

		while (option->kind != OPTION_KIND_END && !(is_row(option) && option->short_name == *p)) option++;
		if (option->kind == OPTION_KIND_END) {
			if (*p == 'h') help(parser);
			if (!(parser->flags & OPTIONS_KEEP_UNKNOWN)) unknown_switch(parser, *p);
			/* switches before this one in the same word took effect; only the rest of the word is kept, when it is a rest */
			keep(parser, p == word + 1 ? word : xasprintf("-%s", p));
			return;
		}
		struct given given = { .option = option, .attached = p[1] ? p + 1 : NULL, .is_short = true };
		apply(parser, &given);
		if (given.attached && takes_argument(option)) return;
	}
}

static bool negatable(const struct option *option) { return !(option->flags & OPTION_NONEG); }

/* name, size letters long, is all of text. */
static bool equals(const char *name, size_t size, const char *text) { return strncmp(name, text, size) == 0 && !text[size]; }

enum match { MATCH_NONE, MATCH_PREFIX, MATCH_NEGATED, MATCH_EXACT };

static enum match match_name(const struct option *option, const char *name, size_t size, bool *ret_unset)
{
	const char *long_name = option->long_name;

	*ret_unset = false;
	if (!is_row(option) || !long_name) return MATCH_NONE;
	if (equals(name, size, long_name)) return MATCH_EXACT;
	if (strncmp(name, long_name, size) == 0) return MATCH_PREFIX;
	if (!negatable(option)) return MATCH_NONE;
	*ret_unset = true;
	if (size > 3 && strncmp(name, "no-", 3) == 0) { /* --no-force */
		if (equals(name + 3, size - 3, long_name)) return MATCH_NEGATED;
		if (strncmp(name + 3, long_name, size - 3) == 0) return MATCH_PREFIX;
	}
	if (strncmp(long_name, "no-", 3) == 0) { /* --inherit, where the table has no-inherit */
		if (equals(name, size, long_name + 3)) return MATCH_NEGATED;
		if (strncmp(name, long_name + 3, size) == 0) return MATCH_PREFIX;
	}
	return MATCH_NONE;
}

static _noreturn_ void ambiguous(const struct parser *parser, const char *name, size_t size, const struct given *first, const struct given *second)
{
	fprintf(stderr, " Error: Ambiguous option: %.*s (could be --%s%s or --%s%s)\n\n", (int)size, name, first->unset ? "no-" : "", first->option->long_name,
		second->unset ? "no-" : "", second->option->long_name);
	optionhelp_usage(stderr, parser->usage);
	for (const struct option *option = parser->options; option->kind != OPTION_KIND_END; option++)
		if (is_row(option) && option->long_name && !(option->flags & OPTION_HIDDEN) && strncmp(option->long_name, name, size) == 0) optionhelp_option(stderr, option);
	exit(OPTION_USAGE_STATUS);
}

static _noreturn_ void unknown_option(const struct parser *parser, const char *text, size_t size)
{
	_free_ char *typed = xstrndup(text, size);
	struct suggest suggest = suggest_for(typed);

	fprintf(stderr, "  Error: unknown option `%s'\n\n", text);
	optionhelp_usage(stderr, parser->usage);
	optionhelp_all(stderr, parser->options);
	fputc('\n', stderr);
	for (const struct option *option = parser->options; option->kind != OPTION_KIND_END; option++)
		if (is_row(option) && option->long_name && !(option->flags & OPTION_HIDDEN)) suggest_add(&suggest, option->long_name);
	suggest_print(&suggest, "--");
	exit(OPTION_USAGE_STATUS);
}

static void parse_long(struct parser *parser, const char *word)
{
	const char *name = word + 2, *equal = strchrnul(name, '=');
	size_t size = (size_t)(equal - name);
	struct given found = { 0 }, previous = { 0 };
	enum match best = MATCH_NONE;

	for (const struct option *option = parser->options; option->kind != OPTION_KIND_END && best != MATCH_EXACT; option++) {
		bool unset;
		enum match match = match_name(option, name, size, &unset);

		if (match == MATCH_NONE || match < best) continue;
		previous = match == best ? found : (struct given){ 0 };
		best = match;
		found = (struct given){ .option = option, .attached = *equal ? equal + 1 : NULL, .unset = unset };
	}
	if (best == MATCH_NONE) {
		if (!(parser->flags & OPTIONS_KEEP_UNKNOWN)) unknown_option(parser, name, size);
		keep(parser, word);
		return;
	}
	if (best == MATCH_PREFIX && previous.option) ambiguous(parser, name, size, &previous, &found);
	apply(parser, &found);
}

static int parse(struct parser *parser)
{
	while (parser->argc > 0) {
		const char *word = *parser->argv++;

		parser->argc--;
		if (word[0] != '-' || !word[1]) {
			keep(parser, word);
			if (parser->flags & OPTIONS_STOP_AT_NON_OPTION) break;
		} else if (word[1] != '-') {
			parse_short(parser, word);
		} else if (!word[2]) {
			break;
		} else if (strcmp(word, "--help") == 0) {
			options_usage(parser->usage, parser->options);
		} else if (strcmp(word, "--list-opts") == 0) {
			list_options(parser->options);
		} else if (strcmp(word, "--list-cmds") == 0) {
			list_subcommands(parser->subcommands);
		} else {
			parse_long(parser, word);
		}
	}
	while (parser->argc > 0) {
		keep(parser, *parser->argv++);
		parser->argc--;
	}
	parser->left[parser->left_count] = NULL;
	return parser->left_count;
}

int options_parse(int argc, const char **argv, const struct option *options, const char *const usage[], unsigned flags)
{
	struct parser parser = { .argv = argv + 1, .argc = argc - 1, .left = argv, .options = options, .usage = usage, .flags = flags };

	return argc > 0 ? parse(&parser) : 0;
}

int options_parse_subcommands(int argc, const char **argv, const struct option *options, const char *const subcommands[], const char *const usage[])
{
	struct parser parser = { .argv = argv + 1, .argc = argc - 1, .left = argv, .options = options, .usage = usage, .subcommands = subcommands,
				 .flags = OPTIONS_STOP_AT_NON_OPTION };

	return argc > 0 ? parse(&parser) : 0;
}
