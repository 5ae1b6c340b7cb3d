#include "record/open_failure.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

static int read_setting(const char *name, int otherwise)
{
	struct kernelfs fs = { "" };
	_free_ char *text = kernelfs_read(&fs, "proc/sys/kernel/%s", name);
	return text ? atoi(text) : otherwise;
}

/* The highest perf_event_paranoid with which this would have been allowed. */
static int needed_paranoid(const struct event_spec *spec, const struct target *target)
{
	if (spec->attr.type == ATTR_TYPE_TRACEPOINT) return -1;
	if (target->has_cpu) return 0;
	return spec->attr.flags & ATTR_EXCLUDE_KERNEL ? 2 : 1;
}

static int not_permitted(const struct event_spec *spec, const struct target *target, int code, struct err *err)
{
	int paranoid = read_setting("perf_event_paranoid", 2), needed = needed_paranoid(spec, target);
	err_set(err, code,
		"Access to performance monitoring and observability operations is limited.\n"
		"Consider adjusting /proc/sys/kernel/perf_event_paranoid setting to open\n"
		"access to performance monitoring and observability operations for processes\n"
		"without CAP_PERFMON, CAP_SYS_PTRACE or CAP_SYS_ADMIN Linux capability.\n"
		"More information can be found at 'Perf events and tool security' document:\n"
		"https://www.kernel.org/doc/html/latest/admin-guide/perf-security.html\n"
		"perf_event_paranoid setting is %d:\n"
		"  -1: Allow use of (almost) all events by all users\n"
		"      Ignore mlock limit after perf_event_mlock_kb without CAP_IPC_LOCK\n"
		">= 0: Disallow raw and ftrace function tracepoint access\n"
		">= 1: Disallow CPU event access\n"
		">= 2: Disallow kernel profiling\n"
		"To make the adjusted perf_event_paranoid setting permanent preserve it\n"
		"in /etc/sysctl.conf (e.g. kernel.perf_event_paranoid = <setting>)", paranoid);
	if (paranoid > needed) err_hint(err, "Until the next boot: sudo sysctl kernel.perf_event_paranoid=%d", needed);
	else if (target->has_task) err_hint(err, "Processes of other users: sudo perf record ...");
	return code;
}

int open_failure(const struct event_spec *spec, const struct target *target, int code, struct err *err)
{
	const char *name = spec->name;
	bool branches = spec->attr.sample_type & SAMPLE_BRANCH_STACK;
	switch (code) {
	case -EACCES: case -EPERM: return not_permitted(spec, target, code, err);
	case -ENOENT: return err_set(err, code, "The %s event is not supported.", name);
	case -EMFILE:
		err_set(err, code, "Too many events are opened.\nProbably the maximum number of open file descriptors has been reached.");
		err_hint(err, "Try again after reducing the number of events, or raise the limit with 'ulimit -n <limit>'.");
		return code;
	case -ENODEV: case -EOPNOTSUPP: case -ENXIO:
		if (branches) return err_set(err, code, "%s: PMU Hardware or event type doesn't support branch stack sampling.", name);
		if (spec->attr.sample_period)
			return err_set(err, code, "%s: PMU Hardware doesn't support sampling/overflow-interrupts. Try 'perf stat'", name);
		return err_set(err, code, "The %s event is not supported.", name);
	case -EBUSY: return err_set(err, code, "The PMU %s counters are busy and in use by another process.", name);
	case -EINVAL:
		if (branches) return err_set(err, code, "%s: PMU Hardware or event type doesn't support branch stack sampling.", name);
		if (spec->attr.type > ATTR_TYPE_BREAKPOINT && !target->has_cpu)
			return err_set(err, code, "Invalid event (%s) in per-thread mode, enable system wide with '-a'.", name);
		break;
	default: break;
	}
	return err_set(err, code, "The sys_perf_event_open() syscall returned with %d (%s) for event (%s).\n\"dmesg | grep -i perf\" may provide additional information.",
		       -code, strerror(-code), name);
}

int ring_failure(size_t pages, int code, struct err *err)
{
	if (code != -EPERM) return err_set_errno(err, code, "failed to mmap");
	int limit_kib = read_setting("perf_event_mlock_kb", 516);
	err_set(err, code, "Permission error mapping pages.\nConsider increasing /proc/sys/kernel/perf_event_mlock_kb,\n"
		"or try again with a smaller value of -m/--mmap_pages.\n(current value: %zu,0)", pages);
	err_hint(err, "The limit is %d KiB a CPU; until the next boot: sudo sysctl kernel.perf_event_mlock_kb=%zu", limit_kib,
		 (pages + 1) * (size_t)sysconf(_SC_PAGESIZE) / 1024);
	return code;
}
