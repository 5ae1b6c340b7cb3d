/* The BPF programs that are loaded: where their machine code is and what kallsyms calls it, for the ksymbol and
 * bpf_event records of what was loaded before a recording. Asked of bpf(2) directly; takes CAP_SYS_ADMIN. */
#ifndef BPF_BPF_PROGRAMS_H
#define BPF_BPF_PROGRAMS_H

#include "base/vec.h"
#include "kernel/kernelfs.h"

/* A piece of machine code, as the just-in-time compiler made it: one for the program and one for each of its
 * subprograms. name is owned. */
struct bpf_function {
	uint64_t start;
	uint32_t size_bytes;
	char *name;
};
struct bpf_program {
	uint32_t id;
	uint8_t tag[8];                     /* of its instructions */
	VEC(struct bpf_function) functions; /* none when it is interpreted or addresses are hidden */
};
struct bpf_programs {
	VEC(struct bpf_program) programs;
};

/* All programs by id; bpf_programs_done frees. 0; -EPERM (needs CAP_SYS_ADMIN) or another -errno, and then *ret is
 * empty. */
int bpf_programs_read(const struct kernelfs *fs, struct bpf_programs *ret);
void bpf_programs_done(struct bpf_programs *programs);

#endif
