/* perf kvm stat record: the events of KVM that this machine's kernel has, each of them. */
#include <stdio.h>
#include <string.h>
#include "analysis/kvm/kvm_events.h"
#include "commands/kvm/kvm_cmd.h"
#include "commands/record/record_request.h"
#include "kernel/machine_root.h"
#include "kernel/tracefs.h"

/* Adds the tracepoints there are. False: none. Where tracefs cannot be read one is asked for all the same: perf record
 * says what is missing. */
static bool add_events(struct record_request *request)
{
	_free_ char *tracefs = machine_tracefs();
	bool readable = tracefs_has(machine_root(), tracefs, "sched", "sched_switch"), any = false;
	for (size_t i = 0; kvm_events_name(i); i++) {
		const char *name = kvm_events_name(i), *colon = strchr(name, ':');
		_free_ char *system = xstrndup(name, (size_t)(colon - name));
		if (readable && !tracefs_has(machine_root(), tracefs, system, colon + 1)) continue;
		record_request_add(request, name, NULL);
		any = true;
		if (!readable) break;
	}
	return any;
}

int kvm_cmd_stat_record(const struct kvm_cmd_values *before, int argc, const char **argv)
{
	struct record_request request = { .raw = true, .pages = 1024, .period = 1 };
	request.output = before->output ? before->output : kvm_cmd_file(before);
	int status = 255;
	if (add_events(&request)) status = record_request_run(&request, argc, argv);
	else fprintf(stderr, "This kernel has no tracepoints of KVM: is its module loaded (modprobe kvm)?\n");
	record_request_done(&request);
	return status;
}
