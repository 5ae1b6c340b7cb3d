/* Attaching to a BPF program takes its descriptor and the BTF id of the function that is its entry; the kernel
 * checks that both belong together. */
#include "bpf/bpf_target.h"

#include <string.h>
#include "base/descriptor.h"
#include "bpf/bpf_call.h"

/* info says what is wanted on the way in, and what there is on the way out. */
static int read_info(int fd, struct bpf_prog_info *info)
{
	union bpf_attr attr = { 0 };
	attr.info.bpf_fd = (uint32_t)fd;
	attr.info.info_len = sizeof(*info);
	attr.info.info = (uintptr_t)info;
	return bpf_call(BPF_OBJ_GET_INFO_BY_FD, &attr);
}

/* The record of the first function, which is where the program begins. */
static int find_function(int fd, uint32_t *ret_function)
{
	/* Asked twice: for what there is, then for the first record of it. */
	struct bpf_prog_info counts = { 0 };
	struct bpf_func_info first = { 0 };
	int r = read_info(fd, &counts);
	if (r < 0) return r;
	if (!counts.btf_id || !counts.nr_func_info) return -EOPNOTSUPP;
	struct bpf_prog_info info = { .nr_func_info = 1,
				      .func_info_rec_size = sizeof(first),
				      .func_info = (uintptr_t)&first };
	r = read_info(fd, &info);
	if (r < 0) return r;
	if (!first.type_id) return -EOPNOTSUPP;
	*ret_function = first.type_id;
	return 0;
}

/* The descriptor keeps the program loaded until bpf_target_close. */
int bpf_target_open(struct bpf_target *ret, uint32_t id, struct err *err)
{
	union bpf_attr attr = { .prog_id = id };
	uint32_t function;
	int fd = bpf_call(BPF_PROG_GET_FD_BY_ID, &attr);
	if (fd < 0) {
		err_set_errno(err, fd, "BPF program %u", id);
		if (fd == -ENOENT) err_hint(err, "bpftool prog lists the programs there are.");
		return fd;
	}
	int r = find_function(fd, &function);
	if (r < 0) {
		close(fd);
		return r == -EOPNOTSUPP ? err_set(err, r,
						  "BPF program %u was loaded without BTF: the kernel does not know its "
						  "functions",
						  id)
					: err_set_errno(err, r, "BPF program %u", id);
	}
	*ret = (struct bpf_target){ .id = id, .fd = fd, .function = function };
	return 0;
}

void bpf_target_close(struct bpf_target *target) { descriptor_close(&target->fd); }

/* For kernels without BPF trampolines. */
static void hint_at_kernel(struct err *err)
{
	err_hint(err, "This kernel may not run programs at those of others (fentry, fexit). What is left: perf stat "
		      "-a, or perf record.");
}

/* The kernel needs BPF trampolines for it, which not all architectures have. */
int bpf_target_attach(const struct bpf_target *target, const struct bpf_code *code, bool at_exit, int *ret_program,
		      int *ret_link, struct err *err)
{
	const union bpf_attr kind = { .prog_type = BPF_PROG_TYPE_TRACING,
				      .expected_attach_type = at_exit ? BPF_TRACE_FEXIT : BPF_TRACE_FENTRY,
				      .attach_prog_fd = (uint32_t)target->fd,
				      .attach_btf_id = target->function };
	int program = bpf_code_load_as(code, at_exit ? "perf_exit" : "perf_entry", &kind, err);
	if (program < 0) {
		err_wrap(err, program, "BPF program %u cannot be watched", target->id);
		if (program == -EPERM || program == -EOPNOTSUPP) hint_at_kernel(err);
		return program;
	}
	union bpf_attr at = { 0 };
	at.raw_tracepoint.prog_fd = (uint32_t)program;
	int link = bpf_call(BPF_RAW_TRACEPOINT_OPEN, &at);
	if (link < 0) {
		close(program);
		err_set_errno(err, link, "BPF program %u cannot be watched at its %s", target->id,
			      at_exit ? "exit" : "entry");
		hint_at_kernel(err);
		return link;
	}
	*ret_program = program;
	*ret_link = link;
	return 0;
}
