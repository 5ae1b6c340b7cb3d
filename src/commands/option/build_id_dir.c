/* Where the build-id cache is: the environment, the configuration, the home directory, in this order. */
#include "commands/option/build_id_dir.h"

#include <stdlib.h>
#include "base/compiler.h"
#include "cli/config.h"

/* "~/" at the beginning of the configured path stands for HOME. The environment is read at each call, the
 * configuration once. */
const char *build_id_dir(void)
{
	static char *made;
	const char *configured = NULL, *home = getenv("HOME"), *from_environment = getenv("PERF_BUILDID_DIR");

	if (from_environment && *from_environment) return from_environment; /* the option sets it, too */
	if (made) return made;
	if (config_string(config_get(), "buildid.dir", &configured) > 0 && *configured) {
		bool from_home = configured[0] == '~' && configured[1] == '/' && home;
		made = from_home ? xasprintf("%s%s", home, configured + 1) : xstrdup(configured);
	} else if (home && *home) {
		made = xasprintf("%s/.debug", home);
	}
	return made;
}
