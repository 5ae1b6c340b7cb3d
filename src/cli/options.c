/* The parser of options.h.
 *
 * Words are taken from the front of argv one by one. "-abc" is a bundle: each letter is an option, until one takes an
 * argument, which is the rest of the word or the next word. For "--name" every row is compared and the best match
 * counts: the exact name, then the negated name, then a prefix, which must fit one row only. Words that are no
 * options are moved to the front of argv in their order; there is always room, because the parser has read at least
 * as many as it keeps.
 *
 * parse() is the loop, apply() gives one option its value. Whatever ends parsing goes through stop(): the error has
 * been printed by then, and -1 travels up to parse_table. */
#include "cli/options.h"
#include "base/vec.h"
#include "base/suggest.h"

#include <ctype.h>
#include <errno.h>
#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include "cli/optionhelp.h"
#include "cli/pager.h"

/* Functions that parse return 0, or -1 when parsing has ended: *status says with which exit status, messages have been
 * written. */
struct parser {
	FILE *out, *messages;
	int status;
	/* Words still to parse. */
	const char **argv;
	int argc;
	/* Where the next word that is no option goes: the front of the same argv, which has been read up to there. */
	const char **left;
	int left_count;
	/* From the table: struct option_table. */
	const struct option *options;
	const char *const *usage;
	const char *const *subcommands;
	unsigned flags;
	const struct option *others;
	/* The command's struct of values. */
	void *values;
	/* The last option with OPTION_EXCLUSIVE; NULL: none yet. exclusive_short: it was written as a letter. */
	const struct option *exclusive;
	bool exclusive_short;
};

/* An option as the user wrote it. */
struct given {
	const struct option *option;
	/* The text behind '=' or behind the letter; NULL: there is none. */
	const char *attached;
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

/* "name", or "n" of an option that has no long name: the text is in ret_short then. */
static const char *name_of(const struct option *option, char ret_short[static 3])
{
	if (option->long_name) return option->long_name;
	ret_short[0] = option->short_name;
	ret_short[1] = 0;
	return ret_short;
}

/* What word may have been meant to be, and the words there are; nothing where the option has no set. */
static void print_near(FILE *to, const struct option_set *set, const char *word)
{
	_strbuf_done_ struct strbuf near = STRBUF_INIT;

	if (set) option_set_format(set, word, &near);
	fputs(strbuf_text(&near), to);
}

int option_suggest(const struct option *option, const char *word)
{
	print_near(stderr, option->set, word);
	return -1;
}

int option_unknown(const struct option *option, const char *word)
{
	char letter[3];

	fprintf(stderr, " Error: option `%s': unknown %s `%s'\n", name_of(option, letter),
		option->set ? option->set->what : "value", word);
	return option_suggest(option, word);
}

/* An empty word between commas is no word: "a,,b" is right. */
int option_check_set(const struct option *option, const char *value, bool unset)
{
	for (const char *at = value; at && *at;) {
		size_t size = option->set->is_list ? strcspn(at, ", ") : strlen(at);

		if (size && !option_set_has(option->set, at, size)) {
			_free_ char *word = xstrndup(at, size);
			return option_unknown(option, word);
		}
		at += size + (at[size] != 0);
	}
	return 0;
}

static bool is_row(const struct option *option)
{
	return option->kind != OPTION_KIND_GROUP && option->kind != OPTION_KIND_ARGUMENTS;
}

void options_help_for(const struct option *options, const char *name)
{
	for (; options->kind != OPTION_KIND_END; options++)
		if (is_row(options) && ((options->long_name && strcmp(name, options->long_name) == 0) ||
					(name[0] && !name[1] && name[0] == options->short_name)))
			optionhelp_option(stderr, options);
}

/* Ends parsing with that exit status. -1 for the caller to hand on. */
static int stop(struct parser *parser, int status)
{
	parser->status = status;
	return -1;
}

/* " Error: option `name' REASON", the usage, this option's help. */
static int fail(struct parser *parser, const struct given *given, const char *reason)
{
	if (given->is_short) fprintf(parser->messages, " Error: switch `%c' %s\n", given->option->short_name, reason);
	else
		fprintf(parser->messages, " Error: option `%s%s' %s\n", given->unset ? "no-" : "",
			given->option->long_name, reason);
	optionhelp_usage(parser->messages, parser->usage);
	optionhelp_option(parser->messages, given->option);
	return stop(parser, OPTION_USAGE_STATUS);
}

/* The same: "expects WHAT, not `text'". */
static int fail_value(struct parser *parser, const struct given *given, const char *what, const char *text)
{
	_free_ char *reason = xasprintf("expects %s, not `%s'", what, text);
	return fail(parser, given, reason);
}

/* Refuses the second of two options that must not stand together. Giving the same one twice is no conflict. */
static int check_exclusive(struct parser *parser, const struct given *given)
{
	const struct option *first = parser->exclusive, *second = given->option;
	bool first_short = parser->exclusive_short;

	if (!(second->flags & OPTION_EXCLUSIVE)) return 0;
	parser->exclusive = second;
	parser->exclusive_short = given->is_short;
	if (!first || first == second) return 0;
	if (given->is_short) fprintf(parser->messages, " Error: switch `%c' cannot be used with ", second->short_name);
	else fprintf(parser->messages, " Error: option `%s' cannot be used with ", second->long_name);
	if (first_short || !first->long_name) fprintf(parser->messages, "switch `%c'\n", first->short_name);
	else fprintf(parser->messages, "%s\n", first->long_name);
	optionhelp_usage(parser->messages, parser->usage);
	optionhelp_option(parser->messages, second);
	optionhelp_option(parser->messages, first);
	return stop(parser, OPTION_USAGE_STATUS);
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

/* As option_number. strtoull would read "-1" as the largest number: the caller has refused a sign before. */
static int unsigned_number(const char *text, uint64_t max, uint64_t *ret)
{
	char *end;

	errno = 0;
	unsigned long long value = strtoull(text, &end, 10);
	if (errno || end == text || *end || value > max) return -EINVAL;
	*ret = value;
	return 0;
}

/* The argument of an option that takes one: attached, or the next word. *ret_absent: an optional one was left out. */
static int argument(struct parser *parser, const struct given *given, const char **ret_text, bool *ret_absent)
{
	unsigned flags = given->option->flags;

	*ret_absent = false;
	if (given->attached) {
		*ret_text = given->attached;
	} else if ((flags & OPTION_OPTARG) ||
		   ((flags & OPTION_LASTARG) && (parser->argc == 0 || parser->argv[0][0] == '-'))) {
		*ret_absent = true;
		*ret_text = (const char *)given->option->fallback;
	} else if (parser->argc == 0) {
		return fail(parser, given, "requires a value");
	} else {
		parser->argc--;
		*ret_text = *parser->argv++;
	}
	return 0;
}

/* int64_t holds an int and a long: the bounds of the option's own type make the cast that follows safe. */
static int read_signed(struct parser *parser, const struct given *given, const char *text, int64_t *ret)
{
	bool is_int = given->option->kind == OPTION_KIND_INT;

	if (option_number(text, is_int ? INT_MIN : LONG_MIN, is_int ? INT_MAX : LONG_MAX, ret) < 0)
		return fail_value(parser, given, "a numerical value", text);
	return *ret < 0 && (given->option->flags & OPTION_NATURAL)
		       ? fail_value(parser, given, "a value that is not negative", text)
		       : 0;
}

static int read_unsigned(struct parser *parser, const struct given *given, const char *text, uint64_t *ret)
{
	if (text[strspn(text, " \t")] == '-') return fail_value(parser, given, "an unsigned numerical value", text);
	if (unsigned_number(text, given->option->kind == OPTION_KIND_UINT ? UINT_MAX : UINT64_MAX, ret) == 0) return 0;
	return fail_value(parser, given, "a numerical value", text);
}

/* Where a row's value goes. */
static void *place_of(const struct parser *parser, const struct option *option)
{
	return option->member ? (char *)parser->values + option->member - 1 : parser->values;
}

/* An absent optional argument stores the fallback, --no-NAME stores 0. */
static int store_number(struct parser *parser, const struct given *given)
{
	const struct option *option = given->option;
	bool is_unsigned = option->kind == OPTION_KIND_UINT || option->kind == OPTION_KIND_U64, absent = true;
	const char *text = NULL;
	int64_t number = given->unset ? 0 : option->fallback;
	uint64_t natural = (uint64_t)number;

	if (!given->unset && argument(parser, given, &text, &absent) < 0) return -1;
	if (!absent && (is_unsigned ? read_unsigned(parser, given, text, &natural)
				    : read_signed(parser, given, text, &number)) < 0)
		return -1;
	void *place = place_of(parser, option);

	switch (option->kind) {
	case OPTION_KIND_INT: *(int *)place = (int)number; break;
	case OPTION_KIND_LONG: *(long *)place = (long)number; break;
	case OPTION_KIND_UINT: *(unsigned *)place = (unsigned)natural; break;
	default: *(uint64_t *)place = natural; break;
	}
	return 0;
}

/* Hands the value to the row's own function. -EINVAL means that it has said nothing: the parser says what is wrong
 * then, and in both cases the option's help follows. */
static int call_back(struct parser *parser, const struct given *given, const char *text)
{
	const struct option *option = given->option;
	int result = option->kind == OPTION_KIND_STRING
			     ? option->parse(option, text, given->unset)
			     : option->store(option, text, given->unset, place_of(parser, option));
	char letter[3];

	if (result >= 0) return 0;
	if (result == -EINVAL && text) {
		fprintf(parser->messages, " Error: option `%s' does not take `%s'\n", name_of(option, letter), text);
		print_near(parser->messages, option->set, text);
	}
	fputc('\n', parser->messages);
	optionhelp_usage(parser->messages, parser->usage);
	optionhelp_option(parser->messages, option);
	return stop(parser, OPTION_USAGE_STATUS);
}

/* The value is stored before parse looks at it: a refused value ends the command anyway. */
static int store_string(struct parser *parser, const struct given *given)
{
	const char *text = NULL;
	bool absent = true;

	if (!given->unset && argument(parser, given, &text, &absent) < 0) return -1;
	*(const char **)place_of(parser, given->option) = text;
	return !absent && given->option->parse ? call_back(parser, given, text) : 0;
}

/* A callback's argument, or NULL after --no-NAME and for those that take none. */
static int give(struct parser *parser, const struct given *given)
{
	const char *text = NULL;
	bool absent;

	if (!given->unset && !(given->option->flags & OPTION_NOARG) && argument(parser, given, &text, &absent) < 0)
		return -1;
	return call_back(parser, given, text);
}

static bool takes_argument(const struct option *option)
{
	switch (option->kind) {
	case OPTION_KIND_BOOL:
	case OPTION_KIND_COUNT:
	case OPTION_KIND_SET: return false;
	default: return !(option->flags & OPTION_NOARG);
	}
}

/* Gives one option its value, whichever way it was written. For a letter .attached may be the rest of the bundle,
 * which is no value when the option takes none. */
static int apply(struct parser *parser, const struct given *given)
{
	const struct option *option = given->option;

	if (check_exclusive(parser, given) < 0) return -1;
	if (given->attached && !given->is_short && (given->unset || !takes_argument(option)))
		return fail(parser, given, "takes no value");
	void *place = place_of(parser, option);
	if (option->given) *(bool *)((char *)parser->values + option->given - 1) = true;
	switch (option->kind) {
	case OPTION_KIND_BOOL: *(bool *)place = !given->unset; return 0;
	case OPTION_KIND_COUNT: *(int *)place = given->unset ? 0 : *(int *)place + 1; return 0;
	case OPTION_KIND_SET: *(int *)place = given->unset ? 0 : (int)option->fallback; return 0;
	case OPTION_KIND_STRING: return store_string(parser, given);
	case OPTION_KIND_CALLBACK: return give(parser, given);
	default: return store_number(parser, given);
	}
}

/* The answer to wrong use in general: every form of the command and all options. */
static int usage_of_all(struct parser *parser)
{
	fputc('\n', parser->messages);
	optionhelp_usage(parser->messages, parser->usage);
	optionhelp_all(parser->messages, parser->options);
	fputc('\n', parser->messages);
	return stop(parser, OPTION_USAGE_STATUS);
}

/* -h: words behind it choose options. The pager serves only where the text goes to stderr. */
static int help(struct parser *parser)
{
	if (parser->messages == stderr) pager_start();
	if (parser->argc == 0) return usage_of_all(parser);
	fputc('\n', parser->messages);
	optionhelp_usage(parser->messages, parser->usage);
	optionhelp_matching(parser->messages, parser->options, parser->argc, parser->argv);
	fputc('\n', parser->messages);
	return stop(parser, OPTION_USAGE_STATUS);
}

/* --list-opts: with hidden ones, because completion offers what works, not only what is advertised. */
static int list_options(struct parser *parser)
{
	for (const struct option *option = parser->options; option->kind != OPTION_KIND_END; option++)
		if (is_row(option) && option->long_name) fprintf(parser->out, "--%s ", option->long_name);
	fputc('\n', parser->out);
	return stop(parser, OPTION_LIST_STATUS);
}

static void print_word(void *ctx, const char *name) { fprintf(ctx, "%s\n", name); }

/* word: a long or a short name; NULL: the arguments. */
static bool is_called(const struct option *option, const char *word)
{
	if (!word) return option->kind == OPTION_KIND_ARGUMENTS;
	if (word[0] && !word[1]) return option->short_name == word[0];
	return option->long_name && strcmp(option->long_name, word) == 0;
}

/* name is "--sort", "sort", "-s" or "s"; NULL: the arguments. */
static int list_values(struct parser *parser, const char *name)
{
	const char *word = name ? name + strspn(name, "-") : NULL;

	for (const struct option *option = parser->options; option->kind != OPTION_KIND_END; option++)
		if (is_called(option, word) && option->set) option_set_visit(option->set, print_word, parser->out);
	return stop(parser, OPTION_LIST_STATUS);
}

static int list_subcommands(struct parser *parser)
{
	for (const char *const *name = parser->subcommands; name && *name; name++) fprintf(parser->out, "%s ", *name);
	fputc('\n', parser->out);
	return stop(parser, OPTION_LIST_STATUS);
}

static void keep(struct parser *parser, const char *word) { parser->left[parser->left_count++] = word; }

/* Keeps the option that another command has, and the word behind it where that is its argument. */
static int keep_other(struct parser *parser, const char *word, const struct option *option, bool has_value)
{
	keep(parser, word);
	bool takes_next = !has_value && takes_argument(option) && !(option->flags & OPTION_OPTARG) &&
			  parser->argc > 0 && !(option->flags & OPTION_LASTARG && parser->argv[0][0] == '-');
	if (!takes_next) return 0;
	parser->argc--;
	keep(parser, *parser->argv++);
	return 0;
}

/* The row of a letter; the end of the table: there is none. */
static const struct option *find_letter(const struct option *option, char letter)
{
	while (option->kind != OPTION_KIND_END && !(is_row(option) && option->short_name == letter)) option++;
	return option;
}

/* A bundle of which a letter is unknown. It can be kept as it stands where it begins with that letter; the last one
 * decides whether an argument follows. NULL: it is no other command's. */
static const struct option *find_other_letter(const struct parser *parser, const char *bundle, bool *ret_has_value)
{
	const struct option *option = NULL;
	*ret_has_value = false;
	for (const char *p = bundle; parser->others && *p; p++) {
		option = find_letter(parser->others, *p);
		if (option->kind == OPTION_KIND_END) return NULL;
		*ret_has_value = takes_argument(option) && p[1];
		if (*ret_has_value) break;
	}
	return option;
}

static int unknown_switch(struct parser *parser, char letter)
{
	fprintf(parser->messages, "  Error: unknown switch `%c'\n", letter);
	return usage_of_all(parser);
}

/* A bundle. -h is help unless the table has an option of that letter. */
static int parse_short(struct parser *parser, const char *word)
{
	for (const char *p = word + 1; *p; p++) {
		const struct option *option = find_letter(parser->options, *p);

		if (option->kind == OPTION_KIND_END) {
			bool has_value;
			const struct option *other = p == word + 1 ? find_other_letter(parser, p, &has_value) : NULL;
			if (other) return keep_other(parser, word, other, has_value);
			if (*p == 'h') return help(parser);
			return unknown_switch(parser, *p);
		}
		struct given given = { .option = option, .attached = p[1] ? p + 1 : NULL, .is_short = true };
		if (apply(parser, &given) < 0) return -1;
		if (given.attached && takes_argument(option)) return 0;
	}
	return 0;
}

/* Whether there is a --no-NAME of it. */
static bool negatable(const struct option *option) { return !(option->flags & OPTION_NONEG); }

/* Whether name, `size` bytes long and not terminated there, is all of text. */
static bool equals(const char *name, size_t size, const char *text)
{
	return strncmp(name, text, size) == 0 && !text[size];
}

/* How well a name fits a row, worst first: parse_long compares them by their order. */
enum match { MATCH_NONE, MATCH_PREFIX, MATCH_NEGATED, MATCH_EXACT };

/* *ret_unset: the name is the negated form of the row's. Both a prefix of "no-NAME" and of NAME count as prefixes. */
static enum match match_name(const struct option *option, const char *name, size_t size, bool *ret_unset)
{
	const char *long_name = option->long_name;

	*ret_unset = false;
	if (!is_row(option) || !long_name) return MATCH_NONE;
	if (equals(name, size, long_name)) return MATCH_EXACT;
	if (strncmp(name, long_name, size) == 0) return MATCH_PREFIX;
	if (!negatable(option)) return MATCH_NONE;
	*ret_unset = true;
	/* --no-force. */
	if (size > 3 && strncmp(name, "no-", 3) == 0) {
		if (equals(name + 3, size - 3, long_name)) return MATCH_NEGATED;
		if (strncmp(name + 3, long_name, size - 3) == 0) return MATCH_PREFIX;
	}
	/* --inherit, where the table has no-inherit. */
	if (strncmp(long_name, "no-", 3) == 0) {
		if (equals(name, size, long_name + 3)) return MATCH_NEGATED;
		if (strncmp(name, long_name + 3, size) == 0) return MATCH_PREFIX;
	}
	return MATCH_NONE;
}

/* Lists the rows that the typed prefix fits; negated forms among them are named in the first line only. */
static int ambiguous(struct parser *parser, const char *name, size_t size, const struct given *first,
		     const struct given *second)
{
	fprintf(parser->messages, " Error: Ambiguous option: %.*s (could be --%s%s or --%s%s)\n\n", (int)size, name,
		first->unset ? "no-" : "", first->option->long_name, second->unset ? "no-" : "",
		second->option->long_name);
	optionhelp_usage(parser->messages, parser->usage);
	for (const struct option *option = parser->options; option->kind != OPTION_KIND_END; option++)
		if (is_row(option) && option->long_name && !(option->flags & OPTION_HIDDEN) &&
		    strncmp(option->long_name, name, size) == 0)
			optionhelp_option(parser->messages, option);
	return stop(parser, OPTION_USAGE_STATUS);
}

/* Says what is wrong first, and what may have been meant last: the list of options between them is long. */
static int unknown_option(struct parser *parser, const char *text, size_t size)
{
	_free_ char *typed = xstrndup(text, size);
	struct suggest suggest = suggest_for(typed);

	fprintf(parser->messages, "  Error: unknown option `%s'\n", text);
	usage_of_all(parser);
	for (const struct option *option = parser->options; option->kind != OPTION_KIND_END; option++)
		if (is_row(option) && option->long_name && !(option->flags & OPTION_HIDDEN))
			suggest_add(&suggest, option->long_name);
	_strbuf_done_ struct strbuf near = STRBUF_INIT;
	suggest_format(&suggest, "--", &near);
	if (near.size) fprintf(parser->messages, "\n%s", strbuf_text(&near));
	return -1;
}

/* The row of the other command that the name fits best; that command says it when several do. NULL: none. */
static const struct option *find_other_name(const struct parser *parser, const char *name, size_t size)
{
	static const struct option flag = { .kind = OPTION_KIND_BOOL };
	const struct option *found = NULL;
	enum match best = MATCH_NONE;
	bool unset, found_unset = false;
	for (const struct option *option = parser->others; option && option->kind != OPTION_KIND_END; option++) {
		enum match match = match_name(option, name, size, &unset);
		if (match <= best) continue;
		best = match;
		found = option;
		found_unset = unset;
	}
	return found && found_unset ? &flag : found; /* the negated form takes no argument */
}

/* previous holds the other row of the best class seen so far: two prefixes are ambiguous, two exact names cannot be. */
static int parse_long(struct parser *parser, const char *word)
{
	const char *name = word + 2, *equal = strchrnul(name, '=');
	size_t size = (size_t)(equal - name);
	struct given found = { 0 }, previous = { 0 };
	enum match best = MATCH_NONE;

	for (const struct option *option = parser->options; option->kind != OPTION_KIND_END && best != MATCH_EXACT;
	     option++) {
		bool unset;
		enum match match = match_name(option, name, size, &unset);

		if (match == MATCH_NONE || match < best) continue;
		previous = match == best ? found : (struct given){ 0 };
		best = match;
		found = (struct given){ .option = option, .attached = *equal ? equal + 1 : NULL, .unset = unset };
	}
	if (best == MATCH_NONE) {
		const struct option *other = find_other_name(parser, name, size);
		if (other) return keep_other(parser, word, other, *equal);
		return unknown_option(parser, name, size);
	}
	if (best == MATCH_PREFIX && previous.option) return ambiguous(parser, name, size, &previous, &found);
	return apply(parser, &found);
}

/* The --list-... words are options of every command; tables do not have rows for them. */
static int parse_word(struct parser *parser, const char *word)
{
	if (word[1] != '-') return parse_short(parser, word);
	if (strcmp(word, "--help") == 0) return usage_of_all(parser);
	if (strcmp(word, "--list-opts") == 0) return list_options(parser);
	if (strcmp(word, "--list-cmds") == 0) return list_subcommands(parser);
	if (strcmp(word, "--list-values") == 0) return list_values(parser, NULL);
	if (strncmp(word, "--list-values=", 14) == 0) return list_values(parser, word + 14);
	return parse_long(parser, word);
}

/* How many words are left at the front of argv, or -1. Behind "--", and behind the first word that is no option where
 * the table stops there, words are kept unread. */
static int parse(struct parser *parser)
{
	while (parser->argc > 0) {
		const char *word = *parser->argv++;

		parser->argc--;
		if (strcmp(word, "--") == 0) {
			if (parser->others) keep(parser, word);
			break;
		}
		if (word[0] == '-' && word[1]) {
			if (parse_word(parser, word) < 0) return -1;
			continue;
		}
		keep(parser, word);
		if (parser->flags & OPTIONS_STOP_AT_NON_OPTION) break;
	}
	while (parser->argc > 0) {
		keep(parser, *parser->argv++);
		parser->argc--;
	}
	parser->left[parser->left_count] = NULL;
	return parser->left_count;
}

bool options_subcommand_is(const char *word, const char *subcommand, size_t least)
{
	size_t size = strlen(word);
	return size >= least && strncmp(word, subcommand, size) == 0;
}

/* What option_table_parse and option_table_try have in common. */
static bool parse_table(const struct option_table *table, struct parser *parser, int *argc, int *ret_status)
{
	int left = 0;

	parser->options = table->rows;
	parser->usage = table->usage;
	parser->subcommands = table->subcommands;
	parser->flags = table->flags;
	parser->others = table->others;
	if (*argc > 0) left = parse(parser);
	if (left < 0) *ret_status = parser->status;
	else *argc = left;
	return left >= 0;
}

bool option_table_parse(const struct option_table *table, int *argc, const char **argv, void *values, int *ret_status)
{
	struct parser parser = {
		.out = stdout, .messages = stderr, .argv = argv + 1, .argc = *argc - 1, .left = argv, .values = values
	};

	return parse_table(table, &parser, argc, ret_status);
}

bool option_table_try(const struct option_table *table, int *argc, const char **argv, void *values, FILE *to,
		      int *ret_status)
{
	struct parser parser = {
		.out = to, .messages = to, .argv = argv + 1, .argc = *argc - 1, .left = argv, .values = values
	};

	return parse_table(table, &parser, argc, ret_status);
}

int option_table_usage(const struct option_table *table)
{
	fputc('\n', stderr);
	optionhelp_usage(stderr, table->usage);
	if (table->rows) optionhelp_all(stderr, table->rows);
	fputc('\n', stderr);
	return OPTION_USAGE_STATUS;
}

int option_table_usage_error(const struct option_table *table, const char *format, ...)
{
	va_list args;

	va_start(args, format);
	vfprintf(stderr, format, args);
	va_end(args);
	fputc('\n', stderr);
	return option_table_usage(table);
}

int option_table_unexpected(const struct option_table *table, const char *word)
{
	return option_table_usage_error(table, "  Error: unexpected argument `%s'", word);
}

int option_table_unknown_subcommand(const struct option_table *table, const char *word)
{
	const struct option_set set = { .what = "subcommand", .names = table->subcommands };

	fprintf(stderr, "  Error: unknown subcommand `%s'\n", word);
	print_near(stderr, &set, word);
	return option_table_usage(table);
}

int option_table_usage_for(const struct option_table *table, const char *name)
{
	optionhelp_usage(stderr, table->usage);
	options_help_for(table->rows, name);
	return OPTION_USAGE_STATUS;
}
