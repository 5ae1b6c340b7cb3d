/* perf kvm stat record: the events of KVM that this machine's kernel has, each of them. */
#include "commands/kvm/kvm_cmd.h"
#include "commands/record/record_request.h"

static int add_event(void *ctx, const char *name)
{
	record_request_add(ctx, name, NULL);
	return 0;
}

int kvm_cmd_stat_record(const struct kvm_cmd_values *before, int argc, const char **argv)
{
	struct record_request request = { .raw = true, .pages = 1024, .period = 1 };
	request.output = before->output ? before->output : kvm_cmd_file(before);
	int status = kvm_cmd_events(add_event, &request);
	if (!status) status = record_request_run(&request, argc, argv);
	record_request_done(&request);
	return status;
}
