/* Names come from the headers that the kernel has for programs, and from the architectures' manuals. They are looked up
 * once for each reason that a recording has, so the search is a plain one. */
#include "analysis/kvm/kvm_reason.h"

#include <inttypes.h>
#include <stddef.h>

static const struct {
	enum kvm_group group;
	uint64_t code;
	const char *name;
} names[] = {
#define X(group, code, name) { group, code, name },
#include "analysis/kvm/kvm_reason.def"
#undef X
};

static const struct {
	const char *name;
	const char *action; /* groups whose codes are shown as numbers: what stands behind them; else NULL */
} groups[NR_KVM_GROUPS] = {
	[KVM_VMX] = { "VMX", NULL },
	[KVM_SVM] = { "SVM", NULL },
	[KVM_ARM] = { "arm64", NULL },
	[KVM_ARM_TRAP] = { "arm64 (trap)", NULL },
	[KVM_RISCV] = { "riscv", NULL },
	[KVM_RISCV_INTERRUPT] = { "riscv (interrupt)", NULL },
	[KVM_SIE] = { "SIE", NULL },
	[KVM_SIE_INSTRUCTION] = { "SIE (instruction)", NULL },
	[KVM_SIE_PROGRAM] = { "SIE (program interruption)", NULL },
	[KVM_SIE_DIAGNOSE] = { "SIE (diagnose)", NULL },
	[KVM_SIE_SIGP] = { "SIE (sigp)", NULL },
	[KVM_POWERPC] = { "powerpc", NULL },
	[KVM_POWERPC_HCALL] = { "powerpc (hcall)", NULL },
	[KVM_MMIO_READ] = { "mmio", "R" },
	[KVM_MMIO_WRITE] = { "mmio", "W" },
	[KVM_PORT_IN] = { "ioport", "PIN" },
	[KVM_PORT_OUT] = { "ioport", "POUT" },
	[KVM_MSR_READ] = { "msr", "R" },
	[KVM_MSR_WRITE] = { "msr", "W" },
};

const char *kvm_group_name(enum kvm_group group) { return groups[group].name; }

const char *kvm_reason_name(const struct kvm_reason *reason, struct arena *texts)
{
	const char *action = groups[reason->group].action;
	if (action) return arena_printf(texts, "%#" PRIx64 ":%s", reason->code, action);
	for (size_t i = 0; i < ARRAY_SIZE(names); i++)
		if (names[i].group == reason->group && names[i].code == reason->code) return names[i].name;
	return NULL;
}

/* icpt_insn_decoder of the kernel's asm/sie.h: opcodes of one byte stand for themselves, others have their second part
 * in the second byte, in its lower half, or in the last byte. */
uint64_t kvm_reason_instruction(uint64_t instruction)
{
	uint64_t first = instruction >> 56;
	switch (first) {
	case 0x01:
	case 0xb2:
	case 0xb9:
	case 0xe3:
	case 0xe5: return first << 8 | (instruction >> 48 & 0xff);
	case 0xaa:
	case 0xc8: return first << 8 | (instruction >> 48 & 0x0f);
	case 0xeb: return first << 8 | (instruction >> 16 & 0xff);
	default: return first;
	}
}
