/* What is asked of the kernel at the two ends of a wait, by what waits are added up by; and which waits are left out.
 * The kernel's verifier judges the same programs in tests/live/locks. */
#include "bpf/lock_tap_code.h"

#include "tests/unit/test.h"

enum { WAITS = 3, SUMS, STACKS, FAILURES, TASKS, CPUS, LOCKS, CGROUPS };

static struct lock_tap_code_options options_by(enum lock_tap_by by)
{
	return (struct lock_tap_code_options){ .by = by,
					       .waits = WAITS,
					       .sums = SUMS,
					       .stacks = STACKS,
					       .failures = FAILURES,
					       .tasks = -1,
					       .cpus = -1,
					       .locks = -1,
					       .cgroups = -1,
					       .offsets = { 8, 16, 24, 32, 40, 48, 56, 64 } };
}

struct used {
	size_t get_stackid, get_current_cgroup_id, get_current_task, get_current_comm, probe_read_kernel, cpu;
	bool maps[CGROUPS + 1];
	size_t immediates; /* jumps that compare with 0x2a */
	size_t count;
};

typedef void make_fn(struct bpf_code *code, const struct lock_tap_code_options *options);

/* Makes a program; all its jumps stay within, and its last instruction is the exit. */
static struct used used_by(make_fn *make, const struct lock_tap_code_options *options)
{
	struct used used = { 0 };
	struct bpf_code code = { .insns = VEC_INIT };
	make(&code, options);
	const struct bpf_insn *insns = code.insns.items;
	used.count = code.insns.count;
	CHECK_INT(insns[used.count - 1].code, BPF_JMP | BPF_EXIT);
	for (size_t i = 0; i < used.count; i++) {
		bool is_wide = insns[i].code == (BPF_LD | BPF_DW | BPF_IMM);
		bool is_jump = (insns[i].code & 7) == BPF_JMP;
		unsigned operation = insns[i].code & 0xf0;
		if (is_wide && insns[i].src_reg && insns[i].imm <= CGROUPS) used.maps[insns[i].imm] = true;
		if (is_wide) i++;
		if (!is_jump || operation == BPF_EXIT) continue;
		if (operation != BPF_CALL) {
			CHECK(i + 1 + (size_t)insns[i].off < used.count);
			used.immediates += insns[i].imm == 0x2a;
			continue;
		}
		switch (insns[i].imm) {
		case BPF_FUNC_get_stackid: used.get_stackid++; break;
		case BPF_FUNC_get_current_cgroup_id: used.get_current_cgroup_id++; break;
		case BPF_FUNC_get_current_task: used.get_current_task++; break;
		case BPF_FUNC_get_current_comm: used.get_current_comm++; break;
		case BPF_FUNC_probe_read_kernel: used.probe_read_kernel++; break;
		case BPF_FUNC_get_smp_processor_id: used.cpu++; break;
		}
	}
	bpf_code_done(&code);
	return used;
}

/* Call chains where rows are by them, or are wanted besides; else none, and no map of them. */
TEST(call_chains)
{
	for (int by = LOCK_TAP_BY_STACK; by <= LOCK_TAP_BY_CGROUP; by++) {
		for (int too = 0; too <= 1; too++) {
			struct lock_tap_code_options options = options_by((enum lock_tap_by)by);
			options.stacks_too = too;
			struct used used = used_by(lock_tap_code_begin, &options);
			CHECK_INT(used.get_stackid, too || by == LOCK_TAP_BY_STACK);
			CHECK_INT(used.maps[STACKS], too || by == LOCK_TAP_BY_STACK);
			CHECK(used.maps[WAITS] && !used.maps[SUMS]);
		}
	}
}

/* The sum's key has a chain under the same conditions: a longer program. */
TEST(chains_in_keys)
{
	for (int by = LOCK_TAP_BY_STACK; by <= LOCK_TAP_BY_CGROUP; by++) {
		struct lock_tap_code_options options = options_by((enum lock_tap_by)by);
		struct used without = used_by(lock_tap_code_end, &options);
		options.stacks_too = true;
		struct used with = used_by(lock_tap_code_end, &options);
		CHECK_INT(with.count - without.count, by == LOCK_TAP_BY_STACK ? 0 : 2);
		CHECK(with.maps[WAITS] && with.maps[SUMS] && !with.maps[STACKS]);
		CHECK_INT(with.get_current_comm, by == LOCK_TAP_BY_THREAD);
	}
}

TEST(owners_groups_and_known_locks)
{
	struct lock_tap_code_options options = options_by(LOCK_TAP_BY_OWNER);
	CHECK_INT(used_by(lock_tap_code_begin, &options).probe_read_kernel, 4); /* of two kinds of lock; comm, pid */
	options.offsets.task_comm = -1;                                         /* not known: rows have no owner */
	CHECK_INT(used_by(lock_tap_code_begin, &options).probe_read_kernel, 0);
	options = options_by(LOCK_TAP_BY_LOCK);
	CHECK_INT(used_by(lock_tap_code_begin, &options).get_current_task, 2);
	options.offsets.mm_mmap_lock = -1;
	CHECK_INT(used_by(lock_tap_code_begin, &options).get_current_task, 1);
	options = options_by(LOCK_TAP_BY_CGROUP);
	CHECK_INT(used_by(lock_tap_code_begin, &options).get_current_cgroup_id, 1);
	options = options_by(LOCK_TAP_BY_THREAD);
	struct used used = used_by(lock_tap_code_begin, &options);
	CHECK(!used.get_current_cgroup_id && !used.get_current_task && !used.probe_read_kernel);
}

/* Each filter asks its map. */
TEST(filters)
{
	const uint32_t types[] = { 0x2a, 0x2a, 0x2a };
	struct lock_tap_code_options options = options_by(LOCK_TAP_BY_THREAD);
	struct used used = used_by(lock_tap_code_begin, &options);
	CHECK(!used.maps[TASKS] && !used.maps[CPUS] && !used.maps[LOCKS] && !used.maps[CGROUPS]);
	CHECK(used.immediates == 0 && used.cpu == 1); /* the CPU of idle tasks */
	options.tasks = TASKS;
	options.cpus = CPUS;
	options.locks = LOCKS;
	options.cgroups = CGROUPS;
	options.types = types;
	options.nr_types = 3;
	used = used_by(lock_tap_code_begin, &options);
	CHECK(used.maps[TASKS] && used.maps[CPUS] && used.maps[LOCKS] && used.maps[CGROUPS]);
	CHECK(used.immediates == 3 && used.cpu == 2 && used.get_current_cgroup_id == 1);
	CHECK(used_by(lock_tap_code_fork, &options).maps[TASKS]);
	CHECK(used_by(lock_tap_code_exit, &options).maps[TASKS]);
}

TEST_MAIN
