/* What the subcommands of perf kvm share. */
#include "commands/kvm/kvm_cmd.h"

const char *kvm_cmd_file(const struct kvm_cmd_values *values)
{
	if (values->host && values->guest) return "perf.data.kvm";
	return values->host ? "perf.data.host" : "perf.data.guest";
}
