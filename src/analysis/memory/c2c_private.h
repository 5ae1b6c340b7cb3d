/* The inside of the analysis of shared cache lines, for its files. */
#ifndef ANALYSIS_MEMORY_C2C_PRIVATE_H
#define ANALYSIS_MEMORY_C2C_PRIVATE_H

#include "analysis/memory/c2c.h"
#include "analysis/memory/c2c_stats.h"
#include "base/arena.h"
#include "base/u64map.h"
#include "base/vec.h"
#include "frame/frame_array.h"
#include "key/key.h"

/* CPUs below this are known by number; a damaged sample may claim any. */
enum { C2C_MAX_CPUS = 1 << 16, C2C_MAX_NODES = 1 << 12 };
#define C2C_NO_NODE UINT32_MAX

/* The place of a frame's address; a frame of data is asked for again when another process has it. */
struct c2c_frame {
	uint32_t place_1; /* id + 1; 0: not asked yet */
	uint32_t pid;
};
/* What one worker keeps. */
struct c2c_worker {
	struct c2c_classes classes;          /* counts all accesses */
	struct u64map shared;                /* c2c_line_hash of lines that it found shared */
	FRAME_ARRAY(struct c2c_frame) codes; /* key_env_place of code */
	FRAME_ARRAY(struct c2c_frame) lines; /* key_env_data_line of data */
};

/* An access of a shared line on its way from a worker to the one who adds up. */
struct c2c_item {
	uint64_t time_ns;
	uint64_t data_src, weight, period, phys_addr, addr;
	const struct frame *code; /* of a resolver, which lives as long as the session */
	const char *comm;         /* the model's */
	const char *object;       /* the model's name of what the code is in; NULL: nothing is mapped */
	uint32_t line, place;     /* places of data line and code (key_env.h) */
	uint32_t pid, tid, cpu;
	uint8_t mapped;
};

/* CPUs 0 to 63, and those above, as a set. */
struct c2c_cpus {
	uint64_t low;
	uint64_t *high; /* of the arena; bit i is CPU 64 + i */
	uint32_t nr_high;
};
/* What was added up of a node's CPUs. */
struct c2c_node_sums {
	uint32_t local_hitm, remote_hitm, peer, stores;
};
/* Where the memory of accesses is. */
struct c2c_memory {
	uint64_t nodes;   /* a set of the first 64 */
	uint64_t address; /* physical, of the last access */
	uint64_t nr_moves;
};
/* What rows are told apart by; 0 or NULL where -c does not name it. line: index in c2c.lines. */
struct c2c_key {
	uint32_t line, offset, pid, tid, place;
	const char *object;
};
/* A row while it grows: what its accesses have in common, who the first was, and sums. */
struct c2c_entry {
	struct c2c_key key;
	uint32_t first_pid, first_tid;
	const char *comm;
	const struct frame *code;
	struct c2c_stats stats;
	uint64_t cycles[NR_C2C_CYCLES], nr_cycles[NR_C2C_CYCLES];
	struct c2c_cpus cpus;
	struct c2c_node_sums *nodes; /* [c2c.nr_nodes] */
	struct c2c_memory memory;
	uint32_t row_1; /* its number among all rows that are shown, + 1; 0: it is not */
};
/* A line while it grows. */
struct c2c_sums {
	uint32_t place;
	uint64_t period;
	struct c2c_stats stats;
	struct c2c_memory memory;
};

/* The analysis. Workers use env, shared once it is complete, and what is their own; everything else is the adding
 * thread's. */
struct c2c {
	struct c2c_options options;
	struct c2c_result result;
	const struct perf_header *header;
	struct key_env *env;
	struct arena arena;
	unsigned line_bytes;
	struct c2c_worker *workers; /* [nr_workers] */
	unsigned nr_workers;
	struct u64map shared;       /* c2c_line_hash of lines with modified or peer hits */
	struct c2c_classes classes; /* of the adding thread: nothing is counted */
	bool by_field[NR_C2C_FIELDS];
	uint32_t *node_of_cpu; /* [nr_cpus], C2C_NO_NODE: not known */
	uint32_t nr_cpus, nr_nodes;
	struct c2c_node *row_nodes;  /* [nr_nodes], and */
	uint64_t *row_cpus;          /* a set of CPUs: of the row that is being made */
	VEC(uint32_t) line_of_place; /* index + 1, by place of the line; 0: not met */
	VEC(struct c2c_sums) lines;
	VEC(struct c2c_entry) entries;
	VEC(struct c2c_row *) rows; /* all that are shown, line by line */
	struct hist *graphs;        /* whose names are in the rows' graphs; NULL: there are none */
	uint32_t *slots;            /* of entries: index + 1, by hash; 0: free */
	size_t mask;
};

/* Fills shared: a pass over all samples. 0, or -errno with err set. */
int c2c_find_shared(struct c2c *c2c, struct session *session, struct err *err);
/* The same for all accesses of one line. map: of the data. */
uint64_t c2c_line_hash(const struct c2c *c2c, const struct sample_task *task, const struct sample *sample,
		       const struct map *map);
/* Fills node_of_cpu from the header. */
void c2c_find_nodes(struct c2c *c2c);
/* Adds an access; in order of time. */
void c2c_add(struct c2c *c2c, const struct c2c_item *item);
/* Makes the result of what was added. */
void c2c_make_rows(struct c2c *c2c);
/* Hangs call graphs on the rows: a pass over all samples. 0, or -errno with err set. */
int c2c_make_graphs(struct c2c *c2c, struct session *session, struct err *err);
/* What the code is in, as rows are told apart by it and show it: the model's text; NULL: nothing is mapped there. */
const char *c2c_object_name(const struct c2c *c2c, const struct frame *code);
/* The places of code and of a line, asked once for each frame of a worker. */
uint32_t c2c_code_place(struct c2c *c2c, struct c2c_worker *worker, const struct frame *code);
uint32_t c2c_line_place(struct c2c *c2c, struct c2c_worker *worker, const struct frame *data, uint32_t pid);
/* The row of an access, when all were added: its index in entries, or UINT32_MAX. Any number of threads. */
uint32_t c2c_find_entry(const struct c2c *c2c, const struct c2c_item *item);

#endif
