/* Where the locks of run queues are, as the running kernel tells BPF programs. */
#include "bpf/lock_tap.h"

#include <unistd.h>
#include "bpf/bpf_code.h"
#include "kernel/btf.h"
#include "tests/unit/test.h"

static const struct kernelfs running = { .root = "" };

static bool may_run_bpf(void)
{
	struct bpf_code code = { .insns = VEC_INIT };
	bpf_code_finish(&code, 0);
	int program = bpf_code_load_program(&code, "perf_test", BPF_PROG_TYPE_RAW_TRACEPOINT, NULL);
	bpf_code_done(&code);
	if (program >= 0) close(program);
	return program >= 0;
}

/* Kernels whose tasks point to their part of a run queue tell it, also when they do not tell where their variables are.
 */
TEST(run_queues)
{
	struct btf btf;
	if (!may_run_bpf()) SKIP("BPF programs may not be loaded");
	if (btf_open(&running, &btf) < 0) SKIP("this kernel has no BTF");
	bool is_told = btf_member_offset(&btf, "cfs_rq", "rq") >= 0;
	btf_close(&btf);
	if (!is_told) SKIP("this kernel's run queues are of one part");

	uint64_t *locks = NULL;
	size_t nr_cpus = lock_tap_run_queue_locks(&running, &locks), nr_found = 0;
	for (size_t i = 0; i < nr_cpus; i++) {
		if (!locks[i]) continue; /* a CPU that could be there */
		nr_found++;
		CHECK((int64_t)locks[i] < 0); /* the kernel's half */
		for (size_t k = 0; k < i; k++) CHECK(locks[i] != locks[k]);
	}
	CHECK_INT(nr_found, sysconf(_SC_NPROCESSORS_ONLN));
	free(locks);
}

TEST_MAIN
