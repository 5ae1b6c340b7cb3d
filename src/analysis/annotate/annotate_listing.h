/* The code of a function as lines (result/code_listing.h), with the samples of each. Instructions come out of the file
 * that ran (object_code), their text from symbol/code/disasm, source lines from debug information and source files, in
 * the order and with the context that objdump -S shows. */
#ifndef ANALYSIS_ANNOTATE_ANNOTATE_LISTING_H
#define ANALYSIS_ANNOTATE_ANNOTATE_LISTING_H

#include "analysis/annotate/annotate.h"
#include "result/code_listing.h"
#include "symbol/code/disasm.h"
#include "symbol/object.h"

/* Another reader of instructions: writes them as objdump -d does (symbol/code/objdump_text.h). *ret is freed by the
 * caller. 0, or -errno with err set. Any thread. */
typedef int annotate_read_insns(const void *ctx, const struct object_code_place *place, uint64_t size_bytes, char **ret,
				size_t *ret_size_bytes, struct err *err);

struct annotate_listing_options {
	bool without_source;
	enum disasm_syntax syntax;
	/* Reads code of files; NULL: symbol/code/disasm does, as always for code of jitdumps and BPF programs. */
	annotate_read_insns *read_insns;
	const void *read_insns_ctx;
	const char *symfs;  /* source files are looked for below it first; NULL: none */
	const char *prefix; /* in front of paths of source files, behind the first prefix_strip of their names */
	unsigned prefix_strip;
	bool with_types;            /* code_line.type is filled in */
	bool hot_lines;             /* source lines are summed up: listing.hot_lines */
	bool full_paths;            /* of these */
	enum code_percent hot_kind; /* what their percentages are of */
};

/* What one thread keeps from one function to the next: source files, the disassembler. Options are borrowed. Never
 * NULL. */
struct annotate_reader;
struct annotate_reader *annotate_reader_new(const struct annotate_listing_options *options);
void annotate_reader_free(struct annotate_reader *reader);

/* Of the samples: events [event, event + nr_events). samples NULL: the function has none. */
struct annotate_samples {
	const struct annotate *annotate;
	const struct annotate_function *function;
	size_t event, nr_events;
};
/* Fills listing (initialised by the caller). 0, or with err set and a hint: -ENOENT: there is no file with the code;
 * -ENOTSUP: nothing reads instructions of its machine. */
int annotate_listing_make(struct annotate_reader *reader, struct object *object, const struct symbol *symbol,
			  const struct annotate_samples *samples, struct code_listing *listing,
			  struct err *err) _warn_unused_;

/* annotate_listing.c: for the parts of a listing. */
enum code_flow annotate_flow_of(enum disasm_kind kind);
/* annotate_put_types.c: what data each instruction of the listing accesses (code_line.type), where that is known. */
void annotate_put_types(struct object *object, const struct symbol *symbol, struct code_listing *listing);

#endif
