/* A thread that is stepped, and its trace. Between two calls it stands still: it is stopped, or executes the one
 * instruction that is decoded here. Not for several threads at once. */
#ifndef RECORD_STEP_STEP_TASK_H
#define RECORD_STEP_STEP_TASK_H

#include <stdbool.h>
#include <sys/types.h>
#include "base/outbuf.h"
#include "hwtrace/intel_pt/pt_encoder.h"
#include "symbol/code/insn.h"

struct step_task {
	pid_t tid;
	struct outbuf bytes; /* of its trace, from this offset on */
	uint64_t offset;
	size_t keep_bytes; /* of bytes only the end is of interest, so much; 0: all */
	struct pt_encoder encoder;
	/* The instruction that comes next, where it is known. */
	bool inside;
	uint64_t ip;
	struct insn_step insn;
	uint64_t told_tsc; /* the last time that the trace tells */
	/* It is about to execute a system call: its number, as far as the registers tell. */
	long syscall_nr;
	bool was_not_begun; /* a signal came in front of the instruction */
	bool runs_free;     /* it was let go, and is not stepped */
	bool has_ended;
};

/* psb_bytes, keep_bytes: see pt_encoder_init and above. The caller frees with step_task_done. */
void step_task_init(struct step_task *task, pid_t tid, size_t psb_bytes, size_t keep_bytes);
void step_task_done(struct step_task *task);

/* Whether the next instruction is a system call, of a 64-bit program or another. */
bool step_task_calls(const struct step_task *task, bool *ret_is64);

/* All of these are for a thread that is stopped; tsc is the time. */
/* It has come to where it is now from outside of what is traced: begins, or goes on behind an exec. */
void step_task_enter(struct step_task *task, uint64_t tsc);
/* It has executed one instruction. by_signal: it was led to a signal's handler instead. */
void step_task_moved(struct step_task *task, bool by_signal, uint64_t tsc);
/* A signal is going to be delivered. */
void step_task_signalled(struct step_task *task, uint64_t tsc);
/* It is not stepped any more. */
void step_task_leave(struct step_task *task, uint64_t tsc);
/* It is gone, some time ago. Nothing is asked of it. */
void step_task_end(struct step_task *task);

#endif
