/* Sort and group keys: what the entries of a profile are told apart by. A key is one const descriptor
 * in the file of its family (key_<family>.c) and one line in key.def; everything else (help, parsing, columns, JSON) is
 * made from the table.
 *
 * A key turns a sample, or one frame of it, into a cell: a u64 that is equal exactly when two entries belong together,
 * and that means the same in all worker threads. Cells are compared by order and turned to text only when the result is
 * made. */
#ifndef KEY_KEY_H
#define KEY_KEY_H

#include "base/outbuf.h"
#include "key/key_env.h"

enum key_scope {
	KEY_TASK,   /* depends on the thread and its command name only */
	KEY_SAMPLE, /* depends on other fields of the sample */
	KEY_FRAME,  /* depends on the frame: ancestors of a sample have their own cells */
};

/* How a cell fills its column. */
enum key_align { KEY_LEFT, KEY_RIGHT, KEY_LEFT_RAGGED /* as KEY_LEFT, but the last column is not padded */ };

/* What cells are made of. frame is NULL for keys of sample scope. */
struct key_input {
	const struct key *key; /* whose cell is wanted */
	const struct sample *sample;
	const struct sample_task *task;
	const struct frame *frame;
	uint64_t place_1;                  /* key_env_place(PLACE_SYMBOL) of frame, + 1; 0: not known yet */
	bool leaf;                         /* frame is the sample's own address, not a link of its chain */
	const struct frame *parent;        /* the caller that -p found, or NULL */
	const struct branch_entry *branch; /* branch keys: the entry, with its two ends resolved */
	const struct frame *branch_from, *branch_to;
	const struct frame *data; /* memory keys: what sample->addr lies in */
};

struct key {
	const char *name;   /* as in -s; unique prefixes are found too */
	const char *header; /* the column's title */
	enum key_scope scope;
	enum key_align align;
	unsigned flags;                 /* KEY_* below */
	unsigned min_width;             /* of the column, besides its title */
	const char *uncounted;          /* an ending of texts that does not make the column wider and is not cut off, as
					   upstream; may be NULL */
	const struct perf_event *event; /* the column is for this event's profile only; NULL: for all */
	uint64_t (*cell)(struct key_env *env, const struct key_input *in);
	/* Order of rows that are equal before: negative when a comes first. NULL: by number. */
	int (*order)(const struct key_env *env, uint64_t a, uint64_t b);
	/* What decides most orders at once: where it differs, order says the same; may be NULL. */
	uint64_t (*order_prefix)(const struct key_env *env, uint64_t cell);
	/* Cells next to each other in that order that other columns to the right part first, and the order only then;
	 * may be NULL: none. */
	bool (*alike)(const struct key_env *env, uint64_t a, uint64_t b);
	/* Appends the cell's text; width is the column's (0 while it is being found out). */
	void (*format)(const struct key_env *env, uint64_t cell, unsigned width, struct outbuf *out);
	/* The column is at least this wide for it in the profile of an event; may be NULL. */
	unsigned (*cell_width)(const struct key_env *env, uint32_t event, uint64_t cell);
};

#define KEY_BRANCH 1u        /* only with branch stacks */
#define KEY_MEMORY 2u        /* only with --mem-mode */
#define KEY_SYMBOL 4u        /* tells symbols apart: call graphs need not repeat them */
#define KEY_PARENT 8u        /* needs the caller that -p finds */
#define KEY_WIDTH 32u        /* the text depends on the column's width */
#define KEY_FIXED 64u        /* texts do not make the column wider than its title and min_width */
#define KEY_TITLE_RIGHT 128u /* the title is lined up with the right side of its column */
#define KEY_CUT 256u         /* texts end where the column does */
#define KEY_LATE 512u        /* as upstream: a lone sample does not make the column wider */
#define KEY_NAME 1024u       /* texts are names of functions, which may be shortened to fit a terminal */
#define KEY_IP 16u           /* differs between the addresses of one symbol */

/* All keys in the order of the table. */
size_t key_count(void);
const struct key *key_at(size_t i);
/* By name or the first whose name starts so, letters of either case; NULL when there is none. */
const struct key *key_find(const char *name);

/* Behind the names of inlined functions. */
#define KEY_INLINED_MARK " (inlined)"

/* Orders for key.order: by the text of a cell made by key_env_text. */
int key_order_text(const struct key_env *env, uint64_t a, uint64_t b);
uint64_t key_prefix_text(const struct key_env *env, uint64_t cell);
/* The first bytes of a text as a number that orders like it. */
uint64_t key_prefix_of(const char *text);
/* key.format for a cell made by key_env_text. */
void key_format_text(const struct key_env *env, uint64_t cell, unsigned width, struct outbuf *out);
/* key.format for a number. */
void key_format_dec(const struct key_env *env, uint64_t cell, unsigned width, struct outbuf *out);

#endif
