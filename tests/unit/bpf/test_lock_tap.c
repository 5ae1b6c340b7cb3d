/* Where the locks of run queues are, as the running kernel tells BPF programs. */
#include "bpf/lock_tap.h"

#include <fcntl.h>
#include <sys/resource.h>
#include <unistd.h>
#include "bpf/bpf_code.h"
#include "kernel/btf_file.h"
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

/* Where no map can be made nothing is left behind, and no descriptor of others is closed. */
TEST(no_descriptors_left)
{
	const struct lock_tap_options options = { .fs = &running, .by = LOCK_TAP_BY_LOCK, .nr_entries = 100 };
	struct rlimit limit;
	int pipe_fds[2];
	CHECK(pipe(pipe_fds) == 0 && getrlimit(RLIMIT_NOFILE, &limit) == 0);
	setrlimit(RLIMIT_NOFILE, &(struct rlimit){ 3, limit.rlim_max });
	struct lock_tap *tap = NULL;
	_err_done_ struct err err = ERR_INIT;
	int r = lock_tap_new(&options, &tap, &err);
	setrlimit(RLIMIT_NOFILE, &limit);
	CHECK(r < 0 && !tap && err.message);
	for (int fd = 0; fd <= 2; fd++) CHECK(fcntl(fd, F_GETFD) >= 0);
	CHECK(fcntl(pipe_fds[0], F_GETFD) >= 0 && fcntl(pipe_fds[1], F_GETFD) >= 0);
	close(pipe_fds[0]);
	close(pipe_fds[1]);
}

TEST_MAIN
