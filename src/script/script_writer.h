/* The inside of printer and writer, shared by the files that write parts of a line. Internal to script/.
 *
 * What makes lines quick: everything that is the same for many samples is made once and copied. By event:
 * script_event. By frame: frame_text. By thread: chain_text and thread_columns. By second: time_text. */
#ifndef SCRIPT_SCRIPT_WRITER_H
#define SCRIPT_SCRIPT_WRITER_H

#include "base/arena.h"
#include "base/vec.h"
#include "frame/frame_array.h"
#include "render/short_name.h"
#include "script/script_printer.h"
#include "symbol/code/disasm.h"
#include "symbol/source_code.h"

struct script_registers;

/* What is the same for all samples of an event. */
struct script_event {
	const struct perf_event *event;
	uint64_t fields;
	const struct tracepoint *tracepoint; /* NULL: not one, or format unknown */
	bool with_chain;                     /* prints call chains */
	bool branches;                       /* period-1 branches: "from => to" */
	bool addr_is_place;                  /* the sampled address is in code or data that has symbols */
	bool bpf_output;
	bool plain;  /* only fields of the default line: the fast path */
	char *label; /* the event column: name right-aligned, ": " */
	size_t label_size;
};

/* A run's constants. */
struct script_printer {
	struct script_options options;
	const struct perfdata *pd;
	struct frame_space *frames;
	struct script_event *events;
	size_t nr_events; /* by perf_event.idx */
	/* Of the architecture that was recorded on. */
	const struct script_registers *registers;
	uint64_t cached_fields; /* the frame fields whose texts are kept */
};

/* A frame's line: "\t%16x sym+0xoff (dso)\n". Kept in the writer's arena when it is needed a second time. */
struct frame_text {
	uint32_t size;
	char text[];
};

/* The text of a thread's last chain. Successive chains share their outer frames, which are the last lines: the text is
 * built from the end of the buffer towards its beginning, so that what is shared stays where it is.
 *
 *     data: |      free      | innermost line | ... | outermost line |
 *                            ^ capacity - tails[count - 1]     */
struct chain_text {
	struct chain_memo memo;
	char *data;
	size_t capacity;
	uint32_t *tails;
	size_t nr_tails; /* bytes of the outermost i + 1 lines */
};
enum { CHAIN_TEXTS = 256 }; /* threads share them: the memo knows what is the same */

/* The columns of a thread, "%16s %7d " or "%s %7d ", and what they were made of: they are made anew when any of that
 * is another. comm NULL: there are none. style: enum comm_style of script_line.c. */
struct thread_columns {
	const char *comm;
	uint32_t pid, tid;
	uint64_t fields;
	uint8_t size, style;
	char text[70];
};

/* A thread's printer. All of it is that thread's own. */
struct script_writer {
	struct script_printer *printer;
	struct resolver *resolver;
	struct arena arena;
	struct chain chain;
	struct chain_text *chain_texts;                     /* [CHAIN_TEXTS] by sample_task.thread */
	FRAME_ARRAY(const struct frame_text *) frame_texts; /* NULL: not needed yet */
	struct outbuf line;                                 /* one being made */
	VEC(struct thread_columns) threads;                 /* by sample_task.thread */
	/* Of the sample being written; kernel names in payloads are looked up for it. */
	const struct sample_task *task;
	struct payload_names names;
	/* The last second that was formatted; time_text is "%5lu." of it. */
	uint64_t time_second;
	char time_text[32];
	size_t time_size;
	uint64_t previous_ns, first_ns;
	bool has_previous, has_first;
	VEC(struct source_line) last_lines; /* srccode: by sample_task.thread, what was shown last */
	struct source_code *source_code;    /* NULL: nothing was shown yet */
	/* Of the widest data_src so far. */
	size_t data_src_width;
	size_t callindent_width; /* the same of field callindent */
	/* Where in the buffer CPU and time of the last line are. */
	size_t when_from, time_from, when_to;
	/* What fields disasm and brstackdisasm are written with, for code of this set; NULL: there is none for it. */
	struct disasm *disasm;
	struct insn_set disasm_set;
};

/* The fields that a frame's line depends on. */
#define FRAME_FIELDS (FIELD(IP) | FIELD(SYM) | FIELD(SYMOFF) | FIELD(DSO) | FIELD(DSOFF) | FIELD(SRCLINE))

/* script_frames.c */
/* The call chain of a sample, a line for each frame. */
void script_write_chain(struct script_writer *w, const struct script_event *e, const struct sample *sample,
			struct outbuf *out);
/* " ip sym (dso)", the name so short that it ends at the column; 0 columns: whole */
void script_write_place(struct script_writer *w, uint64_t fields, const struct frame *frame, unsigned columns,
			struct outbuf *out);
/* "|12       text\n": the frame's line of source, nothing where the thread's line before was the same */
void script_write_source_code(struct script_writer *w, const struct frame *frame, struct outbuf *out);
/* "sym+0x1" or "[unknown]". Returns where the name stands, all but its row, for script_fit_name. */
struct short_name_place script_write_symbol(const struct frame *frame, bool offset, struct outbuf *out);
/* Shortens the name so that the last line, as far as it is written, ends at the column. 0 columns: not a terminal. */
static inline void script_fit_name(struct short_name_place name, unsigned columns, struct outbuf *out)
{
	if (likely(!columns)) return;
	name.row_at = short_name_row(out);
	short_name_fit(out, &name, columns);
}
void script_write_dso(const struct script_writer *w, const struct frame *frame, bool offset,
		      struct outbuf *out); /* " (dso)", " (dso+0x1)" */
/* script_values.c */
/* The hexadecimal value and its meaning in words: "|OP LOAD|LVL L1 hit|SNP None|TLB L1 or L2 hit|LCK No|BLK  N/A". */
void script_write_data_src(struct script_writer *w, uint64_t value, struct outbuf *out);
/* " 4K"; " N/A" for 0. */
void script_write_page_size(uint64_t size_bytes, struct outbuf *out);
/* The payload of a BPF program's output in hexadecimal and as text. */
void script_write_raw(const struct sample *sample, struct outbuf *out);
/* script_branches.c */
void script_write_branch_counter_names(const struct script_writer *w, const struct perf_event *event,
				       struct outbuf *out); /* lines before a sample's own */
/* All branches of the sample, newest first: "0x4005/0x4010/P/-/-/3/COND/- ". */
void script_write_branches(struct script_writer *w, uint64_t fields, const struct sample *sample, struct outbuf *out);
/* script_code.c */
/* " ilen: 3" and " insn: 48 89 c7" of the sample's own address. */
void script_write_insn(struct script_writer *w, uint64_t fields, const struct sample *sample, struct outbuf *out);
/* The code that was executed between the branches of the sample's stack, an instruction a line. */
void script_write_branch_code(struct script_writer *w, uint64_t fields, const struct sample *sample,
			      struct outbuf *out);
/* The registers of an architecture; x86-64's where it is unknown. Static. */
const struct script_registers *script_registers_of(const char *arch);
/* " ABI:2    AX:0x1 ..." with the registers of the mask; nothing where none were recorded. */
void script_write_registers(const struct script_registers *registers, const struct sample_regs *regs,
			    struct outbuf *out);
/* The user's instruction pointer among sampled registers; false when it was not recorded. */
bool script_register_ip(const struct script_registers *registers, const struct sample_regs *regs, uint64_t *ret_ip);
/* script_disasm.c: an instruction and bytes behind it as text; false, and nothing is written, where it cannot be read.
 */
struct script_insn {
	struct insn_set set;
	const uint8_t *code;
	size_t nr_bytes;
	uint64_t ip;
};
bool script_write_disasm_text(struct script_writer *w, struct object *object, uint64_t addr,
			      const struct script_insn *i, struct outbuf *out);
/* script_line.c */
/* The columns that samples and side-band lines begin with: comm, pid/tid, cpu, misc, time. record_type: RECORD_*,
 * which says what the bits of sample->misc mean. */
void script_write_start(struct script_writer *w, const struct script_event *e, const struct sample_task *task,
			const struct sample *sample, uint32_t record_type, struct outbuf *out);
/* The sample as one JSON object and a newline (docs/json-script.md). */
void script_write_json(struct script_writer *w, const struct script_event *e, const struct sample_task *task,
		       const struct sample *sample, struct outbuf *out);

/* script_flow.c: field ipc: instructions and cycles since the last sample that had some; nothing of others. */
void script_write_ipc(const struct sample *sample, struct outbuf *out);
/* script_flow.c: field callindent, of branches: the function that is called or left, moved to the right by how deep it
 * is called; with its object where the line has no other place. As wide as the widest so far. */
void script_write_callindent(struct script_writer *w, const struct script_event *e, const struct sample *sample,
			     struct outbuf *out);
/* script_synth.c: field synth, of an event made of a trace. */
void script_write_synth(const struct sample *sample, struct outbuf *out);
/* script_flow.c: field flags (enum sample_flow), in its column. */
void script_write_flow(uint32_t flow, struct outbuf *out);

#endif
