/* The kernel's verifier judges the programs where it may be asked (tests/live/counting); here: that they are whole. */
#include "bpf/bpf_counter_code.h"

#include "tests/unit/test.h"

/* Every jump leads to the same end: a result, then the exit, which is the last. */
static void check_ends(const struct bpf_code *code, int32_t result)
{
	size_t last = code->insns.count - 1;
	const struct bpf_insn *insns = code->insns.items;
	CHECK_INT(insns[last].code, BPF_JMP | BPF_EXIT);
	CHECK_INT(insns[last - 1].code, BPF_ALU | BPF_MOV | BPF_K);
	CHECK_INT(insns[last - 1].imm, result);
	for (size_t i = 0; i < last; i++) {
		bool is_wide = insns[i].code == (BPF_LD | BPF_DW | BPF_IMM);
		bool jumps = (insns[i].code & 7) == BPF_JMP && (insns[i].code & 0xf0) != BPF_CALL;
		if (jumps) CHECK_INT(i + 1 + (size_t)insns[i].off, last - 1);
		if (is_wide) i++;
	}
}

static size_t count_helper(const struct bpf_code *code, int32_t helper)
{
	size_t count = 0;
	for (size_t i = 0; i < code->insns.count; i++)
		if (code->insns.items[i].code == (BPF_JMP | BPF_CALL) && code->insns.items[i].imm == helper) count++;
	return count;
}

TEST(beginning_of_programs)
{
	struct bpf_counter_maps maps = { .counters = 3, .counts = 4, .switches = 5, .tasks = -1 };
	struct bpf_code code = { .insns = VEC_INIT };
	bpf_counter_code_begin(&code, &maps);
	check_ends(&code, 0);
	CHECK_INT(count_helper(&code, BPF_FUNC_perf_event_read_value), 1);
	CHECK_INT(count_helper(&code, BPF_FUNC_map_lookup_elem), 1);
	bpf_code_done(&code);
}

TEST(switches_of_tasks_and_of_cpus)
{
	struct bpf_counter_maps maps = { .counters = 3, .counts = 4, .switches = 5, .tasks = 6 };
	struct bpf_code code = { .insns = VEC_INIT };
	bpf_counter_code_switch(&code, &maps, 7);
	check_ends(&code, 0);
	CHECK_INT(count_helper(&code, BPF_FUNC_perf_event_read_value), 1);
	CHECK_INT(count_helper(&code, BPF_FUNC_get_current_pid_tgid), 1);
	CHECK_INT(count_helper(&code, BPF_FUNC_map_lookup_elem), 4);
	bpf_code_done(&code);

	maps.tasks = -1; /* nobody is asked who runs */
	code = (struct bpf_code){ .insns = VEC_INIT };
	bpf_counter_code_switch(&code, &maps, 7);
	check_ends(&code, 0);
	CHECK_INT(count_helper(&code, BPF_FUNC_get_current_pid_tgid), 0);
	CHECK_INT(count_helper(&code, BPF_FUNC_map_lookup_elem), 3);
	bpf_code_done(&code);
}

TEST(tracepoints_stay_with_who_records_them)
{
	struct bpf_code code = { .insns = VEC_INIT };
	bpf_counter_code_fork(&code, 6, 44);
	check_ends(&code, 1);
	CHECK_INT(count_helper(&code, BPF_FUNC_map_update_elem), 1);
	bpf_code_done(&code);
	code = (struct bpf_code){ .insns = VEC_INIT };
	bpf_counter_code_free(&code, 6, 24);
	check_ends(&code, 1);
	CHECK_INT(count_helper(&code, BPF_FUNC_map_delete_elem), 1);
	CHECK_INT(code.insns.items[0].off, 24);
	bpf_code_done(&code);
}

TEST_MAIN
