/* The subcommands of perf kvm, and what they share: whether the host, its guests or both are meant, and where the files
 * of guests are.
 *
 *     ../kvm.c -> stat -> record, report
 *              -> record, report, top, diff     the commands of these names, told of guests */
#ifndef COMMANDS_KVM_KVM_CMD_H
#define COMMANDS_KVM_KVM_CMD_H

#include "commands/option/session_option.h"

/* What was given in front of the subcommand. Texts are argv's; NULL: not given. */
struct kvm_cmd_values {
	const char *input, *output;
	const char *guest_mount, *guest_kallsyms, *guest_vmlinux, *guest_modules;
	/* guest alone unless the host was named. */
	bool host, guest;
};

/* The name of the recording, where none was given: by what it is of, as upstream. Static. */
const char *kvm_cmd_file(const struct kvm_cmd_values *values);

/* argv[0] is the subcommand's name. They return the exit status; what went wrong has been printed. */
int kvm_cmd_stat(const struct kvm_cmd_values *before, int argc, const char **argv);
int kvm_cmd_stat_record(const struct kvm_cmd_values *before, int argc, const char **argv);
int kvm_cmd_stat_report(const struct kvm_cmd_values *before, int argc, const char **argv);
int kvm_cmd_record(const struct kvm_cmd_values *before, int argc, const char **argv);
int kvm_cmd_report(const struct kvm_cmd_values *before, int argc, const char **argv);
int kvm_cmd_top(const struct kvm_cmd_values *before, int argc, const char **argv);
int kvm_cmd_diff(const struct kvm_cmd_values *before, int argc, const char **argv);

#endif
