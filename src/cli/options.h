/* One option parser for every command: rows in a table, with the conventions users know: short and long names, bundled short
   options, unique prefixes of long names, `--no-X` for every boolean and for what takes a value, optional arguments only as
   `--name=value` or `-nvalue`, `--` ends options. `-h` prints help made from the table to stdout... wrong use prints to stderr and
   gives exit status 129. */
#ifndef CLI_OPTIONS_H
#define CLI_OPTIONS_H

#include <stdbool.h>
#include <stdint.h>
#include "base/compiler.h"

enum option_kind { OPTION_KIND_END, OPTION_KIND_GROUP, OPTION_KIND_BOOL, OPTION_KIND_COUNT /* -v -vv, int */, OPTION_KIND_SET /* int := value */,
		   OPTION_KIND_STRING, OPTION_KIND_INT, OPTION_KIND_UINT, OPTION_KIND_LONG, OPTION_KIND_U64, OPTION_KIND_CALLBACK };

#define OPTION_OPTARG   1u   /* the argument is optional; absent: parse(opt, NULL, false) or .fallback */
#define OPTION_NOARG    2u   /* callback without argument */
#define OPTION_NONEG    4u   /* no --no- form */
#define OPTION_HIDDEN   8u   /* not in -h */
#define OPTION_EXCLUSIVE 16u /* not together with another option so marked in this table */

struct option {
	enum option_kind kind;
	char short_name;            /* 0: none */
	const char *long_name;      /* NULL: none */
	void *value;                /* bool *, int *, unsigned *, const char **, uint64_t * by kind; callback's data */
	const char *arg_name;       /* "<file>" is shown from "file" */
	const char *help;
	unsigned flags;
	intptr_t fallback;          /* value of an absent optional argument; what OPTION_KIND_SET stores */
	/* OPTION_KIND_CALLBACK: arg NULL when absent; unset for --no-. 0, or negative after reporting through option_error */
	int (*parse)(const struct option *option, const char *arg, bool unset);
	bool *was_set;              /* may be NULL: set to true when the option was given in either form */
};

#define OPTION_END { .kind = OPTION_KIND_END }
#define OPTION_GROUP(title) { .kind = OPTION_KIND_GROUP, .help = (title) }
#define OPTION_BOOL(s, l, v, h) { .kind = OPTION_KIND_BOOL, .short_name = (s), .long_name = (l), .value = (v), .help = (h) }
#define OPTION_COUNT(s, l, v, h) { .kind = OPTION_KIND_COUNT, .short_name = (s), .long_name = (l), .value = (v), .help = (h) }
#define OPTION_STRING(s, l, v, a, h) { .kind = OPTION_KIND_STRING, .short_name = (s), .long_name = (l), .value = (v), .arg_name = (a), .help = (h) }
#define OPTION_INT(s, l, v, h) { .kind = OPTION_KIND_INT, .short_name = (s), .long_name = (l), .value = (v), .arg_name = "n", .help = (h) }
#define OPTION_UINT(s, l, v, h) { .kind = OPTION_KIND_UINT, .short_name = (s), .long_name = (l), .value = (v), .arg_name = "n", .help = (h) }
#define OPTION_U64(s, l, v, h) { .kind = OPTION_KIND_U64, .short_name = (s), .long_name = (l), .value = (v), .arg_name = "n", .help = (h) }
#define OPTION_CALLBACK(s, l, v, a, h, fn) { .kind = OPTION_KIND_CALLBACK, .short_name = (s), .long_name = (l), .value = (v), .arg_name = (a), .help = (h), .parse = (fn) }

#define OPTIONS_STOP_AT_NON_OPTION 1u /* record, stat, trace: the workload's own options follow */
#define OPTIONS_KEEP_UNKNOWN 2u

/* Parses argv[1..]; returns the number of arguments left, moved to argv[0..] (argv[n] is NULL). On wrong use it has printed what is
   wrong, a suggestion and the usage, and exits with 129; for -h and --help it prints help and exits; --list-opts lists names for
   completion and exits. */
int options_parse(int argc, const char **argv, const struct option *options, const char *const usage[], unsigned flags);
/* "Error: ..." plus usage on stderr, exit status 129: for commands that find arguments wrong after parsing. */
_noreturn_ void options_usage(const char *const usage[], const struct option *options);
void options_usage_for(const char *const usage[], const struct option *options, const char *name); /* only that option's line */

#endif
