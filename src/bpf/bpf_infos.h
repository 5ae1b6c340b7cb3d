/* What the kernel tells of loaded BPF programs and of their types (BTF), kept as the features BPF_PROG_INFO and BPF_BTF
 * of a recording have it: machine code, source lines and names of code that is in no file. Takes CAP_SYS_ADMIN. */
#ifndef BPF_BPF_INFOS_H
#define BPF_BPF_INFOS_H

#include "base/vec.h"

/* One program or one BTF; data is owned. Of a program: u32 size of the info, u32 size of the arrays, u64 which arrays
 * there are (bits in the order in which they stand), struct bpf_prog_info (linux/bpf.h) with offsets in the arrays for
 * pointers, the arrays. */
struct bpf_blob {
	uint32_t id;
	void *data;
	size_t size_bytes;
};
struct bpf_blobs {
	VEC(struct bpf_blob) list;
};
/* Starts zeroed. By id, each once. */
struct bpf_infos {
	struct bpf_blobs programs, btfs;
};
/* Adds what is loaded now and was not known. What comes and goes meanwhile may or may not be in it; without rights
 * nothing is. */
void bpf_infos_collect(struct bpf_infos *infos);
void bpf_infos_done(struct bpf_infos *infos);

#endif
