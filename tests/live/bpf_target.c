/* A BPF program that runs at each system call, for perf stat --bpf-prog. Prints its id, then sleeps for as many seconds
 * as it is told.
 *
 * With "plain" as second argument it has no types (BTF), by which the kernel knows functions. */
#include <linux/bpf.h>
#include <linux/btf.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

static int bpf(int command, union bpf_attr *attr) { return (int)syscall(SYS_bpf, command, attr, sizeof(*attr)); }

/* int; pointer to nothing; a function of it; "target". */
static int load_types(void)
{
	static const char strings[] = "\0int\0ctx\0target";
	static const uint32_t types[] = {
		1,
		BTF_KIND_INT << 24,
		4,
		BTF_INT_SIGNED << 24 | 32,
		0,
		BTF_KIND_PTR << 24,
		0,
		0,
		BTF_KIND_FUNC_PROTO << 24 | 1,
		1,
		5,
		2,
		9,
		BTF_KIND_FUNC << 24,
		3,
	};
	static char blob[sizeof(struct btf_header) + sizeof(types) + sizeof(strings)];
	struct btf_header header = { .magic = BTF_MAGIC,
				     .version = BTF_VERSION,
				     .hdr_len = sizeof(header),
				     .type_len = sizeof(types),
				     .str_off = sizeof(types),
				     .str_len = sizeof(strings) };
	memcpy(blob, &header, sizeof(header));
	memcpy(blob + sizeof(header), types, sizeof(types));
	memcpy(blob + sizeof(header) + sizeof(types), strings, sizeof(strings));
	union bpf_attr attr = { .btf = (uintptr_t)blob, .btf_size = sizeof(blob) };
	return bpf(BPF_BTF_LOAD, &attr);
}

/* R0 = 0; 200 times R0 += 1; exit. */
static int load_program(int types)
{
	static struct bpf_insn code[202];
	code[0] = (struct bpf_insn){ .code = BPF_ALU64 | BPF_MOV | BPF_K, .dst_reg = BPF_REG_0 };
	for (int i = 1; i < 201; i++)
		code[i] = (struct bpf_insn){ .code = BPF_ALU64 | BPF_ADD | BPF_K, .dst_reg = BPF_REG_0, .imm = 1 };
	code[201] = (struct bpf_insn){ .code = BPF_JMP | BPF_EXIT };
	struct bpf_func_info function = { .insn_off = 0, .type_id = 4 };
	union bpf_attr attr = { .prog_type = BPF_PROG_TYPE_RAW_TRACEPOINT,
				.insns = (uintptr_t)code,
				.insn_cnt = 202,
				.license = (uintptr_t) "GPL",
				.prog_name = "target" };
	if (types >= 0) {
		attr.prog_btf_fd = (uint32_t)types;
		attr.func_info = (uintptr_t)&function;
		attr.func_info_cnt = 1;
		attr.func_info_rec_size = sizeof(function);
	}
	return bpf(BPF_PROG_LOAD, &attr);
}

int main(int argc, char **argv)
{
	int types = argc > 2 ? -1 : load_types(), program = load_program(types);
	union bpf_attr at = { .raw_tracepoint = { .name = (uintptr_t) "sys_enter", .prog_fd = (uint32_t)program } };
	struct bpf_prog_info info = { 0 };
	union bpf_attr ask = {
		.info = { .bpf_fd = (uint32_t)program, .info_len = sizeof(info), .info = (uintptr_t)&info }
	};
	if (program < 0 || bpf(BPF_RAW_TRACEPOINT_OPEN, &at) < 0 || bpf(BPF_OBJ_GET_INFO_BY_FD, &ask) < 0) {
		perror("bpf_target");
		return 1;
	}
	printf("%u\n", info.id);
	fflush(stdout);
	sleep(argc > 1 ? (unsigned)atoi(argv[1]) : 10);
	return 0;
}
