/* Forms of values that many options share. The check functions are an option's .parse: they return 0, or -1 after
 * option_error. */
#ifndef CLI_OPTION_FORM_H
#define CLI_OPTION_FORM_H

#include "cli/options.h"

/* "0,2-3": numbers that are not negative, and ranges of them. */
int option_check_numbers(const struct option *option, const char *text, bool unset);
/* The same for ids of processes and threads, which may be -1 as well. */
int option_check_ids(const struct option *option, const char *text, bool unset);
/* "5", "0.5%": 0, or -EINVAL with *ret untouched. */
int option_percent(const char *text, double *ret);

#define OPTION_NUMBERS(s, l, v, a, h)                                                                           \
	{                                                                                                       \
		.kind = OPTION_KIND_STRING, .short_name = (s), .long_name = (l), .value = (v), .arg_name = (a), \
		.help = (h), .parse = option_check_numbers                                                      \
	}
#define OPTION_IDS(s, l, v, a, h)                                                                               \
	{                                                                                                       \
		.kind = OPTION_KIND_STRING, .short_name = (s), .long_name = (l), .value = (v), .arg_name = (a), \
		.help = (h), .parse = option_check_ids                                                          \
	}
/* Words of a set that is not open. */
#define OPTION_WORDS(s, l, v, a, h, set_)                                                                       \
	{                                                                                                       \
		.kind = OPTION_KIND_STRING, .short_name = (s), .long_name = (l), .value = (v), .arg_name = (a), \
		.help = (h), .parse = option_check_set, .set = (set_)                                           \
	}
/* Any text; the words of the set are only offered by completion. */
#define OPTION_TEXT(s, l, v, a, h, set_)                                                                        \
	{                                                                                                       \
		.kind = OPTION_KIND_STRING, .short_name = (s), .long_name = (l), .value = (v), .arg_name = (a), \
		.help = (h), .set = (set_)                                                                      \
	}

#endif
