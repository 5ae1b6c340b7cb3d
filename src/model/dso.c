/* From a mapping's file name to an object, each once.
 *
 * dso_of_* work out kind and names from the name in the record, as upstream shows them, and then look for an object of
 * the same identity: machine, kind, long name, device and inode, build-id of the mapping. Objects are found by an
 * open-addressing table of ids (slots), at most half full; names are interned, so that they compare by pointer.
 *
 *     file name in the record                     kind         name                long name
 *     /usr/lib/libc.so.6                          DSO_USER     as it is            as it is
 *     //anon, executable                          DSO_ANON     /tmp/perf-PID.map   the same
 *     [vdso]                                      DSO_VDSO     [vdso]              [vdso]
 *     /lib/modules/6.1.0/.../foo-bar.ko.xz        DSO_MODULE   [foo_bar]           the path
 *     bpf_prog_1234_name                          DSO_BPF      as it is            as it is */
#include <stdio.h>
#include <string.h>
#include "model/dso.h"
#include "base/hash.h"
#include "base/text.h"

void dso_set_init(struct dso_set *set, struct intern *names, struct arena *arena)
{
	*set = (struct dso_set){ .names = names, .arena = arena };
}

void dso_set_done(struct dso_set *set)
{
	vec_done(&set->all);
	free(set->slots);
	set->slots = NULL;
}

void dso_table_init(struct dso_table *table, struct dso_set *set, const struct machine *machine, int32_t guest_pid)
{
	*table = (struct dso_table){ .set = set, .machine = machine, .guest_pid = guest_pid };
}

void dso_table_done(struct dso_table *table)
{
	vec_done(&table->build_ids);
	u64map_done(&table->by_name);
	u64map_done(&table->by_file);
}

static bool is_kernel_side(enum dso_kind kind)
{
	return kind == DSO_KERNEL || kind == DSO_MODULE || kind == DSO_BPF || kind == DSO_OOL ||
	       kind == DSO_GUEST_KERNEL || kind == DSO_GUEST_MODULE;
}

/* What makes an object one: the rest follows from it. Names are interned. */
static uint64_t identity_hash(const struct dso *dso)
{
	uint64_t h = hash_pair((uintptr_t)dso->long_name ^ (uintptr_t)dso->machine, dso->kind);
	h = hash_pair(h, (uint64_t)dso->maj << 32 | dso->min);
	h = hash_pair(h, dso->ino ^ (uint64_t)(uint32_t)dso->jit_pid << 32);
	return dso->build_id.size ? hash_pair(h, hash_bytes(dso->build_id.bytes, dso->build_id.size)) : h;
}

static bool same_build_id(const struct build_id *a, const struct build_id *b)
{
	return a->size == b->size && !memcmp(a->bytes, b->bytes, a->size);
}

/* own_build_id and not dso.build_id, which may have been taken from the header's table since. */
static bool same_identity(const struct dso_entry *known, const struct dso *wanted)
{
	const struct dso *dso = &known->dso;
	return dso->long_name == wanted->long_name && dso->machine == wanted->machine && dso->kind == wanted->kind &&
	       dso->jit_pid == wanted->jit_pid && dso->maj == wanted->maj && dso->min == wanted->min &&
	       dso->ino == wanted->ino && same_build_id(&known->own_build_id, &wanted->build_id);
}

/* Doubles the table; ids stay, so that only slots move. */
static void slots_grow(struct dso_set *set)
{
	size_t size = set->mask ? (set->mask + 1) * 2 : 64;
	free(set->slots);
	set->slots = xcalloc(size, sizeof(*set->slots));
	set->mask = size - 1;
	for (size_t i = 0; i < set->all.count; i++) {
		size_t at = set->all.items[i]->hash & set->mask;
		while (set->slots[at]) at = (at + 1) & set->mask;
		set->slots[at] = (uint32_t)i + 1;
	}
}

/* Interned names are one pointer each; the kernel's side has names of its own ("[vdso]" is never a kernel's). */
static uint64_t name_key(const char *interned, bool kernel) { return (uint64_t)(uintptr_t)interned << 1 | kernel; }

static uint64_t file_key(const char *interned, uint32_t maj, uint32_t min, uint64_t ino)
{
	return hash_pair(hash_pair((uintptr_t)interned, (uint64_t)maj << 32 | min), ino);
}

/* What the header's BUILD_ID table says of an object that came without a build-id; NULL: nothing. The entry of the very
 * file (device and inode) is preferred to one of the name alone. May change dso->name. */
static const struct build_id *told_build_id(const struct dso_table *table, struct dso *dso)
{
	bool kernel = is_kernel_side(dso->kind);
	const uint64_t *known = u64map_find(&table->by_name, name_key(dso->long_name, kernel));
	/* upstream made such objects from the header's table, under the name that stands there */
	if (known) dso->name = dso->long_name;
	else known = u64map_find(&table->by_name, name_key(dso->name, kernel));
	if (dso->ino && table->by_file.count) {
		uint64_t key = file_key(dso->long_name, dso->maj, dso->min, dso->ino);
		const uint64_t *of_file = u64map_find(&table->by_file, key);
		if (of_file) known = of_file;
	}
	return known ? &table->build_ids.items[*known] : NULL;
}

/* The object of this identity; a new one is a copy of `wanted` in the arena. */
static struct dso *find_or_add(struct dso_table *table, struct dso *wanted)
{
	struct dso_set *set = table->set;
	wanted->machine = table->machine;
	uint64_t hash = identity_hash(wanted);
	if (!set->mask || (set->all.count + 1) * 2 > set->mask) slots_grow(set);
	size_t at = hash & set->mask;
	for (; set->slots[at]; at = (at + 1) & set->mask) {
		struct dso_entry *entry = set->all.items[set->slots[at] - 1];
		if (entry->hash == hash && same_identity(entry, wanted)) return &entry->dso;
	}
	struct dso_entry *entry = arena_alloc(set->arena, sizeof(*entry));
	*entry = (struct dso_entry){ .dso = *wanted, .own_build_id = wanted->build_id, .hash = hash };
	entry->dso.id = (uint32_t)set->all.count;
	const struct build_id *told = wanted->build_id.size ? NULL : told_build_id(table, &entry->dso);
	if (told) entry->dso.build_id = *told;
	vec_push(&set->all, entry);
	set->slots[at] = entry->dso.id + 1;
	return &entry->dso;
}

void dso_table_add_build_id(struct dso_table *table, bool kernel, const char *filename, const struct build_id *id)
{
	if (!id->size) return;
	*u64map_put(&table->by_name, name_key(intern_string(table->set->names, filename), kernel),
		    NULL) = table->build_ids.count;
	vec_push(&table->build_ids, *id);
}

void dso_table_add_file_build_id(struct dso_table *table, const char *filename, uint32_t maj, uint32_t min,
				 uint64_t ino, const struct build_id *id)
{
	dso_table_add_build_id(table, false, filename, id); /* for those of which nothing better is known */
	if (!id->size) return;
	*u64map_put(&table->by_file, file_key(intern_string(table->set->names, filename), maj, min, ino),
		    NULL) = table->build_ids.count - 1;
}

/* What reports show of a path. As upstream: "." for no name at all, "[JIT] tid N" for perf maps. */
static const char *short_name_of(struct dso_table *table, const char *name)
{
	char text[32];
	int pid;
	if (sscanf(name, "/tmp/perf-%d.map", &pid) == 1) {
		snprintf(text, sizeof(text), "[JIT] tid %d", pid);
		return intern_string(table->set->names, text);
	}
	size_t end = strlen(name);
	while (end > 1 && name[end - 1] == '/') end--;
	size_t start = end;
	while (start > 0 && name[start - 1] != '/') start--;
	if (!end) return intern_string(table->set->names, ".");
	if (start == end) return intern_string(table->set->names, "/");
	return intern_text(table->set->names, intern_id_n(table->set->names, name + start, end - start));
}

struct dso *dso_of_user(struct dso_table *table, const struct record_mmap *mmap, int32_t pid, bool *ret_identity)
{
	const char *file = mmap->filename;
	bool anonymous = !strcmp(file, "//anon") || text_starts_with(file, "/dev/zero") ||
			 text_starts_with(file, "/anon_hugepage");
	bool no_file = text_starts_with(file, "[stack") || text_starts_with(file, "/SYSV") || !strcmp(file, "[heap]");
	struct dso wanted = { .kind = DSO_USER, .jit_pid = -1 };
	*ret_identity = anonymous || no_file;
	/* executable memory without a file: generated code, whose symbols the process may write to its perf map */
	if ((anonymous || no_file) && mmap->prot & 4 /* PROT_EXEC */) {
		char path[48];
		snprintf(path, sizeof(path), "/tmp/perf-%d.map", pid);
		wanted.name = intern_string(table->set->names, path);
		wanted.kind = DSO_ANON;
		wanted.jit_pid = pid;
	} else {
		int map_pid;
		wanted.name = intern_string(table->set->names, file);
		if (anonymous || no_file) {
			wanted.kind = DSO_ANON;
			/* Shared memory: several processes may map the same. MAP_SHARED is 1 on all machines. */
			if (mmap->has_inode && mmap->flags & 1) {
				wanted.maj = mmap->maj;
				wanted.min = mmap->min;
				wanted.ino = mmap->ino;
			}
		} else if (!strcmp(file, "[vdso]") || !strcmp(file, "[vdso32]") || !strcmp(file, "[vdsox32]")) {
			wanted.kind = DSO_VDSO;
		} else {
			if (sscanf(file, "/tmp/perf-%d.map", &map_pid) == 1) wanted.jit_pid = map_pid;
			if (mmap->has_inode) {
				wanted.maj = mmap->maj;
				wanted.min = mmap->min;
				wanted.ino = mmap->ino;
			}
		}
		if (mmap->has_build_id) wanted.build_id = mmap->build_id;
	}
	wanted.long_name = wanted.name;
	wanted.short_name = short_name_of(table, wanted.name);
	struct dso *dso = find_or_add(table, &wanted);
	dso->mapped_last = (struct dso_mapping){ .pid = pid, .start = mmap->start, .end = mmap->start + mmap->len };
	if (!dso->mapped_first.pid) dso->mapped_first = dso->mapped_last;
	return dso;
}

struct dso *dso_copy(struct dso_table *table, const struct dso *dso)
{
	struct dso wanted = *dso;
	wanted.name = intern_string(table->set->names, dso->name);
	wanted.long_name = intern_string(table->set->names, dso->long_name);
	wanted.short_name = intern_string(table->set->names, dso->short_name);
	return find_or_add(table, &wanted);
}

static const char kallsyms_name[] = "[kernel.kallsyms]";

/* Of several names the first in alphabetical order is the kernel's: as upstream, which keeps its objects so. */
void dso_table_add_kernel_name(struct dso_table *table, const char *filename)
{
	const char *base = strrchr(filename, '/');
	bool is_module = strstr(base ? base : filename, ".ko") ||
			 (*filename == '[' && strcmp(filename, kallsyms_name) != 0);
	if (table->kernel || is_module || !*filename ||
	    (table->kernel_name && strcmp(table->kernel_name, filename) <= 0))
		return;
	table->kernel_name = intern_string(table->set->names, filename);
}

/* The name of the machine's kernel: the header's, "[kernel.kallsyms]", or a guest's. */
static const char *kernel_name(const struct dso_table *table)
{
	char name[48];
	if (!table->guest_pid) return table->kernel_name ? table->kernel_name : kallsyms_name;
	if (table->guest_pid < 0) return "[guest.kernel.kallsyms]";
	snprintf(name, sizeof(name), "[guest.kernel.kallsyms.%d]", table->guest_pid);
	return intern_string(table->set->names, name);
}

struct dso *dso_of_kernel(struct dso_table *table)
{
	if (table->kernel) return table->kernel;
	struct dso wanted = { .kind = table->guest_pid ? DSO_GUEST_KERNEL : DSO_KERNEL, .jit_pid = -1 };
	const char *name = kernel_name(table);
	wanted.name = wanted.long_name = wanted.short_name = intern_string(table->set->names, name);
	if (strstr(name, "vmlinux")) wanted.short_name = intern_string(table->set->names, "[kernel.vmlinux]");
	else if (*name != '[') wanted.short_name = short_name_of(table, name);
	if (table->kernel_short_name) wanted.short_name = table->kernel_short_name;
	table->kernel = find_or_add(table, &wanted);
	return table->kernel;
}

struct dso *dso_of_module(struct dso_table *table, const char *filename, const struct record_mmap *mmap)
{
	struct dso wanted = { .kind = table->guest_pid ? DSO_GUEST_MODULE : DSO_MODULE, .jit_pid = -1 };
	wanted.long_name = intern_string(table->set->names, filename);
	wanted.name = wanted.long_name;
	if (*filename != '[') {
		/* "/lib/modules/6.1.0/kernel/drivers/net/foo-bar.ko.xz" is the module foo_bar */
		const char *base = strrchr(filename, '/');
		base = base ? base + 1 : filename;
		const char *dot = strstr(base, ".ko");
		size_t size_bytes = dot ? (size_t)(dot - base) : strlen(base);
		if (dot) {
			char *name = arena_alloc(table->set->arena, size_bytes + 3);
			name[0] = '[';
			for (size_t i = 0; i < size_bytes; i++) name[i + 1] = base[i] == '-' ? '_' : base[i];
			name[size_bytes + 1] = ']';
			name[size_bytes + 2] = 0;
			wanted.name = intern_string(table->set->names, name);
			wanted.short_name = wanted.name;
		} else {
			wanted.short_name = short_name_of(table, filename);
		}
	} else {
		wanted.short_name = wanted.name;
	}
	if (mmap && mmap->has_build_id) wanted.build_id = mmap->build_id;
	return find_or_add(table, &wanted);
}

struct dso *dso_of_ksymbol(struct dso_table *table, const char *name, bool bpf)
{
	struct dso wanted = { .kind = bpf ? DSO_BPF : DSO_OOL, .jit_pid = -1 };
	wanted.name = wanted.long_name = wanted.short_name = intern_string(table->set->names, name);
	return find_or_add(table, &wanted);
}

struct dso *dso_of_jitdump(struct dso_table *table, const char *filename, int32_t pid)
{
	struct dso wanted = { .kind = DSO_JITDUMP, .jit_pid = pid };
	wanted.name = wanted.long_name = intern_string(table->set->names, filename);
	wanted.short_name = short_name_of(table, filename);
	return find_or_add(table, &wanted);
}

const char *dso_whole_name(const struct dso *dso)
{
	const char *slash = strrchr(dso->long_name, '/');
	return slash && strcmp(slash + 1, dso->short_name) == 0 ? dso->long_name : dso->short_name;
}
