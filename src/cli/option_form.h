/* Rows for forms of values that many options share: lists of numbers, ids, words of a set, -v and -q. A command uses
 * the OPTION_... macros in its table like those of options.h.
 *
 * The check functions are an option's .parse: they return 0, or -1 after option_error. They look at the text only;
 * the value stays a string, which the command hands to the library that reads it. */
#ifndef CLI_OPTION_FORM_H
#define CLI_OPTION_FORM_H

#include "cli/options.h"

/* "0,2-3": decimal numbers that are not negative, and ranges of them, with commas between. An empty text is right. */
int option_check_numbers(const struct option *option, const char *text, bool unset);
/* The same for ids of processes and threads, which may be -1 as well. */
int option_check_ids(const struct option *option, const char *text, bool unset);
/* "5", "0.5%": a finite percentage that is not negative, as the number before the sign (0.5). 0, or -EINVAL with *ret
 * untouched. */
int option_percent(const char *text, double *ret);

/* Words of a set that is not open. */
/* Any text; the words of the set are only offered by completion. */

/* A string that option_check_numbers finds right. */
#define OPTION_NUMBERS(s, l, values, m, a, h)                                                              \
	{                                                                                                  \
		OPTION_ROW(OPTION_KIND_STRING, s, l, h), .member = OPTION_MEMBER(const char *, values, m), \
							 .arg_name = (a), .parse = option_check_numbers    \
	}
/* A string that option_check_ids finds right: process and thread ids. */
#define OPTION_IDS(s, l, values, m, a, h)                                                                  \
	{                                                                                                  \
		OPTION_ROW(OPTION_KIND_STRING, s, l, h), .member = OPTION_MEMBER(const char *, values, m), \
							 .arg_name = (a), .parse = option_check_ids        \
	}
/* A string of words that must all be in the set, which must not be open. */
#define OPTION_WORDS(s, l, values, m, a, h, set_)                                                                  \
	{                                                                                                          \
		OPTION_ROW(OPTION_KIND_STRING, s, l, h), .member = OPTION_MEMBER(const char *, values, m),         \
							 .arg_name = (a), .parse = option_check_set, .set = (set_) \
	}
/* Any text: the set's words are offered by completion, others are taken, too. */
#define OPTION_TEXT(s, l, values, m, a, h, set_)                                                           \
	{                                                                                                  \
		OPTION_ROW(OPTION_KIND_STRING, s, l, h), .member = OPTION_MEMBER(const char *, values, m), \
							 .arg_name = (a), .set = (set_)                    \
	}

/* -v and -q are the console's (cli/console.h), whichever command they are given to. */
int option_form_verbose(const struct option *option, const char *arg, bool unset, void *values);
int option_form_quiet(const struct option *option, const char *arg, bool unset, void *values);
#define OPTION_VERBOSE(h)                                                                         \
	{                                                                                         \
		OPTION_ROW(OPTION_KIND_CALLBACK, 'v', "verbose", h), .flags = OPTION_NOARG,       \
								     .store = option_form_verbose \
	}
#define OPTION_QUIET(h)                                                                                              \
	{                                                                                                            \
		OPTION_ROW(OPTION_KIND_CALLBACK, 'q', "quiet", h), .flags = OPTION_NOARG, .store = option_form_quiet \
	}

#endif
