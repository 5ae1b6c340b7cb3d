/* What keys share: the recording's facts, and texts and places interned across worker threads. A cell of a key is
 * often an id here.
 *
 * Threads: functions that make cells (those without const) may be called by any number of threads, unless they say
 * otherwise; functions that read (const env) may be called by any number of threads once no cells are made any more. */
#ifndef KEY_KEY_ENV_H
#define KEY_KEY_ENV_H

#include "event/format/tracepoint.h"
#include "frame/resolver.h"
#include "perfdata/feature/header.h"

/* How cells are made and shown. */
struct key_env_options {
	uint64_t time_quantum_ns; /* of key time; 0: 100 ms */
	bool nanoseconds;         /* --ns */
	bool full_paths;          /* verbose: dsos by their whole name */
	bool symbol_addresses;    /* verbose: symbols with address and origin */
	bool bare_symbols;  /* for programs: names of symbols alone, without the mode ("[.]") and what verbose adds */
	bool join_variants; /* key.join: clones of functions and objects made at run time by what they are
			       (key_variant.h) */
	bool join_unnamed;  /* PLACE_SYMBOL: all code without a symbol in objects of one name is one place */
	bool full_source_path;
	bool raw_trace;
	bool short_forms;     /* of tracepoints, as tracepoints_use_short_forms */
	bool wide_unresolved; /* dso columns are as wide as an address once any symbol is missing */
};

/* Code that entries and call chains are told apart by: a symbol, or an address where there is none. What of a place
 * depends on where it was seen (address, object, letter) is that of its lowest address, so that it does not depend
 * on which thread came first. */
struct place {
	const struct symbol *symbol; /* may be NULL */
	/* The object; NULL: nothing is mapped there, or addresses without a symbol are one place in whatever object
	 * they are. */
	const struct dso *dso;
	const struct dso *lowest_dso; /* of the lowest frame here; may be NULL */
	uint64_t identity_addr;       /* tells places without a symbol apart */
	/* What is shown where there is no symbol: the address as the object counts for a sample's own address and
	 * for branches, else the ip. */
	uint64_t shown_addr;
	uint64_t object_addr, ip; /* of the lowest frame here */
	/* Links by address or line: "file.c:12", stored once, so that equal texts are equal pointers; NULL: no line
	 * is known there. */
	const char *source;
	/* The letter of the mode, as frame.level. */
	char level;
	uint32_t pid; /* of lines of data in memory that is no file's: the process; else 0 */
};

struct key_env;

/* Makes an environment, which key_env_free frees. options are copied; header, model and frames must outlive it. Each
 * of the three may be NULL in tests: keys then do without. */
struct key_env *key_env_new(const struct key_env_options *options, const struct perf_header *header,
			    const struct model *model, struct frame_space *frames);
void key_env_free(struct key_env *env);
const struct key_env_options *key_env_options(const struct key_env *env);
/* From now on texts are verbose or not: symbols with address and origin, dsos by their whole name. Cells stay as they
 * are. While no other thread formats. */
void key_env_set_verbose(struct key_env *env, bool verbose);
const struct perf_header *key_env_header(const struct key_env *env);
const struct model *key_env_model(const struct key_env *env);
struct tracepoints *key_env_tracepoints(const struct key_env *env); /* of the header's tracing data; NULL without */
struct frame_space *key_env_frames(const struct key_env *env);
struct key_areas *key_env_areas(struct key_env *env); /* key_areas.h */

/* A text's id for a frame's source: "file.c:12"; where no line is known the symbol and the distance from its start,
 * or the object and the address in it; "??:0" where nothing is mapped. */
uint64_t key_env_source_line(struct key_env *env, const struct frame *frame);
/* The id of a text, which is copied when it is new: equal texts have equal ids, and these say nothing about order.
 * key_env_text_of gives the text back, valid as long as the environment. */
uint64_t key_env_text(struct key_env *env, const char *text);
const char *key_env_text_of(const struct key_env *env, uint64_t id);
/* Remembers a width for a text (its id) in an event's profile: the greatest counts. Noted is 0 when there was none. */
void key_env_note_width(struct key_env *env, uint32_t event, uint64_t text, unsigned width);
unsigned key_env_noted_width(const struct key_env *env, uint32_t event, uint64_t text);
/* Some address without a symbol was seen (for key_env_options.wide_unresolved). */
void key_env_note_unresolved(struct key_env *env);
bool key_env_has_unresolved(const struct key_env *env);

/* What makes two frames the same place. */
enum place_kind {
	PLACE_LINK,         /* by function where it has one, else by object and address: a link of a call graph */
	PLACE_LINK_ADDRESS, /* the same for links by address: functions at one address are told apart */
	PLACE_LINK_LINE,    /* the same for links by source line: functions of one line are told apart; "??:0" where no
			       line is known */
	PLACE_ADDRESS,      /* by function and address in objects of one name */
	PLACE_BRANCH,       /* by symbol where it has one, else by ip */
	PLACE_SYMBOL, /* by function (name, start, end) in objects of one name where it has one, else by address in
			 whatever object, or with join_unnamed by the object's name: key symbol */
};
/* The place of a frame, made where it is new; ids count from 0 without gaps. leaf: the frame is a sample's own
 * address, or an end of a branch. The first frame of a function in a profile may read symbols or source lines. */
uint32_t key_env_place(struct key_env *env, const struct frame *frame, bool leaf, enum place_kind kind);
/* The same place, as `from` knows it, in this environment, whose model is `model`. One thread. */
uint32_t key_env_carry_place(struct key_env *env, const struct key_env *from, uint32_t id, struct model *model);
/* Once all cells were carried over: what else was noted of texts that both know. */
void key_env_carry_notes(struct key_env *env, const struct key_env *from);
/* A thread's last name, for models that do not know it any more; NULL: none was noted. */
void key_env_note_thread(struct key_env *env, uint32_t tid, const char *name);
const char *key_env_thread_name(const struct key_env *env, uint32_t tid);
/* Instructions a cycle of a function, and the share of its instructions (0 to 1) that this is known of. */
struct key_ipc {
	double ipc, coverage;
};
/* For key ipc_null: that IPC was asked for, and what it is. Functions without any have 0. By one thread, while nobody
 * reads. */
void key_env_know_ipc(struct key_env *env);
void key_env_set_ipc(struct key_env *env, const struct symbol *function, struct key_ipc ipc);
/* False: nobody has asked. */
bool key_env_ipc(const struct key_env *env, const struct symbol *function, struct key_ipc *ret);
/* Bytes of a cache line of the recorded machine: of its first caches where the header says it, else what is usual for
 * its architecture. A power of two. */
unsigned key_env_line_bytes(const struct key_env *env);
/* The place of the cache line of line_bytes that the data at frame is in. Lines are told apart by object and
 * address in it, where they are a file's or the kernel's; by process and address in other memory. What is shown of a
 * place is that of its lowest address; identity_addr is the line's in the object, level 'X' where nothing is mapped and
 * 's' in shared memory. */
uint32_t key_env_data_line(struct key_env *env, const struct frame *frame, uint32_t pid, unsigned line_bytes);
/* A number that is the same for all data of one such line: for who asks of many addresses whether they are in some
 * lines. map: what is mapped at the address, NULL: nothing. */
uint64_t key_env_data_line_hash(const struct map *map, enum cpumode cpumode, uint64_t address, uint32_t pid,
				unsigned line_bytes);
/* Sets the letter that a place shows, where nothing is mapped. By one thread, while no cells are made. */
void key_env_set_level(struct key_env *env, uint64_t id, char level);
/* Ids of places are below this. */
size_t key_env_nr_places(const struct key_env *env);
const struct place *key_env_place_of(const struct key_env *env, uint64_t id);

#endif
