/* Mappings: what is at an address, and address spaces as they were at one time. */
#ifndef MODEL_MAP_H
#define MODEL_MAP_H

#include "perfdata/record/record.h"

/* What kind of object a mapping maps. */
enum dso_kind {
	DSO_USER,
	DSO_KERNEL,
	DSO_MODULE,
	DSO_VDSO,
	DSO_ANON /* //anon, [heap], [stack], JIT memory */,
	DSO_BPF /* bpf_prog_*, bpf trampolines */,
	DSO_OOL /* other kernel text out of line */,
	DSO_GUEST_KERNEL,
	DSO_GUEST_MODULE,
	DSO_JITDUMP /* code that a process generated and described in a file of its own */
};

struct machine;

/* Identity of a mapped object: one per (machine, kind, file name, build-id or inode). Pointers are stable, ids count
 * from 0 over all machines. */
struct dso {
	uint32_t id;
	enum dso_kind kind;
	const struct machine *machine; /* whose object it is: equal paths of two machines are two files */
	/* what script shows: "/usr/bin/x", "[kernel.kallsyms]", "[e1000]", "[vdso]", "//anon", "/tmp/perf-42.map" */
	const char *name;
	const char *long_name; /* where the file is: as name; modules by path */
	/* what reports show: base name "x"; "[e1000]"; "anon"; "[JIT] tid 42" for executable memory without a file */
	const char *short_name;
	struct build_id build_id; /* of the mmap or of the header's BUILD_ID table; size 0 when unknown */
	/* device and inode as PERF_RECORD_MMAP2 tells them, which leaves them out where it has a build-id; 0: unknown
	 */
	uint32_t maj, min;
	uint64_t ino;
	uint64_t text_vaddr; /* DSO_MODULE: where it was first mapped; else 0 */
	struct dso_mapping {
		int32_t pid;
		uint64_t start, end;
	} mapped_first, mapped_last; /* by whom and where; pid 0: unknown */
	int32_t jit_pid; /* whose /tmp/perf-PID.map names its symbols, DSO_JITDUMP: whose code it is; else -1 */
};

/* What verbose reports show: long_name; short_name of what is no file's: modules, what is generated. */
const char *dso_whole_name(const struct dso *dso);

/* One mapping; shared by the address spaces that inherited it. */
struct map {
	uint64_t start, end; /* vaddr, end exclusive */
	/* file_off of start, in bytes; for the kernel and modules see map_to_object */
	uint64_t pgoff;
	const struct dso *dso;
	/* PROT_* and MAP_* of mmap(2); prot of a plain MMAP record is made up: PROT_EXEC, or 0 for data */
	uint32_t prot, flags;
	bool identity;       /* addresses in the object are vaddrs: the kernel, generated code, memory without a file */
	const char *ksymbol; /* DSO_BPF and DSO_OOL: the one symbol that covers it, else NULL */
};

struct space_version; /* an immutable set of maps; equal pointers mean equal maps */

/* A number for this version, unique in the model, counted from 0 (which is the empty one). */
uint32_t space_id(const struct space_version *space);
/* The map that lies under all others: the kernel's text in kernel spaces, else NULL. */
const struct map *space_base(const struct space_version *space);
/* The map at vaddr, or NULL. O(log n); any thread. */
const struct map *space_find(const struct space_version *space, uint64_t vaddr);
/* The same, and where the answer holds: at each address in [*ret_from, *ret_until). The address UINT64_MAX is in no
 * such stretch. */
const struct map *space_find_around(const struct space_version *space, uint64_t vaddr, uint64_t *ret_from,
				    uint64_t *ret_until);
/* Calls fn for each map by address, the base in its place. Generated code is not visited. */
void space_visit(const struct space_version *space, void (*fn)(void *ctx, const struct map *map),
		 void *ctx); /* by address */

/* vaddr -> what symbol/ is asked for: user objects: file_off = vaddr - start + pgoff; modules: offset from the module's
 * text as its ELF file counts it; kernel, generated code and anonymous memory: the address itself. */
static inline uint64_t map_to_object(const struct map *map, uint64_t vaddr)
{
	return map->identity ? vaddr : vaddr - map->start + map->pgoff;
}

#endif
