/* What the subcommands of perf kvm share. */
#include "commands/kvm/kvm_cmd.h"

#include <stdio.h>
#include <string.h>
#include "analysis/kvm/kvm_events.h"
#include "kernel/machine_root.h"
#include "kernel/tracefs.h"

const char *kvm_cmd_file(const struct kvm_cmd_values *values)
{
	if (values->host && values->guest) return "perf.data.kvm";
	return values->host ? "perf.data.host" : "perf.data.guest";
}

/* Where tracefs cannot be read one event is asked for all the same: who opens it says what is missing. */
int kvm_cmd_events(int (*add)(void *ctx, const char *name), void *ctx)
{
	_free_ char *tracefs = machine_tracefs();
	bool readable = tracefs_has(machine_root(), tracefs, "sched", "sched_switch"), any = false;
	for (size_t i = 0; kvm_events_name(i) && (readable || !any); i++) {
		const char *name = kvm_events_name(i), *colon = strchr(name, ':');
		_free_ char *system = xstrndup(name, (size_t)(colon - name));
		if (readable && !tracefs_has(machine_root(), tracefs, system, colon + 1)) continue;
		if (add(ctx, name) < 0) return 255;
		any = true;
	}
	if (any) return 0;
	fprintf(stderr, "This kernel has no tracepoints of KVM: is its module loaded (modprobe kvm)?\n");
	return 255;
}
