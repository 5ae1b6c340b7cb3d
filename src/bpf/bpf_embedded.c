/* The rows of programs in BPF C; the arrays are made by tools/embed-bpf. */
#include "bpf/bpf_library.h"

#define ROW(name)                                \
	extern const unsigned char name##_bpf[]; \
	extern const size_t name##_bpf_size;     \
	const struct bpf_embedded bpf_embedded_##name = { #name, name##_bpf, &name##_bpf_size };

ROW(function_latency)
ROW(lock_delay)
ROW(off_cpu)
ROW(sample_filter)
