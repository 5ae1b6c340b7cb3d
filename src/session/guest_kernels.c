/* The names of directories are numbers of processes; others are none of guests. */
#include "session/guest_kernels.h"

#include <dirent.h>
#include <stdlib.h>

static void add_mounted(struct model *model, const char *path)
{
	DIR *dir = opendir(path);
	if (!dir) return;
	for (const struct dirent *entry; (entry = readdir(dir));) {
		char *end;
		long pid = strtol(entry->d_name, &end, 10);
		if (end != entry->d_name && !*end && pid > 0 && pid <= INT32_MAX)
			model_add_guest_kernel(model, (int32_t)pid);
	}
	closedir(dir);
}

void guest_kernels_add(struct model *model, const struct symbol_options *options)
{
	if (options->guest_mount) add_mounted(model, options->guest_mount);
	if (options->guest_kallsyms || options->guest_vmlinux) model_add_guest_kernel(model, -1);
}
