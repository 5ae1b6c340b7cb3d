/* Printer and writer: what is worked out once, by run and by worker. */
#include <stdio.h>
#include "base/printable.h"
#include "script/script_writer.h"

/* What is the same for all samples of an event. */
static void prepare_event(struct script_printer *p, struct script_event *e, const struct perf_event *event,
			  struct tracepoints *tracepoints, size_t name_width)
{
	const struct event_attr *attr = &event->attr;
	/* Fields that are in the common columns, or that never print anything: with no others script_write_sample
	 * may leave early. */
	const uint64_t common = FIELD(COMM) | FIELD(TID) | FIELD(PID) | FIELD(TIME) | FIELD(CPU) | FIELD(EVENT) |
				FIELD(TRACE) | FRAME_FIELDS | FIELD(PERIOD) | FIELD(BPF_OUTPUT) | FIELD(SYNTH) |
				FIELD(METRIC) | FIELD(CALLINDENT) | FIELD(MACHINE_PID) | FIELD(VCPU);

	e->event = event;
	e->fields = p->options.fields.of[script_kind_of(attr)];
	if (attr->type == ATTR_TYPE_TRACEPOINT) e->tracepoint = tracepoints_find(tracepoints, attr->config);
	e->with_chain = !p->options.hide_chains && perf_event_has(event, SAMPLE_CALLCHAIN) && e->fields & FIELD(IP);
	/* Hardware event 4 is PERF_COUNT_HW_BRANCH_INSTRUCTIONS; with a period of 1 every branch is a sample. */
	e->branches = attr->type == ATTR_TYPE_HARDWARE && (attr->config & 0xff) == 4 && attr->sample_period == 1;
	e->addr_is_place = e->branches || attr_is_page_fault(attr);
	e->bpf_output = attr_is_software(attr, ATTR_SOFTWARE_BPF_OUTPUT);
	e->plain = !(e->fields & ~common) && !e->branches && !e->bpf_output;
	_strbuf_done_ struct strbuf scratch = STRBUF_INIT;
	e->label = xasprintf("%*s: ", (int)name_width, printable(event->name, &scratch));
	e->label_size = strlen(e->label);
}

struct script_printer *script_printer_new(const struct script_options *options, const struct perfdata *pd,
					  struct frame_space *frames, struct tracepoints *tracepoints)
{
	const struct perf_events *events = perfdata_events(pd);
	struct script_printer *p = xcalloc(1, sizeof(*p));
	size_t name_width = 0;

	p->options = *options;
	p->pd = pd;
	p->frames = frames;
	p->registers = script_registers_of(perfdata_header(pd)->arch);
	p->nr_events = events->count;
	p->events = xcalloc(events->count + 1, sizeof(*p->events));
	/* Names of events are right-aligned to the longest, as upstream. */
	for (size_t i = 0; i < events->count; i++) name_width = MAX(name_width, printable_size(events->items[i]->name));
	for (size_t i = 0; i < events->count; i++)
		prepare_event(p, &p->events[i], events->items[i], tracepoints, name_width);
	for (size_t i = 0; i < events->count; i++)
		/* Kept lines of frames are of one set of fields: that of the first event that shows places. Others
		 * are written anew each time. */
		if (p->events[i].fields & FIELD(IP)) {
			p->cached_fields = p->events[i].fields & FRAME_FIELDS;
			break;
		}
	return p;
}

void script_printer_free(struct script_printer *p)
{
	if (!p) return;
	for (size_t i = 0; i < p->nr_events; i++) free(p->events[i].label);
	free(p->events);
	free(p);
}

void script_printer_set_frames(struct script_printer *p, struct frame_space *frames) { p->frames = frames; }

bool script_printer_needs_order(const struct script_printer *p)
{
	uint64_t fields = 0;
	for (size_t i = 0; i < p->nr_events; i++) fields |= p->events[i].fields;
	return p->options.deltatime || p->options.reltime ||
	       fields & (FIELD(CALLINDENT) | FIELD(DATA_SRC) | FIELD(SRCCODE));
}

/* The symbol at a kernel address, for "%ps" and the like in the print formats of tracepoints. NULL: none. */
static const char *find_kernel_name(void *ctx, uint64_t ip, uint64_t *ret_sym_off)
{
	struct script_writer *w = ctx;
	const struct frame *frame = resolver_ip(w->resolver, w->task, CPUMODE_KERNEL, ip);
	if (!frame->symbol) return NULL;
	*ret_sym_off = frame->object_addr - frame->symbol->start;
	return frame->symbol->name;
}

struct script_writer *script_writer_new(struct script_printer *printer, struct resolver *resolver)
{
	struct script_writer *w = xcalloc(1, sizeof(*w));
	w->printer = printer;
	w->resolver = resolver;
	w->names = (struct payload_names){ find_kernel_name, w };
	w->time_second = UINT64_MAX;
	w->chain_texts = xcalloc(CHAIN_TEXTS, sizeof(*w->chain_texts));
	out_init(&w->line, -1);
	arena_init(&w->arena);
	return w;
}

void script_writer_free(struct script_writer *w)
{
	if (!w) return;
	arena_done(&w->arena);
	frame_array_done(&w->frame_texts);
	chain_done(&w->chain);
	for (size_t i = 0; i < CHAIN_TEXTS; i++) {
		chain_memo_done(&w->chain_texts[i].memo);
		free(w->chain_texts[i].data);
		free(w->chain_texts[i].tails);
	}
	free(w->chain_texts);
	out_done(&w->line);
	vec_done(&w->threads);
	vec_done(&w->last_lines);
	source_code_free(w->source_code);
	disasm_close(w->disasm);
	free(w);
}
