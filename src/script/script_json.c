/* One JSON object a sample (docs/json-script.md). Addresses and bit sets are strings in hexadecimal, all else are
 * numbers or texts. Commas are put by looking at what is before: none behind an opening bracket. */
#include "frame/frame_line.h"
#include "script/script_writer.h"

/* Begins a member: `,"name":`; text, number and hex append one with its value. */
static void key(struct outbuf *out, const char *name)
{
	if (out->size && out->data[out->size - 1] != '{' && out->data[out->size - 1] != '[') out_char(out, ',');
	out_char(out, '"');
	out_str(out, name);
	out_lit(out, "\":");
}

/* A member whose value is a text, with JSON's escapes. */
static void text(struct outbuf *out, const char *name, const char *value)
{
	key(out, name);
	out_json_string(out, value, strlen(value));
}

/* A member whose value is a number, signed. */
static void number(struct outbuf *out, const char *name, int64_t value)
{
	key(out, name);
	out_sdec(out, value, 0);
}

/* A member whose value is a text like "0x7f2a1c0a3e14": JSON numbers are exact up to 2^53 only. */
static void hex(struct outbuf *out, const char *name, uint64_t value)
{
	key(out, name);
	out_lit(out, "\"0x");
	out_hex(out, value, 0);
	out_char(out, '"');
}

/* The members of a place in code. */
static void write_json_frame(const struct script_writer *w, uint64_t fields, const struct frame *frame,
			     struct outbuf *out)
{
	struct source_line line;
	hex(out, "ip", frame->ip);
	/* What is not known is left out, instead of "[unknown]". */
	if (fields & FIELD(SYM) && frame->symbol) {
		text(out, "symbol", frame->symbol->name);
		if (frame->symbol->is_inlined) {
			key(out, "inlined");
			out_lit(out, "true");
		}
		if (fields & FIELD(SYMOFF))
			number(out, "symbol_offset", (int64_t)(frame->object_addr - frame->symbol->start));
	}
	if (fields & (FIELD(DSO) | FIELD(DSOFF)) && frame->map) text(out, "dso", frame->map->dso->name);
	if (fields & FIELD(SRCLINE) && frame_line(w->printer->frames, frame, &line)) {
		text(out, "file", line.file);
		number(out, "line", line.line);
	}
}

/* The payload of a tracepoint, as text and field by field. */
static void write_json_payload(struct script_writer *w, const struct script_event *e, const struct sample *sample,
			       struct outbuf *out)
{
	const struct tracepoint *tp = e->tracepoint;
	struct outbuf line;

	out_init(&line, -1);
	tracepoint_print(tp, sample->raw, sample->raw_size, &w->names, &line);
	key(out, "trace");
	out_json_string(out, line.data ? line.data : "", line.size);
	key(out, "fields");
	out_char(out, '{');
	/* The common fields (type, flags, pid ...) are left out: they are known from the sample. */
	for (size_t i = tp->nr_common; i < tp->nr_fields; i++) {
		const struct tracepoint_field *f = &tp->fields[i];
		key(out, f->name);
		if (f->flags & TRACEPOINT_ARRAY) {
			line.size = 0;
			tracepoint_print_field(tp, f, sample->raw, sample->raw_size, &line);
			out_json_string(out, line.data ? line.data : "", line.size);
			continue;
		}
		uint64_t value = tracepoint_number(tp, f, sample->raw, sample->raw_size);
		if (f->flags & TRACEPOINT_POINTER) {
			out_lit(out, "\"0x");
			out_hex(out, value, 0);
			out_char(out, '"');
		} else if (f->flags & TRACEPOINT_SIGNED) {
			out_sdec(out, (int64_t)value, 0);
		} else {
			out_dec(out, value, 0);
		}
	}
	out_char(out, '}');
	out_done(&line);
}

void script_json_begin(const struct script_printer *printer, struct outbuf *out)
{
	const struct perf_events *events = perfdata_events(printer->pd);
	out_lit(out, "{\"perf-script-json-version\":1,\"events\":[");
	for (size_t i = 0; i < events->count; i++) {
		if (i) out_char(out, ',');
		out_json_string(out, events->items[i]->name, strlen(events->items[i]->name));
	}
	out_lit(out, "]}\n");
}

/* Members are those of the fields asked for, in this order. There is no JSON form of registers, branch stacks and
 * code. */
void script_write_json(struct script_writer *w, const struct script_event *e, const struct sample_task *task,
		       const struct sample *sample, struct outbuf *out)
{
	const uint64_t fields = e->fields;

	out_char(out, '{');
	if (fields & FIELD(EVENT)) text(out, "event", e->event->name);
	if (fields & FIELD(COMM)) text(out, "comm", task->comm);
	if (fields & FIELD(PID)) number(out, "pid", (int32_t)sample->pid);
	struct model_vcpu guest;
	if (fields & (FIELD(MACHINE_PID) | FIELD(VCPU)) &&
	    model_vcpu(frame_space_model(w->printer->frames), sample->id, &guest)) {
		if (fields & FIELD(MACHINE_PID)) number(out, "machine_pid", machine_pid(guest.machine));
		if (fields & FIELD(VCPU)) number(out, "vcpu", guest.vcpu);
	}
	if (fields & FIELD(TID)) number(out, "tid", (int32_t)sample->tid);
	if (fields & FIELD(CPU)) number(out, "cpu", (int32_t)sample->cpu);
	if (fields & FIELD(TIME)) number(out, "time_ns", (int64_t)sample->time_ns);
	if (fields & FIELD(PERIOD)) number(out, "period", (int64_t)sample->period);
	if (fields & FIELD(ADDR)) hex(out, "addr", sample->addr);
	if (fields & FIELD(DATA_SRC)) hex(out, "data_src", sample->data_src);
	if (fields & FIELD(WEIGHT)) number(out, "weight", (int64_t)sample->weight);
	if (fields & FIELD(INS_LAT)) number(out, "ins_lat", sample->ins_lat);
	if (fields & FIELD(RETIRE_LAT)) number(out, "retire_lat", sample->p_stage_cyc);
	if (fields & FIELD(PHYS_ADDR)) hex(out, "phys_addr", sample->phys_addr);
	if (fields & FIELD(DATA_PAGE_SIZE)) number(out, "data_page_size", (int64_t)sample->data_page_size);
	if (fields & FIELD(CODE_PAGE_SIZE)) number(out, "code_page_size", (int64_t)sample->code_page_size);
	if (fields & FIELD(CGROUP)) {
		const char *path = model_cgroup(frame_space_model(w->printer->frames), sample->cgroup);
		if (path) text(out, "cgroup", path);
	}
	if (fields & FIELD(TRACE) && e->tracepoint) write_json_payload(w, e, sample, out);
	if (fields & FIELD(IP)) {
		write_json_frame(w, fields, resolver_sample_ip(w->resolver, task, sample), out);
		if (e->with_chain) {
			const struct callchain_options options = { .max_stack = w->printer->options.max_stack };
			w->chain.count = 0;
			w->chain.end.why = NR_UNWIND_ENDS;
			/* --max-stack 0 is no chain, not one without a limit */
			if (options.max_stack) callchain_resolve(w->resolver, task, sample, &options, &w->chain);
			key(out, "callchain");
			out_char(out, '[');
			for (size_t i = 0; i < w->chain.count; i++) {
				out_str(out, i ? ",{" : "{");
				write_json_frame(w, fields, w->chain.frames[i], out);
				out_char(out, '}');
			}
			out_char(out, ']');
			/* Only of stacks that were copied and unwound. */
			if (w->chain.end.why != NR_UNWIND_ENDS)
				text(out, "chain_end", unwind_end_name(w->chain.end.why));
			if (w->chain.end.scanned_ip) hex(out, "scanned_from", w->chain.end.scanned_ip);
		}
	}
	out_lit(out, "}\n");
}
