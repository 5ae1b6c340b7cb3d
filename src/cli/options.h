/* Command lines. A command describes its options as a table of constant rows; the parser fills a struct of values that
 * the command owns:
 *
 *     struct values { bool list; const char *output; };
 *     static const char *const usage[] = { "perf x [<options>] [<file>]", NULL };
 *     static const struct option rows[] = {
 *             OPTION_BOOL('l', "list", struct values, list, "only list them"),
 *             OPTION_STRING('o', "output", struct values, output, "file", "output file name"),
 *             OPTION_END,
 *     };
 *     static const struct option_table table = { .rows = rows, .usage = usage };
 *
 *     struct values values = { .list = false };
 *     if (!option_table_parse(&table, &argc, argv, &values, &status)) return status;
 *
 * The conventions are those that users of perf and git know: short and long names, short ones bundled (-vvg), long ones
 * by any prefix that only one has, the value as "--name value", "--name=value", "-n value" or "-nvalue". --no-NAME
 * undoes every option that can be undone; one whose own name begins with "no-" is undone by the name without it. "--"
 * ends the options.
 *
 * -h prints help made from the table; words behind it choose options by name or by a word of their help. Help and
 * complaints go to stderr, help through the pager where that is a terminal, and the exit status is 129, which scripts
 * expect. For completion there are --list-opts, --list-cmds, and --list-values[=NAME]: the words that values of an
 * option, or the arguments, are made of, one a line.
 *
 * What makes a row: option_form.h has rows for values of more than one command, option_set.h sets of known words. */
#ifndef CLI_OPTIONS_H
#define CLI_OPTIONS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include "base/compiler.h"
#include "cli/option_set.h"

/* What an option's value is, and so what type of member it goes to. */
enum option_kind {
	/* Behind the last row. */
	OPTION_KIND_END,
	/* No option: a title in the help. */
	OPTION_KIND_GROUP,
	/* No option: its set holds the words that arguments are made of, for `--list-values` without a name. */
	OPTION_KIND_ARGUMENTS,
	/* bool: true; false after --no-NAME. */
	OPTION_KIND_BOOL,
	/* int: one more each time it is given (-v, -vv); 0 after --no-NAME. */
	OPTION_KIND_COUNT,
	/* int or enum: becomes the row's fallback; 0 after --no-NAME. */
	OPTION_KIND_SET,
	/* const char *: points into argv, which outlives the command; NULL after --no-NAME. */
	OPTION_KIND_STRING,
	/* Numbers, decimal, checked against the range of their type; 0 after --no-NAME. */
	OPTION_KIND_INT,
	OPTION_KIND_UINT,
	OPTION_KIND_LONG,
	OPTION_KIND_U64,
	/* Whatever the row's store function makes of the argument. */
	OPTION_KIND_CALLBACK,
};

/* Bits of struct option's flags. */
enum option_flag {
	/* The argument is optional: it must be attached (--name=value, -nvalue). Without it the fallback is taken. */
	OPTION_OPTARG = 1,
	/* Of a callback: there is no argument. */
	OPTION_NOARG = 2,
	/* There is no --no-NAME. */
	OPTION_NONEG = 4,
	/* Not shown by -h, but by --list-opts. */
	OPTION_HIDDEN = 8,
	/* Refused together with another option of the table that has this flag. */
	OPTION_EXCLUSIVE = 16,
	/* The next word is the argument unless there is none, or it begins with '-': then the fallback is taken. */
	OPTION_LASTARG = 32,
	/* A number that is refused when it is negative, though its type could be. */
	OPTION_NATURAL = 64,
};

/* Exit statuses of commands, upstream's: after wrong use and after -h; after --list-opts and the like. */
#define OPTION_USAGE_STATUS 129
#define OPTION_LIST_STATUS 130

/* A row. The macros below make them; a row that wants more than one of them gives is written out. */
struct option {
	enum option_kind kind;
	/* The letter of -x; 0: none. */
	char short_name;
	/* The name without the dashes of --name; NULL: none. A row has a letter, a long name or both. */
	const char *long_name;
	/* Where in the values it goes: 1 + the offset in bytes (OPTION_MEMBER). 0: nowhere, a callback gets all of
	 * the values. */
	size_t member;
	/* The argument in the help: "file" is shown as <file>. NULL: <n> for a number, "..." for others. */
	const char *arg_name;
	/* The help's text. Several lines are shown as they are. */
	const char *help;
	/* Appends the help, where a table elsewhere says what stands in it; NULL: it is .help. */
	void (*make_help)(struct strbuf *help);
	/* enum option_flag. */
	unsigned flags;
	/* What an absent optional argument stands for (number or const char *), and what OPTION_KIND_SET stores. */
	intptr_t fallback;
	/* OPTION_KIND_STRING: looks at a value that has been stored; returns as store does. unset is false. NULL:
	 * nothing. */
	int (*parse)(const struct option *option, const char *arg, bool unset);
	/* OPTION_KIND_CALLBACK: reads arg into member, which is the address of the row's member, or of the values where
	 * the row has none. An absent argument is (const char *)fallback, normally NULL. unset: it was --no-NAME, arg
	 * is NULL. Returns 0; -1 after it has reported through option_error or option_unknown; or -EINVAL, which leaves
	 * it to the parser to say that arg is wrong. A negative result ends the command, after the option's line of the
	 * help. */
	int (*store)(const struct option *option, const char *arg, bool unset, void *member);
	/* The words that the value is made of, for completion and for what may have been meant; NULL: any. */
	const struct option_set *set;
	/* OPTION_MEMBER of a bool that becomes true when the option is given, in either form; 0: none. */
	size_t given;
};

/* A member of the struct of values that the command owns. It does not compile when the member is not of that type.
 * member may be one of a struct inside: OPTION_MEMBER(bool, struct report_values, session.force). */
#define OPTION_MEMBER(type, values, member) (1 + _Generic(((values *)0)->member, type : offsetof(values, member)))
/* The same for a callback, which knows the type. */
#define OPTION_PLACE(values, member) (1 + offsetof(values, member))

/* Of a table: what follows the first word that is no option is not looked at. record, stat and trace have it, for the
 * command that they run has options of its own; so have commands with subcommands. */
#define OPTIONS_STOP_AT_NON_OPTION 1u

/* A command line: what may stand in it, and how wrong use is answered. */
struct option_table {
	/* The last is OPTION_END. */
	const struct option *rows;
	/* What stands behind "Usage:", a form a line; NULL-terminated. */
	const char *const *usage;
	/* For --list-cmds; NULL-terminated. NULL: none. */
	const char *const *subcommands;
	/* OPTIONS_STOP_AT_NON_OPTION, or 0. */
	unsigned flags;
	/* Rows of the command that what is left is handed to; NULL: nobody. Their options are no mistakes: they are
	 * left in argv, each with its argument, and so is "--". What both tables have is this one's. */
	const struct option *others;
};

#define OPTION_END                      \
	{                               \
		.kind = OPTION_KIND_END \
	}
#define OPTION_GROUP(title)                                \
	{                                                  \
		.kind = OPTION_KIND_GROUP, .help = (title) \
	}
#define OPTION_ARGUMENTS(set_)                                                       \
	{                                                                            \
		.kind = OPTION_KIND_ARGUMENTS, .flags = OPTION_HIDDEN, .set = (set_) \
	}

/* Rows of options. Their arguments, in this order: short name (0: none), long name, the struct of the values, its
 * member, name of the argument, help, and the callback. */
#define OPTION_ROW(kind_, s, l, h) .kind = (kind_), .short_name = (s), .long_name = (l), .help = (h)
#define OPTION_BOOL(s, l, values, m, h)                                                         \
	{                                                                                       \
		OPTION_ROW(OPTION_KIND_BOOL, s, l, h), .member = OPTION_MEMBER(bool, values, m) \
	}
#define OPTION_COUNT(s, l, values, m, h)                                                        \
	{                                                                                       \
		OPTION_ROW(OPTION_KIND_COUNT, s, l, h), .member = OPTION_MEMBER(int, values, m) \
	}
/* An int or an enum, which becomes n; 0 after --no-NAME. */
#define OPTION_SET(s, l, values, m, n, h)                                      \
	{                                                                      \
		OPTION_ROW(OPTION_KIND_SET, s, l, h),                          \
			.member = 1 + _Generic(((values *)0)->m, int           \
					       : offsetof(values, m), unsigned \
					       : offsetof(values, m)),         \
			.fallback = (n)                                        \
	}
#define OPTION_STRING(s, l, values, m, a, h)                                                               \
	{                                                                                                  \
		OPTION_ROW(OPTION_KIND_STRING, s, l, h), .member = OPTION_MEMBER(const char *, values, m), \
							 .arg_name = (a)                                   \
	}
#define OPTION_INT(s, l, values, m, h)                                                                         \
	{                                                                                                      \
		OPTION_ROW(OPTION_KIND_INT, s, l, h), .member = OPTION_MEMBER(int, values, m), .arg_name = "n" \
	}
#define OPTION_NATURAL_INT(s, l, values, m, h)                                                                  \
	{                                                                                                       \
		OPTION_ROW(OPTION_KIND_INT, s, l, h), .member = OPTION_MEMBER(int, values, m), .arg_name = "n", \
						      .flags = OPTION_NATURAL                                   \
	}
#define OPTION_UINT(s, l, values, m, h)                                                                              \
	{                                                                                                            \
		OPTION_ROW(OPTION_KIND_UINT, s, l, h), .member = OPTION_MEMBER(unsigned, values, m), .arg_name = "n" \
	}
#define OPTION_LONG(s, l, values, m, h)                                                                          \
	{                                                                                                        \
		OPTION_ROW(OPTION_KIND_LONG, s, l, h), .member = OPTION_MEMBER(long, values, m), .arg_name = "n" \
	}
#define OPTION_U64(s, l, values, m, h)                                                                              \
	{                                                                                                           \
		OPTION_ROW(OPTION_KIND_U64, s, l, h), .member = OPTION_MEMBER(uint64_t, values, m), .arg_name = "n" \
	}
#define OPTION_CALLBACK(s, l, values, m, a, h, fn)                                                             \
	{                                                                                                      \
		OPTION_ROW(OPTION_KIND_CALLBACK, s, l, h), .member = OPTION_PLACE(values, m), .arg_name = (a), \
							   .store = (fn)                                       \
	}
#define OPTION_CALLBACK_NOARG(s, l, values, m, h, fn)                                                                \
	{                                                                                                            \
		OPTION_ROW(OPTION_KIND_CALLBACK, s, l, h), .member = OPTION_PLACE(values, m), .flags = OPTION_NOARG, \
							   .store = (fn)                                             \
	}
#define OPTION_CALLBACK_OPTARG(s, l, values, m, a, h, fn)                                                      \
	{                                                                                                      \
		OPTION_ROW(OPTION_KIND_CALLBACK, s, l, h), .member = OPTION_PLACE(values, m), .arg_name = (a), \
							   .flags = OPTION_OPTARG, .store = (fn)               \
	}

/* A callback of a row without a member: it gets all values. */
#define OPTION_CALLBACK_ALL(s, l, a, h, fn)                                               \
	{                                                                                 \
		OPTION_ROW(OPTION_KIND_CALLBACK, s, l, h), .arg_name = (a), .store = (fn) \
	}
#define OPTION_CALLBACK_ALL_NOARG(s, l, h, fn)                                                  \
	{                                                                                       \
		OPTION_ROW(OPTION_KIND_CALLBACK, s, l, h), .flags = OPTION_NOARG, .store = (fn) \
	}
#define OPTION_CALLBACK_ALL_OPTARG(s, l, a, h, fn)                                                                \
	{                                                                                                         \
		OPTION_ROW(OPTION_KIND_CALLBACK, s, l, h), .arg_name = (a), .flags = OPTION_OPTARG, .store = (fn) \
	}

/* Whether word means the subcommand: its name, or a prefix of it of at least `least` characters. */
bool options_subcommand_is(const char *word, const char *subcommand, size_t least);

/* Reads argv[1..] into *values, a struct with the members that the rows name. argv[0] is the command's name. Members
 * of options that were not given keep what they had: defaults are set before the call.
 *
 * True: *argc words are left, at argv[0..], behind them a NULL; argv is changed in place, its strings are not copied.
 * False: that ends the command, with *ret_status as its exit status; what there is to say (help, what is wrong) has
 * been printed. *argc and *ret_status are set in their own case only. */
bool option_table_parse(const struct option_table *table, int *argc, const char **argv, void *values,
			int *ret_status) _warn_unused_;
/* The same with all that the parser prints going to `to`, and without a pager. What callbacks say goes to stderr. */
bool option_table_try(const struct option_table *table, int *argc, const char **argv, void *values, FILE *to,
		      int *ret_status) _warn_unused_;

/* For commands that find arguments wrong after parsing. Each prints to stderr and returns the exit status of wrong use:
 * the usage and all options; */
int option_table_usage(const struct option_table *table);
/* the same after a line that says why; */
int option_table_usage_error(const struct option_table *table, const char *format, ...) _printf_(2, 3);
/* the same for a word that is none of the table's subcommands, with what may have been meant; */
int option_table_unknown_subcommand(const struct option_table *table, const char *word);
/* the same for an argument that the command has no use for; */
int option_table_unexpected(const struct option_table *table, const char *word);
/* only that option's line, below the usage. name is a long name, or a short one of one letter. */
int option_table_usage_for(const struct option_table *table, const char *name);

/* What a callback says about a wrong argument, one line on stderr; returns -1. */
int option_error(const struct option *option, const char *format, ...) _printf_(2, 3);
/* The same for a word (the whole value, or a member of a list) that the option's set does not have: names both, what
 * may have been meant, and the set; returns -1. */
int option_unknown(const struct option *option, const char *word);
/* The same without the first line, for a command that has said it in words of its own. */
int option_suggest(const struct option *option, const char *word);
/* Whether all of the value's words are in the option's set, which must not be open: 0, or -1 after option_unknown. For
 * .parse. */
int option_check_set(const struct option *option, const char *value, bool unset);
/* A number as option values are read: decimal, with an optional sign, the whole text, in [min, max]. 0, or -EINVAL
 * with *ret untouched. */
int option_number(const char *text, int64_t min, int64_t max, int64_t *ret);

/* That option's line, as in the help; name is a long name, or a short one of one letter. */
void options_help_for(const struct option *options, const char *name);

#endif
