/* One option parser for every command: constant rows in a table, each naming a member of the struct of values that the
 * command owns, with the conventions users know: short and long names, bundled
 * short options, unique prefixes of long names, `--no-X` for every boolean and for what takes a value, optional
 * arguments only as
 * `--name=value` or `-nvalue`, `--` ends options. An option whose own name starts with "no-" is undone by the name
 * without it.
 *
 * `-h` prints help made from the table; words after it select options by name or by a word of their help. Help and the
 * complaints about wrong use go to stderr and end with exit status 129, as users' scripts expect; on a terminal help
 * goes through the pager.
 * --list-opts and --list-cmds print names for completion and exit; --list-values=NAME prints the words that an option's
 * value is made of, one a line, --list-values those of the arguments. */
#ifndef CLI_OPTIONS_H
#define CLI_OPTIONS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include "base/compiler.h"
#include "cli/option_set.h"

enum option_kind {
	OPTION_KIND_END,
	OPTION_KIND_GROUP,
	OPTION_KIND_ARGUMENTS /* no option: its set is of the arguments */,
	OPTION_KIND_BOOL,
	OPTION_KIND_COUNT /* -v -vv, int */,
	OPTION_KIND_SET /* int := fallback */,
	OPTION_KIND_STRING,
	OPTION_KIND_INT,
	OPTION_KIND_UINT,
	OPTION_KIND_LONG,
	OPTION_KIND_U64,
	OPTION_KIND_CALLBACK
};

#define OPTION_OPTARG                                                                                                \
	1u               /* the argument is optional, only given attached (--name=value, -nvalue); absent: .fallback \
			  */
#define OPTION_NOARG 2u  /* callback without argument */
#define OPTION_NONEG 4u  /* no --no- form */
#define OPTION_HIDDEN 8u /* not in -h, but in --list-opts */
#define OPTION_EXCLUSIVE 16u /* not together with another option so marked in this table */
#define OPTION_NATURAL 64u   /* a number that is not negative, though its type could be */
#define OPTION_LASTARG \
	32u /* the next word is the argument unless there is none or it starts with '-'; absent: .fallback */

#define OPTION_USAGE_STATUS 129 /* exit status after wrong use, and after -h */
#define OPTION_LIST_STATUS 130  /* exit status of --list-opts and --list-cmds of a command */

struct option {
	enum option_kind kind;
	char short_name;       /* 0: none */
	const char *long_name; /* NULL: none */
	size_t member; /* OPTION_MEMBER of the values: where what was given goes; 0: none, a callback gets all values */
	const char *arg_name;                   /* "<file>" is shown from "file" */
	const char *help;                       /* may have several lines; they are shown as they are */
	void (*make_help)(struct strbuf *help); /* appends the help when it is wanted, where tables say what is in it;
						   NULL: .help has it */
	unsigned flags;
	intptr_t fallback; /* value of an absent optional argument (number, or const char *); what OPTION_KIND_SET
			      stores */
	/* OPTION_KIND_STRING: may be NULL; looks at a value that was given and has been stored. Returns as store; unset
	 * is false */
	int (*parse)(const struct option *option, const char *arg, bool unset);
	/* OPTION_KIND_CALLBACK: arg is (const char *)fallback when absent, normally NULL; unset for --no-X, arg is then
	 * NULL. member: the address of the row's member, or of the values when the row has none. 0; -1 after reporting
	 * through option_error or option_unknown; -EINVAL, which leaves it to the parser to say that arg is wrong. When
	 * negative, the parser shows the option's help, and the command ends */
	int (*store)(const struct option *option, const char *arg, bool unset, void *member);
	const struct option_set *set; /* may be NULL */
	size_t given; /* OPTION_MEMBER of a bool: becomes true when the option was given in either form; 0: none */
};

/* A member of the struct of values that the command owns. It does not compile when the member is not of that type.
 * member may be one of a struct inside: OPTION_MEMBER(bool, struct report_values, session.force). */
#define OPTION_MEMBER(type, values, member) (1 + _Generic(((values *)0)->member, type : offsetof(values, member)))
/* The same for a callback, which knows the type. */
#define OPTION_PLACE(values, member) (1 + offsetof(values, member))

/* A command line: what may stand in it, and how wrong use is answered. */
struct option_table {
	const struct option *rows;      /* ends with OPTION_END */
	const char *const *usage;       /* NULL-terminated */
	const char *const *subcommands; /* NULL-terminated, for --list-cmds; NULL: none */
	unsigned flags;                 /* OPTIONS_STOP_AT_NON_OPTION */
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

/* Rows: short name (0: none), long name, struct of the values and its member, ..., help. */
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

#define OPTIONS_STOP_AT_NON_OPTION 1u /* record, stat, trace: the workload's own options follow */

/* Whether word means the subcommand: its name, or a beginning of it of at least so many characters. */
bool options_subcommand_is(const char *word, const char *subcommand, size_t least);

/* Reads argv[1..] into *values, a struct with the members that the rows name. True: *argc words are left, at argv[0..],
 * behind them a NULL. False: that ends the command, with *ret_status as its exit status; what there is to say (help,
 * what is wrong) has been printed. */
bool option_table_parse(const struct option_table *table, int *argc, const char **argv, void *values,
			int *ret_status) _warn_unused_;
/* The same with all that is printed going to `to`. */
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
/* A number as option values are read: decimal, the whole text, in [min, max]; 0, or -EINVAL with *ret untouched. */
int option_number(const char *text, int64_t min, int64_t max, int64_t *ret);

/* That option's line, as in the help; name is a long name, or a short one of one letter. */
void options_help_for(const struct option *options, const char *name);

#endif
