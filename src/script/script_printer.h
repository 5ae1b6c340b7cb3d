/* perf script's lines of text: one printer a run, one writer a worker thread, text into the caller's buffer.
 *
 *     struct script_printer *printer = script_printer_new(&options, ...);
 *     worker:  writer = script_writer_new(printer, resolver);
 *              script_write_sample(writer, sample, &out);   script_write_record(writer, r, id, &out);
 *
 * The text is upstream perf 6.12's, byte for byte; what depends on the line before (--deltatime, the padding of
 * data_src) wants all records in order from one writer: script_printer_needs_order(). */
#ifndef SCRIPT_SCRIPT_PRINTER_H
#define SCRIPT_SCRIPT_PRINTER_H

#include "base/outbuf.h"
#include "event/format/tracepoint.h"
#include "frame/callchain.h"
#include "perfdata/perfdata.h"
#include "script/script_fields.h"

/* Side-band records to show. */
#define SCRIPT_SHOW_TASKS 1u
#define SCRIPT_SHOW_MMAPS 2u
#define SCRIPT_SHOW_SWITCHES 4u
#define SCRIPT_SHOW_NAMESPACES 8u
#define SCRIPT_SHOW_CGROUPS 16u
#define SCRIPT_SHOW_LOST 32u
#define SCRIPT_SHOW_BPF 64u
#define SCRIPT_SHOW_ROUNDS 128u
#define SCRIPT_SHOW_TEXT_POKES 256u

struct script_options {
	struct script_fields fields; /* checked */
	bool hide_chains;            /* -G */
	bool ns, deltatime, reltime;
	bool json;
	bool latency; /* -L: narrow columns */
	bool full_source_path;
	unsigned columns;  /* of the terminal that names of functions are shortened for; 0: they are whole */
	const char *symfs; /* where source files are below; NULL: none */
	unsigned max_stack;
	unsigned max_blocks; /* of brstackinsn; 0: all */
	unsigned show;       /* SCRIPT_SHOW_* */
	char *const *stop_symbols;
	size_t nr_stop_symbols; /* --stop-bt */
};

struct script_printer;
struct script_writer;

/* All arguments are kept by pointer. tracepoints may be NULL. */
struct script_printer *script_printer_new(const struct script_options *options, const struct perfdata *pd,
					  struct frame_space *frames, struct tracepoints *tracepoints);
void script_printer_free(struct script_printer *printer);
bool script_printer_needs_order(const struct script_printer *printer);

/* Others take the place of the frames that it was made with. Writers are made anew. */
void script_printer_set_frames(struct script_printer *printer, struct frame_space *frames);

/* The JSON form's first line: its version, and the names of the events. */
void script_json_begin(const struct script_printer *printer, struct outbuf *out);

struct script_writer *script_writer_new(struct script_printer *printer, struct resolver *resolver);
void script_writer_free(struct script_writer *writer);
/* The task is the sample's, as resolver_task said. Adds nothing when the event's fields are empty. */
void script_write_sample(struct script_writer *writer, const struct sample_task *task, const struct sample *sample,
			 struct outbuf *out);
/* A side-band record, when it is one of those to show. */
void script_write_record(struct script_writer *writer, const struct record *r, const struct sample_id *id,
			 uint64_t time_ns, struct outbuf *out);

#endif
