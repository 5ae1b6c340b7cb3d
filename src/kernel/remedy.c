/* One function for each remedy. Texts name real files and numbers of this machine, so that they can be run as they are.
 */
#include "kernel/remedy.h"

#include <unistd.h>

char *remedy_sysctl_command(const char *name, long long value)
{
	return xasprintf("sudo sysctl kernel.%s=%lld", name, value);
}

char *remedy_sysctl(const char *name, long long value)
{
	_free_ char *command = remedy_sysctl_command(name, value);
	return xasprintf("Until the next boot: %s", command);
}

char *remedy_kernel_addresses_command(bool kptr_restrict, bool perf_event_paranoid)
{
	return xasprintf("sudo sysctl%s%s", kptr_restrict ? " kernel.kptr_restrict=0" : "",
			 perf_event_paranoid ? " kernel.perf_event_paranoid=1" : "");
}

char *remedy_tracefs_rights_command(const struct kernelfs *fs, const char *tracefs)
{
	return xasprintf("sudo mount -o remount,mode=750,gid=%u %s/%s", (unsigned)getegid(), fs->root, tracefs);
}

char *remedy_tracefs_rights(const struct kernelfs *fs, const char *tracefs)
{
	_free_ char *command = remedy_tracefs_rights_command(fs, tracefs);
	return xasprintf("For this user's group: %s", command);
}

char *remedy_capabilities_command(const char *perf_path)
{
	return xasprintf("sudo setcap cap_perfmon,cap_sys_ptrace,cap_syslog=ep %s", perf_path);
}

char *remedy_proc_command(void) { return xstrdup("sudo mount -o remount,hidepid=0 /proc"); }
char *remedy_tracefs_mount_command(void) { return xstrdup("sudo mount -t tracefs tracefs /sys/kernel/tracing"); }

char *remedy_tracefs_mount(void)
{
	_free_ char *command = remedy_tracefs_mount_command();
	return xasprintf("Try: %s", command);
}

char *remedy_bpf_mount(void) { return xstrdup("Try: sudo mount -t bpf bpf /sys/fs/bpf"); }

char *remedy_open_files_command(size_t nr_files) { return xasprintf("sudo prlimit --pid $$ --nofile=%zu", nr_files); }

char *remedy_open_files(size_t nr_files)
{
	_free_ char *command = remedy_open_files_command(nr_files);
	return xasprintf("For this shell: %s", command);
}

char *remedy_as_root(void) { return xstrdup("As root: sudo perf ..."); }
