/* The inside of the analysis of shared cache lines, for its files. */
#ifndef ANALYSIS_MEMORY_C2C_PRIVATE_H
#define ANALYSIS_MEMORY_C2C_PRIVATE_H

#include "analysis/memory/c2c.h"
#include "analysis/memory/c2c_stats.h"
#include "base/arena.h"
#include "base/u64map.h"
#include "base/vec.h"
#include "key/key.h"

/* CPUs below this are known by number; a damaged sample may claim any. */
enum { C2C_MAX_CPUS = 1 << 16, C2C_MAX_NODES = 1 << 12 };
#define C2C_NO_NODE UINT32_MAX

/* An access on its way from a worker to the one who adds up. */
struct c2c_item {
	uint64_t time_ns;
	uint64_t data_src, weight, phys_addr, addr;
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
};
/* A line while it grows. */
struct c2c_sums {
	uint32_t place;
	struct c2c_stats stats;
	struct c2c_memory memory;
};

/* The analysis. Workers use env alone; everything else is the adding thread's. */
struct c2c {
	struct c2c_options options;
	struct c2c_result result;
	const struct perf_header *header;
	struct key_env *env;
	struct arena arena;
	unsigned line_bytes;
	bool by_field[NR_C2C_FIELDS];
	uint32_t *node_of_cpu; /* [nr_cpus], C2C_NO_NODE: not known */
	uint32_t nr_cpus, nr_nodes;
	VEC(uint32_t) line_of_place; /* index + 1, by place of the line; 0: not met */
	VEC(struct c2c_sums) lines;
	VEC(struct c2c_entry) entries;
	uint32_t *slots; /* of entries: index + 1, by hash; 0: free */
	size_t mask;
};

/* Fills node_of_cpu from the header. */
void c2c_find_nodes(struct c2c *c2c);
/* Adds an access; in order of time. */
void c2c_add(struct c2c *c2c, const struct c2c_item *item);
/* Makes the result of what was added. */
void c2c_make_rows(struct c2c *c2c);

#endif
