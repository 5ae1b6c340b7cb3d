/* /proc/PID/stat is one line of numbers behind the name in parentheses, /proc/stat a line for each CPU; both count in
 * clock ticks. */
#include "kernel/procfs_times.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

/* sysconf(3) can only fail on a system without the value; 100 is Linux's own. */
static uint64_t ticks_to_ns(uint64_t ticks)
{
	long rate = sysconf(_SC_CLK_TCK);
	return ticks * (1000000000ull / (uint64_t)(rate > 0 ? rate : 100));
}

bool procfs_task_times(const struct kernelfs *fs, int32_t tid, struct procfs_times *ret)
{
	_free_ char *text = kernelfs_read(fs, "proc/%d/stat", tid);
	const char *after_name = text ? strrchr(text, ')') : NULL; /* the name may hold blanks and parentheses */
	uint64_t user, system;
	/* utime and stime are the 14th and 15th field. */
	if (!after_name || sscanf(after_name, ") %*c %*s %*s %*s %*s %*s %*s %*s %*s %*s %*s %" SCNu64 " %" SCNu64,
				  &user, &system) != 2)
		return false;
	*ret = (struct procfs_times){ ticks_to_ns(user), ticks_to_ns(system) };
	return true;
}

/* The line "cpu  ..." of all CPUs together has no number and is passed over. */
void procfs_cpu_times(const struct kernelfs *fs, struct procfs_times *times, size_t count)
{
	memset(times, 0, count * sizeof(*times));
	_free_ char *text = kernelfs_read(fs, "proc/stat");
	for (const char *line = text; line && *line; line = strchr(line, '\n')) {
		unsigned cpu;
		uint64_t user, nice, system;
		if (*line == '\n') line++;
		if (sscanf(line, "cpu%u %" SCNu64 " %" SCNu64 " %" SCNu64, &cpu, &user, &nice, &system) != 4 ||
		    cpu >= count)
			continue;
		times[cpu] = (struct procfs_times){ ticks_to_ns(user), ticks_to_ns(system) };
	}
}
