/* Where an ELF object's symbols may be found. Each place is a row of symbol_source.def and a file source_*.c that has
 * its descriptor; rows are asked in the order of the table, which is upstream's. */
#ifndef SYMBOL_SOURCE_SYMBOL_SOURCE_H
#define SYMBOL_SOURCE_SYMBOL_SOURCE_H

#include "symbol/file/image.h"
#include "symbol/file/object_identity.h"
#include "symbol/file/target_file.h"

/* What a source is asked with. All pointers are borrowed for the call. */
struct source_query {
	const struct object_mapped *mapped;
	const struct target_files *files;
	enum object_kind kind;
	const char *path; /* as recorded */
	const uint8_t *build_id;
	size_t build_id_size;
	/* build_id was recorded; false: it is that of the file which is believed to be the one that ran. */
	bool build_id_recorded;
	/* The kernel's own files (vdso, modules) are the running kernel's, as far as the release tells. */
	bool of_running_kernel;
	/* The recorded machine's release ("6.1.0-50-s390x"), for the places of modules; NULL: not known. */
	const char *kernel_release;
};

/* An open file and where it came from. path NULL: none. Close with symbol_file_close. */
struct symbol_file {
	struct image image;
	char *path;                    /* on this machine */
	struct file_identity identity; /* of what is at path: also of a packed one */
};
void symbol_file_close(struct symbol_file *file);
/* Opens and reads the structure of an ELF file (compressed ones are unpacked, up to 1 GiB); path is taken over on
 * success. Fails as target_file_open, blob_unpack and image_open do. */
int symbol_file_open(char **path, struct symbol_file *ret) _warn_unused_;

/* One place: a constant descriptor, in a file source_*.c of its own or with its relatives. */
struct symbol_source {
	const char *name; /* "build-id cache" */
	char letter;      /* in verbose reports */
	/* What ran, with its real program headers and linkage tables, not only debug information. */
	bool runtime;
	/* What it has is there for a build-id: a file that says none is another one. */
	bool by_build_id;
	unsigned kinds; /* 1 << enum object_kind */
	/* The place's attempt-th file (0, 1, ...): 0, -ENOENT when the place has no more, -ENXIO: not this one, but
	 * there may be more; any other failure: this one is no use, which is worth telling. */
	int (*open)(const struct source_query *query, unsigned attempt, struct symbol_file *ret);
};

/* The attempt-th place of the file itself, on this machine: 0 with *ret_path (the caller frees), -ENXIO: not this one,
 * -ENOENT: there is no more. */
int symbol_source_own_path(const struct source_query *query, unsigned attempt, char **ret_path);
/* Where the list that depmod(8) keeps has the module, by its name ("[e1000]") or the name of its file; NULL: nowhere.
 * The caller frees. */
char *symbol_source_module_path(const struct source_query *query);

#define SYMBOL_SOURCE(id) extern const struct symbol_source symbol_source_##id;
#include "symbol/source/symbol_source.def"
#undef SYMBOL_SOURCE

extern const struct symbol_source *const symbol_sources[]; /* NULL-terminated */

#endif
