/* Whether output is coloured: as asked for, else on a terminal that knows colour. */
#include "cli/colour.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include "cli/pager.h"

int colour_parse(const char *text, enum colour_use *ret)
{
	if (strcmp(text, "always") == 0) *ret = COLOUR_ALWAYS;
	else if (strcmp(text, "never") == 0) *ret = COLOUR_NEVER;
	else if (strcmp(text, "auto") == 0) *ret = COLOUR_AUTO;
	else return -EINVAL;
	return 0;
}

/* TERM=dumb is what editors and build tools set. */
bool colour_wanted(enum colour_use use)
{
	const char *terminal = getenv("TERM");

	if (use != COLOUR_AUTO) return use == COLOUR_ALWAYS;
	return pager_stdout_is_terminal() && terminal && strcmp(terminal, "dumb") != 0;
}
