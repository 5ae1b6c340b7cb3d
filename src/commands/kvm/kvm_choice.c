/* The words of the options, and what they choose. */
#include "commands/kvm/kvm_choice.h"
#include <errno.h>
#include <stdio.h>
#include <string.h>

static const struct {
	const char *name, *title;
} whats[] = {
	[KVM_WHAT_EXITS] = { "vmexit", "VM-EXIT" },        [KVM_WHAT_MMIO] = { "mmio", "MMIO Access" },
	[KVM_WHAT_PORTS] = { "ioport", "IO Port Access" }, [KVM_WHAT_MSRS] = { "msr", "MSR Access" },
	[KVM_WHAT_CALLS] = { "hcall", "HCALL-EVENT" },
};
static const char *const what_names[] = { "vmexit", "mmio", "ioport", "msr", "hcall", NULL };
/* Two of the names that the manual has are other words for the same order. */
static const struct {
	const char *name;
	enum kvm_key key;
} keys[] = { { "sample", KVM_KEY_SAMPLES }, { "percent_sample", KVM_KEY_SAMPLES },
	     { "time", KVM_KEY_TIME },      { "percent_time", KVM_KEY_TIME },
	     { "max_t", KVM_KEY_MAX },      { "min_t", KVM_KEY_MIN },
	     { "mean_t", KVM_KEY_MEAN } };
static const char *const key_names[] = { "sample", "percent_sample", "time",   "percent_time",
					 "max_t",  "min_t",          "mean_t", NULL };
const struct option_set kvm_choice_event_set = { .what = "event", .names = what_names },
			kvm_choice_key_set = { .what = "sort key", .names = key_names };

int kvm_choice_finish(struct kvm_choice *choice)
{
	_err_done_ struct err err = ERR_INIT;
	/* The words are of their sets: the options have seen to that. */
	for (size_t i = 0; i < ARRAY_SIZE(whats); i++) {
		if (strcmp(choice->event, whats[i].name) != 0) continue;
		choice->wanted.what = (enum kvm_what)i;
		choice->style.title = whats[i].title;
	}
	for (size_t i = 0; i < ARRAY_SIZE(keys); i++)
		if (strcmp(choice->key, keys[i].name) == 0) choice->wanted.key = keys[i].key;
	choice->wanted.vcpu = choice->style.vcpu = choice->vcpu;
	if (choice->vcpu < -1) {
		fprintf(stderr, "Invalid vcpu:%d.\n", choice->vcpu);
		return 256 - EINVAL;
	}
	choice->style.pids = choice->pids;
	if (!choice->pids) return 0;
	choice->wanted.pids = &choice->pid_list;
	if (number_list_parse(&choice->pid_list, choice->pids, &err) >= 0) return 0;
	fprintf(stderr, "Error parsing process id string\n%s\n", err.message);
	return 256 - EINVAL;
}

void kvm_choice_done(struct kvm_choice *choice) { number_list_done(&choice->pid_list); }
