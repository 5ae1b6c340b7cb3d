/* Field flags: how control goes on at a sample of a hardware trace, in words where there are such (perf-intel-pt(1),
 * "New event fields"), else a letter a flag. */
#include <stdio.h>
#include <string.h>
#include "base/printable.h"
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

void script_write_callindent(struct script_writer *w, const struct script_event *e, const struct sample *sample,
			     struct outbuf *out)
{
	/* the column becomes wider when a name needs it, and less so when one needs that much less */
	enum { INDENT = 4, STEP = 32, NARROWER = 52 };
	bool is_return = sample->flow & SAMPLE_FLOW_RETURN;
	bool shown = is_return || sample->flow & (SAMPLE_FLOW_CALL | SAMPLE_FLOW_BEGIN);
	uint64_t ip = is_return ? sample->ip : sample->addr;
	enum cpumode mode = ip >> 63 ? CPUMODE_KERNEL : CPUMODE_USER;
	const struct frame *frame = resolver_ip(w->resolver, w->task, mode, ip);
	if (!(e->fields & FIELD(IP)) && e->fields & FIELD(DSO)) {
		/* of where the branch is, as the column of a place would have it */
		enum cpumode from = sample->ip >> 63 ? CPUMODE_KERNEL : CPUMODE_USER;
		const struct frame *place = resolver_ip(w->resolver, w->task, from, sample->ip);
		const char *name = place->map && place->map->dso ? place->map->dso->name : "[unknown]";
		out_char(out, '(');
		out_name(out, name);
		if (w->printer->options.dso_columns) {
			size_t size = strlen(name);
			out_spaces(out,
				   w->printer->options.dso_columns > size ? w->printer->options.dso_columns - size : 0);
		}
		out_lit(out, ")\t");
	}
	size_t begin = out->size;
	out_spaces(out, (size_t)sample->call_depth * INDENT);
	if (shown && frame->symbol) out_name(out, frame->symbol->name);
	else if (shown && ip) out_printf(out, "%16llx", (unsigned long long)ip);
	size_t size = out->size - begin;
	if (shown && ip && (size > w->callindent_width || size + NARROWER < w->callindent_width))
		w->callindent_width = (size + STEP - 1) / STEP * STEP;
	out_spaces(out, w->callindent_width > size ? w->callindent_width - size : 0);
}

void script_write_ipc(const struct sample *sample, struct outbuf *out)
{
	if (!sample->nr_insns || !sample->nr_cycles) return;
	/* cut, not rounded, as upstream's */
	uint64_t percent = (uint64_t)((unsigned __int128)sample->nr_insns * 100 / sample->nr_cycles);
	out_printf(out, " \t IPC: %llu.%02llu (%llu/%llu) ", (unsigned long long)(percent / 100),
		   (unsigned long long)(percent % 100), (unsigned long long)sample->nr_insns,
		   (unsigned long long)sample->nr_cycles);
}
