/* Field flags: how control goes on at a sample of a hardware trace, in words where there are such (perf-intel-pt(1),
 * "New event fields"), else a letter a flag. */
#include <stdio.h>
#include <string.h>
#include "script/script_writer.h"

/* Flags that stand behind the words, in parentheses. */
#define ASIDE (SAMPLE_FLOW_IN_TRANSACTION | SAMPLE_FLOW_INTERRUPTS_OFF | SAMPLE_FLOW_INTERRUPTS_TOGGLE)

static const char *name_of(uint32_t flow)
{
	enum { B = SAMPLE_FLOW_BRANCH, C = SAMPLE_FLOW_CALL, R = SAMPLE_FLOW_RETURN };
	static const struct {
		uint32_t flow;
		const char *name;
	} names[] = {
		{ B | C, "call" },
		{ B | R, "return" },
		{ B | SAMPLE_FLOW_CONDITIONAL, "jcc" },
		{ B, "jmp" },
		{ B | C | SAMPLE_FLOW_INTERRUPT, "int" },
		{ B | R | SAMPLE_FLOW_INTERRUPT, "iret" },
		{ B | C | SAMPLE_FLOW_SYSCALL, "syscall" },
		{ B | R | SAMPLE_FLOW_SYSCALL, "sysret" },
		{ B | SAMPLE_FLOW_ASYNC, "async" },
		{ B | C | SAMPLE_FLOW_ASYNC | SAMPLE_FLOW_INTERRUPT, "hw int" },
		{ B | SAMPLE_FLOW_ABORT, "tx abrt" },
		{ B | SAMPLE_FLOW_BEGIN, "tr strt" },
		{ B | SAMPLE_FLOW_END, "tr end" },
		{ B | C | SAMPLE_FLOW_VM_ENTRY, "vmentry" },
		{ B | C | SAMPLE_FLOW_VM_EXIT, "vmexit" },
	};
	for (size_t i = 0; i < ARRAY_SIZE(names); i++)
		if (names[i].flow == flow) return names[i].name;
	return NULL;
}

/* The letters of the bits, lowest first. */
static void letters_of(uint32_t flow, char *to)
{
	static const char letters[] = "bcrosyiABExghDt";
	for (size_t i = 0; i < sizeof(letters) - 1; i++)
		if (flow >> i & 1) *to++ = letters[i];
	*to = '\0';
}

void script_write_flow(uint32_t flow, struct outbuf *out)
{
	char text[64], letters[32], aside[32] = "";
	uint32_t main_flow = flow & ~(uint32_t)ASIDE;
	const char *begin_or_end = "", *name = name_of(main_flow);
	if (!name && main_flow & (SAMPLE_FLOW_BEGIN | SAMPLE_FLOW_END)) {
		begin_or_end = main_flow & SAMPLE_FLOW_BEGIN ? "tr strt" : "tr end";
		name = name_of(main_flow & ~(uint32_t)(SAMPLE_FLOW_BEGIN | SAMPLE_FLOW_END));
	}
	letters_of(flow, letters);
	letters_of(flow & ASIDE, aside);
	if (name && *begin_or_end) snprintf(text, sizeof(text), "%-7s %s", begin_or_end, name);
	else snprintf(text, sizeof(text), "%s", name ? name : letters);
	/* words take 15 columns, what stands aside 6 more */
	if (name && *aside) {
		char brackets[36];
		snprintf(brackets, sizeof(brackets), "(%s)", aside);
		out_printf(out, "  %-15s%6s ", text, brackets);
	} else {
		out_printf(out, "  %-21s ", text);
	}
}
