/* Command lines and what becomes of them: values, arguments left, or the message and the exit status. */
#include "cli/options.h"
#include <errno.h>
#include "tests/unit/test.h"

/* What the rows name; the members that nothing is stored in see to it that no offset is right by chance. */
static struct values {
	long unused;
	bool force, inherit_off, group, graph;
	int verbose, depth, mode;
	enum { SLOW, MIDDLING, FAST } speed;
	unsigned pages;
	struct inner {
		int unused;
		uint64_t count;
	} inner;
	long delay;
	const char *input, *raw, *chain;
	bool depth_was_given;
	const char *all_seen;
} given;
static char called[200];

static int options_call(const struct option *option, const char *arg, bool unset, void *member)
{
	size_t used = strlen(called);

	snprintf(called + used, sizeof(called) - used, "%s%s(%s)", unset ? "no-" : "", option->long_name,
		 arg ? arg : "");
	CHECK(member == &given.inner);
	return arg && strcmp(arg, "bad") == 0 ? option_error(option, "bad is bad") : 0;
}

static int options_whole(const struct option *option, const char *arg, bool unset, void *member)
{
	struct values *all = member;

	all->all_seen = arg;
	return 0;
}

static const char *const colours[] = { "red", "blue", NULL }, *const arguments[] = { "one", NULL };
static const struct option_set colour_set = { .what = "colour", .names = colours },
			       argument_set = { .what = "argument", .names = arguments };

static int check_colours(const struct option *option, const char *arg, bool unset)
{
	return strncmp(arg, "red", 3) == 0 || strcmp(arg, "blue") == 0 ? 0 : -EINVAL;
}

static void make_help(struct strbuf *help) { strbuf_printf(help, "%s or %s", colours[0], colours[1]); }

static const char *const usage[] = { "perf x [<options>]", "perf x -- <command>", NULL };
static const struct option options[] = {
	OPTION_BOOL('f', "force", struct values, force, "force it"),
	OPTION_BOOL('i', "no-inherit", struct values, inherit_off, "children do not inherit"),
	OPTION_COUNT('v', "verbose", struct values, verbose, "be more verbose"),
	OPTION_STRING('o', "output", struct values, input, "file", "output file name"),
	{ .kind = OPTION_KIND_INT,
	  .long_name = "max-stack",
	  .member = OPTION_MEMBER(int, struct values, depth),
	  .help = "depth",
	  .given = OPTION_MEMBER(bool, struct values, depth_was_given) },
	OPTION_UINT('m', "mmap-pages", struct values, pages, "pages"),
	OPTION_U64('c', "count", struct values, inner.count, "period"),
	OPTION_LONG('D', "delay", struct values, delay, "wait"),
	OPTION_SET(0, "fast", struct values, mode, 3, "fast mode"),
	OPTION_SET(0, "quick", struct values, speed, FAST, "an enum"),
	{ .kind = OPTION_KIND_CALLBACK, .long_name = "whole", .help = "of all values", .store = options_whole },
	{ .kind = OPTION_KIND_STRING,
	  .short_name = 'r',
	  .long_name = "raw",
	  .member = OPTION_MEMBER(const char *, struct values, raw),
	  .flags = OPTION_OPTARG,
	  .fallback = (intptr_t) "absent",
	  .help = "raw" },
	{ .kind = OPTION_KIND_STRING,
	  .short_name = 'g',
	  .long_name = "call-graph",
	  .member = OPTION_MEMBER(const char *, struct values, chain),
	  .flags = OPTION_LASTARG,
	  .fallback = (intptr_t) "default",
	  .help = "chains" },
	OPTION_CALLBACK('e', "event", struct values, inner, "event", "event selector", options_call),
	OPTION_CALLBACK_NOARG('n', "none", struct values, inner, "no argument", options_call),
	OPTION_CALLBACK_OPTARG('z', "zip", struct values, inner, "n", "level", options_call),
	{ .kind = OPTION_KIND_BOOL,
	  .long_name = "fixed",
	  .member = OPTION_MEMBER(bool, struct values, group),
	  .flags = OPTION_NONEG,
	  .help = "no way back" },
	{ .kind = OPTION_KIND_BOOL,
	  .short_name = 'a',
	  .long_name = "add",
	  .member = OPTION_MEMBER(bool, struct values, group),
	  .flags = OPTION_EXCLUSIVE,
	  .help = "add" },
	{ .kind = OPTION_KIND_BOOL,
	  .short_name = 'd',
	  .long_name = "del",
	  .member = OPTION_MEMBER(bool, struct values, graph),
	  .flags = OPTION_EXCLUSIVE,
	  .help = "delete" },
	OPTION_NATURAL_INT(0, "limit", struct values, depth, "how many"),
	{ .kind = OPTION_KIND_STRING,
	  .long_name = "words",
	  .member = OPTION_MEMBER(const char *, struct values, raw),
	  .set = &colour_set,
	  .parse = check_colours,
	  .make_help = make_help },
	OPTION_ARGUMENTS(&argument_set),
	{ .kind = OPTION_KIND_BOOL,
	  .long_name = "secret",
	  .member = OPTION_MEMBER(bool, struct values, graph),
	  .flags = OPTION_HIDDEN,
	  .help = "hidden" },
	OPTION_END
};

static char *output;
static int status;
/* Of a command that what is left is handed to; NULL: nobody. */
static const struct option *others;

/* Parses the words of line; the arguments left come back joined by '|'. */
static const char *parse_flags(const char *line, unsigned flags)
{
	const struct option_table table = { .rows = options, .usage = usage, .flags = flags, .others = others };
	static char text[400], left[400];
	const char *argv[40] = { "x" };
	int argc = 1;
	size_t output_size;

	given = (struct values){ 0 };
	called[0] = left[0] = '\0';
	status = 0;
	free(output);
	output = NULL;
	snprintf(text, sizeof(text), "%s", line);
	for (char *word = strtok(text, " "); word; word = strtok(NULL, " "))
		argv[argc++] = strcmp(word, "''") == 0 ? "" : word;
	FILE *to = open_memstream(&output, &output_size);
	bool goes_on = option_table_try(&table, &argc, argv, &given, to, &status);
	fclose(to);
	if (!goes_on) return "ended";
	CHECK(argv[argc] == NULL);
	for (int i = 0; i < argc; i++)
		snprintf(left + strlen(left), sizeof(left) - strlen(left), "%s%s", i ? "|" : "", argv[i]);
	return left;
}

static const char *parse(const char *line) { return parse_flags(line, 0); }

/* The line must be refused, with a message that begins so. */
static void refused(const char *file_line, const char *line, const char *message)
{
	const char *left = parse(line);

	if (strcmp(left, "ended") == 0 && status == OPTION_USAGE_STATUS &&
	    strncmp(output, message, strlen(message)) == 0)
		return;
	test_failures++;
	fprintf(stderr, "%s: \"%s\" gave left \"%s\" status %d output:\n%s\n", file_line, line, left, status, output);
}
#define TEXT_(n) #n
#define TEXT(n) TEXT_(n)
#define REFUSED(line, message) refused(__FILE__ ":" TEXT(__LINE__), line, message)

/* Options that another command has are left with their arguments; what both have is the table's own. */
TEST(options_of_others)
{
	static const struct option rows[] = { OPTION_BOOL('A', "all", struct values, force, "all"),
					      OPTION_BOOL('v', "verbose", struct values, force, "of both"),
					      OPTION_STRING('k', "kount", struct values, input, "n", "a value"),
					      { .kind = OPTION_KIND_STRING,
						.short_name = 'w',
						.long_name = "wobble",
						.flags = OPTION_OPTARG,
						.member = OPTION_MEMBER(const char *, struct values, input),
						.help = "perhaps a value" },
					      OPTION_END };
	others = rows;
	CHECK_STR(parse("-A -f -k 10 -v a"), "-A|-k|10|a");
	CHECK(given.force && given.verbose == 1);
	CHECK_STR(parse("-Ak10 -Ak 10 -k=5 -f"), "-Ak10|-Ak|10|-k=5");
	CHECK_STR(parse("--kount 10 --kount=10 --no-kount --wob -f b"), "--kount|10|--kount=10|--no-kount|--wob|b");
	CHECK_STR(parse("-w -f"), "-w");
	CHECK_STR(parse("-k"), "-k");
	CHECK_STR(parse_flags("-k 10 cmd -f -A", OPTIONS_STOP_AT_NON_OPTION), "-k|10|cmd|-f|-A");
	CHECK_STR(parse("-A -- -f"), "-A|--|-f");
	REFUSED("-Ay", "  Error: unknown switch `A'");
	REFUSED("--neither", "  Error: unknown option `neither'");
	others = NULL;
	REFUSED("-A", "  Error: unknown switch `A'");
}

TEST(booleans)
{
	CHECK_STR(parse("--force a -i b"), "a|b");
	CHECK(given.force && given.inherit_off);
	parse("--force --no-force");
	CHECK(!given.force);
	parse("-i --inherit");
	CHECK(!given.inherit_off);
	parse("-i --no-no-inherit");
	CHECK(!given.inherit_off);
	parse("--no-inherit");
	CHECK(given.inherit_off);
	parse("--fast");
	CHECK_INT(given.mode, 3);
	parse("--fast --no-fast");
	CHECK_INT(given.mode, 0);
	parse("--secret");
	CHECK(given.graph);
	parse("--quick");
	CHECK_INT(given.speed, FAST);
	parse("--quick --no-quick");
	CHECK_INT(given.speed, SLOW);
}

TEST(counts)
{
	parse("-v -vv --verbose");
	CHECK_INT(given.verbose, 4);
	parse("-vvv --no-verbose -v");
	CHECK_INT(given.verbose, 1);
}

TEST(bundles)
{
	CHECK_STR(parse("-fvio out a"), "a");
	CHECK(given.force && given.inherit_off);
	CHECK_INT(given.verbose, 1);
	CHECK_STR(given.input, "out");
	parse("-fm16");
	CHECK_INT(given.pages, 16);
	CHECK(given.force);
}

TEST(values)
{
	parse("-o x");
	CHECK_STR(given.input, "x");
	parse("-ox");
	CHECK_STR(given.input, "x");
	parse("--output=x");
	CHECK_STR(given.input, "x");
	parse("--output x");
	CHECK_STR(given.input, "x");
	parse("--output=");
	CHECK_STR(given.input, "");
	parse("--output=a=b");
	CHECK_STR(given.input, "a=b");
	parse("-o -x");
	CHECK_STR(given.input, "-x");
	parse("-o x --no-output");
	CHECK_STR(given.input, NULL);
}

TEST(numbers)
{
	parse("--max-stack -3");
	CHECK_INT(given.depth, -3);
	CHECK(given.depth_was_given);
	parse("--max-stack 3 --no-max-stack");
	CHECK_INT(given.depth, 0);
	CHECK(given.depth_was_given);
	parse("--max-stack=2147483647");
	CHECK_INT(given.depth, 2147483647);
	parse("-c 18446744073709551615");
	CHECK(given.inner.count == UINT64_MAX);
	parse("-D -1");
	CHECK_INT(given.delay, -1);
	parse("-m 4294967295");
	CHECK_INT(given.pages, 4294967295);
	REFUSED("--max-stack", " Error: option `max-stack' requires a value\n Usage: perf x [<options>]\n    or: perf "
			       "x -- <command>\n\n        --max-stack <n>   depth\n");
	REFUSED("--max-stack x", " Error: option `max-stack' expects a numerical value, not `x'\n");
	REFUSED("--max-stack 12k", " Error: option `max-stack' expects a numerical value, not `12k'\n");
	REFUSED("--max-stack=", " Error: option `max-stack' expects a numerical value, not `'\n");
	REFUSED("--max-stack 2147483648", " Error: option `max-stack' expects a numerical value, not `2147483648'\n");
	REFUSED("--max-stack 99999999999999999999",
		" Error: option `max-stack' expects a numerical value, not `99999999999999999999'\n");
	REFUSED("-m -1", " Error: switch `m' expects an unsigned numerical value, not `-1'\n");
	REFUSED("-m 4294967296", " Error: switch `m' expects a numerical value, not `4294967296'\n");
	REFUSED("-c -1", " Error: switch `c' expects an unsigned numerical value, not `-1'\n");
	REFUSED("-c 1x", " Error: switch `c' expects a numerical value, not `1x'\n");
	REFUSED("-c 18446744073709551616",
		" Error: switch `c' expects a numerical value, not `18446744073709551616'\n");
	REFUSED("-D", " Error: switch `D' requires a value\n");
}

TEST(checked_values)
{
	parse("--limit 5");
	CHECK_INT(given.depth, 5);
	REFUSED("--limit -5", " Error: option `limit' expects a value that is not negative, not `-5'\n");
	CHECK_STR(parse("--words red,blue x"), "x");
	CHECK_STR(given.raw, "red,blue");
	parse("--words red --no-words");
	CHECK_STR(given.raw, NULL);
	/* what the function that checks leaves to the parser to say */
	REFUSED("--words bleu", " Error: option `words' does not take `bleu'\nDid you mean this?\n\tblue\nKnown are: "
				"red, blue\n\n Usage: perf x");
}

TEST(values_for_completion)
{
	CHECK_STR(parse("--list-values=--words"), "ended");
	CHECK_STR(output, "red\nblue\n");
	CHECK_INT(status, OPTION_LIST_STATUS);
	parse("--list-values=words");
	CHECK_STR(output, "red\nblue\n");
	parse("--list-values=-o");
	CHECK_STR(output, "");
	parse("--list-values");
	CHECK_STR(output, "one\n");
}

TEST(optional_arguments)
{
	CHECK_STR(parse("--raw x"), "x");
	CHECK_STR(given.raw, "absent");
	CHECK_STR(parse("--raw=y x"), "x");
	CHECK_STR(given.raw, "y");
	CHECK_STR(parse("-r x"), "x");
	CHECK_STR(given.raw, "absent");
	parse("-ry");
	CHECK_STR(given.raw, "y");
	parse("-fry");
	CHECK_STR(given.raw, "y");
	parse("-r --no-raw");
	CHECK_STR(given.raw, NULL);
}

TEST(arguments_unless_last)
{
	CHECK_STR(parse("-g caller x"), "x");
	CHECK_STR(given.chain, "caller");
	parse("-g");
	CHECK_STR(given.chain, "default");
	parse("--call-graph -f");
	CHECK_STR(given.chain, "default");
	CHECK(given.force);
	parse("--call-graph=fp");
	CHECK_STR(given.chain, "fp");
	parse("-gfp");
	CHECK_STR(given.chain, "fp");
}

TEST(callbacks)
{
	parse("-e a --event=b --no-event -n --no-none -z -z3 --zip=4 --zip");
	CHECK_STR(called, "event(a)event(b)no-event()none()no-none()zip()zip(3)zip(4)zip()");
	REFUSED("-e", " Error: switch `e' requires a value\n");
	REFUSED("-f -e bad", "\n Usage: perf x [<options>]\n    or: perf x -- <command>\n\n    -e, --event <event>   "
			     "event selector\n");
}

TEST(callbacks_without_a_member)
{
	parse("--whole=x");
	CHECK_STR(given.all_seen, "x");
}

/* Nothing but the members that were named is written to. */
TEST(members)
{
	parse("--max-stack 4 -c 9 -o x");
	CHECK(given.depth_was_given);
	CHECK(given.inner.count == 9 && given.inner.unused == 0 && given.unused == 0);
	parse("--limit 4");
	CHECK(!given.depth_was_given);
	CHECK_INT(given.depth, 4);
}

TEST(prefixes)
{
	parse("--outp x");
	CHECK_STR(given.input, "x");
	parse("--o x");
	CHECK_STR(given.input, "x");
	parse("--forc");
	CHECK(given.force);
	parse("--force --no-forc");
	CHECK(!given.force);
	parse("-i --inh");
	CHECK(!given.inherit_off);
	parse("--no-inh");
	CHECK(given.inherit_off);
	parse("--max=4");
	CHECK_INT(given.depth, 4);
	REFUSED("--f", " Error: Ambiguous option: f (could be --fast or --fixed)\n\n Usage: perf x [<options>]\n");
	REFUSED("--no-f", " Error: Ambiguous option: no-f (could be --no-force or --no-fast)\n");
	REFUSED("--ma=3 --forcee", "  Error: unknown option `forcee'\n");
}

TEST(no_value_wanted)
{
	REFUSED("--force=1", " Error: option `force' takes no value\n");
	REFUSED("--no-force=1", " Error: option `no-force' takes no value\n");
	REFUSED("--no-output=1", " Error: option `no-output' takes no value\n");
	REFUSED("--none=1", " Error: option `none' takes no value\n");
	REFUSED("-vf=3", "  Error: unknown switch `='\n");
}

TEST(unknown)
{
	REFUSED("-Z", "  Error: unknown switch `Z'\n\n Usage: perf x [<options>]\n    or: perf x -- <command>\n\n    "
		      "-a, --add             add\n    -c, --count <n>       period\n");
	REFUSED("-fZ", "  Error: unknown switch `Z'\n");
	REFUSED("--fo=3x --bar=3", " Error: option `force' takes no value\n");
	REFUSED("--bar=3", "  Error: unknown option `bar=3'\n\n Usage: perf x");
	REFUSED("--no-fixed", "  Error: unknown option `no-fixed'\n");
	REFUSED("--no-no-force", "  Error: unknown option `no-no-force'\n");
	REFUSED("--outptu", "  Error: unknown option `outptu'\n");
	CHECK(strstr(output, "\nDid you mean this?\n\t--output\n") != NULL);
	CHECK(strstr(output, "--secret") == NULL);
}

TEST(exclusive)
{
	CHECK_STR(parse("-a -a"), "");
	REFUSED("-a -d", " Error: switch `d' cannot be used with switch `a'\n Usage: perf x [<options>]\n    or: perf "
			 "x -- <command>\n\n    -d, --del             delete\n    -a, --add             add\n");
	REFUSED("--add --del", " Error: option `del' cannot be used with add\n");
}

TEST(end_of_options)
{
	CHECK_STR(parse("a -- -f b --"), "a|-f|b|--");
	CHECK(!given.force);
	CHECK_STR(parse("- -f"), "-");
	CHECK(given.force);
	CHECK_STR(parse("'' x"), "|x");
	CHECK_STR(parse_flags("-f ls -v --foo", OPTIONS_STOP_AT_NON_OPTION), "ls|-v|--foo");
	CHECK_INT(given.verbose, 0);
	CHECK_STR(parse_flags("-f -- ls -- -v", OPTIONS_STOP_AT_NON_OPTION), "ls|--|-v");
}

TEST(help_of_all)
{
	REFUSED("-h", "\n Usage: perf x [<options>]\n    or: perf x -- <command>\n\n"
		      "    -a, --add             add\n"
		      "    -c, --count <n>       period\n"
		      "    -d, --del             delete\n"
		      "    -D, --delay <n>       wait\n"
		      "    -e, --event <event>   event selector\n"
		      "    -f, --force           force it\n"
		      "    -g, --call-graph ...  chains\n"
		      "    -i, --no-inherit      children do not inherit\n"
		      "    -m, --mmap-pages <n>  pages\n"
		      "    -n, --none            no argument\n"
		      "    -o, --output <file>   output file name\n"
		      "    -r, --raw[=...]       raw\n"
		      "    -v, --verbose         be more verbose\n"
		      "    -z, --zip[=<n>]       level\n"
		      "        --fast            fast mode\n"
		      "        --fixed           no way back\n"
		      "        --limit <n>       how many\n"
		      "        --max-stack <n>   depth\n"
		      "        --quick           an enum\n"
		      "        --whole ...       of all values\n"
		      "        --words ...       red or blue\n\n");
	CHECK(strstr(output, "secret") == NULL);
	REFUSED("-fh", "\n Usage: perf x");
	REFUSED("x --help", "\n Usage: perf x");
}

TEST(help_of_some)
{
	REFUSED("-h o", "\n Usage: perf x [<options>]\n    or: perf x -- <command>\n\n    -o, --output <file>   output "
			"file name\n\n");
	REFUSED("-h -o", "\n Usage: perf x [<options>]\n    or: perf x -- <command>\n\n    -o, --output <file>   "
			 "output file name\n\n");
	REFUSED("-h --fast",
		"\n Usage: perf x [<options>]\n    or: perf x -- <command>\n\n        --fast            fast mode\n\n");
	REFUSED("-h SELECTOR depth", "\n Usage: perf x [<options>]\n    or: perf x -- <command>\n\n    -e, --event "
				     "<event>   event selector\n        --max-stack <n>   depth\n\n");
	REFUSED("-h BLUE",
		"\n Usage: perf x [<options>]\n    or: perf x -- <command>\n\n        --words ...       red or "
		"blue\n\n");
	REFUSED("-h nothing", "\n Usage: perf x [<options>]\n    or: perf x -- <command>\n\n\n");
}

TEST(listings)
{
	parse("--list-opts");
	CHECK_INT(status, OPTION_LIST_STATUS);
	CHECK(strncmp(output, "--force --no-inherit --verbose --output ", 40) == 0);
	CHECK(strstr(output, "secret") != NULL);
	parse("--list-cmds");
	CHECK_INT(status, OPTION_LIST_STATUS);
	CHECK_STR(output, "\n");
	REFUSED("--list-op", "  Error: unknown option `list-op'");
}

TEST(numbers_alone)
{
	int64_t value = 7;

	CHECK_INT(option_number("12", 0, 20, &value), 0);
	CHECK_INT(value, 12);
	CHECK(option_number("21", 0, 20, &value) < 0);
	CHECK(option_number("", 0, 20, &value) < 0);
	CHECK(option_number("0x3", 0, 20, &value) < 0);
	CHECK_INT(value, 12);
	CHECK(option_number("20", 0, 20, &value) == 0 && value == 20);
	CHECK(option_number("0", 0, 20, &value) == 0 && value == 0);
	CHECK(option_number("-1", 0, 20, &value) < 0);
}

TEST_MAIN
