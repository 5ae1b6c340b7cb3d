/* What a portable recording carries behind its last byte: the files that reading it needs, as a ZIP archive (PKWARE,
 * "APPNOTE.TXT"), so that other programs ignore it or unpack it. Members are
 *
 *     .build-id/XX/YYYY/KIND   as in a build-id cache: "elf", "debug", "kallsyms", "vdso"
 *     root/PATH                a file of the recorded machine that has no build-id: sources, perf maps, jitdumps
 *
 * Offsets count from the archive's first byte, and its comment is BUNDLE_COMMENT: that is how it is recognised.
 *
 * Nothing of it is trusted. Members are found by their whole name and are never written where their name says: one that
 * is asked for is unpacked into memory that has a path (memfd_create(2)), up to limits that a hostile archive cannot
 * exceed (bundle.c). */
#ifndef SYMBOL_FILE_BUNDLE_H
#define SYMBOL_FILE_BUNDLE_H

#include "base/err.h"
#include "symbol/file/blob.h"

#define BUNDLE_COMMENT "perf portable recording, version 1"

struct bundle;

/* What the file at that path carries. 0 with *ret, NULL when it carries nothing; -errno when the file cannot be read,
 * -EBADMSG when what it carries is damaged. */
int bundle_open(const char *path, struct bundle **ret) _warn_unused_;
/* Takes the file over: the same of an archive in memory or in an open file. */
int bundle_of_blob(struct blob *blob, struct bundle **ret) _warn_unused_;
/* Paths that it gave are not valid any more. NULL is fine. */
void bundle_free(struct bundle *bundle);
/* Where its archive begins: the size of the recording in front of it. */
uint64_t bundle_offset(const struct bundle *bundle);

/* The path by which a member can be opened until bundle_free, as it was unpacked now or before; the caller frees. NULL:
 * there is none of that name, or it is damaged. bundle NULL is fine. Thread safe. */
char *bundle_path(struct bundle *bundle, const char *name);
/* The same of what stands for a build-id. */
char *bundle_cached(struct bundle *bundle, const uint8_t *build_id, size_t build_id_size, const char *kind);
/* The same of a file of the recorded machine, by its absolute path. */
char *bundle_root(struct bundle *bundle, const char *path);
bool bundle_has_root(struct bundle *bundle, const char *path);
/* For each member, in order of the names, until visit returns false. */
void bundle_visit(const struct bundle *bundle, bool (*visit)(void *ctx, const char *name, uint64_t size_bytes),
		  void *ctx);
/* Called with the name of each member that was asked for and is damaged or too large, once, by the thread that asked,
 * under the bundle's lock. NULL is fine for the bundle. */
void bundle_on_damage(struct bundle *bundle, void (*told)(void *ctx, const char *name), void *ctx);

#endif
