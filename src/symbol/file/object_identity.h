/* What an object is asked for by: its kind, where it was and what is known of its content. */
#ifndef SYMBOL_FILE_OBJECT_IDENTITY_H
#define SYMBOL_FILE_OBJECT_IDENTITY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* What kind of code: a program or library; the kernel; one of its modules; the vdso; anonymous memory that a
 * /tmp/perf-PID.map names; code in a jitdump; a BPF program in the kernel. */
enum object_kind {
	OBJECT_USER,
	OBJECT_KERNEL,
	OBJECT_MODULE,
	OBJECT_VDSO,
	OBJECT_PERF_MAP,
	OBJECT_JITDUMP,
	OBJECT_BPF,
};

/* Two objects are the same if all of this is equal. Pointers are borrowed from the caller, and copied by
 * symbol_store_object. */
struct object_identity {
	enum object_kind kind;
	const char *path; /* as recorded */
	const uint8_t *build_id;
	size_t build_id_size; /* 0: unknown */
	/* OBJECT_PERF_MAP: whose /tmp/perf-PID.map; OBJECT_JITDUMP: whose code; else -1. */
	int32_t pid;
	/* OBJECT_KERNEL: the recorded address of ref_name (from the kernel mmap), to undo relocation; NULL when not
	 * known. OBJECT_MODULE: ref_vaddr is where its map starts, for symbols that only kallsyms has; 0 when not known
	 */
	const char *ref_name;
	uint64_t ref_vaddr;
	/* a guest's: its paths are not those of this machine. guest_pid: the process that runs it; -1: not known */
	bool guest;
	int32_t guest_pid;
	/* OBJECT_USER: processes that had it mapped, which may still run and see other files than this one; pid 0:
	 * none. is_live: they do, and what they see is what is asked about. Device and inode are there for what has no
	 * build-id, for which they tell whether the file is another one now, and of live ones; 0 when not known */
	struct object_mapped {
		struct object_mapper {
			int32_t pid;
			uint64_t start, end;
		} by[2];
		bool is_live;
		uint32_t maj, min;
		uint64_t inode;
	} mapped;
};

#endif
