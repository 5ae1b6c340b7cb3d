/* --machines: the host, its guests, or both: whose samples are shown, and what events count that do not say it
 * themselves (modifiers G and H). */
#ifndef COMMANDS_OPTION_MACHINES_OPTION_H
#define COMMANDS_OPTION_MACHINES_OPTION_H

#include <stdbool.h>
#include "cli/option_form.h"

/* The words, of which a value is a list. */
extern const struct option_set machines_option_set;
/* Whether "host" or "guest" is meant by a value of the option. NULL, nothing was given: both are. */
bool machines_option_has(const char *value, const char *machine);

#endif
