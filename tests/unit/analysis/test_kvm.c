/* Guests that are left and entered again: what counts, for how long, and how rows are put together. */
#include "analysis/kvm/kvm.h"
#include "tests/unit/test.h"

static void happens(struct kvm *kvm, enum kvm_kind kind, uint64_t time_ns, enum kvm_group group, uint64_t code)
{
	kvm_event(kvm, &(struct kvm_event){
			       .kind = (uint8_t)kind, .time_ns = time_ns, .tid = 7, .reason = { group, code } });
}

static void enters(struct kvm *kvm, uint64_t time_ns) { happens(kvm, KVM_ENTRY, time_ns, 0, 0); }

TEST(exits)
{
	struct kvm *kvm = kvm_new(&(struct kvm_options){ .vcpu = -1 });
	happens(kvm, KVM_EXIT, 10, KVM_VMX, 12); /* of a thread that never entered */
	enters(kvm, 20);
	enters(kvm, 30); /* nothing began */
	happens(kvm, KVM_EXIT, 100, KVM_VMX, 12);
	happens(kvm, KVM_EXIT, 150, KVM_VMX, 48); /* the entry between was lost */
	enters(kvm, 250);
	happens(kvm, KVM_EXIT, 300, KVM_VMX, 48);
	enters(kvm, 600);
	happens(kvm, KVM_EXIT, 700, KVM_VMX, 12);
	enters(kvm, 650); /* damaged: before it began */
	const struct kvm_result *result = kvm_finish(kvm, NULL);
	CHECK_INT(result->nr_rows, 2);
	CHECK_INT(result->nr, 3);
	CHECK_INT(result->total_ns, 400);
	CHECK_STR(result->rows[0].name, "EPT_VIOLATION");
	CHECK_INT(result->rows[0].min_ns, 100);
	CHECK_INT(result->rows[0].max_ns, 300);
	CHECK_INT(kvm_row_error_percent(&result->rows[0]), 50); /* mean 200, deviation 141.4 of two */
	CHECK_STR(result->rows[1].name, "HLT");
	CHECK_INT(result->rows[1].max_ns, 0);
	kvm_free(kvm);
}

TEST(names)
{
	struct kvm *kvm = kvm_new(&(struct kvm_options){ .vcpu = -1, .key = KVM_KEY_TIME });
	enters(kvm, 0);
	/* an error, told in two ways, is one row; so are all that have no name */
	happens(kvm, KVM_EXIT, 100, KVM_ARM, 1);
	enters(kvm, 110);
	happens(kvm, KVM_EXIT, 200, KVM_ARM_TRAP, 0x2f);
	enters(kvm, 230);
	happens(kvm, KVM_EXIT, 300, KVM_ARM, 77);
	enters(kvm, 301);
	happens(kvm, KVM_EXIT, 400, KVM_ARM_TRAP, 0x3f);
	enters(kvm, 402);
	const struct kvm_result *result = kvm_finish(kvm, NULL);
	CHECK_INT(result->nr_rows, 2);
	CHECK_STR(result->rows[0].name, "SERROR");
	CHECK_INT(result->rows[0].nr, 2);
	CHECK_INT(result->rows[0].total_ns, 40);
	CHECK_INT(kvm_row_error_percent(&result->rows[0]), 50); /* as if both were one: mean 20, deviation 14.1 */
	CHECK_STR(result->rows[1].name, "UNKNOWN");
	CHECK_INT(result->rows[1].total_ns, 3);
	/* more may follow */
	happens(kvm, KVM_EXIT, 500, KVM_ARM, 77);
	enters(kvm, 600);
	result = kvm_finish(kvm, NULL);
	CHECK_STR(result->rows[0].name, "UNKNOWN");
	CHECK_INT(result->nr, 5);
	kvm_free(kvm);
}

TEST(accesses)
{
	struct kvm *kvm = kvm_new(&(struct kvm_options){ .vcpu = -1, .what = KVM_WHAT_MMIO });
	enters(kvm, 0);
	happens(kvm, KVM_EXIT, 100, KVM_VMX, 48); /* neither a read nor a write follows */
	enters(kvm, 150);
	happens(kvm, KVM_EXIT, 200, KVM_VMX, 48);
	happens(kvm, KVM_MMIO, 230, KVM_MMIO_READ, 0x10);
	happens(kvm, KVM_MMIO, 240, KVM_MMIO_READ, 0x18); /* from when on it was read, nobody knows */
	enters(kvm, 250);
	happens(kvm, KVM_EXIT, 300, KVM_VMX, 48);
	happens(kvm, KVM_MMIO, 310, KVM_MMIO_WRITE, 0x10);
	enters(kvm, 350);
	const struct kvm_result *result = kvm_finish(kvm, NULL);
	CHECK_INT(result->nr_rows, 2);
	CHECK_STR(result->rows[0].name, "0x10:R");
	CHECK_INT(result->rows[0].total_ns, 30);
	CHECK_STR(result->rows[1].name, "0x10:W");
	CHECK_INT(result->rows[1].total_ns, 40);
	kvm_free(kvm);
}

TEST(instructions)
{
	CHECK_INT(kvm_reason_instruction(UINT64_C(0xb202) << 48), 0xb202);
	CHECK_INT(kvm_reason_instruction(UINT64_C(0xaaf1) << 48), 0xaa01);
	CHECK_INT(kvm_reason_instruction(UINT64_C(0xebff000000250000)), 0xeb25);
	CHECK_INT(kvm_reason_instruction(UINT64_C(0x8312) << 48), 0x83);
}

TEST_MAIN
