/* Cache lines that several CPUs access, and who accesses which part of them: what `perf c2c report` shows. Made by
 * analysis/memory/c2c; texts and arrays are the analysis's. docs/json-c2c.md describes it as a document. */
#ifndef RESULT_C2C_RESULT_H
#define RESULT_C2C_RESULT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "result/tree.h"

/* What accesses are counted by. Loads and stores are told apart by the sample; one access can count in several. */
enum c2c_count {
	C2C_RECORDS, /* all samples */
	C2C_LOCKED,
	C2C_STORES,
	C2C_STORE_UNCACHED,
	C2C_STORE_NO_ADDRESS,
	C2C_STORE_L1_HIT,
	C2C_STORE_L1_MISS,
	C2C_STORE_NA, /* no memory level is known */
	C2C_LOADS,
	C2C_LOAD_EXCLUSIVE, /* of memory, not in another cache */
	C2C_LOAD_SHARED,
	C2C_LOAD_UNCACHED,
	C2C_LOAD_IO,
	C2C_LOAD_MISS,
	C2C_LOAD_NO_ADDRESS,
	C2C_LOAD_FILL_BUFFER,
	C2C_LOAD_L1,
	C2C_LOAD_L2,
	C2C_LOAD_LLC,
	C2C_LOCAL_HITM, /* found modified in another cache of this node */
	C2C_REMOTE_HITM,
	C2C_LOCAL_PEER, /* came from another core's cache, modified or not */
	C2C_REMOTE_PEER,
	C2C_REMOTE_HIT,
	C2C_LOCAL_DRAM,
	C2C_REMOTE_DRAM,
	C2C_BLOCKED_DATA,
	C2C_BLOCKED_ADDRESS,
	C2C_NO_MAP,   /* code or data that nothing is mapped at */
	C2C_NO_PARSE, /* neither load nor store */
	NR_C2C_COUNTS
};
struct c2c_stats {
	uint32_t counts[NR_C2C_COUNTS];
};
static inline uint64_t c2c_hitm(const struct c2c_stats *s)
{
	return (uint64_t)s->counts[C2C_LOCAL_HITM] + s->counts[C2C_REMOTE_HITM];
}
static inline uint64_t c2c_peer(const struct c2c_stats *s)
{
	return (uint64_t)s->counts[C2C_LOCAL_PEER] + s->counts[C2C_REMOTE_PEER];
}
/* Loads that were served from where a table has a column, and those with stores to known levels. */
uint64_t c2c_served_loads(const struct c2c_stats *stats);
uint64_t c2c_served(const struct c2c_stats *stats);
/* Loads that the last level cache did not have. */
uint64_t c2c_llc_misses(const struct c2c_stats *stats);

/* By which accesses lines are ordered, and which rows count. */
enum c2c_display { C2C_DISPLAY_TOTAL, C2C_DISPLAY_LOCAL, C2C_DISPLAY_REMOTE, C2C_DISPLAY_PEER };
uint64_t c2c_displayed(const struct c2c_stats *stats, enum c2c_display display);

/* Mean latencies in cycles of the accesses of a row, by what they met; 0: there is none. */
enum c2c_cycles {
	C2C_CYCLES_REMOTE_HITM,
	C2C_CYCLES_LOCAL_HITM,
	C2C_CYCLES_REMOTE_PEER,
	C2C_CYCLES_LOCAL_PEER,
	C2C_CYCLES_LOAD,
	NR_C2C_CYCLES
};

/* What the CPUs of a node did in a row. */
struct c2c_node {
	uint32_t node, nr_cpus;
	const char *cpus; /* "0-1" */
	uint64_t displayed, stores;
};

/* Accesses of one part of a line from one place, as -c tells them apart. Members that -c does not name are of any of
 * the accesses. */
struct c2c_row {
	uint32_t offset; /* in the line, in bytes */
	uint32_t pid, tid;
	const char *comm;
	uint64_t code_address; /* in the process */
	uint64_t code_in_object;
	char level;                    /* of the mode: '.' user, 'k' kernel, ... */
	char origin;                   /* verbose: a letter for where symbols came from; else 0 */
	const char *symbol;            /* NULL: none */
	const char *object;            /* NULL: nothing is mapped there */
	const char *source;            /* "w.c:5"; NULL: not asked for */
	const struct c2c_stats *stats; /* the analysis's: rows can be as many as accesses */
	double cycles[NR_C2C_CYCLES];
	uint32_t nr_cpus;
	const struct c2c_node *nodes; /* by number; empty where the recording does not say which CPU is of which */
	size_t nr_nodes;
	const char *memory_nodes; /* where the memory is: "0", "0-1"; "N/A": not known */
	uint64_t nr_moves;        /* how often the physical address was another than before, the first included */
	uint32_t id;              /* among all rows: for who asks the analysis for more */
	uint64_t period;          /* of all accesses; 0 without graphs */
	const struct tree *graph; /* who called the code; NULL: none */
};

struct c2c_line {
	uint64_t address;
	struct c2c_stats stats;
	const char *memory_nodes;
	uint64_t nr_moves;
	const char *symbol;         /* of the data at the lowest address that was accessed; NULL: none */
	const char *object;         /* likewise */
	const struct c2c_row *rows; /* in order; what has neither displayed accesses nor stores is left out */
	size_t nr_rows;
	uint64_t period; /* of all accesses: what shares in graphs are of */
};

enum c2c_field { C2C_FIELD_PID, C2C_FIELD_TID, C2C_FIELD_CODE, C2C_FIELD_OBJECT, NR_C2C_FIELDS };

struct c2c_result {
	enum c2c_display display;
	unsigned line_bytes;
	bool double_lines;                    /* line_bytes are of two neighbours */
	enum c2c_field fields[NR_C2C_FIELDS]; /* of -c, in its order */
	size_t nr_fields;
	const char *const *events;
	size_t nr_events;
	struct c2c_stats all;
	/* Lines with modified or peer hits: how many, and their counts. */
	uint64_t nr_shared;
	struct c2c_stats shared;
	const struct c2c_line *lines; /* in order */
	size_t nr_lines, nr_hidden;   /* hidden: too few of the displayed accesses */
};

#endif
