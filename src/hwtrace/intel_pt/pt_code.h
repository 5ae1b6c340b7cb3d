/* Code as the decoder walks over it: runs of instructions up to one that may branch, decoded once and kept.
 *
 *     image    bytes of code at addresses, from whoever knows the address space (struct pt_code_source)
 *     run      the instructions from an offset of an image up to the first that passes control on
 *
 *     run A: 55 48 89 e5 ... 74 10        conditional: next -> run B, taken -> run C
 *
 * Runs belong to the bytes, not to the addresses: an image that is mapped again elsewhere, or by another process, has
 * the same id and the same runs. Threads share a table of runs; what they find there never changes, but for the links
 * from run to run, which are filled in as they are walked. */
#ifndef HWTRACE_INTEL_PT_PT_CODE_H
#define HWTRACE_INTEL_PT_PT_CODE_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "base/compiler.h"
#include "symbol/code/insn.h"

/* Bytes of code at the addresses from start to before end. */
struct pt_image {
	const uint8_t *bytes;
	uint64_t start, end;
	/* Two images with the same id hold the same bytes at the same offsets from start. Not 0. */
	uint64_t id;
	/* Up to this time (in the trace's TSC) the answer holds; UINT64_MAX: always. */
	uint64_t valid_until_tsc;
	/* Bytes may be read when they are first needed: called before those at the offsets from..to are looked at,
	 * which stay from then on. Any thread. NULL: all are there. */
	void (*need)(void *need_ctx, size_t from, size_t to);
	void *need_ctx;
};
/* Up to size_bytes at that offset are about to be looked at. */
static inline void pt_image_need(const struct pt_image *image, size_t offset, size_t size_bytes)
{
	size_t end = (size_t)(image->end - image->start);
	if (image->need && offset < end)
		image->need(image->need_ctx, offset, size_bytes < end - offset ? offset + size_bytes : end);
}

/* Where the processor is, as far as the trace tells. */
struct pt_place {
	uint64_t ip, tsc;
	uint64_t cr3; /* PT_NO_CR3: not told */
	bool guest;   /* in VMX non-root operation */
	uint8_t bits; /* of an address: 64, 32 or 16 */
};
#define PT_NO_CR3 UINT64_MAX

/* Who knows code. find: the image that holds place->ip. 0, -ENOENT when nothing is known there. The bytes stay as long
 * as the decoder, and only the thread of this decoder calls. */
struct pt_code_source {
	void *ctx;
	int (*find)(void *ctx, const struct pt_place *place, struct pt_image *ret);
};

/* A run. All offsets are from the start of its image. */
struct pt_run {
	uint32_t start, last, end; /* its first instruction, its last, what is behind */
	uint16_t nr_insns;         /* 0: the first bytes are no instruction */
	uint8_t flow;              /* of the last, enum insn_flow; INSN_FLOW_NEXT: cut, it goes on in the next run */
	uint8_t bits : 7;          /* how the bytes were decoded: 64 or 32 */
	uint8_t tells_value : 1;   /* its jump begins a function whose branches tell a value: PT_EMULATED_PTWRITE */
	int64_t target;            /* of CONDITIONAL, JUMP and CALL; may be outside of the image */
	uint64_t image_id;
	/* Runs of the same image; NULL: not looked up yet, or in another image. `next` of a call is where it returns
	 * to; `taken` of an indirect branch is where it went first, and may be another one the next time. */
	_Atomic(struct pt_run *) next, taken;
};

/* Behind the jump with which a function begins that stands for PTWRITE where processors have none: its branches, 64 of
 * them, tell the value, the highest bit first (perf-intel-pt(1), "Emulated PTWRITE"). */
#define PT_EMULATED_PTWRITE "\x0f\x0bperf,ptwrite  "
enum { PT_EMULATED_PTWRITE_BITS = 64 };

/* Runs of all images, for several threads. */
struct pt_runs;
struct pt_runs *pt_runs_new(void);
void pt_runs_free(struct pt_runs *runs);
/* The run at an address of the image, decoded when it is not known yet. NULL without memory. */
struct pt_run *pt_runs_get(struct pt_runs *runs, const struct pt_image *image, uint64_t ip, unsigned bits);
/* How many runs are kept, and how many bytes they take. */
void pt_runs_size(struct pt_runs *runs, size_t *ret_runs, size_t *ret_bytes);

#endif
