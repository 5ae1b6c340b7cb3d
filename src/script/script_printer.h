/* perf script's lines of text: one printer a run, one writer a worker thread, text into the caller's buffer.
 *
 *     struct script_printer *printer = script_printer_new(&options, ...);
 *     worker:  writer = script_writer_new(printer, resolver);
 *              script_write_sample(writer, &task, sample, &out);   script_write_record(writer, r, id, time_ns, &out);
 *
 * The text is upstream perf 6.12's, byte for byte, for instance (a call chain is shown innermost frame first):
 *
 *     cc1    4711 [002]  1234.567890:     250000 cycles:u:
 *             7f2a1c0a3e14 malloc+0x34 (/usr/lib/libc.so.6)
 *             55d0c3a01122 parse+0x12 (/usr/bin/cc1)
 *
 * What depends on the line before (--deltatime, the padding of data_src) wants all records in order from one writer:
 * script_printer_needs_order(). */
#ifndef SCRIPT_SCRIPT_PRINTER_H
#define SCRIPT_SCRIPT_PRINTER_H

#include "base/outbuf.h"
#include "event/format/tracepoint.h"
#include "frame/callchain.h"
#include "perfdata/perfdata.h"
#include "script/script_fields.h"
#include "script/script_fold.h"

/* Side-band records to show: bits of script_options.show, an option --show-*-events each (ROUNDS:
 * --show-round-events). */
#define SCRIPT_SHOW_TASKS 1u
#define SCRIPT_SHOW_MMAPS 2u
#define SCRIPT_SHOW_SWITCHES 4u
#define SCRIPT_SHOW_NAMESPACES 8u
#define SCRIPT_SHOW_CGROUPS 16u
#define SCRIPT_SHOW_LOST 32u
#define SCRIPT_SHOW_BPF 64u
#define SCRIPT_SHOW_ROUNDS 128u
#define SCRIPT_SHOW_TEXT_POKES 256u
#define SCRIPT_SHOW_DEFERRED 512u /* parts of call chains that came later, and which chains wait for them */

/* What is printed, and how. script_printer_new copies the struct, not what it points to. */
struct script_options {
	struct script_fields fields; /* checked */
	bool hide_chains;            /* -G */
	bool ns, deltatime, reltime;
	bool json;
	bool latency; /* -L: narrow columns */
	bool full_source_path;
	/* The width of the terminal that names of functions are shortened for; 0: they are written whole. */
	unsigned columns;
	unsigned dso_columns; /* objects beside field callindent are padded to so many */
	const char *symfs;    /* where source files are below; NULL: none */
	/* Addresses of a call chain that are shown, from the innermost on; 0: chains are left out. */
	unsigned max_stack;
	unsigned max_blocks; /* of brstackinsn; 0: all */
	unsigned show;       /* SCRIPT_SHOW_* */
	char *const *stop_symbols;
	size_t nr_stop_symbols; /* --stop-bt */
};

struct script_printer;
struct script_writer;

/* Makes a printer, freed by script_printer_free. options are copied, all else is kept by pointer. pd: where events
 * and header are. tracepoints may be NULL: payloads are then not printed. Read only afterwards, so that all writers
 * share it. */
struct script_printer *script_printer_new(const struct script_options *options, const struct perfdata *pd,
					  struct frame_space *frames, struct tracepoints *tracepoints);
void script_printer_free(struct script_printer *printer);
/* Whether lines depend on the lines before, so that all have to come from one writer in order of time. */
bool script_printer_needs_order(const struct script_printer *printer);

/* Replaces the frame space that the printer was made with. No writer made before may be used afterwards. */
void script_printer_set_frames(struct script_printer *printer, struct frame_space *frames);

/* Appends the JSON form's first line: its version, and the names of the events (docs/json-script.md). */
void script_json_begin(const struct script_printer *printer, struct outbuf *out);

/* Makes a writer, for one thread; the resolver is that thread's. Freed by script_writer_free, before the printer;
 * NULL is fine. */
struct script_writer *script_writer_new(struct script_printer *printer, struct resolver *resolver);
void script_writer_free(struct script_writer *writer);
/* Appends a sample's lines to out. task: the sample's, as resolver_task says. Appends nothing when the event has no
 * fields. */
void script_write_sample(struct script_writer *writer, const struct sample_task *task, const struct sample *sample,
			 struct outbuf *out);
/* The same into an empty buffer, with where in it CPU and time are. line->text is out's, valid until it is changed. */
void script_write_fold_line(struct script_writer *writer, const struct sample_task *task, const struct sample *sample,
			    struct outbuf *out, struct fold_line *line);
/* Appends a side-band record's lines, when options.show asks for it. id: its sample_id; time_ns: its place in time,
 * UINT64_MAX: it has none. */
void script_write_record(struct script_writer *writer, const struct record *r, const struct sample_id *id,
			 uint64_t time_ns, struct outbuf *out);

#endif
