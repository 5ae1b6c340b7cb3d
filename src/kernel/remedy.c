/* One function for each remedy. Texts name real files and numbers of this machine, so that they can be run as they are.
 */
#include "kernel/remedy.h"

#include <unistd.h>

char *remedy_sysctl(const char *name, long long value)
{
	return xasprintf("Until the next boot: sudo sysctl kernel.%s=%lld", name, value);
}

char *remedy_tracefs_rights(const struct kernelfs *fs, const char *tracefs)
{
	return xasprintf("For this user's group: sudo mount -o remount,mode=750,gid=%u %s/%s", (unsigned)getegid(),
			 fs->root, tracefs);
}

char *remedy_tracefs_mount(void) { return xstrdup("Try: sudo mount -t tracefs tracefs /sys/kernel/tracing"); }
char *remedy_bpf_mount(void) { return xstrdup("Try: sudo mount -t bpf bpf /sys/fs/bpf"); }

char *remedy_open_files(size_t nr_files)
{
	return xasprintf("For this shell: sudo prlimit --pid $$ --nofile=%zu", nr_files);
}

char *remedy_as_root(void) { return xstrdup("As root: sudo perf ..."); }
