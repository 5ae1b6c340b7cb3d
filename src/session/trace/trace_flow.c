#include "session/trace/trace_flow.h"

#include <string.h>
#include "perfdata/record/record.h"
#include "symbol/code/insn.h"

uint32_t trace_flow_of_insn(uint8_t flow)
{
	enum { B = SAMPLE_FLOW_BRANCH };
	static const uint32_t flags[] = {
		[INSN_FLOW_NEXT] = 0,
		[INSN_FLOW_CONDITIONAL] = B | SAMPLE_FLOW_CONDITIONAL,
		[INSN_FLOW_JUMP] = B,
		[INSN_FLOW_JUMP_INDIRECT] = B,
		[INSN_FLOW_CALL] = B | SAMPLE_FLOW_CALL,
		[INSN_FLOW_CALL_INDIRECT] = B | SAMPLE_FLOW_CALL,
		[INSN_FLOW_RETURN] = B | SAMPLE_FLOW_RETURN,
		[INSN_FLOW_JUMP_FAR] = B,
		[INSN_FLOW_CALL_FAR] = B | SAMPLE_FLOW_CALL,
		[INSN_FLOW_RETURN_FAR] = B | SAMPLE_FLOW_RETURN,
		[INSN_FLOW_SYSCALL] = B | SAMPLE_FLOW_CALL | SAMPLE_FLOW_SYSCALL,
		[INSN_FLOW_SYSRET] = B | SAMPLE_FLOW_RETURN | SAMPLE_FLOW_SYSCALL,
		[INSN_FLOW_INTERRUPT] = B | SAMPLE_FLOW_CALL | SAMPLE_FLOW_INTERRUPT,
		[INSN_FLOW_INTERRUPT_RETURN] = B | SAMPLE_FLOW_RETURN | SAMPLE_FLOW_INTERRUPT,
		[INSN_FLOW_VM_ENTRY] = B | SAMPLE_FLOW_CALL | SAMPLE_FLOW_VM_ENTRY,
	};
	return flow < ARRAY_SIZE(flags) ? flags[flow] : 0;
}

bool trace_flow_is_wanted(const struct itrace_options *wants, uint32_t flow)
{
	if (!wants->calls && !wants->returns) return true;
	if (wants->calls && flow & (SAMPLE_FLOW_CALL | SAMPLE_FLOW_ASYNC | SAMPLE_FLOW_END)) return true;
	return wants->returns && flow & (SAMPLE_FLOW_RETURN | SAMPLE_FLOW_BEGIN);
}

void trace_error_give(struct sample_sink *sink, const struct trace_error *error, uint64_t place_ns)
{
	enum { INSTRUCTION_TRACE = 1 };
	const struct record_auxtrace_error fields = { .error_type = INSTRUCTION_TRACE,
						      .code = error->code,
						      .cpu = error->cpu,
						      .pid = error->pid,
						      .tid = error->tid,
						      .fmt = 1,
						      .ip = error->ip,
						      .time_ns = error->time_ns,
						      .message = error->message,
						      .fills = true };
	const struct record_envelope envelope = { .type = RECORD_AUXTRACE_ERROR };
	struct outbuf out;
	out_init(&out, -1);
	if (record_encode_auxtrace_error(&out, envelope, &fields) == 0) {
		uint8_t *bytes = arena_alloc(sink->arena, out.size);
		memcpy(bytes, out.data, out.size);
		const struct record r = { .type = RECORD_AUXTRACE_ERROR, .size = (uint16_t)out.size, .data = bytes };
		sink->record(sink, &r, place_ns);
	}
	out_done(&out);
}
