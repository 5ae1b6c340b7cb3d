/* A program loaded by the test is found, with its code and its name. */
#include "bpf/bpf_programs.h"

#include <errno.h>
#include <linux/bpf.h>
#include <sys/syscall.h>
#include <unistd.h>
#include "tests/unit/test.h"

static const struct kernelfs running = { "" };

static int load_tiny(void)
{
	struct bpf_insn insns[] = { { .code = BPF_ALU64 | BPF_MOV | BPF_K },
				    { .code = BPF_JMP | BPF_EXIT } }; /* r0 = 0; exit */
	union bpf_attr attr = { .prog_type = BPF_PROG_TYPE_SOCKET_FILTER,
				.insns = (uintptr_t)insns,
				.insn_cnt = 2,
				.license = (uintptr_t) "GPL",
				.prog_name = "tiny" };
	return (int)syscall(SYS_bpf, BPF_PROG_LOAD, &attr, sizeof(attr));
}

TEST(finds_a_loaded_program)
{
	struct bpf_programs before, after;
	int fd = load_tiny();
	if (fd < 0) SKIP("BPF programs cannot be loaded here");
	int r = bpf_programs_read(&running, &after);
	close(fd);
	if (r == -EPERM) SKIP("BPF programs cannot be listed here");
	CHECK_INT(r, 0);
	CHECK(after.programs.count > 0);
	bool found = false;
	for (size_t i = 0; i < after.programs.count; i++) {
		const struct bpf_program *program = &after.programs.items[i];
		CHECK(!i || after.programs.items[i - 1].id < program->id);
		for (size_t k = 0; k < program->functions.count; k++) {
			const struct bpf_function *function = &program->functions.items[k];
			CHECK(function->start && function->size_bytes && strncmp(function->name, "bpf_prog_", 9) == 0);
			found |= strlen(function->name) == 9 + 16 + 5 && strcmp(function->name + 25, "_tiny") == 0;
		}
	}
	const struct bpf_program *last = &after.programs.items[after.programs.count - 1];
	if (last->functions.count) CHECK(found); /* else interpreted, or addresses are hidden */
	CHECK(bpf_programs_read(&running, &before) == 0 && before.programs.count < after.programs.count);
	bpf_programs_done(&after);
	bpf_programs_done(&before);
}

TEST_MAIN
