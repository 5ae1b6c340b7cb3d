/* Shared by object.c, symbol_store.c and the loaders. */
#ifndef SYMBOL_OBJECT_PRIVATE_H
#define SYMBOL_OBJECT_PRIVATE_H

#include <pthread.h>
#include <stdatomic.h>
#include "base/host.h"
#include "symbol/image_marks.h"
#include "symbol/object.h"
#include "symbol/dwarf/debug_file.h"
#include "symbol/source/symbol_source.h"
#include "symbol/symbol_table.h"

/* The files of one guest machine; pid is the process of the host that runs it (options.guest_mount has a directory
 * for it). */
struct guest_files {
	int32_t pid;
	struct target_files files;
};

/* `options` is constant after symbol_store_new. `objects` only grows while the store lives, so that pointers to
 * objects stay valid. */
struct symbol_store {
	struct symbol_options options; /* strings are copies */
	/* Numbers and names that no two objects of a recording may have: those of options.shared, or its own. */
	struct symbol_store *root;
	/* Of the store that has the recorded kernel, which is one of options.shared's; NULL: this one has it. */
	struct symbol_store *kernel_store;
	VEC(struct symbol_store *) kernels; /* of a shared store: one for each kernel that was recorded */
	struct target_files files;          /* the host's */
	struct recorded_kernel kernel;      /* strings and build-id are copies */
	uint8_t kernel_build_id[20];
	struct bpf_jited *bpf_jited; /* NULL: the recording has none */
	/* Is the running kernel the recorded one? Asked once (known), under the lock; hidden: as running_kernel_match
	 * says. */
	struct {
		enum kernel_match match;
		bool known, hidden;
	} running_kernel;
	pthread_mutex_t lock; /* of objects, kernels, and what of them may change when they are asked for */
	VEC(struct object *) objects;
	VEC(struct guest_files *) guests;
	/* The first guest whose kernel was named from options.guest_kallsyms; 0: none yet. */
	_Atomic int32_t listed_guest;
	_Atomic uint32_t next_symbol_id;
	/* Interned names of source files, and of functions in debug information; shared by all objects. */
	struct debug_names file_names;
	struct cache *cache; /* NULL: nothing is kept from one run to the next */
	/* object_kept_maker() of this program; 0 without a cache. */
	uint64_t kept_maker;
};

struct cache;
struct object_kept;
struct object_lines;
struct object_types;
struct object_names;
struct object_twins;

/* One object: program, library, kernel, module, vdso, perf map or jitdump. Made by symbol_store_object, freed with
 * the store. identity is set when it is made; the rest is filled in on first use, each group under its own lock:
 *
 *   symbols, code, call frame information    lock
 *   lines and inlined calls                  lines_lock, taken before lock where both are needed */
struct object {
	struct symbol_store *store;
	const struct target_files *files; /* of its machine */
	struct object_identity identity;  /* strings are copies */
	uint8_t build_id[20];
	pthread_mutex_t lock; /* of loading, and of made symbols */
	_Atomic bool loaded;
	bool asked_for; /* since symbol_store_unmark; under the store's lock */
	/* As in symbol_options, of all recordings that asked: elsewhere if one was made there, until the first of them
	 * was made. Under the lock, as is whether somebody was warned of it. */
	bool other_host, told_unproved;
	int64_t recorded_until;
	/* immutable once loaded */
	struct symbol_table table;
	struct image_segment *segments; /* of the file that ran */
	size_t nr_segments;
	char *source_path;
	const char *source_name;
	char origin_letter;
	bool demangle;
	/* Public symbols by index in the table; NULL until the first use, so that names nobody sees are never
	 * demangled. */
	_Atomic(struct symbol *) *made;
	struct arena arena;
	/* NULL: nobody has asked for code yet, or there is no file to read it from (code_missing). */
	struct object_code *code;
	bool code_missing;
	/* Made on first use, under the lock. */
	struct object_names *names;
	struct object_twins *twins;
	struct jitdump *jitdump; /* of an OBJECT_JITDUMP that could be read */
	/* A warning about a changed file, or an overwritten one in the build-id cache, was given: once an object. */
	_Atomic bool told_changed, told_overwritten;
	/* What is in the user's cache, and keys for what is going to be; under the lock. */
	struct object_kept *kept;
	/* Only of an OBJECT_JITDUMP that grew after its table was made: more tables, each for code from code_off on;
	 * ascending. */
	VEC(struct object_grown {
		uint64_t code_off;
		struct cfi *cfi;
	}) grown;
	/* Rules for unwinding by enum cfi_source; immutable once cfi_loaded says so. NULL: that source has none. */
	_Atomic bool cfi_loaded[3];
	struct cfi *cfi[3];
	pthread_mutex_t lines_lock; /* of opening the debug information */
	_Atomic(struct object_lines *) lines;
	_Atomic(struct object_types *) types; /* made without a lock: the first one counts */
};
/* The store that an object with this identity is of: the store itself, or a shared one. */
struct symbol_store *symbol_store_of(struct symbol_store *store, const struct object_identity *identity);
/* Another recording asked for the object: a warning that it is due, if it is. */
void object_recorded_too(struct object *object, const struct symbol_options *options);
/* NULL is fine. */
void object_twins_free(struct object_twins *twins);
/* NULL is fine. Before object_lines_free, whose debug information it uses. */
void object_types_free(struct object_types *types);
/* The object's debug information, opened on first use, owned by the object; NULL: it has none. */
struct debug_file *object_lines_debug_file(struct object *object);
/* From an address as asked (object.h) to one of the debug information, or as the file is linked. */
uint64_t object_lines_vaddr(struct object *object, uint64_t addr);
/* NULL is fine. */
void object_lines_free(struct object_lines *lines);
/* The name of an inlined function's symbol as the linker knows it. */
const char *object_lines_linkage_name(const struct symbol *function);
/* What is known of lines and, unless lines_only, inlined calls, for the cache: as line_memory_make. */
void *object_lines_make_kept(struct object *object, bool lines_only, uint64_t *ret_key, size_t *ret_size_bytes);

/* Where rules come from, in the order in which they are asked: .eh_frame of the file that ran (or the unwinding
 * records of a jitdump); .debug_frame of it or of its debug file; .ARM.exidx. */
enum cfi_source { CFI_OWN, CFI_DEBUG, CFI_ARM, NR_CFI_SOURCES };

/* The file that ran, kept open for its code. */
struct object_code {
	struct symbol_file file;
	struct insn_set set;
	bool is_core;      /* of a kernel that ran: addresses in the file are those that it had (kernel_core.h) */
	uint64_t bias;     /* the kernel: how far from where it was linked to it ran */
	uint64_t text_off; /* modules: where .text is in the file */
	image_mark_list marks;
};
/* "e1000" of "[e1000]" or "/lib/modules/x/kernel/net/e1000.ko.xz"; kallsyms has '_' where files have '-'. The caller
 * frees. */
char *object_module_name(const char *path);
/* The file that code is read from; NULL: none is at hand. */
const struct image *object_code_image(struct object *object);
/* NULL is fine. */
void object_code_free(struct object_code *code);
void object_names_free(struct object_names *names);

/* What a loader found. It sets either the list (to be sorted) or, with is_kept, the finished table. The strings it
 * allocates (source_path, segments, jitdump) go over to the object; source_name is a literal. */
struct object_symbols {
	struct symbol_list list;
	enum symbol_ends ends;
	char *source_path;
	const char *source_name;
	char origin_letter;
	struct image_segment *segments;
	size_t nr_segments;
	uint64_t key; /* in the cache; 0: what was found is not to be kept */
	/* It was found in the cache: table and nr_found instead of the list. */
	bool is_kept;
	struct symbol_table table;
	/* With is_kept: how many symbols the source had before aliases were dropped, for messages. */
	uint64_t nr_found;
	struct jitdump *jitdump;
	bool told_unproved; /* as in struct object */
};

/* A file of the running kernel ("/sys/kernel/btf/vmlinux") for an object of that kernel; NULL: it is not shown to be
 * the one that was recorded. The caller frees. */
char *object_running_file(const struct object *object, const char *path);

/* The symbols with ret->key, if they are kept: then there is nothing more to look for. */
bool object_symbols_find_kept(const struct object *object, struct object_symbols *ret);
/* Whether the running kernel is the recorded one, as far as that is known; *ret_hidden as running_kernel_match. */
enum kernel_match symbol_store_kernel_match(struct symbol_store *store, bool *ret_hidden);
/* The release of the recorded kernel; NULL: not known. Storage is the caller's. */
const char *symbol_store_kernel_release(struct symbol_store *store, struct host *host);
/* What all keys begin with: this program. */
uint64_t object_kept_maker(void);

/* Loaders fill in ret (initialised) and return 0, or a negative errno when there are no symbols to be had. Reasons go
 * to the store's warnings. */
int object_load_elf(const struct object *object, struct object_symbols *ret);
int object_load_kernel(const struct object *object, struct object_symbols *ret);
int object_load_module(const struct object *object, struct object_symbols *ret);
/* Does anybody want to hear where symbols were looked for? */
static inline bool object_tells(const struct object *object) { return object->store->options.on_search; }
/* One line for the object: what was found, and what each place that was tried had. */
void object_tell(const struct object *object, const struct object_symbols *found, const char *tried);
int object_load_perf_map(const struct object *object, struct object_symbols *ret);
/* Opens a file that the loaders of generated code read. -EPERM, with a warning: it belongs to another user, and
 * any_owner is not set. */
int object_open_generated(const struct object *object, const char *path, struct blob *ret) _warn_unused_;
/* Of a mapped file that is no ELF file: PE images, archives. -ENOEXEC: neither. */
int object_load_foreign(const struct object *object, struct object_symbols *ret);
int object_load_jitdump(const struct object *object, struct object_symbols *ret);
int object_load_bpf(const struct object *object, struct object_symbols *ret);
/* As object_code and object_code_place, of an OBJECT_BPF. *ret of the latter has vaddr. */
size_t object_bpf_code(const struct object *object, uint64_t addr, void *to, size_t size_bytes,
		       struct insn_set *ret_set);
/* As object_lines_visit, of a BPF program. */
struct source_line;
void object_bpf_lines_visit(const struct object *object, uint64_t start, uint64_t end,
			    bool (*visit)(void *ctx, uint64_t start, uint64_t end, const struct source_line *line),
			    void *ctx);
bool object_bpf_place(const struct object *object, uint64_t addr, struct object_code_place *ret);
/* The same of an OBJECT_PERF_MAP: of the process, if it still runs. */
size_t object_process_code(struct object *object, uint64_t addr, void *to, size_t size_bytes, struct insn_set *ret_set);
bool object_process_place(struct object *object, uint64_t addr, struct object_code_place *ret);
/* Adds the rules of loads from index first_load on, after jitdump_grow found more. Not thread safe: see
 * object_jitdump_grow. */
void object_cfi_grow(struct object *object, size_t first_load);

#endif
