/* A loaded BPF program as the place where others run: at its entry and at its exit (kernel documentation,
 * bpf/prog_types: tracing programs). */
#ifndef BPF_BPF_TARGET_H
#define BPF_BPF_TARGET_H

#include "base/err.h"
#include "bpf/bpf_code.h"

struct bpf_target {
	uint32_t id;
	int fd;
	uint32_t function; /* BTF's number of its first function */
};

/* Finds the program with this id; bpf_target_close closes. With err set -ENOENT: there is none; -EOPNOTSUPP: it was
 * loaded without BTF, by which the kernel tells its functions. */
int bpf_target_open(struct bpf_target *ret, uint32_t id, struct err *err);
void bpf_target_close(struct bpf_target *target);
/* Loads code as a tracing program and attaches it to the target's entry (fentry) or exit (fexit): two descriptors,
 * which the caller closes, the link first. 0, or -errno with err set. */
int bpf_target_attach(const struct bpf_target *target, const struct bpf_code *code, bool at_exit, int *ret_program,
		      int *ret_link, struct err *err);

#endif
