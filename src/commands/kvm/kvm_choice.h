/* Which events of guests, and in what order: options that perf kvm stat report and live share. */
#ifndef COMMANDS_KVM_KVM_CHOICE_H
#define COMMANDS_KVM_KVM_CHOICE_H

#include "analysis/kvm/kvm.h"
#include "cli/option_form.h"
#include "render/listing/kvm_text.h"

/* What was given; starts as KVM_CHOICE_INIT. Texts are argv's. */
struct kvm_choice {
	const char *event, *key, *pids;
	int vcpu;
	/* Made by kvm_choice_finish; point into this struct, which must not be moved. */
	struct kvm_options wanted;
	struct kvm_text_style style;
	struct number_list pid_list;
};
#define KVM_CHOICE_INIT                                        \
	{                                                      \
		.event = "vmexit", .key = "sample", .vcpu = -1 \
	}

extern const struct option_set kvm_choice_event_set, kvm_choice_key_set;
/* T is the command's struct of values, m its member of struct kvm_choice. */
#define KVM_CHOICE_ROW_EVENT(T, m)                                                                             \
	OPTION_WORDS(0, "event", T, m.event, "report event",                                                   \
		     "event for reporting: vmexit, mmio (x86 only), ioport (x86 only), msr (x86 only), hcall " \
		     "(PowerPC only)",                                                                         \
		     &kvm_choice_event_set)
#define KVM_CHOICE_ROW_VCPU(T, m) OPTION_INT(0, "vcpu", T, m.vcpu, "vcpu id to report")
#define KVM_CHOICE_ROW_KEY(T, m)                       \
	OPTION_WORDS('k', "key", T, m.key, "sort-key", \
		     "key for sorting: sample (number of samples), time, max_t, min_t, mean_t", &kvm_choice_key_set)
#define KVM_CHOICE_ROW_PID(T, m, help) OPTION_STRING('p', "pid", T, m.pids, "pid", help)

/* Behind the options: 0, or the exit status when a value makes no sense, which was said. Done with kvm_choice_done in
 * either case. */
int kvm_choice_finish(struct kvm_choice *choice);
void kvm_choice_done(struct kvm_choice *choice);

#endif
