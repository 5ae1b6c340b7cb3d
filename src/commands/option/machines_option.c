/* The words of --machines. That there are no others the option has seen to. */
#include "commands/option/machines_option.h"
#include <string.h>

static const char *const names[] = { "host", "guest", NULL };
const struct option_set machines_option_set = { .what = "machine", .names = names, .is_list = true };

bool machines_option_has(const char *value, const char *machine) { return !value || strstr(value, machine); }
