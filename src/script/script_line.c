/* A sample's line. The order of the columns is fixed:
 *
 *     guest comm pid/tid [cpu] misc time: period event: flags trace addr data_src weight latencies cgroup ip
 *
 * and then registers, branches, BPF output, instruction, phys_addr, page sizes. Widths are upstream's. Events with
 * common fields only (script_event.plain) leave after the first line of these. */
#include <stdio.h>
#include <time.h>
#include "base/printable.h"
#include "script/script_writer.h"

/* ---- comm, pid/tid */

/* How the command name is written: as it is where a chain follows, in a column otherwise; NARROW with -L. */
enum comm_style { COMM_BARE, COMM_PADDED, COMM_NARROW };

/* Writes the columns of a thread to `to`. comm: c->comm as it can be shown. Returns their size; room or more when
 * that is too little. */
static size_t format_thread(const struct thread_columns *c, const char *comm, char *to, size_t room)
{
	static const char *const formats[] = { [COMM_BARE] = "%s ", [COMM_PADDED] = "%16s ", [COMM_NARROW] = "%8.8s " };
	int n = 0, pid = (int)c->pid, tid = (int)c->tid;
	if (c->fields & FIELD(COMM)) n = snprintf(to, room, formats[c->style], comm);
	if (n < 0 || (size_t)n >= room) return room;
	if (c->fields & FIELD(PID) && c->fields & FIELD(TID))
		n += snprintf(to + n, room - (size_t)n, "%7d/%-7d ", pid, tid);
	else if (c->fields & FIELD(PID)) n += snprintf(to + n, room - (size_t)n, "%7d ", pid);
	else if (c->fields & FIELD(TID)) n += snprintf(to + n, room - (size_t)n, "%7d ", tid);
	return (size_t)n;
}

/* The columns of a thread, copied from those that were made for its sample before where nothing has changed. */
static void write_thread(struct script_writer *w, uint64_t fields, const struct sample_task *task,
			 const struct sample *sample, enum comm_style style, struct outbuf *out)
{
	fields &= FIELD(COMM) | FIELD(PID) | FIELD(TID);
	while (unlikely(task->thread >= w->threads.count)) vec_push(&w->threads, ((struct thread_columns){ 0 }));
	struct thread_columns *c = &w->threads.items[task->thread];
	if (unlikely(c->comm != task->comm || c->tid != sample->tid || c->pid != sample->pid || c->fields != fields ||
		     c->style != style)) {
		_strbuf_done_ struct strbuf scratch = STRBUF_INIT;
		const char *comm = printable(task->comm, &scratch);
		*c = (struct thread_columns){
			.comm = task->comm, .pid = sample->pid, .tid = sample->tid, .fields = fields, .style = style
		};
		size_t size = format_thread(c, comm, c->text, sizeof(c->text));
		/* Too long to be kept: a name with many bytes that have to be escaped. */
		if (size >= sizeof(c->text)) {
			size_t room = strlen(comm) + sizeof(c->text);
			c->comm = NULL;
			out->size += format_thread(c, comm, out_reserve(out, room), room);
			return;
		}
		c->size = (uint8_t)size;
	}
	memcpy(out_reserve(out, sizeof(c->text)), c->text, sizeof(c->text)); /* a fixed size is quick */
	out->size += c->size;
}

/* ---- guest */

/* Fields machine_pid and vcpu; nothing of the host's samples. */
static void write_guest(struct script_writer *w, uint64_t fields, const struct sample *sample, struct outbuf *out)
{
	struct model_vcpu of;
	if (!model_vcpu(frame_space_model(w->printer->frames), sample->id, &of)) return;
	if (fields & FIELD(MACHINE_PID)) out_printf(out, "VM:%5d ", machine_pid(of.machine));
	if (fields & FIELD(VCPU)) out_printf(out, "VCPU:%03u ", of.vcpu);
}

/* ---- misc */

/* Field misc: the CPU mode, and what the record's own bits say, in six columns (PERF_RECORD_MISC_*). */
static void write_misc(const struct sample *sample, uint32_t record_type, struct outbuf *out)
{
	static const char modes[8] = { 0, 'K', 'U', 'H', 'G', 'g', 0, 0 };
	char text[8];
	size_t n = 0;
	if (modes[sample->misc & MISC_CPUMODE_MASK]) text[n++] = modes[sample->misc & MISC_CPUMODE_MASK];
	if (record_type == RECORD_MMAP || record_type == RECORD_MMAP2) {
		if (sample->misc & MISC_MMAP_DATA) text[n++] = 'M';
	} else if (record_type == RECORD_COMM) {
		if (sample->misc & MISC_COMM_EXEC) text[n++] = 'E';
	} else if (record_type == RECORD_SWITCH || record_type == RECORD_SWITCH_CPU_WIDE) {
		if (sample->misc & MISC_SWITCH_OUT) {
			text[n++] = 'S';
			if (sample->misc & MISC_SWITCH_OUT_PREEMPT) text[n++] = 'p';
		}
	}
	out_mem(out, text, n);
	out_spaces(out, 6 - n);
}

/* ---- time */

/* The decimal digits of a number, zeros in front. For what every line needs snprintf is too slow. */
static inline void put_digits(char *to, uint32_t value, unsigned digits)
{
	while (digits--) {
		to[digits] = (char)('0' + value % 10);
		value /= 10;
	}
}

/* "%5lu.%06lu: ", or nine digits. */
static void write_time_ns(struct script_writer *w, uint64_t time_ns, struct outbuf *out)
{
	uint64_t second = time_ns / 1000000000;
	uint32_t rest = (uint32_t)(time_ns - second * 1000000000);
	if (unlikely(second != w->time_second)) {
		w->time_second = second;
		w->time_size = (size_t)snprintf(w->time_text, sizeof(w->time_text), "%5llu.",
						(unsigned long long)second);
	}
	char *to = out_reserve(out, sizeof(w->time_text) + 16);
	memcpy(to, w->time_text, sizeof(w->time_text));
	to += w->time_size;
	unsigned digits = w->printer->options.ns ? 9 : 6;
	put_digits(to, digits == 9 ? rest : rest / 1000, digits);
	to[digits] = ':';
	to[digits + 1] = ' ';
	out->size += w->time_size + digits + 2;
}

/* Field tod: local wall clock time, by the pair of clock readings in the header (feature CLOCK_DATA). */
static void write_time_of_day(struct script_writer *w, uint64_t time_ns, struct outbuf *out)
{
	const struct perf_header *h = perfdata_header(w->printer->pd);
	uint64_t wall_ns = time_ns - h->clock_ns + h->clock_wall_ns;
	time_t second = (time_t)(wall_ns / 1000000000);
	struct tm tm;
	char text[64];

	if (!localtime_r(&second, &tm) || !strftime(text, sizeof(text), "%F %H:%M:%S", &tm)) {
		out_lit(out, "<failed> ");
		return;
	}
	out_str(out, text);
	out_char(out, '.');
	out_dec0(out, wall_ns % 1000000000 / 1000, 6);
	out_char(out, ' ');
}

/* The time as recorded, since the first line (--reltime), or since the line before (--deltatime). */
static void write_time(struct script_writer *w, uint64_t fields, uint64_t time_ns, struct outbuf *out)
{
	const struct script_options *o = &w->printer->options;
	if (fields & FIELD(TOD)) write_time_of_day(w, time_ns, out);
	if (!(fields & FIELD(TIME))) return;
	uint64_t shown_ns = time_ns;
	if (unlikely(o->reltime || o->deltatime)) {
		if (!w->has_first) {
			w->first_ns = time_ns;
			w->has_first = true;
		}
		if (o->reltime) {
			shown_ns = time_ns - w->first_ns;
		} else {
			shown_ns = w->has_previous ? time_ns - w->previous_ns : 0;
			w->previous_ns = time_ns;
			w->has_previous = true;
		}
	}
	write_time_ns(w, shown_ns, out);
}

static void write_cpu(uint32_t cpu, struct outbuf *out)
{
	if (likely(cpu < 1000)) {
		char *to = out_reserve(out, 8);
		to[0] = '[';
		put_digits(to + 1, cpu, 3);
		to[4] = ']';
		to[5] = ' ';
		out->size += 6;
		return;
	}
	out_printf(out, "[%03d] ", (int32_t)cpu); /* none is -1: "[-01]" */
}

void script_write_start(struct script_writer *w, const struct script_event *e, const struct sample_task *task,
			const struct sample *sample, uint32_t record_type, struct outbuf *out)
{
	const uint64_t fields = e->fields;
	const bool narrow = w->printer->options.latency;
	enum comm_style style = e->with_chain ? COMM_BARE : COMM_PADDED;
	if (unlikely(fields & (FIELD(MACHINE_PID) | FIELD(VCPU)))) write_guest(w, fields, sample, out);
	write_thread(w, fields, task, sample, narrow ? COMM_NARROW : style, out);
	w->when_from = out->size;
	if (fields & FIELD(CPU)) {
		if (unlikely(narrow)) out_printf(out, "%3d ", (int)sample->cpu);
		else write_cpu(sample->cpu, out);
	}
	if (unlikely(fields & FIELD(MISC))) write_misc(sample, record_type, out);
	w->time_from = out->size;
	if (fields & (FIELD(TIME) | FIELD(TOD))) write_time(w, fields, sample->time_ns, out);
	w->when_to = out->size;
}

/* ---- the sample's own place, and what it refers to */

/* An address in the CPU mode of the sample. */
static const struct frame *frame_of(struct script_writer *w, const struct sample *sample, uint64_t ip)
{
	return resolver_ip(w->resolver, w->task, (enum cpumode)sample->cpumode, ip);
}

/* The column at which the first of two names ends on a terminal: the other one needs room as well. */
static unsigned middle_column(const struct script_writer *w, const struct outbuf *out)
{
	unsigned columns = w->printer->options.columns;
	if (likely(!columns)) return 0;
	return (short_name_columns(out, short_name_row(out)) + columns) / 2;
}

/* Of a branch that a trace tells, one end may be in the kernel, whose addresses are the upper half where the other end
 * shows that there are such. */
static enum cpumode mode_of_address(const struct sample *sample)
{
	bool has_upper_half = sample->ip >> 63 || (sample->flow && sample->addr >> 63);
	enum cpumode mode = (enum cpumode)sample->cpumode;
	if (!has_upper_half || (mode != CPUMODE_KERNEL && mode != CPUMODE_USER)) return mode;
	return sample->addr >> 63 ? CPUMODE_KERNEL : CPUMODE_USER;
}

/* The sampled address; with symbol and object where it is a place in the program (script_event.addr_is_place). */
static void write_address(struct script_writer *w, const struct script_event *e, const struct sample *sample,
			  unsigned columns, struct outbuf *out)
{
	struct short_name_place name = { 0 };
	out_hex(out, sample->addr, 16);
	if (!e->addr_is_place) return;
	enum cpumode mode = mode_of_address(sample);
	const struct frame *frame = resolver_ip(w->resolver, w->task, mode, sample->addr);
	if (e->fields & FIELD(SYM)) {
		out_char(out, ' ');
		name = script_write_symbol(frame, e->fields & FIELD(SYMOFF), out);
	}
	if (e->fields & (FIELD(DSO) | FIELD(DSOFF))) script_write_dso(w, frame, e->fields & FIELD(DSOFF), out);
	script_fit_name(name, columns, out);
}

/* The number of the record that the chain goes on in. */
static void write_cookie(uint64_t fields, const struct sample *sample, struct outbuf *out)
{
	if (!(fields & FIELD(IP)) || !sample_chain_is_deferred(sample)) return;
	out_char(out, '\t');
	out_hex(out, sample->callchain[sample->nr_callchain - 1], 16);
	out_lit(out, " (cookie)\n");
}

/* A sample may lack the chain that others of its event have: PEBS records in a trace. */
static bool shows_chain(const struct script_event *e, const struct sample *sample)
{
	uint64_t absent = sample->event->attr.sample_type & ~sample->present;
	return e->with_chain && !(absent & SAMPLE_CALLCHAIN);
}

/* The sample's place: its chain on lines of its own, or the place alone. */
static void write_ip(struct script_writer *w, const struct script_event *e, const struct sample *sample,
		     unsigned columns, struct outbuf *out)
{
	if (shows_chain(e, sample)) {
		out_char(out, '\n');
		script_write_chain(w, e, sample, out);
		if (unlikely(w->printer->options.show & SCRIPT_SHOW_DEFERRED)) write_cookie(e->fields, sample, out);
	} else {
		script_write_place(w, e->fields, frame_of(w, sample, sample->ip), columns, out);
	}
}

static void write_code(struct script_writer *w, uint64_t fields, const struct sample *sample, struct outbuf *out)
{
	if (fields & (FIELD(INSN) | FIELD(INSNLEN) | FIELD(DISASM))) script_write_insn(w, fields, sample, out);
	if (fields & (FIELD(BRSTACKINSN) | FIELD(BRSTACKINSNLEN) | FIELD(BRSTACKDISASM)))
		script_write_branch_code(w, fields, sample, out);
}

/* Branches sampled one by one: where from, where to. */
static void write_branch_event(struct script_writer *w, const struct script_event *e, const struct sample *sample,
			       struct outbuf *out)
{
	bool ends_line = false;
	if (e->fields & FIELD(CALLINDENT)) script_write_callindent(w, e, sample, out);
	if (e->fields & FIELD(IP)) {
		write_ip(w, e, sample, middle_column(w, out), out);
		ends_line = e->with_chain;
	}
	if (e->fields & FIELD(ADDR) || (e->event->attr.sample_type & SAMPLE_ADDR &&
					!w->printer->options.fields.edited[script_kind_of(&e->event->attr)])) {
		if (!ends_line) out_lit(out, " => ");
		write_address(w, e, sample, w->printer->options.columns, out);
	}
	write_code(w, e->fields, sample, out);
	if (e->fields & FIELD(IPC)) script_write_ipc(sample, out);
	out_char(out, '\n');
}

static void write_weights(const struct script_event *e, const struct sample *sample, struct outbuf *out)
{
	if (e->fields & FIELD(WEIGHT)) out_dec(out, sample->weight, 16);
	if (e->fields & FIELD(INS_LAT)) out_dec(out, sample->ins_lat, 16);
	if (e->fields & FIELD(RETIRE_LAT)) out_dec(out, sample->p_stage_cyc, 16);
}

static void write_cgroup(struct script_writer *w, const struct sample *sample, struct outbuf *out)
{
	const char *path = model_cgroup(frame_space_model(w->printer->frames), sample->cgroup);
	out_char(out, ' ');
	out_name(out, path ? path : "unknown");
}

/* " 4K": the column begins with its blank. */
static void put_page_size(uint64_t size_bytes, struct outbuf *out)
{
	out_char(out, ' ');
	script_write_page_size(size_bytes, out);
}

/* Nothing is known of the access (struct perf_mem_data_src of the kernel UAPI: N/A in each part). */
#define NO_DATA_SRC 0x1e05080021ull

/* What stands behind the place and is seldom asked for. */
static void write_rare(struct script_writer *w, const struct script_event *e, const struct sample *sample,
		       struct outbuf *out)
{
	const uint64_t fields = e->fields;
	if (fields & FIELD(IREGS)) script_write_registers(w->printer->registers, &sample->intr_regs, out);
	if (fields & FIELD(UREGS)) script_write_registers(w->printer->registers, &sample->user_regs, out);
	if (fields & (FIELD(BRSTACK) | FIELD(BRSTACKSYM) | FIELD(BRSTACKOFF)))
		script_write_branches(w, fields, sample, out);
	if (fields & FIELD(BPF_OUTPUT) && e->bpf_output) script_write_raw(sample, out);
	write_code(w, fields, sample, out);
	if (fields & FIELD(IPC)) script_write_ipc(sample, out);
	if (fields & FIELD(PHYS_ADDR)) out_hex(out, sample->phys_addr, 16);
	if (fields & FIELD(DATA_PAGE_SIZE)) put_page_size(sample->data_page_size, out);
	if (fields & FIELD(CODE_PAGE_SIZE)) put_page_size(sample->code_page_size, out);
}

void script_write_sample(struct script_writer *w, const struct sample_task *task, const struct sample *sample,
			 struct outbuf *out)
{
	const struct script_event *e = &w->printer->events[sample->event->idx];
	const uint64_t fields = e->fields;

	if (!fields) return;
	w->task = task;
	if (unlikely(w->printer->options.json)) {
		script_write_json(w, e, task, sample, out);
		return;
	}
	if (unlikely(fields & FIELD(BRCNTR))) script_write_branch_counter_names(w, sample->event, out);
	script_write_start(w, e, task, sample, RECORD_SAMPLE, out);
	if (fields & FIELD(PERIOD)) {
		out_dec(out, sample->period, 10);
		out_char(out, ' ');
	}
	if (fields & FIELD(EVENT)) out_mem(out, e->label, e->label_size);
	if (unlikely(fields & FIELD(FLAGS))) script_write_flow(sample->flow, out);
	/* The rest of such a line is written in another way: from where to where. */
	if (unlikely(e->branches)) {
		write_branch_event(w, e, sample, out);
		return;
	}
	if (unlikely(fields & FIELD(SYNTH) && e->event->attr.type == ATTR_TYPE_SYNTH)) script_write_synth(sample, out);
	if (fields & FIELD(TRACE) && e->tracepoint)
		tracepoint_print_text(e->tracepoint, sample->raw, sample->raw_size, &w->names, out);
	if (likely(e->plain)) {
		if (fields & FIELD(IP)) write_ip(w, e, sample, w->printer->options.columns, out);
		out_char(out, '\n');
		return;
	}
	if (fields & FIELD(ADDR))
		write_address(w, e, sample, e->with_chain ? w->printer->options.columns : middle_column(w, out), out);
	if (fields & FIELD(DATA_SRC))
		script_write_data_src(w, sample->present & SAMPLE_DATA_SRC ? sample->data_src : NO_DATA_SRC, out);
	write_weights(e, sample, out);
	if (fields & FIELD(CGROUP)) write_cgroup(w, sample, out);
	if (fields & FIELD(IP)) write_ip(w, e, sample, w->printer->options.columns, out);
	write_rare(w, e, sample, out);
	out_char(out, '\n');
	if (fields & FIELD(SRCCODE)) script_write_source_code(w, frame_of(w, sample, sample->ip), out);
}

void script_write_fold_line(struct script_writer *w, const struct sample_task *task, const struct sample *sample,
			    struct outbuf *out, struct fold_line *line)
{
	out->size = w->when_from = w->time_from = w->when_to = 0;
	script_write_sample(w, task, sample, out);
	*line = (struct fold_line){ out->data, out->size, w->when_from, w->time_from, w->when_to };
}
