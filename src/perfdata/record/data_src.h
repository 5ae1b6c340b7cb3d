/* What a memory access met (PERF_SAMPLE_DATA_SRC): the fields of the word, and each in words.
 *
 * Machines fill it differently. Intel and POWER set the bits of `levels`; AMD's IBS and Arm's SPE also the number
 * `level` with `remote` and `hops`, which says more: CXL, persistent memory, how far away. A number goes before bits.
 *
 *     struct data_src source = data_src_split(sample->data_src);
 *     data_src_format_level(&source, &out);                         "L1 hit", "Remote core, same node Any cache hit" */
#ifndef PERFDATA_RECORD_DATA_SRC_H
#define PERFDATA_RECORD_DATA_SRC_H

#include "base/outbuf.h"

/* The fields of the kernel's union perf_mem_data_src, each a set of bits (DATA_SRC_*) or a number. */
struct data_src {
	unsigned op;      /* set: DATA_OP_* */
	unsigned levels;  /* set: DATA_LEVEL_* */
	unsigned snoop;   /* set: DATA_SNOOP_* */
	unsigned lock;    /* set: DATA_LOCK_* */
	unsigned tlb;     /* set: DATA_TLB_* */
	unsigned level;   /* number: DATA_LEVEL_NUMBER_* */
	unsigned remote;  /* 0 or 1 */
	unsigned snoop_x; /* set: DATA_SNOOP_X_* */
	unsigned blocked; /* set: 1: not known, 2: by data, 4: by an address conflict */
	unsigned hops;    /* number: 0: not known; 1: core of this node, 2: node of this socket, 3: socket, 4: board */
};

enum { DATA_OP_NA = 1, DATA_OP_LOAD = 2, DATA_OP_STORE = 4, DATA_OP_PREFETCH = 8, DATA_OP_EXEC = 16 };
enum {
	DATA_LEVEL_NA = 1,
	DATA_LEVEL_HIT = 2,
	DATA_LEVEL_MISS = 4,
	DATA_LEVEL_L1 = 8,
	DATA_LEVEL_LFB = 0x10,
	DATA_LEVEL_L2 = 0x20,
	DATA_LEVEL_L3 = 0x40,
	DATA_LEVEL_LOCAL_RAM = 0x80,
	DATA_LEVEL_REMOTE_RAM_1 = 0x100,
	DATA_LEVEL_REMOTE_RAM_2 = 0x200,
	DATA_LEVEL_REMOTE_CACHE_1 = 0x400,
	DATA_LEVEL_REMOTE_CACHE_2 = 0x800,
	DATA_LEVEL_IO = 0x1000,
	DATA_LEVEL_UNCACHED = 0x2000
};
enum {
	DATA_LEVEL_NUMBER_L1 = 1,
	DATA_LEVEL_NUMBER_L2 = 2,
	DATA_LEVEL_NUMBER_L3 = 3,
	DATA_LEVEL_NUMBER_L4 = 4,
	DATA_LEVEL_NUMBER_L2_MHB = 5,
	DATA_LEVEL_NUMBER_MSC = 6, /* memory-side cache */
	DATA_LEVEL_NUMBER_UNCACHED = 8,
	DATA_LEVEL_NUMBER_CXL = 9,
	DATA_LEVEL_NUMBER_IO = 10,
	DATA_LEVEL_NUMBER_ANY_CACHE = 11,
	DATA_LEVEL_NUMBER_LFB = 12,
	DATA_LEVEL_NUMBER_RAM = 13,
	DATA_LEVEL_NUMBER_PMEM = 14,
	DATA_LEVEL_NUMBER_NA = 15
};
enum {
	DATA_SNOOP_NA = 1,
	DATA_SNOOP_NONE = 2,
	DATA_SNOOP_HIT = 4,
	DATA_SNOOP_MISS = 8,
	DATA_SNOOP_HITM = 16,
	DATA_SNOOP_X_FORWARD = 1,
	DATA_SNOOP_X_PEER = 2
};
enum { DATA_LOCK_NA = 1, DATA_LOCK_LOCKED = 2 };
enum {
	DATA_TLB_NA = 1,
	DATA_TLB_HIT = 2,
	DATA_TLB_MISS = 4,
	DATA_TLB_L1 = 8,
	DATA_TLB_L2 = 0x10,
	DATA_TLB_WALKER = 0x20,
	DATA_TLB_FAULT = 0x40
};
enum { DATA_BLOCKED_NA = 1, DATA_BLOCKED_DATA = 2, DATA_BLOCKED_ADDRESS = 4 };

/* Where the fields are in the word. */
#define DATA_SRC_OP 0x1full
#define DATA_SRC_LEVELS (0x3fffull << 5)
#define DATA_SRC_SNOOP (0x1full << 19)
#define DATA_SRC_LOCK (3ull << 24)
#define DATA_SRC_TLB (0x7full << 26)
#define DATA_SRC_LEVEL (0xfull << 33)
#define DATA_SRC_REMOTE (1ull << 37)
#define DATA_SRC_SNOOP_X (3ull << 38)
#define DATA_SRC_BLOCKED (7ull << 40)
#define DATA_SRC_HOPS (7ull << 43)
/* A sample without the word: everything is not available (the kernel's PERF_MEM_NA). */
#define DATA_SRC_NONE 0x1e05080021ull

/* Takes the word apart, which is in this machine's byte order. */
struct data_src data_src_split(uint64_t word);

/* Each appends one field, or what several say together, in upstream's words; something always. */
void data_src_format_op(const struct data_src *source, struct outbuf *out);
/* Where the data was, and whether it hit there. */
void data_src_format_level(const struct data_src *source, struct outbuf *out);
/* What other caches said. */
void data_src_format_snoop(const struct data_src *source, struct outbuf *out);
/* Which TLB translated the address, and whether it hit. */
void data_src_format_tlb(const struct data_src *source, struct outbuf *out);
/* Whether it was a locked instruction: "Yes", "No", "N/A". */
void data_src_format_lock(const struct data_src *source, struct outbuf *out);
/* What blocked the load; each word behind a blank. */
void data_src_format_blocked(const struct data_src *source, struct outbuf *out);

#endif
