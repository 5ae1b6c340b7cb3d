/* Code of one function as lines, with what was measured of each: what annotate hands to a renderer or a view, which so
 * need to know no analysis.
 *
 *     struct code_listing listing;
 *     source->code(source->ctx, row, &listing, &err);
 *     for (size_t i = 0; i < listing.lines.count; i++)
 *             ... line->kind, line->text, code_cell(&listing, i, event) ...
 *     code_listing_done(&listing);
 *
 * Lines stand as annotate shows them: source lines in front of the instructions made of them, instructions in order of
 * address. A view that shows jumps looks at edges: arrows from a line to another one. Without source lines, with or
 * without addresses, bytes, numbers of samples or periods: that is the view's choice, all of it is here.
 *
 * Texts come from files of others: who prints them escapes control characters. Filled by one thread, then read by any
 * number. */
#ifndef RESULT_CODE_LISTING_H
#define RESULT_CODE_LISTING_H

#include <stdbool.h>
#include "base/arena.h"
#include "base/vec.h"

/* HEADING: what objdump writes around code: sections, names of functions, empty lines. */
enum code_kind { CODE_INSN, CODE_SOURCE, CODE_HEADING };
/* What control does at an instruction. */
enum code_flow { CODE_GOES_ON, CODE_CALL, CODE_JUMP, CODE_CONDITIONAL_JUMP, CODE_RETURN };
#define CODE_NO_LINE UINT32_MAX

/* Weights of one event at one instruction. Source lines have none of their own: code_sum adds up. */
struct code_cell {
	uint64_t nr_samples, period;
};

/* What branch stacks tell of an instruction: the block that it ends. */
struct code_cycles {
	double ipc;                      /* instructions a cycle; 0: not known, as where a block began is not */
	double cycles;                   /* of the block that ends here, mean; shown rounded down */
	uint64_t min_cycles, max_cycles; /* likewise */
};

/* What branch stacks tell of control at an instruction, in percent; 0: nothing. */
struct code_branches {
	double entered;   /* came here by a branch, of what reached the next branch */
	double taken;     /* this branch was taken, of what reached it */
	double predicted; /* of those that were taken */
};

/* The data type that an instruction's memory operand is of. */
struct code_type {
	const char *type;   /* "struct task_struct" */
	const char *member; /* "se.vruntime"; NULL: none */
	uint64_t offset;    /* in the type */
	const char *text;   /* "struct task_struct +0x60 (se.vruntime)" */
};

struct code_line {
	enum code_kind kind;
	/* SOURCE: the file's line. INSN: as objdump writes it, "mov    %rax,0x10(%rbx)        # 4010 <stdout>", with
	 * blanks for tabs. */
	const char *text;
	/* Where it is from; file NULL: not known. */
	const char *file;
	uint32_t file_line;

	/* INSN alone */
	enum code_flow flow;
	bool is_nop, is_move;  /* is_move: loads, stores, copies, addresses */
	const char *data_name; /* "<stdout>": what pc-relative arguments point to; NULL: not known, or none */
	const char *hot_place; /* with hot_lines, of instructions that are summed up there: "file.c:12"; else NULL */
	uint8_t length;        /* bytes */
	uint8_t unit_bytes;    /* how many stand together in a dump; 0: all */
	const uint8_t *code;   /* these bytes */
	uint64_t vaddr;        /* as objdump shows it */
	/* Parts of text: "mov", "%rax,0x10(%rbx)", "# 4010 <stdout>" without the blanks in front; the last may be NULL.
	 */
	const char *mnemonic, *arguments, *comment;
	/* Direct calls and jumps. target_line: in this listing, else CODE_NO_LINE */
	bool has_target;
	uint32_t target_line;
	uint64_t target_vaddr;
	const char *target_name;              /* NULL: no symbol is known there */
	uint64_t target_offset;               /* in that symbol */
	uint32_t nr_jumps_here;               /* from lines of this listing */
	const struct code_cycles *cycles;     /* NULL: nothing is known */
	const struct code_branches *branches; /* NULL: likewise */
	const struct code_type *type;         /* NULL: likewise */
};

/* A jump within the function. Sorted by from. */
struct code_edge {
	uint32_t from, to; /* lines */
};

struct code_event {
	const char *name;
	/* Of the function, and of all samples of the event: what percentages are shares of. */
	uint64_t nr_samples, period, all_samples, all_period;
};

/* A source line with what all its instructions have together, heaviest first. */
struct code_hot_line {
	const char *place; /* "file.c:12" */
	double *percents;  /* of the function's period, [nr_events] */
};

struct code_listing {
	const char *symbol, *object; /* the function's name, its file's path */
	const char *machine;         /* "x86", "arm64" ... */
	const char *code_path;       /* the file that instructions were read from */
	uint64_t start, end;         /* addresses, as vaddr of lines */
	uint64_t bias;               /* vaddr + bias: by which samples are counted (object_find) */
	bool has_cycles, has_types;
	unsigned dump_width; /* columns that a dump of an instruction's bytes takes */
	VEC(struct code_event) events;
	VEC(struct code_line) lines;
	VEC(struct code_cell) cells; /* [lines][events] */
	VEC(struct code_edge) edges;
	VEC(struct code_hot_line) hot_lines;
	/* Of the whole function, with has_cycles: instructions a cycle; share of its instructions that have an IPC of
	 * their own (0 to 1). */
	double ipc, coverage;
	struct arena arena; /* texts */
};

/* What a percentage is a share of, as --percent-type names it. */
enum code_percent { CODE_LOCAL_PERIOD, CODE_LOCAL_HITS, CODE_GLOBAL_PERIOD, CODE_GLOBAL_HITS };

void code_listing_init(struct code_listing *listing);
void code_listing_done(struct code_listing *listing);
/* Appends a line, zeroed but for target_line, with a zeroed cell for each event: all events come first. Valid until
 * the next one is appended. */
struct code_line *code_add_line(struct code_listing *listing);
/* Sets what is written of an instruction, with blanks up to the next multiple of eight columns for each tab. text must
 * live as long as the listing's arena. */
void code_line_set_text(struct code_listing *listing, struct code_line *line, const char *text);
struct code_cell *code_cell(const struct code_listing *listing, size_t line, size_t event);
/* Takes the columns of events that have no samples at all (all_samples) out, unless none has any. When the listing is
 * made, hot lines included. */
void code_drop_empty_events(struct code_listing *listing);
/* 0 to 100; 0 where there is nothing to be a share of. */
double code_percent(const struct code_listing *listing, const struct code_cell *cell, size_t event,
		    enum code_percent percent);
/* Finds for each jump the line that it goes to: fills target_line, nr_jumps_here and edges. All lines are there, all
 * INSN lines with has_target and target_vaddr. */
void code_find_jumps(struct code_listing *listing);

#endif
