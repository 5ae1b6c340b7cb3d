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

static uint32_t id_of(int fd)
{
	struct bpf_prog_info info = { 0 };
	union bpf_attr attr = { .info = {
					.bpf_fd = (uint32_t)fd, .info_len = sizeof(info), .info = (uintptr_t)&info } };
	CHECK_INT(syscall(SYS_bpf, BPF_OBJ_GET_INFO_BY_FD, &attr, sizeof(attr)), 0);
	return info.id;
}

static const struct bpf_program *find_program(const struct bpf_programs *programs, uint32_t id)
{
	for (size_t i = 0; i < programs->programs.count; i++) {
		const struct bpf_program *program = &programs->programs.items[i];
		CHECK(!i || programs->programs.items[i - 1].id < program->id);
		if (program->id == id) return program;
	}
	return NULL;
}

/* Other programs of the machine come and go meanwhile: only the test's own is looked at. */
TEST(finds_a_loaded_program)
{
	struct bpf_programs with, without;
	int fd = load_tiny();
	if (fd < 0) SKIP("BPF programs cannot be loaded here");
	uint32_t id = id_of(fd);
	int r = bpf_programs_read(&running, &with);
	close(fd);
	if (r == -EPERM) SKIP("BPF programs cannot be listed here");
	CHECK_INT(r, 0);
	const struct bpf_program *tiny = find_program(&with, id);
	CHECK(tiny);
	for (size_t k = 0; tiny && k < tiny->functions.count;
	     k++) { /* none where it is interpreted, or addresses are hidden */
		const struct bpf_function *function = &tiny->functions.items[k];
		CHECK(function->start && function->size_bytes);
		CHECK(strncmp(function->name, "bpf_prog_", 9) == 0 && strlen(function->name) == 9 + 16 + 5);
		CHECK_STR(function->name + 25, "_tiny");
	}
	CHECK_INT(bpf_programs_read(&running, &without), 0);
	CHECK(!find_program(&without, id));
	bpf_programs_done(&with);
	bpf_programs_done(&without);
}

TEST_MAIN
