/* Why a guest was left, as a code and as a name: reasons of each kind of processor, and what a guest accesses. */
#ifndef ANALYSIS_KVM_KVM_REASON_H
#define ANALYSIS_KVM_KVM_REASON_H

#include <stdint.h>
#include "base/arena.h"

/* Whose codes they are. Those up to KVM_POWERPC_HCALL have names in kvm_reason.def; of the others the code is an
 * address or a number, and the group says what was done with it. */
enum kvm_group {
	KVM_VMX,
	KVM_SVM,
	KVM_ARM,
	KVM_ARM_TRAP,
	KVM_RISCV,
	KVM_RISCV_INTERRUPT,
	KVM_SIE,
	KVM_SIE_INSTRUCTION,
	KVM_SIE_PROGRAM,
	KVM_SIE_DIAGNOSE,
	KVM_SIE_SIGP,
	KVM_POWERPC,
	KVM_POWERPC_HCALL,
	KVM_MMIO_READ,
	KVM_MMIO_WRITE,
	KVM_PORT_IN,
	KVM_PORT_OUT,
	KVM_MSR_READ,
	KVM_MSR_WRITE,
	NR_KVM_GROUPS
};

struct kvm_reason {
	enum kvm_group group;
	uint64_t code;
};

/* The name in texts of messages: "VMX". Static. */
const char *kvm_group_name(enum kvm_group group);
/* "EPT_VIOLATION", "0xfee000b0:W"; static, or made in texts. NULL: a code that has no name. */
const char *kvm_reason_name(const struct kvm_reason *reason, struct arena *texts);
/* The code of an instruction that s390 intercepted, given with its first byte highest, for KVM_SIE_INSTRUCTION. */
uint64_t kvm_reason_instruction(uint64_t instruction);

#endif
