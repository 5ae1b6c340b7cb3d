#include "commands/build_option.h"

#include <stdio.h>
#include <string.h>
#include <strings.h>

const struct build_option build_options[] = {
#define X(name_, macro_, built_in_) { name_, macro_, built_in_ },
#include "commands/build_option.def"
#undef X
	{ NULL, NULL, false }
};

static bool equals(const char *text, const char *name, unsigned long size) { return strlen(text) == size && strncasecmp(text, name, size) == 0; }

const struct build_option *build_option_find(const char *name, unsigned long size)
{
	for (const struct build_option *option = build_options; option->name; option++)
		if (equals(option->name, name, size) || equals(option->macro, name, size)) return option;
	return NULL;
}

void build_option_print(const struct build_option *option)
{
	printf("%22s: [ %-3s ]  # %s\n", option->name, option->built_in ? "on" : "OFF", option->macro);
}
