/* The subcommands of perf kvm, and what they share: whether the host, its guests or both are meant, and where the files
 * of guests are.
 *
 *     ../kvm.c -> stat -> record, report, live
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
	bool guest_code; /* of guests is in the process that runs them */
};

/* The name of the recording, where none was given: by what it is of, as upstream. Static. */
const char *kvm_cmd_file(const struct kvm_cmd_values *values);

/* Calls add for each tracepoint of KVM that this machine's kernel has. 0, or the exit status: there is none, which was
 * said, or add was negative. */
int kvm_cmd_events(int (*add)(void *ctx, const char *name), void *ctx);

/* argv[0] is the subcommand's name. They return the exit status; what went wrong has been printed. */
/* Without words, and with one that kvm_cmd_stat_has: what is behind "stat". Anything else is for perf stat. */
bool kvm_cmd_stat_has(const char *word);
int kvm_cmd_stat(const struct kvm_cmd_values *before, int argc, const char **argv);
int kvm_cmd_stat_record(const struct kvm_cmd_values *before, int argc, const char **argv);
int kvm_cmd_stat_report(const struct kvm_cmd_values *before, int argc, const char **argv);
int kvm_cmd_stat_live(int argc, const char **argv);
/* A command that gets no more than --machines. */
int kvm_cmd_pass(const struct kvm_cmd_values *before, int (*run)(int argc, const char **argv), int argc,
		 const char **argv);
int kvm_cmd_record(const struct kvm_cmd_values *before, int argc, const char **argv);
int kvm_cmd_report(const struct kvm_cmd_values *before, int argc, const char **argv);
int kvm_cmd_top(const struct kvm_cmd_values *before, int argc, const char **argv);
int kvm_cmd_diff(const struct kvm_cmd_values *before, int argc, const char **argv);

#endif
