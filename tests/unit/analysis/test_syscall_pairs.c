/* Beginnings and ends of calls by thread. */
#include "analysis/trace/syscall_pairs.h"
#include "tests/unit/test.h"

TEST(one_call)
{
	struct syscall_pairs pairs = { 0 };
	struct syscall_slot *slot = syscall_pairs_slot(&pairs, 7);
	uint64_t enter_ns = 0;
	CHECK(!syscall_pairs_enter(&pairs, slot, 3, 100));
	CHECK(syscall_pairs_exit(&pairs, slot, 3, &enter_ns));
	CHECK_INT(enter_ns, 100);
	CHECK_INT(pairs.nr_without_begin + pairs.nr_without_end, 0);
	syscall_pairs_done(&pairs);
}

TEST(threads_do_not_mix)
{
	struct syscall_pairs pairs = { 0 };
	uint64_t enter_ns = 0;
	for (uint32_t tid = 1; tid <= 1000; tid++)
		syscall_pairs_enter(&pairs, syscall_pairs_slot(&pairs, tid), tid % 5, tid);
	for (uint32_t tid = 1000; tid; tid--) {
		CHECK(syscall_pairs_exit(&pairs, syscall_pairs_slot(&pairs, tid), tid % 5, &enter_ns));
		CHECK_INT(enter_ns, tid);
		CHECK_INT(syscall_pairs_slot(&pairs, tid)->index, tid - 1);
	}
	CHECK_INT(pairs.slots.count, 1000);
	syscall_pairs_done(&pairs);
}

TEST(halves)
{
	struct syscall_pairs pairs = { 0 };
	struct syscall_slot *slot = syscall_pairs_slot(&pairs, 7);
	uint64_t enter_ns = 1;
	CHECK(!syscall_pairs_exit(&pairs, slot, 3, &enter_ns)); /* its beginning was before the first event */
	CHECK_INT(enter_ns, 1);
	CHECK_INT(pairs.nr_without_begin, 1);
	syscall_pairs_enter(&pairs, slot, 3, 100);
	CHECK(syscall_pairs_enter(&pairs, slot, 4, 200)); /* its end was lost */
	CHECK_INT(pairs.nr_without_end, 1);
	CHECK(!syscall_pairs_exit(&pairs, slot, 5, &enter_ns)); /* of another call than began */
	CHECK_INT(pairs.nr_without_begin, 2);
	CHECK_INT(pairs.nr_without_end, 2);
	syscall_pairs_done(&pairs);
}

TEST(no_return)
{
	struct syscall_pairs pairs = { 0 };
	struct syscall_slot *slot = syscall_pairs_slot(&pairs, 7);
	syscall_pairs_enter(&pairs, slot, 60, 100);
	syscall_pairs_gone(slot);
	CHECK(!syscall_pairs_enter(&pairs, slot, 3, 200)); /* another thread of the same id */
	CHECK_INT(pairs.nr_without_end, 0);
	syscall_pairs_done(&pairs);
}

TEST_MAIN
