/* jit-PID.dump: code that a just-in-time compiler made, with its bytes, its names, its source lines and how it is
 * unwound, each record with the time from which it holds. Format: Linux,
 * tools/perf/Documentation/jitdump-specification.txt.
 *
 * Every load of code has its bytes at another place of the file, so that this place (code_off) is what names a load: no
 * two share one, however often the code's address was used. Symbols, lines and rules are by code_off; which load was at
 * an address at a time is for those to know who know times (session/jitdump_mapping.h).
 *
 * Files of either byte order; of a file that ends in the middle of a record (its program was killed) what is whole
 * counts. */
#ifndef SYMBOL_JIT_JITDUMP_H
#define SYMBOL_JIT_JITDUMP_H

#include "base/arena.h"
#include "base/vec.h"
#include "symbol/file/blob.h"

#define JITDUMP_HEADER_BYTES 40 /* of the file */

struct jitdump_load {
	uint64_t time_ns, vaddr, size_bytes;
	uint64_t code_off; /* where its bytes are in the file */
	const char *name;  /* "" when it has none */
	uint64_t index;    /* the compiler's number of it */
	/* Where its lines and its unwinding information are: bytes of the file behind the record's header; size 0:
	 * none. */
	uint64_t lines_off, unwind_off;
	uint32_t lines_size_bytes, unwind_size_bytes;
};

/* A load's code is at [vaddr, vaddr + its size) from time_ns on. */
struct jitdump_place {
	uint64_t time_ns, vaddr;
	uint32_t load, order; /* in the file */
};

/* A dump that was read. Names are in the arena and live as long as the dump. Reading it is thread safe, jitdump_grow
 * is not. */
struct jitdump {
	struct blob blob;
	bool swap;
	uint16_t machine; /* ELF's number */
	bool is64;
	uint32_t pid;        /* as the compiler knew it */
	bool arch_timestamp; /* times are the processor's, not nanoseconds */
	/* Taken from the addresses of lines: V8 counts the header of an ELF file that is not there. */
	uint64_t lines_bias;
	VEC(struct jitdump_load) loads;   /* in the file's order, so by code_off */
	VEC(struct jitdump_place) places; /* by time */
	size_t nr_damaged;                /* records that made no sense */
	/* truncated: the file ends in the middle of a record, or in zeroes; closed: the compiler has said that it is
	 * done. */
	bool truncated, closed;
	struct arena arena;
	struct jitdump_scan *scan; /* how far it was read */
};

/* Takes the blob over, also on failure. *ret is to be freed with jitdump_free. -ENOEXEC: not a jitdump; -EBADMSG: a
 * header that makes no sense. Damaged records are counted (nr_damaged) and skipped; they are no failure. */
int jitdump_new(struct blob *blob, struct jitdump **ret) _warn_unused_;
void jitdump_free(struct jitdump *dump); /* NULL is fine */
/* Reads on, when the compiler has written more. blob: the same file as it is now; taken over. What is new stands behind
 * what was there, places in the file's order. Nobody may look at the dump meanwhile. */
void jitdump_grow(struct jitdump *dump, struct blob *blob);

/* The load that has code_off among its bytes, or NULL. */
const struct jitdump_load *jitdump_load_at(const struct jitdump *dump, uint64_t code_off);

/* Calls visit for each line of a load, in the file's order: code from `code_off` on is of `line` of `file` (valid
 * during the call). Stops when visit returns false. */
void jitdump_lines(const struct jitdump *dump, const struct jitdump_load *load,
		   bool (*visit)(void *ctx, uint64_t code_off, const char *file, uint32_t line, uint32_t discriminator),
		   void *ctx);

/* The unwinding information of all loads from `first_load` on as one .eh_frame whose addresses are those of code_off,
 * as if it were mapped at 0; owned. -ENODATA: none. */
int jitdump_eh_frame(const struct jitdump *dump, size_t first_load, struct bytes *ret) _warn_unused_;
/* The bytes of memory that the load's code takes, with unwinding information where the compiler put it behind. */
uint64_t jitdump_load_mapped_bytes(const struct jitdump *dump, const struct jitdump_load *load);
/* That of one load, as if its code were mapped at code_at and this at frames_at. The same results. */
int jitdump_load_eh_frame(const struct jitdump *dump, const struct jitdump_load *load, uint32_t code_at,
			  uint32_t frames_at, struct bytes *ret) _warn_unused_;

#endif
