/* BPF programs that watch system calls: well formed for each machine, taken by the kernel, and right about what a
 * thread does. */
#include "bpf/tap.h"

#include <errno.h>
#include <sys/syscall.h>
#include <unistd.h>
#include "bpf/tap_records_code.h"
#include "tests/unit/test.h"

static const char *const machines[] = { "x86_64", "aarch64", "riscv64" };

/* Jumps stay inside, the stack is in its bounds, the end is an end. */
static void check_code(struct bpf_code *code)
{
	int failures = test_failures;
	CHECK(code->insns.count > 1 && code->insns.items[code->insns.count - 1].code == (BPF_JMP | BPF_EXIT));
	for (size_t i = 0; i < code->insns.count; i++) {
		const struct bpf_insn *insn = &code->insns.items[i];
		uint8_t class = insn->code & 7u, op = insn->code & 0xf0u;
		if (class == BPF_JMP && op != BPF_CALL && op != BPF_EXIT)
			CHECK(insn->off >= 0 && i + 1 + (size_t)insn->off < code->insns.count);
		if ((class == BPF_ST || class == BPF_STX) && insn->dst_reg == BPF_REG_10)
			CHECK(insn->off < 0 && insn->off >= -512);
		if (class == BPF_LDX && insn->src_reg == BPF_REG_10) CHECK(insn->off < 0 && insn->off >= -512);
		if (insn->code == (BPF_LD | BPF_DW | BPF_IMM)) i++;
	}
	if (test_failures != failures) fprintf(stderr, "in a program of %zu instructions\n", code->insns.count);
	bpf_code_done(code);
}

static struct tap_code_options options_for(const char *machine, bool everyone, bool selects)
{
	return (struct tap_code_options){ .maps = { 3, 4, 5, 6, 7, 8, selects ? 9 : -1, everyone ? 10 : -1,
						    everyone ? 11 : -1 },
					  .machine = tap_machine_find(machine),
					  .by_cgroup = everyone && !selects,
					  .everyone = everyone,
					  .own_pid = 1,
					  .unknown_numbers = selects && everyone };
}

TEST(sums_are_well_formed)
{
	for (size_t i = 0; i < ARRAY_SIZE(machines) * 4; i++) {
		const struct tap_code_options options = options_for(machines[i / 4], i & 1, i & 2);
		void (*const make[])(struct bpf_code * code,
				     const struct tap_code_options *options) = { tap_code_enter, tap_code_exit,
										 tap_code_exec, tap_code_gone };
		for (size_t k = 0; k < ARRAY_SIZE(make); k++) {
			struct bpf_code code = { .insns = VEC_INIT };
			make[k](&code, &options);
			check_code(&code);
		}
		struct bpf_code fork = { .insns = VEC_INIT }, raw_fork = { .insns = VEC_INIT };
		tap_code_fork(&fork, &options, 44);
		check_code(&fork);
		tap_code_raw_fork(&raw_fork, &options, 1234);
		check_code(&raw_fork);
	}
}

TEST(records_are_well_formed)
{
	for (size_t i = 0; i < ARRAY_SIZE(machines) * 4; i++) {
		const struct tap_records_options options = { .code = options_for(machines[i / 4], i & 1, i & 2),
							     .rings = 12,
							     .readers = i & 1 ? 13 : -1,
							     .readers_at_exit = i & 1 ? 14 : -1 };
		void (*const make[])(struct bpf_code * code, const struct tap_records_options *options) = {
			tap_records_enter, tap_records_exit, tap_records_sleep, tap_records_gone
		};
		for (size_t k = 0; k < ARRAY_SIZE(make); k++) {
			struct bpf_code code = { .insns = VEC_INIT };
			make[k](&code, &options);
			check_code(&code);
		}
	}
}

TEST(reads_are_well_formed)
{
	const struct tap_records_options options = { .code = options_for("x86_64", false, false),
						     .rings = 12,
						     .readers = 13,
						     .readers_at_exit = 14,
						     .inodes = { true, 3000, 32, 8, 40, 64 } };
	for (size_t i = 0; i < syscall_count(); i++) {
		struct syscall_read reads[SYSCALL_MAX_READS];
		struct bpf_code code = { .insns = VEC_INIT };
		size_t count = syscall_reads(syscall_at(i), true, NULL, reads);
		tap_records_read(&code, &options, reads, count);
		CHECK(code.insns.count < 4096); /* what every kernel takes */
		check_code(&code);
		struct bpf_code at_exit = { .insns = VEC_INIT };
		tap_records_read_at_exit(&at_exit, &options, reads, count);
		CHECK(at_exit.insns.count < 4096);
		check_code(&at_exit);
	}
}

TEST(unknown_machine) { CHECK(!tap_machine_find("vax")); }

/* -- what the kernel says -- */

static const struct kernelfs fs = { "" };

/* NULL: not permitted, or not there. */
static struct tap *try_new(const struct tap_options *options)
{
	_err_done_ struct err err = ERR_INIT;
	struct tap *tap = NULL;
	int r = tap_new(options, &tap, &err);
	if (r == -EPERM || r == -EACCES || r == -EOPNOTSUPP || r == -ENOSYS || r == -ENOENT) return NULL;
	if (r < 0) fprintf(stderr, "%s\n%s\n", err.message, err.hint ? err.hint : "");
	CHECK_INT(r, 0);
	return tap;
}

TEST(the_kernel_takes_them)
{
	static const int64_t hidden[] = { 1, 2 };
	for (unsigned i = 0; i < 18; i++) {
		struct tap_options options = { .fs = &fs,
					       .everyone = i & 1,
					       .inherit = !(i & 1),
					       .errnos = i & 2 || i & 16,
					       .by_cgroup = i & 16,
					       .records = i & 4,
					       .memory = i & 4,
					       .of_cpus = i & 8,
					       .hidden_tids = hidden,
					       .nr_hidden_tids = i & 1 ? 2 : 0 };
		struct tap *tap = try_new(&options);
		if (!tap) SKIP("BPF programs are not permitted here");
		tap_free(tap);
	}
}

static const struct syscall_tally *tally_of(const struct syscall_tallies *tallies, uint32_t number)
{
	for (size_t i = 0; i < tallies->threads.count; i++)
		for (size_t k = 0; k < tallies->threads.items[i].calls.count; k++)
			if (tallies->threads.items[i].calls.items[k].number_plus_1 == number + 1)
				return &tallies->threads.items[i].calls.items[k];
	return NULL;
}

TEST(this_thread)
{
	_err_done_ struct err err = ERR_INIT;
	const struct tap_options options = { .fs = &fs, .errnos = true };
	struct tap *tap = try_new(&options);
	if (!tap) SKIP("BPF programs are not permitted here");
	struct target target = { .has_task = true };
	vec_push(&target.tids, (int32_t)getpid());
	CHECK_INT(tap_open(tap, &target, NULL, 0, &err), 0);
	for (int i = 0; i < 50; i++) (void)!syscall(SYS_getppid); /* it is off */
	CHECK_INT(tap_switch(tap, true, &err), 0);
	for (int i = 0; i < 100; i++) (void)!syscall(SYS_getppid);
	for (int i = 0; i < 10; i++) (void)!close(-1);
	/* numbers that share a place with others: 16 apart */
	for (int i = 0; i < 5; i++) (void)!syscall(SYS_getppid + 16, -1, -1, -1, -1, -1, -1);
	CHECK_INT(tap_switch(tap, false, &err), 0);
	for (int i = 0; i < 50; i++) (void)!syscall(SYS_getppid);
	struct syscall_tallies tallies;
	tap_read(tap, &tallies);
	const struct syscall_tally *tally = tally_of(&tallies, SYS_getppid), *closes = tally_of(&tallies, SYS_close),
				   *other = tally_of(&tallies, SYS_getppid + 16);
	CHECK_INT(tallies.threads.count, 1);
	CHECK_INT(tallies.nr_lost, 0);
	CHECK(tally && tally->count == 100 && tally->nr_errors == 0 && tally->min_ns <= tally->max_ns &&
	      tally->total_ns >= 100 * tally->min_ns);
	CHECK(tally && (tally->squares_high || tally->squares_low >= tally->total_ns / 100 * tally->min_ns));
	CHECK(closes && closes->count >= 10 && closes->nr_errors == 10); /* the switching off closes, too */
	CHECK(other && other->count == 5);
	bool found = false;
	for (size_t i = 0; tallies.threads.count && i < tallies.threads.items[0].errnos.count; i++) {
		const struct syscall_tally_errno *item = &tallies.threads.items[0].errnos.items[i];
		found |= item->number == SYS_close && item->error == EBADF && item->nr == 10;
	}
	CHECK(found);
	syscall_tallies_done(&tallies);
	vec_done(&target.tids);
	tap_free(tap);
}

TEST_MAIN
