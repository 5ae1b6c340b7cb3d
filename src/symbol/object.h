/* Symbols of one object: found once, sorted, searched by address. Thread safe: the first who asks loads, others
 * wait.
 *
 * Addresses that are passed in ("addr") depend on the object's kind:
 *
 *   OBJECT_USER, OBJECT_VDSO     offset in the file (address in the process - start of the mapping + its file offset)
 *   OBJECT_KERNEL, OBJECT_BPF    virtual address
 *   OBJECT_MODULE                offset from the start of .text
 *   OBJECT_PERF_MAP              virtual address in the process
 *   OBJECT_JITDUMP               offset in the dump file (jitdump.h: code_off)
 *
 * Symbol values of programs are translated to file offsets by the file's own program headers, so that the layouts of
 * lld and mold, where vaddr - offset differs from segment to segment, are right. No process and no time is known
 * here. */
#ifndef SYMBOL_OBJECT_H
#define SYMBOL_OBJECT_H

#include <stdbool.h>
#include "base/err.h"
#include "base/warnings.h"
#include "symbol/cfi/cfi.h"
#include "symbol/code/insn.h"
#include "symbol/file/object_identity.h"
#include "symbol/running_kernel.h"

struct symbol {
	/* Same address kind as the question; end exclusive, never 0-sized after loading. */
	uint64_t start, end;
	const char *name; /* demangled as asked; owned by the object, stable */
	/* ELF's STB_*; upstream's -v shows it as one of 'l' 'g' 'w' 'u'. */
	uint8_t binding;
	uint8_t type; /* STT_* */
	bool is_plt;
	/* Made for an inlined function (object_lines.h): no addresses of its own. */
	bool is_inlined;
	/* Unique among all symbols of the store. Counts up in order of first use, which differs from run to run. */
	uint32_t id;
};

/* Everything that decides which files are read. symbol_store_new copies the strings; warnings, cache and ctx are
 * borrowed and must outlive the store. */
struct symbol_options {
	/* Prefix for every path of the profiled machine; NULL or "" none. */
	const char *symfs;
	/* NULL: ~/.debug; commands know --buildid-dir and buildid.dir. */
	const char *build_id_dir;
	const char *kallsyms; /* --kallsyms FILE, or NULL */
	const char *vmlinux;  /* -k FILE, or NULL */
	bool ignore_vmlinux;
	bool demangle, demangle_kernel;
	/* What is asked about is this machine, now: a kernel without a build-id is the running one. Otherwise
	 * symbol_store_set_kernel tells what is known of the recorded one. (Upstream takes it for the running one
	 * always, also in recordings of other machines.) */
	bool use_running_kernel;
	/* The directory that stands for this machine's "/" where the running kernel is asked; NULL: "/". */
	const char *running_root;
	/* For objects without a build-id, of which nothing proves that the file at their path is the one that ran.
	 * other_host: that is another machine's file anyhow. recorded_until: seconds since 1970, 0 when not known: what
	 * was changed later is another file */
	bool other_host;
	int64_t recorded_until;
	/* Guests. guest_mount: a directory with one for each guest, named for the process that runs it, with that
	 * guest's files below; NULL: none is at hand. guest_kallsyms, guest_vmlinux: of the kernels of guests that it
	 * has no /proc/kallsyms of */
	const char *guest_mount, *guest_kallsyms, *guest_vmlinux;
	/* Not of the store: a copy of /proc/modules of these guests, for who makes maps; NULL: none. */
	const char *guest_modules;
	/* What the recording carries (symbol/file/bundle.h), which is asked before this machine; borrowed, NULL:
	 * nothing. Then no other store is shared: it would not ask there. */
	struct bundle *bundle;
	/* Perf maps and jitdumps of other users, other than root, are believed, too. */
	bool any_owner;
	struct warnings *warnings;
	/* A store for several recordings: what is the same in them is read once, as an object of that store, and lives
	 * as long as it does. It has the same options but for those of one recording (other_host, recorded_until,
	 * kallsyms, warnings). NULL: none */
	struct symbol_store *shared;
	/* where to look for what earlier runs derived from object files, and where symbol_store_keep stores it; kept by
	 * pointer. NULL: nowhere */
	struct cache *cache;
	/* called with a line of text for each object whose symbols were looked for: where, and what was found. From any
	 * thread, one at a time for an object; NULL: nobody wants to know */
	void (*on_search)(void *ctx, const char *text);
	void *on_search_ctx;
};

struct bpf_jited;
struct bundle;
struct cache;
struct symbol_store; /* all objects of a session */
struct object;

/* Never NULL. Reads no object yet. Free with symbol_store_free, which also frees all objects and symbols: no pointer
 * that came out of the store is valid afterwards. */
struct symbol_store *symbol_store_new(const struct symbol_options *options);
void symbol_store_free(struct symbol_store *store);
/* The user's cache, for what is derived from objects elsewhere; NULL: nothing is kept. */
struct cache *symbol_store_cache(const struct symbol_store *store);
/* Stores in the cache what was derived and is worth it: to be called when nobody waits any more, and no other thread
 * uses the store. */
void symbol_store_keep(struct symbol_store *store); /* NULL is fine */
/* For who goes on for long: symbol_store_unmark; then everything that is still needed is asked for again
 * (symbol_store_object); symbol_store_sweep frees the other objects, with their symbols. No other thread uses the store
 * during the calls. Returns how many were freed. */
void symbol_store_unmark(struct symbol_store *store);
size_t symbol_store_sweep(struct symbol_store *store);
/* What the recording says of its kernel; copied. Before the first look-up of a symbol of the kernel, its modules or the
 * vdso. */
void symbol_store_set_kernel(struct symbol_store *store, const struct recorded_kernel *kernel);
/* Machine code of the BPF programs that the recording tells of; owned by the store from now on. Before the first
 * question for code. */
void symbol_store_set_bpf_jited(struct symbol_store *store, struct bpf_jited *code);
/* The object for an identity: found or made; its symbols are loaded on the first look-up. Thread safe, never NULL. */
struct object *symbol_store_object(struct symbol_store *store, const struct object_identity *identity);

/* The symbol that covers addr, or NULL. Thread safe, lock-free after loading; under 50 ns. */
const struct symbol *object_find(struct object *object, uint64_t addr);
/* The same, and addresses around with the same answer: *ret_start <= addr < *ret_end. */
const struct symbol *object_find_around(struct object *object, uint64_t addr, uint64_t *ret_start, uint64_t *ret_end);
/* Whether the symbol came out of this object. */
bool object_has_symbol(struct object *object, const struct symbol *symbol);
/* The symbols with the readable name of one of the object's, itself too, in order of address: fills the first max of
 * them and returns how many it filled; 0 where the symbol is not the object's. Names whose linked forms differ, but for
 * a hash of the compiler, are not found. The first call of an object looks at all its names. Thread safe. */
size_t object_same_named(struct object *object, const struct symbol *symbol, const struct symbol **ret, size_t max);
/* A number that is the same for symbols whose names as linked are the same, but for a hash of the compiler: those that
 * object_same_named finds. 0: it is not the object's. */
uint64_t object_linked_hash(struct object *object, const struct symbol *symbol);
/* The names of the nearest symbols before and behind one of the object's that have another name; NULL: there is none.
 * Owned by the object. Thread safe. */
void object_neighbours(struct object *object, const struct symbol *symbol, const char **ret_before,
		       const char **ret_after);
/* Whether the object is not bound to a recording whose store has a shared one: then it outlives the recording. */
bool object_is_shared(const struct object *object);
/* By name as linked, then by readable name; the first in order of address, or NULL. Takes time in proportion to the
 * number of symbols, and may demangle all of them. */
const struct symbol *object_find_name(struct object *object, const char *name);
/* Whether the code at addr is the kernel's for taking locks and for giving up the CPU (.spinlock.text and .sched.text):
 * who waits is found further out. Thread safe, lock-free after loading. */
bool object_waits_at(struct object *object, uint64_t addr);
/* Whether its symbols were read, because somebody asked for one. Reads nothing. */
bool object_is_loaded(const struct object *object);
/* For walks over all symbols: i from 0 up to the number, in order of address. object_symbol gives NULL beyond it. */
size_t object_nr_symbols(struct object *object);
const struct symbol *object_symbol(struct object *object, size_t i); /* by address */
/* Where the symbols came from (path), and which source ("object file", "kallsyms", "perf map", ...): NULL when none
 * was found. Owned by the object. */
const char *object_source_path(struct object *object);
const char *object_source_name(struct object *object);
/* One letter as upstream's verbose reports show for where symbols came from ('l' debug link, 'B' build-id cache, 'k'
 * kallsyms, 'v' vmlinux, ...); '!' when none were found. */
char object_origin_letter(struct object *object);
/* file_off -> address as ELF tools print it (elf_addr), for objdump, addr2line and `-F +addr` style output. */
uint64_t object_elf_addr(struct object *object, uint64_t addr);

/* Code at addr, at most size_bytes of it, out of the file that ran, or the kernel's image. Returns how many bytes there
 * are, 0 where no such file is at hand, and what they are in *ret_set. Thread safe. */
size_t object_code(struct object *object, uint64_t addr, void *to, size_t size_bytes, struct insn_set *ret_set);
/* How many bytes object_code has at addr, at most size_bytes, without reading them: each part of them can be asked for
 * by itself then. 0: there are none, or it cannot be told (code that is not in a file). Thread safe. */
size_t object_code_size(struct object *object, uint64_t addr, size_t size_bytes, struct insn_set *ret_set);
/* What is around the code at addr. False: there is none, as with object_code. Thread safe. */
struct object_code_place {
	struct insn_set set;
	bool is_big_endian;
	const char *path;     /* the file, on this machine; owned by the object */
	const char *section;  /* its name; NULL: not known */
	uint64_t section_end; /* as addr */
	/* As addr. What is before it or behind section_end is elsewhere in memory than bias says; 0: the bias is that
	 * of all code. */
	uint64_t piece_start;
	uint64_t vaddr; /* of addr, as ELF tools print it */
	uint64_t bias;  /* addr - vaddr, the same for all of the section */
};
bool object_code_place(struct object *object, uint64_t addr, struct object_code_place *ret);
/* What was found in place of the code, in words that follow "is not at hand: "; of kernels, modules, programs,
 * libraries and the vdso. The caller frees. */
char *object_code_why(struct object *object);
/* Why the code of an OBJECT_PERF_MAP at an address cannot be read, in words; the caller frees. */
char *object_process_why(const struct object *object, uint64_t addr);
/* What the bytes at an address as ELF tools print it are: instructions, on 32-bit Arm of which set, or constants
 * between them, on Arm alone; *ret_end: up to where. Thread safe. */
enum insn_code object_code_kind(struct object *object, uint64_t vaddr, uint64_t *ret_end);
/* The name that objdump shows for an address as ELF tools print it: of the last symbol at or before it, of code or
 * data, or of a linkage table entry; readable where the store's names are. NULL: there is none before it. *ret_offset:
 * how far behind the symbol. Owned by the object. Thread safe. */
const char *object_name_at(struct object *object, uint64_t vaddr, uint64_t *ret_offset);
/* RISC-V: the address, as ELF tools print it, that register gp has in all code of the object; 0: not known, or another
 * machine. Thread safe. */
uint64_t object_global_pointer(struct object *object);
/* The name of an OBJECT_JITDUMP's code at an address of its process, where all code that ever was there has the same.
 * NULL: it has not, or there was none. Owned by the object. */
const char *object_jitdump_name(struct object *object, uint64_t vaddr, uint64_t *ret_offset);
/* The next address behind vaddr that a symbol begins at; UINT64_MAX: none. */
uint64_t object_next_name(struct object *object, uint64_t vaddr);

/* How the caller of the function at addr is found; NULL where nothing is said of it. *ret_cfi: what the rule is of.
 * Thread safe, lock-free after loading. */
const struct cfi_rule *object_cfi_find(struct object *object, uint64_t addr, const struct cfi **ret_cfi);

/* Which of an object's files are not to be had here, as debuginfod may have them. Looks at files, not at what was
 * loaded before. Programs, libraries and the vdso only: 0 for others, and for those without a recorded build-id. */
enum object_lack { OBJECT_LACKS_PROGRAM = 1, OBJECT_LACKS_SYMBOLS = 2, OBJECT_LACKS_DEBUG_INFO = 4 };
unsigned object_lacks(const struct object *object);
/* What its store's options say. */
struct bundle *object_bundle(const struct object *object);
/* Recorded; owned by the object. */
const struct object_identity *object_identity(const struct object *object);

/* What an OBJECT_JITDUMP's file tells, whose addresses are places in that file; NULL where there is no such file.
 * Thread safe. */
struct jitdump;
const struct jitdump *object_jitdump(struct object *object);
/* Reads on what a compiler that runs has written since, for object_jitdump and object_cfi_find; symbols stay those of
 * the first time. Returns the dump, NULL as long as there is none. Nobody may look at the object meanwhile. */
const struct jitdump *object_jitdump_grow(struct object *object);

#endif
