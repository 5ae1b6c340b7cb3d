/* What keys share: the recording's facts, and texts and places interned across worker threads. Thread safe for making
 * cells. */
#ifndef KEY_KEY_ENV_H
#define KEY_KEY_ENV_H

#include "event/format/tracepoint.h"
#include "frame/resolver.h"
#include "perfdata/feature/header.h"

struct key_env_options {
	uint64_t time_quantum_ns; /* of key time; 0: 100 ms */
	bool nanoseconds;         /* --ns */
	bool full_paths;          /* verbose: dsos by their whole name */
	bool symbol_addresses;    /* verbose: symbols with address and origin */
	bool bare_symbols; /* for programs: names of symbols alone, without the mode ("[.]") and what verbose adds */
	bool full_source_path;
	bool raw_trace;
	bool short_forms;     /* of tracepoints, as tracepoints_use_short_forms */
	bool wide_unresolved; /* dso columns are as wide as an address once any symbol is missing */
};

/* Code that entries and call chains are told apart by: a symbol, or an address where there is none. */
struct place {
	const struct symbol *symbol; /* may be NULL */
	const struct dso *dso; /* may be NULL: also where addresses without a symbol are one place in whatever object */
	const struct dso *lowest_dso; /* of the lowest frame here; may be NULL */
	uint64_t identity_addr;       /* tells places without a symbol apart */
	uint64_t shown_addr;          /* of a sample's own address and of branches as the object counts, else the ip */
	uint64_t object_addr, ip;     /* of the lowest frame here */
	const char *source;           /* links by address or line: "file.c:12", or NULL: no lines there */
	char level;
};

struct key_env;

/* header and model must outlive the environment; either may be NULL in tests. */
struct key_env *key_env_new(const struct key_env_options *options, const struct perf_header *header,
			    const struct model *model, struct frame_space *frames);
void key_env_free(struct key_env *env);
const struct key_env_options *key_env_options(const struct key_env *env);
const struct perf_header *key_env_header(const struct key_env *env);
const struct model *key_env_model(const struct key_env *env);
struct tracepoints *key_env_tracepoints(const struct key_env *env); /* of the header's tracing data; NULL without */
struct frame_space *key_env_frames(const struct key_env *env);

/* "file.c:12", or where no lines are known: the symbol and the distance from its start, or the object and the address
 * in it; "??:0" where nothing is mapped. */
uint64_t key_env_source_line(struct key_env *env, const struct frame *frame);
/* One id per text: ids are not ordered. The text lives as long as the environment. */
uint64_t key_env_text(struct key_env *env, const char *text);
const char *key_env_text_of(const struct key_env *env, uint64_t id);
/* A width to remember for a text in an event's profile: the greatest counts; 0 when none was noted. */
void key_env_note_width(struct key_env *env, uint32_t event, uint64_t text, unsigned width);
unsigned key_env_noted_width(const struct key_env *env, uint32_t event, uint64_t text);
/* An address without a symbol was seen. */
void key_env_note_unresolved(struct key_env *env);
bool key_env_has_unresolved(const struct key_env *env);

enum place_kind {
	PLACE_LINK,         /* by function where it has one, else by object and address: a link of a call graph */
	PLACE_LINK_ADDRESS, /* the same for links by address: functions at one address are told apart */
	PLACE_LINK_LINE,    /* the same for links by source line: functions of one line are told apart; "??:0" where no
			       line is known */
	PLACE_ADDRESS,      /* by function and address in objects of one name */
	PLACE_BRANCH,       /* by symbol where it has one, else by ip */
	PLACE_SYMBOL, /* by function (name, start, end) in objects of one name where it has one, else by address in
			 whatever object: key symbol */
};
/* The place of a frame. leaf: it is the sample's own address. */
uint32_t key_env_place(struct key_env *env, const struct frame *frame, bool leaf, enum place_kind kind);
/* The letter that a place without a map shows. Not thread safe. */
void key_env_set_level(struct key_env *env, uint64_t id, char level);
size_t key_env_nr_places(const struct key_env *env);
const struct place *key_env_place_of(const struct key_env *env, uint64_t id);

#endif
