/* The mapped objects of a model, each once, and how a mapping's file name becomes an object's names. */
#ifndef MODEL_DSO_H
#define MODEL_DSO_H

#include "base/intern.h"
#include "base/u64map.h"
#include "model/map.h"

/* The objects of all machines of a model, by id. */
struct dso_set {
	struct intern *names; /* the model's: texts of equal content are one pointer */
	struct arena *arena;
	VEC(struct dso_entry *) all; /* by id */
	uint32_t *slots;             /* id + 1, 0 is free */
	size_t mask;
};
/* An object and what it was looked up by. */
struct dso_entry {
	struct dso dso;
	struct build_id own_build_id; /* of its mapping; dso.build_id may come from the header instead */
	uint64_t hash;
};

/* One machine's part of it, and what the header's table of build-ids says of that machine. */
struct dso_table {
	struct dso_set *set;
	const struct machine *machine;
	int32_t guest_pid;              /* 0: it is the host's; -1: of a guest without a number */
	VEC(struct build_id) build_ids; /* of the header's table */
	struct u64map by_file;          /* (name, device, inode) -> index in build_ids */
	struct u64map by_name;          /* (name, kernel side) -> the same */
	/* of the header's table: "/lib/modules/6.1.0/build/vmlinux"; NULL: none is there */
	const char *kernel_name;
	const char *kernel_short_name; /* model_options.kernel_name, interned; NULL: not given */
	struct dso *kernel;            /* once it was asked for */
};

/* names and arena are the model's, and live longer. */
void dso_set_init(struct dso_set *set, struct intern *names, struct arena *arena);
void dso_set_done(struct dso_set *set);
/* machine: whose objects these are; guest_pid: as below, which chooses names and kinds of the kernel's side. */
void dso_table_init(struct dso_table *table, struct dso_set *set, const struct machine *machine, int32_t guest_pid);
void dso_table_done(struct dso_table *table);
/* The object of a user mapping of process pid. mmap->filename may be "//anon", "[heap]", "[vdso]", a path ...;
 * *ret_identity: addresses in the object are vaddrs, as there is no file. Never NULL; the object is the model's. Notes
 * who mapped it first and last, and where. */
struct dso *dso_of_user(struct dso_table *table, const struct record_mmap *mmap, int32_t pid, bool *ret_identity);
/* The machine's kernel. The host's has the name in the header's table, without one "[kernel.kallsyms]"; names that are
 * told later do not count. A guest's is "[guest.kernel.kallsyms.PID]", or without the number where nobody knows it. */
struct dso *dso_of_kernel(struct dso_table *table);
/* filename: "/lib/modules/.../e1000.ko.xz" or "[e1000]". mmap (may be NULL) is asked for a build-id only. */
struct dso *dso_of_module(struct dso_table *table, const char *filename, const struct record_mmap *mmap);
/* A BPF program or other generated kernel text of that name. */
struct dso *dso_of_ksymbol(struct dso_table *table, const char *name, bool bpf);
/* The same object in the table of that machine in another model: names are interned there, the id is another. */
struct dso *dso_copy(struct dso_table *table, const struct dso *dso);
/* The file that describes code which process pid generates. */
struct dso *dso_of_jitdump(struct dso_table *table, const char *filename, int32_t pid);
/* Remembers the build-id of the header's table for objects of that name that come without their own from now on. */
void dso_table_add_file_build_id(struct dso_table *table, const char *filename, uint32_t maj, uint32_t min,
				 uint64_t ino, const struct build_id *id);
void dso_table_add_build_id(struct dso_table *table, bool kernel, const char *filename, const struct build_id *id);
/* Remembers a name of the kernel's side in the header's table, if it is one that the kernel's own object can have. */
void dso_table_add_kernel_name(struct dso_table *table, const char *filename);

#endif
