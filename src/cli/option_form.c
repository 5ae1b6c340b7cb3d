/* Values that options of several commands have (option_form.h): the grammar of lists of numbers, of percentages, and
 * the two options that change the console. */
#include "cli/option_form.h"

#include <ctype.h>
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "cli/console.h"

/* Behind the number at text, with blanks before it allowed; NULL when there is none. */
static const char *skip_number(const char *text)
{
	const char *end = text + strspn(text, " ");
	size_t digits = strspn(end, "0123456789");

	return digits ? end + digits : NULL;
}

/* list := item { "," item } [ "," ]; item := number [ "-" number ]. minus_one: an item may be -1, too. */
static bool are_numbers(const char *text, bool minus_one)
{
	while (*text) {
		const char *end = minus_one && strncmp(text, "-1", 2) == 0 && !isdigit((unsigned char)text[2])
					  ? text + 2
					  : skip_number(text);

		if (end && *end == '-') end = skip_number(end + 1);
		if (!end || (*end && *end != ',')) return false;
		text = *end ? end + 1 : end;
	}
	return true;
}

/* One text for both checks: ids are numbers, too. */
static int refuse(const struct option *option, const char *text)
{
	return option_error(option, " Error: option `%s' expects numbers and ranges of them, such as 0,2-3, not `%s'",
			    option->long_name, text);
}

int option_check_numbers(const struct option *option, const char *text, bool unset)
{
	return unset || are_numbers(text, false) ? 0 : refuse(option, text);
}

int option_check_ids(const struct option *option, const char *text, bool unset)
{
	return unset || are_numbers(text, true) ? 0 : refuse(option, text);
}

int option_percent(const char *text, double *ret)
{
	char *end;
	double percent = strtod(text, &end);

	if (end == text || (*end && strcmp(end, "%") != 0) || !isfinite(percent) || percent < 0) return -EINVAL;
	*ret = percent;
	return 0;
}

int option_form_verbose(const struct option *option, const char *arg, bool unset, void *values)
{
	console.verbosity = unset ? 0 : console.verbosity + 1;
	return 0;
}

int option_form_quiet(const struct option *option, const char *arg, bool unset, void *values)
{
	console.quiet = !unset;
	return 0;
}
