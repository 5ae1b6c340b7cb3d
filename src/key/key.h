/* Sort and group keys: what the entries of a profile are told apart by. A key is one const descriptor in the file of
 * its family (key_<family>.c) and one line in key.def; everything else (help, parsing, columns, JSON) is made from
 * the table.
 *
 * A key turns a sample, or one frame of it, into a cell: a u64 that is equal exactly when two entries belong
 * together, and that means the same in all worker threads: a number of the sample, the id of a text (key_env_text)
 * or of a place (key_env_place), or the address of a text that is stored once. Cells are compared by order and
 * turned to text only when the result is made, once for each distinct cell.
 *
 *     frame of malloc in libc   cell: 7 (a place)   format: "[.] malloc"
 *     frame of cfree in libc    cell: 9             order(7, 9) > 0: cfree comes first
 *
 * docs/howto/add-sort-key.md walks through a new key. */
#ifndef KEY_KEY_H
#define KEY_KEY_H

#include "base/outbuf.h"
#include "key/key_env.h"

/* What a cell is made of, and so how often it has to be made. */
enum key_scope {
	KEY_TASK,   /* depends on the thread and its command name only */
	KEY_SAMPLE, /* depends on other fields of the sample */
	KEY_FRAME,  /* depends on the frame: ancestors of a sample have their own cells */
};

/* How a cell fills its column. */
enum key_align { KEY_LEFT, KEY_RIGHT, KEY_LEFT_RAGGED /* as KEY_LEFT, but the last column is not padded */ };

/* What a cell is made of; filled by whoever asks. Which members are set depends on the key: frame only for keys of
 * frame scope, task and sample for the others, branch and its ends for KEY_BRANCH, parent for KEY_PARENT. */
struct key_input {
	/* Whose cell is wanted: keys of a recording (key_field.c) have their own data behind the descriptor. */
	const struct key *key;
	const struct sample *sample;
	const struct sample_task *task;
	struct resolver *resolver; /* of keys of samples; may be NULL */
	const struct frame *frame;
	uint64_t place_1;                  /* key_env_place(PLACE_SYMBOL) of frame, + 1; 0: not known yet */
	bool leaf;                         /* frame is the sample's own address, not a link of its chain */
	const struct frame *parent;        /* the caller that -p found, or NULL */
	const struct branch_entry *branch; /* branch keys: the entry, with its two ends resolved */
	const struct frame *branch_from, *branch_to;
	const struct frame *data; /* KEY_DATA: what sample->addr lies in */
};

/* Cells on their way from one environment to another (hist_carry). */
struct key_carry {
	const struct key_env *from;
	struct key_env *to;
	struct model *model; /* of `to` */
};

/* A key. cell may be called by many threads at once, all other functions after the cells are made, by many threads
 * too. */
struct key {
	const char *name;   /* as in -s; unique prefixes are found too */
	const char *header; /* the column's title */
	enum key_scope scope;
	enum key_align align;
	unsigned flags;     /* KEY_* below */
	unsigned min_width; /* of the column, besides its title */
	/* An ending of texts that does not make the column wider and is not cut off, as upstream; may be NULL. */
	const char *uncounted;
	/* The column is for this event's profile only; NULL: for all. */
	const struct perf_event *event;
	/* The cell; interns what it needs in env. */
	uint64_t (*cell)(struct key_env *env, const struct key_input *in);
	/* The same cell in another environment. NULL: it is a number that means the same everywhere. One thread. */
	uint64_t (*carry)(const struct key_carry *carry, uint64_t cell);
	/* Order of rows that are equal in all columns to the left: negative when a comes first. NULL: by number. */
	int (*order)(const struct key_env *env, uint64_t a, uint64_t b);
	/* A number that decides most orders at once: where the prefixes of two cells differ, order says the same as
	 * they do. May be NULL: none. */
	uint64_t (*order_prefix)(const struct key_env *env, uint64_t cell);
	/* Whether columns to the right part these two cells first, and order only then: upstream's order is rougher
	 * than what tells its entries apart. Cells that are alike are next to each other in order. May be NULL: no
	 * two are. */
	bool (*alike)(const struct key_env *env, uint64_t a, uint64_t b);
	/* Appends the cell's text, not ended by NUL. width: the column's, in terminal columns; 0 while it is being
	 * found out. */
	void (*format)(const struct key_env *env, uint64_t cell, unsigned width, struct outbuf *out);
	/* Appends what makes the cell the same thing in another recording, whose cells are other numbers. NULL: its
	 * text. */
	void (*join)(const struct key_env *env, uint64_t cell, struct outbuf *out);
	/* A width that the column has at least when this cell is in the profile of the event (perf_event.idx); may
	 * be NULL. */
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
#define KEY_FALLING 2048u    /* rows are ordered from high to low, joined ones (hist_joiner.h) from low to high */
#define KEY_TOTAL 4096u      /* what is shown is the cell times the entry's samples: a sum of equal numbers */
#define KEY_DATA 8192u       /* needs the data address resolved */
#define KEY_LEAF 16384u      /* a sample's own address and a link at the same place have different cells */
#define KEY_CODE 32768u      /* of a frame, only object, mode, symbol and the address in the object count */
#define KEY_IP 16u           /* differs between the addresses of one symbol */

/* All keys in the order of the table. */
size_t key_count(void);
const struct key *key_at(size_t i);
/* The key with this name, or the first of the table whose name begins so, in either case of letters; NULL: there is
 * none. */
const struct key *key_find(const char *name);

/* Appends the bytes that are equal for equal things in two recordings, as key.join says. */
void key_join(const struct key *key, const struct key_env *env, uint64_t cell, struct outbuf *out);

/* Behind the names of inlined functions. */
#define KEY_INLINED_MARK " (inlined)"

/* For cells made by key_env_text: their order by strcmp, and its prefix. */
int key_order_text(const struct key_env *env, uint64_t a, uint64_t b);
uint64_t key_prefix_text(const struct key_env *env, uint64_t cell);
/* The first eight bytes of a text as a number that orders as strcmp does. */
uint64_t key_prefix_of(const char *text);
/* key.format for a cell made by key_env_text. */
void key_format_text(const struct key_env *env, uint64_t cell, unsigned width, struct outbuf *out);
/* key.carry for cells made by key_env_text, and by key_env_place. */
uint64_t key_carry_text(const struct key_carry *carry, uint64_t cell);
uint64_t key_carry_place(const struct key_carry *carry, uint64_t cell);
/* key.format for a number. */
void key_format_dec(const struct key_env *env, uint64_t cell, unsigned width, struct outbuf *out);

#endif
