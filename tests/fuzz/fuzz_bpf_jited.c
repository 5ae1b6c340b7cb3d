/* What a recording tells of a BPF program, in both byte orders: each function's code can be read to its end, and is
 * found by its address. */
#include "symbol/bpf_jited.h"
#include "tests/fuzz/fuzz.h"

FUZZ(data, size)
{
	for (int swap = 0; swap < 2; swap++) {
		struct bpf_jited *code = bpf_jited_new();
		unsigned sum = 0;
		size_t count = bpf_jited_add(code, data, size, swap);
		if (bpf_jited_count(code) != count) abort();
		for (size_t i = 0; i < count; i++) {
			const struct bpf_jited_function *function = bpf_jited_at(code, i);
			for (uint32_t at = 0; at < function->size_bytes; at++) sum += function->code[at];
			sum += function->name ? (unsigned)strlen(function->name) : 0;
			if (!bpf_jited_find(code, "anything", function->start)) abort();
		}
		if (sum == 1 && !count) abort(); /* so that it is read */
		bpf_jited_free(code);
	}
}
