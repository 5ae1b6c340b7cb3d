#include "commands/feature.h"

#include <stdio.h>
#include <string.h>
#include <strings.h>

const struct feature features[] = {
#define X(name_, macro_, built_in_) { name_, macro_, built_in_ },
#include "commands/feature.def"
#undef X
	{ NULL, NULL, false }
};

static bool equals(const char *text, const char *name, unsigned long size) { return strlen(text) == size && strncasecmp(text, name, size) == 0; }

const struct feature *feature_find(const char *name, unsigned long size)
{
	for (const struct feature *feature = features; feature->name; feature++)
		if (equals(feature->name, name, size) || equals(feature->macro, name, size)) return feature;
	return NULL;
}

void feature_print(const struct feature *feature)
{
	printf("%22s: [ %-3s ]  # %s\n", feature->name, feature->built_in ? "on" : "OFF", feature->macro);
}
