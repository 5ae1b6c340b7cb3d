/* Answers about lines and inlined calls that are kept in the cache: for pieces of code that were asked about, the
 * functions at them and the line in each, innermost first. They are used where they are mapped.
 *
 *     head, dependencies, pieces, nodes, names
 *
 * A node is one frame and the node of its caller, so that pieces share what they have in common. Besides the file that
 * the key is made of, the answers may depend on others (split units, what dwz took out): these are listed, also those
 * that were looked for in vain.
 *
 * Only what was asked for is kept, because a program's debug information is a hundred times larger than what a profile
 * needs of it. Whoever reads checks each number before use, every time. */
#ifndef SYMBOL_KEPT_KEPT_LINES_H
#define SYMBOL_KEPT_KEPT_LINES_H

#include "base/u64map.h"
#include "base/vec.h"
#include "symbol/file/target_file.h"

/* As SYMBOL_TABLE_FLAT_VERSION. */
#define KEPT_LINES_VERSION 1

enum { KEPT_FRAMES_MAX = 1001 /* at one address */, KEPT_PIECES_MAX = 1 << 20 };
#define KEPT_NOTHING UINT32_MAX /* nothing is known of the code */

struct kept_frame {
	/* As the linker knows it; NULL: none, or that of the symbol. */
	const char *function;
	/* The same as people read it; NULL: nobody has made it. */
	const char *readable;
	const char *file; /* NULL: unknown */
	uint32_t line;
};
typedef VEC(struct kept_frame) kept_frame_list;

/* Code [start, start + size_bytes) has the frames that begin at nodes[node]; node KEPT_NOTHING: nothing is known of
 * it. */
struct kept_piece {
	uint64_t start;
	uint32_t size_bytes, node;
};
/* function, readable and file are offsets in names, or KEPT_NOTHING. caller is the index of a node before this one,
 * or KEPT_NOTHING for the outermost frame. */
struct kept_node {
	uint32_t function, readable, file /* in names, or KEPT_NOTHING */, line, caller;
};

/* A file that answers depend on, and what it was like; an identity of zeroes: it was not there. */
struct kept_dependency {
	const char *path;
	struct file_identity identity;
};
typedef VEC(struct kept_dependency) kept_dependency_list;
struct flat_dependency;

/* Kept answers, where they are mapped. All zero: empty. Immutable: any number of threads may search it. */
struct kept_lines {
	size_t nr_dependencies, nr_pieces, nr_nodes, names_size;
	const struct flat_dependency *dependencies;
	const struct kept_piece *pieces;
	const struct kept_node *nodes;
	const char *names;
};
/* Over bytes at a multiple of 8, which stay where they are. -EBADMSG; -ESTALE when a file it depends on is another one
 * now. */
int kept_lines_open(const void *data, size_t size_bytes, struct kept_lines *ret) _warn_unused_;
/* False: not asked about before, or damaged. True: the frames are appended, none when nothing is known there. Names
 * live as long as the bytes. */
bool kept_lines_find(const struct kept_lines *lines, uint64_t vaddr, kept_frame_list *frames);
/* The innermost of them alone; all zero: nothing is known. */
bool kept_lines_find_innermost(const struct kept_lines *lines, uint64_t vaddr, struct kept_frame *ret);

/* Makes such bytes. Zero-initialised: empty. */
struct kept_lines_maker {
	VEC(struct kept_piece) pieces;
	VEC(struct kept_node) nodes;
	VEC(char) names;
	struct u64map name_at, node_at; /* by hash: place + 1 */
};
/* Frees what the maker has; bytes that were made stay. */
void kept_lines_maker_done(struct kept_lines_maker *maker);
/* Code from start up to end (of at most 4 GiB) has these frames, innermost first; none: nothing is known. In any order;
 * of pieces that overlap one is kept. */
void kept_lines_put(struct kept_lines_maker *maker, uint64_t start, uint64_t end, const struct kept_frame *frames,
		    size_t count);
/* All that is in lines, and what it depends on. */
void kept_lines_put_all(struct kept_lines_maker *maker, const struct kept_lines *lines,
			kept_dependency_list *dependencies);
/* Of dependencies on the same path one counts: files that are replaced while they are read have no one answer. Caller
 * frees; NULL when there is nothing, or it is too large. */
void *kept_lines_make(struct kept_lines_maker *maker, kept_dependency_list *dependencies, size_t *ret_size_bytes);

#endif
