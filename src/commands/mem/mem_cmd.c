/* What the subcommands of perf mem share: the value of -t. */
#include "commands/mem/mem_cmd.h"
#include <string.h>
#include <strings.h>

static const char *const type_names[] = { "load", "store", NULL };
const struct option_set mem_cmd_type_set = { .what = "type", .names = type_names, .is_list = true };

/* -t: "load", "store" or both with a comma between. */
int mem_cmd_store_type(const struct option *option, const char *arg, bool unset, void *accesses)
{
	_free_ char *copy = xstrdup(arg ? arg : "load,store");
	char *save = NULL;
	unsigned found = 0;
	for (char *word = strtok_r(copy, ",", &save); word; word = strtok_r(NULL, ",", &save)) {
		if (strcasecmp(word, "load") == 0) found |= MEMORY_LOADS;
		else if (strcasecmp(word, "store") == 0) found |= MEMORY_STORES;
		else return option_unknown(option, word);
	}
	if (!found) return option_error(option, "no sampling op: load and store are known");
	*(unsigned *)accesses = found;
	return 0;
}
