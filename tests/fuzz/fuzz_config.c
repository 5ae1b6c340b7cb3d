/* perfconfig text. */
#include "cli/config.h"
#include "tests/fuzz/fuzz.h"

FUZZ(data, size)
{
	struct config config;
	struct warnings *warnings = warnings_new();
	config_init(&config);
	config_parse(&config, (const char *)data, size, "fuzz", warnings);
	for (size_t i = 0; i < config.variables.count; i++) {
		bool flag;
		(void)config_parse_bool(config.variables.items[i].value, &flag);
	}
	(void)config_find(&config, "report.children");
	config_done(&config);
	warnings_free(warnings);
}
