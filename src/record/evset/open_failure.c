/* One function for each errno whose cause can be told apart further; what they say is looked up in /proc and /sys, and
 * by opening simpler events, since the kernel gives no more than a number. */
#include "record/evset/open_failure.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>
#include "base/descriptor.h"
#include "kernel/event_open.h"
#include "kernel/remedy.h"

/* A number in /proc/sys/kernel, or `otherwise` when there is none. */
static int read_setting(const char *name, int otherwise)
{
	struct kernelfs fs = { "" };
	_free_ char *text = kernelfs_read(&fs, "proc/sys/kernel/%s", name);
	return text ? atoi(text) : otherwise;
}

/* The highest perf_event_paranoid with which this would have been allowed. */
static int needed_paranoid(const struct event_spec *spec, const struct target *target)
{
	if (spec->attr.type == ATTR_TYPE_TRACEPOINT && spec->attr.sample_type & SAMPLE_RAW) return -1;
	if (target->has_cpu) return 0;
	return spec->attr.flags & ATTR_EXCLUDE_KERNEL ? 2 : 1;
}

/* Upstream's text, which users search for. */
#define LIMITED                                                                         \
	"Access to performance monitoring and observability operations is limited.\n"   \
	"Consider adjusting /proc/sys/kernel/perf_event_paranoid setting to open\n"     \
	"access to performance monitoring and observability operations for processes\n" \
	"without CAP_PERFMON, CAP_SYS_PTRACE or CAP_SYS_ADMIN Linux capability.\n"      \
	"More information can be found at 'Perf events and tool security' document:\n"  \
	"https://www.kernel.org/doc/html/latest/admin-guide/perf-security.html\n"       \
	"perf_event_paranoid setting is %d:\n"                                          \
	"  -1: Allow use of (almost) all events by all users\n"                         \
	"      Ignore mlock limit after perf_event_mlock_kb without CAP_IPC_LOCK\n"     \
	">= 0: Disallow raw and ftrace function tracepoint access\n"                    \
	">= 1: Disallow CPU event access\n"                                             \
	">= 2: Disallow kernel profiling\n"                                             \
	"To make the adjusted perf_event_paranoid setting permanent preserve it\n"      \
	"in /etc/sysctl.conf (e.g. kernel.perf_event_paranoid = <setting>)"

/* The first of the target's threads over which this user has no rights, by what the kernel asks for (ptrace(2),
 * PTRACE_MODE_READ); 0: none. */
static int32_t foreign_thread(const struct target *target)
{
	char path[64], link[8];
	for (size_t i = 0; target->has_task && i < target->tids.count; i++) {
		if (target->tids.items[i] <= 0) continue;
		snprintf(path, sizeof(path), "/proc/%d/exe", target->tids.items[i]);
		if (readlink(path, link, sizeof(link)) < 0 && (errno == EACCES || errno == EPERM))
			return target->tids.items[i];
	}
	return 0;
}

/* EPERM and EACCES: a thread of somebody else, perf_event_paranoid, or a filter of system calls. */
static int not_permitted(const struct event_spec *spec, const struct target *target, int code, struct err *err)
{
	int32_t foreign = foreign_thread(target);
	_free_ char *as_root = remedy_as_root();
	if (foreign) {
		err_set(err, code,
			"No permission to enable %s event.\n\nAccess to performance monitoring and observability "
			"operations is limited:\n"
			"this user has no rights over thread %d, which belongs to somebody else.",
			spec->name, foreign);
		err_hint(err, "%s", as_root);
		return code;
	}
	/* 2 is the kernel's own default. */
	int paranoid = read_setting("perf_event_paranoid", 2), needed = needed_paranoid(spec, target);
	if (code == -EPERM) err_set(err, code, "No permission to enable %s event.\n\n" LIMITED, spec->name, paranoid);
	else err_set(err, code, LIMITED, paranoid);
	_free_ char *lower = remedy_sysctl("perf_event_paranoid", needed);
	if (paranoid > needed) err_hint(err, "%s", lower);
	else
		err_hint(err,
			 "This setting would allow it: a container's seccomp profile or a security module forbids it.");
	return code;
}

/* Whether the kernel opens such an event, which is closed again. */
static bool opens(const struct event_attr *attr, int32_t pid, int32_t cpu)
{
	struct event_attr copy = *attr;
	const struct event_place place = { .pid = pid, .cpu = cpu, .group_fd = -1 };
	_close_ int fd = event_open_exact(&copy, &place, true);
	return fd >= 0;
}

/* A PMU without interrupts: with -a it would be no better. */
static bool only_counts(const struct event_attr *attr)
{
	struct event_attr counting = { .type = attr->type,
				       .config = attr->config,
				       .config1 = attr->config1,
				       .config2 = attr->config2,
				       .flags = ATTR_DISABLED };
	struct event_attr sampling = counting;
	sampling.sample_period = attr->flags & ATTR_FREQ ? 100000 : attr->sample_period;
	/* Counts, but does not sample, on this thread or on a CPU. */
	return (opens(&counting, 0, -1) && !opens(&sampling, 0, -1) && !opens(&sampling, -1, 0)) ||
	       (opens(&counting, -1, 0) && !opens(&sampling, -1, 0));
}

static const char no_sampling[] = "%s: PMU Hardware doesn't support sampling/overflow-interrupts. Try 'perf stat'";
static const char no_branches[] = "%s: PMU Hardware or event type doesn't support branch stack sampling.";

/* EINVAL has many causes: what can be looked up first. 0: none of these. */
static int invalid(const struct event_spec *spec, const struct target *target, struct err *err)
{
	const struct event_attr *attr = &spec->attr;
	int max_rate = read_setting("perf_event_max_sample_rate", INT_MAX);
	if (attr->flags & ATTR_FREQ && attr->sample_period > (uint64_t)max_rate) {
		err_set(err, -EINVAL, "Maximum frequency rate (%d Hz) exceeded by %s.", max_rate, spec->name);
		_free_ char *raise = remedy_sysctl("perf_event_max_sample_rate", (long long)attr->sample_period);
		err_hint(err, "The limit can be raised via /proc/sys/kernel/perf_event_max_sample_rate.\n%s", raise);
		return -EINVAL;
	}
	if (attr->type == ATTR_TYPE_BREAKPOINT) {
		err_set(err, -EINVAL, "Invalid breakpoint (%s).", spec->name);
		err_hint(err,
			 "It must be of 1, 2, 4 or 8 bytes, at a multiple of that; x alone takes %zu bytes here,\n"
			 "and r without w is not for every CPU.",
			 sizeof(long));
		return -EINVAL;
	}
	if (attr->sample_type & SAMPLE_BRANCH_STACK) return err_set(err, -EINVAL, no_branches, spec->name);
	if (attr->type > ATTR_TYPE_BREAKPOINT && attr->sample_period && only_counts(attr))
		return err_set(err, -EINVAL, no_sampling, spec->name);
	if (attr->type > ATTR_TYPE_BREAKPOINT && !target->has_cpu)
		return err_set(err, -EINVAL, "Invalid event (%s) in per-thread mode, enable system wide with '-a'.",
			       spec->name);
	return 0;
}

/* Asked for together with a hardware trace's own event, it writes to the trace instead of taking samples. */
static int no_aux_output(const struct event_spec *spec, int code, struct err *err)
{
	err_set(err, code, "%s: PMU Hardware doesn't support 'aux_output' feature", spec->name);
	err_hint(err, "Only counters of the CPU write to a hardware trace, in a group that the trace leads: -e "
		      "'{intel_pt//,cycles/aux-output/}'");
	return code;
}

static int no_space(const struct event_spec *spec, struct err *err)
{
	if (spec->attr.type != ATTR_TYPE_BREAKPOINT) return 0;
	err_set(err, -ENOSPC, "All hardware breakpoints are in use: there is none left for %s.", spec->name);
	err_hint(err, "CPUs have four or so; debuggers use them too.");
	return -ENOSPC;
}

/* Call chains longer than the kernel's buffers for them. 0: something else. */
static int no_memory(const struct event_spec *spec, int code, struct err *err)
{
	if (!(spec->attr.sample_type & SAMPLE_CALLCHAIN)) return 0;
	int max_stack = read_setting("perf_event_max_stack", 127);
	if (code == -EOVERFLOW && spec->attr.sample_max_stack <= max_stack) return 0;
	if (code == -EOVERFLOW)
		err_set(err, code, "Call chains of %u frames are longer than the kernel records.",
			spec->attr.sample_max_stack);
	else err_set(err, code, "Not enough memory to setup event with callchain.");
	err_hint(err, "Hint: Try tweaking /proc/sys/kernel/perf_event_max_stack\nHint: Current value: %d", max_stack);
	return code;
}

/* Whether some PMU in sysfs is the CPU's. */
static bool has_cpu_counters(void)
{
	static const char devices[] = "sys/bus/event_source/devices";
	const struct kernelfs fs = { "" };
	struct kernelfs_names names;
	if (kernelfs_exists(&fs, "%s/cpu", devices) || kernelfs_exists(&fs, "%s/cpum_cf", devices)) return true;
	if (kernelfs_list(&fs, devices, KERNELFS_BY_NAME, &names) < 0) return true; /* who knows */
	bool found = false;
	for (size_t i = 0; i < names.names.count; i++)
		found |= kernelfs_exists(&fs, "%s/%s/cpus", devices, names.names.items[i]);
	kernelfs_names_done(&names);
	return found;
}

static int not_there(const struct event_spec *spec, int code, struct err *err)
{
	uint32_t type = spec->attr.type;
	err_set(err, code, "The %s event is not supported.", spec->name);
	if (spec->tool) err_hint(err, "It is for perf stat only: nothing happens that could be sampled.");
	if ((type == ATTR_TYPE_HARDWARE || type == ATTR_TYPE_HW_CACHE || type == ATTR_TYPE_RAW) && !has_cpu_counters())
		err_hint(err,
			 "The kernel drives no counters of this CPU: it is a virtual one without them, or no driver "
			 "knows it\n"
			 "(/sys/bus/event_source/devices has no PMU of the CPU). Software events work: -e cpu-clock.");
	return code;
}

/* The limit of this process has been raised as far as it may be by then. */
static int too_many_files(const struct target *target, size_t nr_events, int code, struct err *err)
{
	enum { OTHER_FILES = 256 }; /* and as many again for rings and side band */
	_free_ char *raise = remedy_open_files(2 * nr_events * target->cpus.count * target->tids.count + OTHER_FILES);
	err_set(err, code,
		"Too many events are opened.\nProbably the maximum number of open file descriptors has been reached.");
	err_hint(err,
		 "Hint: Try again after reducing the number of events.\nHint: Try increasing the limit with 'ulimit -n "
		 "<limit>', up to the hard limit.\n%s",
		 raise);
	return code;
}

/* What can be said of this failure of this event; 0 when nothing. */
static int explain(const struct event_spec *spec, const struct target *target, size_t nr_events, int code,
		   struct err *err)
{
	const char *name = spec->name;
	bool branches = spec->attr.sample_type & SAMPLE_BRANCH_STACK;
	if (spec->attr.flags & ATTR_AUX_OUTPUT && (code == -EINVAL || code == -EOPNOTSUPP))
		return no_aux_output(spec, code, err);
	switch (code) {
	case -EPERM:
	case -EACCES: return not_permitted(spec, target, code, err);
	case -ENOENT: return not_there(spec, code, err);
	case -EMFILE: return too_many_files(target, nr_events, code, err);
	case -EOPNOTSUPP:
		if (branches) return err_set(err, code, no_branches, name);
		if (!spec->attr.sample_period) return err_set(err, code, "The %s event is not supported.", name);
		return err_set(err, code, no_sampling, name);
	case -EBUSY: return err_set(err, code, "The PMU %s counters are busy and in use by another process.", name);
	case -ENOMEM:
	case -EOVERFLOW: return no_memory(spec, code, err);
	case -ENOSPC: return no_space(spec, err);
	case -EINVAL: return invalid(spec, target, err);
	default: return 0;
	}
}

int open_failure(const struct event_spec *spec, const struct target *target, size_t nr_events, int code,
		 struct err *err)
{
	if (explain(spec, target, nr_events, code, err) < 0) return code;
	return err_set(err, code,
		       "The sys_perf_event_open() syscall returned with %d (%s) for event (%s).\n"
		       "/bin/dmesg | grep -i perf may provide additional information.",
		       -code, strerror(-code), spec->name);
}

int ring_failure(size_t pages, int code, struct err *err)
{
	if (code != -EPERM) return err_set_errno(err, code, "failed to mmap");
	int limit_kib = read_setting("perf_event_mlock_kb", 516);
	err_set(err, code,
		"Permission error mapping pages.\nConsider increasing /proc/sys/kernel/perf_event_mlock_kb,\n"
		"or try again with a smaller value of -m/--mmap_pages.\n(current value: %zu,0)",
		pages);
	_free_ char *raise = remedy_sysctl("perf_event_mlock_kb",
					   (long long)((pages + 1) * (size_t)sysconf(_SC_PAGESIZE) / 1024));
	err_hint(err, "The limit is %d KiB a CPU.\n%s", limit_kib, raise);
	return code;
}
