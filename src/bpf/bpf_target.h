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

/* Finds the program. -ENOENT: there is none; -EOPNOTSUPP: it was loaded without types (BTF), by which the kernel tells
 * its functions. */
int bpf_target_open(struct bpf_target *ret, uint32_t id, struct err *err);
void bpf_target_close(struct bpf_target *target);
/* Loads code to be run at the target's entry or exit, and starts that: two descriptors, which the caller closes. 0 or
 * -errno. */
int bpf_target_attach(const struct bpf_target *target, const struct bpf_code *code, bool at_exit, int *ret_program,
		      int *ret_link, struct err *err);

#endif
