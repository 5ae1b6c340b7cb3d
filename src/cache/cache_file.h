/* The bytes of one file of the cache: what was derived from one object, in sections that are used where they are.
 *
 *     head          64 bytes: magic, byte order, version, sizes, checksum of all up to the first section
 *     table         64 bytes a section: kind, part, key, where, size, checksum; in order of (kind, part, key)
 *     label         what people call the object (a path), with a NUL
 *     sections      each at a multiple of 64
 *
 * All numbers are of the machine that wrote them: a file of another byte order or version is as good as none. Nothing
 * here trusts the bytes: they may be damaged or made up. */
#ifndef CACHE_CACHE_FILE_H
#define CACHE_CACHE_FILE_H

#include <stdatomic.h>
#include <stdbool.h>
#include "base/compiler.h"
#include "base/file_map.h"

/* What a section holds: numbers as in the files. */
enum cache_kind {
#define CACHE_KIND(id, number, name) CACHE_##id = (number),
#include "cache/cache_kind.def"
#undef CACHE_KIND
};
/* "symbols" and the like, for listings; NULL: not known (a later version's). */
const char *cache_kind_name(uint32_t kind);

enum { CACHE_ALIGN = 64, CACHE_KEYS_KEPT = 2 /* of one kind: with other options, other debug files */ };

/* What to store, or what was found. */
struct cache_section {
	uint32_t kind; /* enum cache_kind */
	uint64_t part; /* of several of a kind (a compilation unit's number); 0 */
	uint64_t key;  /* of all that the content depends on, and of its form */
	const void *data;
	size_t size_bytes;
};

/* The first 64 bytes of a file. magic: "perfkept". head_checksum covers the head (with itself as 0), the table and the
 * label; label_size counts the label's NUL. */
struct cache_file_head {
	char magic[8];
	uint32_t byte_order, version;
	uint64_t file_size_bytes, head_checksum;
	uint32_t nr_sections, label_size;
	uint64_t reserved[3];
};
/* A row of the table, 64 bytes. offset: from the start of the file, a multiple of 64. checksum: of the section's
 * bytes. */
struct cache_file_section {
	uint32_t kind, reserved;
	uint64_t part, key, offset, size_bytes, checksum, stored_s /* since 1970 */, reserved2;
};
_Static_assert(sizeof(struct cache_file_head) == 64 && sizeof(struct cache_file_section) == 64, "as in the files");

/* An open file. Zeroed: none. Several threads may use it at once. */
struct cache_file {
	const uint8_t *data;
	size_t size_bytes;
	const char *label;
	size_t nr_sections;
	struct cache_file_section *sections; /* a checked copy */
	_Atomic uint8_t *verified;           /* of each: 0 not yet, 1 good, 2 bad */
	_Atomic bool damaged;                /* a section was bad */
	struct file_map map;                 /* of those from the cache; data NULL: of other bytes */
};

/* Reads the head and table of bytes that stay where they are until cache_file_done; sections are checked when they are
 * asked for. 0, -EBADMSG when damaged, -ESTALE when of another version or byte order; *file is then untouched. */
int cache_file_init(struct cache_file *file, const void *data, size_t size_bytes) _warn_unused_;
/* Frees what belongs to the file, and ends its mapping if it has one. Fine for a zeroed struct. */
void cache_file_done(struct cache_file *file);
/* The section with these; false when there is none or it is damaged. Thread safe. ret->data is aligned to CACHE_ALIGN
 * and lives as long as the file. */
bool cache_file_find(struct cache_file *file, uint32_t kind, uint64_t part, uint64_t key, struct cache_section *ret);
/* The i-th section of the table, verified likewise. */
bool cache_file_get(struct cache_file *file, size_t i, struct cache_section *ret);

/* What a file begins with, before its label. table and order are the caller's, with room for all sections. */
struct cache_file_layout {
	struct cache_file_head head;
	struct cache_file_section *table;
	uint32_t *order; /* the section in each place of the table */
};
/* Lays out a file: fills in head, table (checksums and all) and order for sections in any order, no two with equal
 * kind, part and key. stored_s: when each was stored, in seconds since 1970. Returns the file's size in bytes. */
uint64_t cache_file_lay_out(const struct cache_section *sections, const uint64_t *stored_s, size_t count,
			    const char *label, struct cache_file_layout *layout);

#endif
