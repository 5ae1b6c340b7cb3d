/* Upstream prints some tracepoints shorter where plugins of libtraceevent are installed. Nothing of these is loaded
 * here: whether there are any decides which of two texts is written. */
#include "commands/option/short_form_option.h"

#include <dirent.h>
#include <stdlib.h>
#include <string.h>
#include "cli/config.h"

/* Any file plugin_*.so will do; none is loaded. */
static bool has_plugins(const char *directory)
{
	DIR *dir = opendir(directory);
	bool found = false;
	for (struct dirent *entry; dir && !found && (entry = readdir(dir));) {
		size_t size = strlen(entry->d_name);
		found = strncmp(entry->d_name, "plugin_", 7) == 0 && size > 3 &&
			strcmp(entry->d_name + size - 3, ".so") == 0;
	}
	if (dir) closedir(dir);
	return found;
}

bool short_form_option_get(void)
{
	bool wanted = false;
	if (config_bool(config_get(), "trace.plugins", &wanted) != 0) return wanted;
	const char *directory = getenv("TRACEEVENT_PLUGIN_DIR");
	return directory && *directory && has_plugins(directory);
}
