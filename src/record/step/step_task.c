#include "record/step/step_task.h"

#include <elf.h>
#include <string.h>
#include <sys/ptrace.h>
#include <sys/uio.h>
#include <sys/user.h>

/* A packet with the time in front of the first branch after so many ns; in these, tens of instructions are executed. */
enum { TIME_EVERY_NS = 1000000 };

void step_task_init(struct step_task *task, pid_t tid, size_t psb_bytes, size_t keep_bytes)
{
	*task = (struct step_task){ .tid = tid, .keep_bytes = keep_bytes };
	out_init(&task->bytes, -1);
	pt_encoder_init(&task->encoder, &task->bytes, psb_bytes);
}

void step_task_done(struct step_task *task) { out_done(&task->bytes); }

#ifdef __x86_64__
/* Where it is, and in which mode. False: it is gone. */
static bool read_place(struct step_task *task, uint64_t *ret_ip, uint8_t *ret_mode)
{
	enum { CODE_SEGMENT_32 = 0x23 };
	struct user_regs_struct regs;
	if (ptrace(PTRACE_GETREGS, task->tid, NULL, &regs) < 0) return false;
	*ret_ip = regs.rip;
	task->syscall_nr = (long)regs.rax;
	*ret_mode = regs.cs == CODE_SEGMENT_32 ? PT_EXEC_CS_D : PT_EXEC_CS_L;
	return true;
}
#else
static bool read_place(struct step_task *task, uint64_t *ret_ip, uint8_t *ret_mode)
{
	(void)task;
	*ret_ip = 0;
	*ret_mode = 0;
	return false;
}
#endif

/* The instruction at ip comes next. Code may change at any time, so it is read each time. */
static void stand_at(struct step_task *task, uint64_t ip, uint8_t mode)
{
	uint8_t code[INSN_MAX_BYTES];
	struct iovec here = { code, sizeof(code) }, there = { (void *)(uintptr_t)ip, sizeof(code) };
	const struct insn_set set = { .machine = mode == PT_EXEC_CS_L ? EM_X86_64 : EM_386,
				      .is64 = mode == PT_EXEC_CS_L };
	ssize_t size = process_vm_readv(task->tid, &here, 1, &there, 1, 0);
	if (size < 0) { /* the end of a page: what is in front of it */
		there.iov_len = -ip & 0xfff;
		if (there.iov_len < sizeof(code)) size = process_vm_readv(task->tid, &here, 1, &there, 1, 0);
	}
	task->ip = ip;
	task->insn = size > 0 ? insn_step(&set, code, (size_t)size) : (struct insn_step){ 0 };
	task->inside = true;
	task->was_not_begun = false;
}

static void tell_time(struct step_task *task, uint64_t tsc)
{
	pt_encoder_time(&task->encoder, tsc);
	task->told_tsc = tsc;
}

/* The newest keep_bytes stay; to be cheap, only when there are twice as many. */
static void forget_old(struct step_task *task)
{
	size_t keep = task->keep_bytes, size = task->bytes.size;
	if (!keep || size < 2 * keep) return;
	memmove(task->bytes.data, task->bytes.data + (size - keep), keep);
	task->bytes.size = keep;
	task->offset += size - keep;
}

/* Outside now: by the instruction that was executed, or in front of it. */
static void go_out(struct step_task *task, bool executed)
{
	if (executed) pt_encoder_leave(&task->encoder);
	else pt_encoder_interrupt(&task->encoder, task->ip);
	task->inside = false;
}

static void come_in(struct step_task *task, uint64_t ip, uint8_t mode, uint64_t tsc)
{
	tell_time(task, tsc);
	pt_encoder_enter(&task->encoder, ip, mode);
	stand_at(task, ip, mode);
}

void step_task_end(struct step_task *task)
{
	if (!task->inside) return;
	go_out(task, task->insn.flow == INSN_FLOW_SYSCALL && !task->was_not_begun);
	pt_encoder_flush(&task->encoder);
}

void step_task_leave(struct step_task *task, uint64_t tsc)
{
	if (task->inside) tell_time(task, tsc);
	step_task_end(task);
}

void step_task_enter(struct step_task *task, uint64_t tsc)
{
	uint64_t ip;
	uint8_t mode;
	step_task_leave(task, tsc);
	if (read_place(task, &ip, &mode)) come_in(task, ip, mode, tsc);
}

/* What an instruction did that led to `to`. False: it is not what this instruction does. */
static bool tell(struct step_task *task, uint64_t to, uint64_t tsc)
{
	uint64_t next = task->ip + task->insn.length, named = next + (uint64_t)(int64_t)task->insn.distance;
	bool is_due = tsc - task->told_tsc >= TIME_EVERY_NS;
	switch ((enum insn_flow)task->insn.flow) {
	case INSN_FLOW_NEXT: return task->insn.length && to == next;
	case INSN_FLOW_CONDITIONAL:
		if (to != next && to != named) return false;
		if (is_due) tell_time(task, tsc);
		pt_encoder_conditional(&task->encoder, to != next);
		return true;
	case INSN_FLOW_JUMP:
	case INSN_FLOW_CALL: return to == named;
	case INSN_FLOW_JUMP_INDIRECT:
	case INSN_FLOW_CALL_INDIRECT:
	case INSN_FLOW_RETURN:
	case INSN_FLOW_JUMP_FAR:
	case INSN_FLOW_CALL_FAR:
	case INSN_FLOW_RETURN_FAR:
		if (is_due) tell_time(task, tsc);
		pt_encoder_indirect(&task->encoder, to);
		return true;
	default: return false;
	}
}

/* Instructions that lead through the kernel, wherever they end. */
static bool goes_through_kernel(const struct step_task *task)
{
	return task->insn.length && (task->insn.flow == INSN_FLOW_SYSCALL || task->insn.flow == INSN_FLOW_INTERRUPT ||
				     task->insn.flow == INSN_FLOW_INTERRUPT_RETURN);
}

bool step_task_calls(const struct step_task *task, bool *ret_is64)
{
	*ret_is64 = task->encoder.mode == PT_EXEC_CS_L;
	return task->inside && goes_through_kernel(task);
}

void step_task_moved(struct step_task *task, bool by_signal, uint64_t tsc)
{
	uint64_t to;
	uint8_t mode;
	if (!read_place(task, &to, &mode)) return;
	bool not_begun = by_signal && task->was_not_begun;
	if (!task->inside) {
		come_in(task, to, mode, tsc);
	} else if (!not_begun && goes_through_kernel(task)) {
		tell_time(task, tsc);
		go_out(task, true);
		come_in(task, to, mode, tsc);
	} else if (!by_signal && to == task->ip && task->insn.flow == INSN_FLOW_NEXT) {
		stand_at(task, to, mode); /* an instruction that repeats itself, or was begun anew */
	} else if (!by_signal && mode == task->encoder.mode && tell(task, to, tsc)) {
		stand_at(task, to, mode);
		pt_encoder_sync(&task->encoder, to);
	} else {
		go_out(task, false);
		come_in(task, to, mode, tsc);
	}
	forget_old(task);
}

void step_task_signalled(struct step_task *task, uint64_t tsc)
{
	uint64_t to;
	uint8_t mode;
	if (!task->inside || !read_place(task, &to, &mode)) return;
	if (to != task->ip && goes_through_kernel(task))
		return; /* it was executed, and may be begun anew behind the signal */
	if (to != task->ip) step_task_moved(task, false, tsc);
	task->was_not_begun = true;
}
