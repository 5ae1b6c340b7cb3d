/* Answers for object_lines.h. Two sources: the debug information (dwarf/), or the line table of a jitdump.
 *
 *   object_frames: the address's shard, else the answer of an earlier run, else debug_frames_find; kept in the shard
 *   object_line:   the answer of an earlier run, else debug_frames_line
 *
 * Three things are remembered: answers by address (shards, so that threads rarely meet), symbols made for inlined
 * functions (one a name), and answers for the cache (line_memory). */
#include "symbol/object_lines.h"

#include <string.h>
#include "base/hash.h"
#include "base/spinlock.h"
#include "symbol/dwarf/debug_frames.h"
#include "symbol/dwarf/debug_lines.h"
#include "symbol/demangle/demangle.h"
#include "symbol/image_symbols.h"
#include "symbol/jit/jitdump_lines.h"
#include "symbol/line_memory.h"
#include "symbol/object_files.h"
#include "symbol/object_private.h"

#define SHARDS 64

/* Answers that were given, by address as asked; a value of 0 where nothing is known. Aligned to cache lines, because
 * threads take different locks at the same time. */
struct frames_shard {
	struct spinlock lock;
	struct u64map answers;
	struct arena arena;
} __attribute__((aligned(64)));

/* All that is known of an object's lines. Made once, then constant but for what its locks protect. Both file and
 * jitdump NULL: nothing is known. */
struct object_lines {
	struct debug_file *file;
	struct jitdump_table *jitdump; /* instead, of generated code */
	bool to_vaddr;                 /* addresses are file offsets */
	uint64_t bias;                 /* else: taken from addresses */
	pthread_mutex_t lock;          /* of the functions */
	struct u64map by_entry;        /* (unit, entry) -> struct symbol * */
	struct u64map by_name;         /* interned name -> struct symbol * */
	struct arena arena;
	/* Names as they are in kept answers -> struct symbol *, or the interned file name; by pointer, under the
	 * lock. */
	struct u64map kept_functions, kept_files;
	/* Answers of earlier runs, and what is going to be one. */
	struct line_memory memory;
	struct frames_shard shards[SHARDS];
};

/* An inlined function: symbol is what everybody sees of it. */
struct inlined_function {
	struct symbol symbol;
	const char *linkage_name;
};

const char *object_lines_linkage_name(const struct symbol *function)
{
	return ((const struct inlined_function *)(const void *)function)->linkage_name;
}

/* Where the kernel ran is not where it was linked to. */
static uint64_t kernel_bias(const struct object *object, const struct image *image)
{
	const struct object_identity *identity = &object->identity;
	uint64_t linked;
	if (!identity->ref_name || !identity->ref_vaddr || !image_symbol_value(image, identity->ref_name, &linked))
		return 0;
	return identity->ref_vaddr - linked;
}

/* Opens the debug information. Never NULL. */
static struct object_lines *lines_new(struct object *object)
{
	struct object_lines *lines = xcalloc(1, sizeof(*lines));
	struct symbol_file file = { .image = IMAGE_INIT };
	enum object_kind kind = object->identity.kind;

	pthread_mutex_init(&lines->lock, NULL);
	arena_init(&lines->arena);
	for (int i = 0; i < SHARDS; i++) arena_init(&lines->shards[i].arena);
	const struct jitdump *dump = kind == OBJECT_JITDUMP ? object_jitdump(object) : NULL;
	if (dump) lines->jitdump = jitdump_table_new(dump, &object->store->root->file_names);
	bool has_file = kind != OBJECT_PERF_MAP && kind != OBJECT_JITDUMP && kind != OBJECT_BPF;
	if (!has_file || object_open_debug_info(object, &file) < 0) return lines;
	lines->to_vaddr = kind == OBJECT_USER || kind == OBJECT_VDSO;
	if (kind == OBJECT_KERNEL) lines->bias = kernel_bias(object, &file.image);
	lines->file = debug_file_new(DEBUG_FILE_MAIN, &file, object->files, &object->store->root->file_names);
	if (kind == OBJECT_USER) lines->file->object_path = target_file_path(object->files, object->identity.path);
	if (debug_file_has_info(lines->file)) return lines;
	debug_file_free(lines->file);
	lines->file = NULL;
	return lines;
}

void object_lines_free(struct object_lines *lines)
{
	if (!lines) return;
	for (int i = 0; i < SHARDS; i++) {
		u64map_done(&lines->shards[i].answers);
		arena_done(&lines->shards[i].arena);
	}
	debug_file_free(lines->file);
	jitdump_table_free(lines->jitdump);
	line_memory_done(&lines->memory);
	u64map_done(&lines->by_entry);
	u64map_done(&lines->by_name);
	u64map_done(&lines->kept_functions);
	u64map_done(&lines->kept_files);
	arena_done(&lines->arena);
	pthread_mutex_destroy(&lines->lock);
	free(lines);
}

/* The object's, loaded on first use; its own lock, as symbols may be loaded meanwhile. Symbols are loaded first,
 * outside of lines_lock, as jitdumps and segments come with them. */
static struct object_lines *need_lines(struct object *object)
{
	struct object_lines *lines = atomic_load_explicit(&object->lines, memory_order_acquire);
	if (likely(lines)) return lines;
	(void)object_nr_symbols(object); /* loads them */
	pthread_mutex_lock(&object->lines_lock);
	lines = atomic_load_explicit(&object->lines, memory_order_relaxed);
	if (!lines) {
		lines = lines_new(object);
		pthread_mutex_lock(&object->lock);
		line_memory_init(&lines->memory, object, lines->file);
		pthread_mutex_unlock(&object->lock);
		atomic_store_explicit(&object->lines, lines, memory_order_release);
	}
	pthread_mutex_unlock(&object->lines_lock);
	return lines;
}

/* From an address as asked (object.h) to one of the debug information. */
static uint64_t to_vaddr(struct object *object, const struct object_lines *lines, uint64_t addr)
{
	if (lines->to_vaddr) return object_elf_addr(object, addr);
	return (lines->file->section_vaddrs ? addr + DEBUG_MODULE_VADDR : addr) - lines->bias;
}

struct debug_file *object_lines_debug_file(struct object *object) { return need_lines(object)->file; }

uint64_t object_lines_vaddr(struct object *object, uint64_t addr)
{
	const struct object_lines *lines = need_lines(object);
	enum object_kind kind = object->identity.kind;
	if (lines->file) return to_vaddr(object, lines, addr);
	return kind == OBJECT_USER || kind == OBJECT_VDSO ? object_elf_addr(object, addr) : addr;
}

static const struct symbol *find_function(struct object_lines *lines, const struct u64map *map, uint64_t key)
{
	pthread_mutex_lock(&lines->lock);
	const uint64_t *known = u64map_find(map, key);
	const struct symbol *symbol = known ? (const struct symbol *)(uintptr_t)*known : NULL;
	pthread_mutex_unlock(&lines->lock);
	return symbol;
}

/* Making names readable takes long, and is done outside of the lock: of two threads at the same name the first wins.
 * known_readable may be NULL. */
static const struct symbol *function_of_name(struct object *object, struct object_lines *lines, const char *name,
					     const char *known_readable)
{
	const char *interned = debug_names_text(&object->store->root->file_names, name);
	const struct symbol *known = find_function(lines, &lines->by_name, (uintptr_t)interned);
	if (known) return known;
	_free_ char *made = object->demangle && !known_readable ? demangle_symbol(interned, false) : NULL;
	const char *readable = object->demangle && known_readable ? known_readable : made;
	pthread_mutex_lock(&lines->lock);
	uint64_t *value = u64map_put(&lines->by_name, (uintptr_t)interned, NULL);
	if (!*value) {
		struct inlined_function *function = arena_alloc(&lines->arena, sizeof(*function));
		function->linkage_name = interned;
		function->symbol = (struct symbol){
			.name = readable ? arena_strdup(&lines->arena, readable) : interned,
			.binding = STB_GLOBAL,
			.type = STT_FUNC,
			.is_inlined = true,
			.id = atomic_fetch_add_explicit(&object->store->root->next_symbol_id, 1, memory_order_relaxed),
		};
		*value = (uintptr_t)&function->symbol;
	}
	known = (const struct symbol *)(uintptr_t)*value;
	pthread_mutex_unlock(&lines->lock);
	return known;
}

static void remember_entry(struct object_lines *lines, uint64_t key, const struct symbol *symbol)
{
	pthread_mutex_lock(&lines->lock);
	*u64map_put(&lines->by_entry, key, NULL) = (uintptr_t)symbol;
	pthread_mutex_unlock(&lines->lock);
}

/* The symbol of the function whose entry the frame has. Copies of one function refer to one entry, so its name is
 * read once. */
static const struct symbol *function_of(struct object *object, struct object_lines *lines,
					const struct debug_frame *frame)
{
	struct debug_unit *unit;
	uint64_t entry;
	if (!frame->unit) return NULL;
	/* this copy of the function; the entry that all copies refer to */
	uint64_t copy_key = hash_pair((uintptr_t)frame->unit->file, frame->entry);
	const struct symbol *symbol = find_function(lines, &lines->by_entry, copy_key);
	if (symbol) return symbol;
	debug_unit_function_origin(frame->unit, frame->entry, &unit, &entry);
	uint64_t key = hash_pair((uintptr_t)unit->file, entry);
	symbol = find_function(lines, &lines->by_entry, key);
	if (!symbol) {
		const char *name = debug_unit_function_name(unit, entry);
		symbol = function_of_name(object, lines, name ? name : "??", NULL);
		remember_entry(lines, key, symbol);
	}
	if (copy_key != key) remember_entry(lines, copy_key, symbol);
	return symbol;
}

/* An answer out of the debug information, in the caller's arena. The last frame is the outermost function, which has
 * no symbol of its own. */
static struct code_frames *make_frames(struct object *object, struct object_lines *lines, const debug_frame_list *list,
				       struct arena *arena)
{
	struct code_frames *frames = arena_alloc(arena, sizeof(*frames) + list->count * sizeof(struct code_frame));
	struct code_frame *items = (struct code_frame *)(void *)(frames + 1);
	for (size_t i = 0; i < list->count; i++) {
		const struct debug_frame *from = &list->items[i];
		items[i] = (struct code_frame){ .function = i + 1 < list->count ? function_of(object, lines, from)
										: NULL,
						.at = { from->file, from->line } };
	}
	*frames = (struct code_frames){ .count = (uint32_t)list->count, .frames = items };
	return frames;
}

/* Of names in kept answers, where each is there once. */
static const struct symbol *kept_function(struct object *object, struct object_lines *lines,
					  const struct kept_frame *frame)
{
	if (!frame->function) return NULL;
	const struct symbol *symbol = find_function(lines, &lines->kept_functions, (uintptr_t)frame->function);
	if (symbol) return symbol;
	symbol = function_of_name(object, lines, frame->function, frame->readable);
	pthread_mutex_lock(&lines->lock);
	*u64map_put(&lines->kept_functions, (uintptr_t)frame->function, NULL) = (uintptr_t)symbol;
	pthread_mutex_unlock(&lines->lock);
	return symbol;
}

static const char *kept_file(struct object *object, struct object_lines *lines, const char *name)
{
	if (!name) return NULL;
	pthread_mutex_lock(&lines->lock);
	uint64_t *known = u64map_put(&lines->kept_files, (uintptr_t)name, NULL);
	if (!*known) *known = (uintptr_t)debug_names_text(&object->store->root->file_names, name);
	const char *file = (const char *)(uintptr_t)*known;
	pthread_mutex_unlock(&lines->lock);
	return file;
}

/* The same of an answer that was kept. */
static struct code_frames *make_kept_frames(struct object *object, struct object_lines *lines,
					    const kept_frame_list *list, struct arena *arena)
{
	struct code_frames *frames = arena_alloc(arena, sizeof(*frames) + list->count * sizeof(struct code_frame));
	struct code_frame *items = (struct code_frame *)(void *)(frames + 1);
	for (size_t i = 0; i < list->count; i++) {
		const struct kept_frame *from = &list->items[i];
		items[i].function = kept_function(object, lines, from);
		items[i].at = (struct source_line){ kept_file(object, lines, from->file), from->line };
	}
	*frames = (struct code_frames){ .count = (uint32_t)list->count, .frames = items };
	return frames;
}

/* Of generated code nobody says what was inlined: one frame. */
static bool jitdump_frames(const struct object_lines *lines, uint64_t addr, debug_frame_list *list)
{
	const struct jitdump_row *row = jitdump_table_find(lines->jitdump, addr);
	if (!row) return false;
	struct debug_frame frame = { .file = row->file, .line = row->line };
	vec_push(list, frame);
	return true;
}

/* Makes the answer without a lock, then stores it in the shard, unless another thread was faster: then that one's
 * holds. */
static const struct code_frames *find_frames(struct object *object, struct object_lines *lines,
					     struct frames_shard *shard, uint64_t addr)
{
	debug_frame_list list = VEC_INIT;
	kept_frame_list kept_list = VEC_INIT;
	struct arena arena;
	struct code_frames *made = NULL;
	uint64_t vaddr = lines->jitdump ? addr : to_vaddr(object, lines, addr);

	arena_init(&arena);
	bool was_kept = !lines->jitdump && line_memory_find(&lines->memory, vaddr, &kept_list);
	if (was_kept) {
		if (kept_list.count) made = make_kept_frames(object, lines, &kept_list, &arena);
	} else if (lines->jitdump ? jitdump_frames(lines, addr, &list) : debug_frames_find(lines->file, vaddr, &list)) {
		made = make_frames(object, lines, &list, &arena);
	}
	size_t size = sizeof(*made) + MAX(list.count, kept_list.count) * sizeof(struct code_frame);
	vec_done(&list);
	vec_done(&kept_list);
	spinlock_lock(&shard->lock);
	bool is_new;
	uint64_t *value = u64map_put(&shard->answers, addr, &is_new);
	if (is_new && made) {
		struct code_frames *kept = arena_memdup(&shard->arena, made, size);
		kept->frames = (struct code_frame *)(void *)(kept + 1);
		*value = (uintptr_t)kept;
	}
	const struct code_frames *answer = (const struct code_frames *)(uintptr_t)*value;
	spinlock_unlock(&shard->lock);
	arena_done(&arena);
	if (!was_kept && lines->file && lines->memory.key) {
		struct debug_range where = debug_frames_extent(lines->file, vaddr, true);
		line_memory_add(&lines->memory, &where, answer);
	}
	return answer;
}

/* The top 6 bits of the hash choose one of 64 shards. */
const struct code_frames *object_frames(struct object *object, uint64_t addr)
{
	struct object_lines *lines = need_lines(object);
	if (!lines->file && !lines->jitdump) return NULL;
	struct frames_shard *shard = &lines->shards[hash_u64(addr) >> 58];
	spinlock_lock(&shard->lock);
	const uint64_t *known = u64map_find(&shard->answers, addr);
	const struct code_frames *answer = known ? (const struct code_frames *)(uintptr_t)*known : NULL;
	spinlock_unlock(&shard->lock);
	return known ? answer : find_frames(object, lines, shard, addr);
}

/* A kept answer also holds where it says that nothing is known. */
bool object_line(struct object *object, uint64_t addr, struct source_line *ret)
{
	struct object_lines *lines = need_lines(object);
	const struct jitdump_row *row = lines->jitdump ? jitdump_table_find(lines->jitdump, addr) : NULL;
	if (row) *ret = (struct source_line){ row->file, row->line };
	if (!lines->file) return row;
	uint64_t vaddr = to_vaddr(object, lines, addr);
	struct kept_frame kept;
	struct source_line line = { NULL, 0 };
	if (line_memory_find_line(&lines->memory, vaddr, &kept)) {
		line = (struct source_line){ kept_file(object, lines, kept.file), kept.line };
	} else {
		if (!debug_frames_line(lines->file, vaddr, &line.file, &line.line)) line.file = NULL;
		if (lines->memory.key) {
			struct debug_range where = debug_frames_extent(lines->file, vaddr, false);
			line_memory_add_line(&lines->memory, &where, &line);
		}
	}
	if (!line.file) return false;
	*ret = line;
	return true;
}

/* Goes from piece to piece; nothing is remembered of these answers. */
void object_lines_visit(struct object *object, uint64_t start, uint64_t end,
			bool (*visit)(void *ctx, uint64_t start, uint64_t end, const struct source_line *line),
			void *ctx)
{
	if (object->identity.kind == OBJECT_BPF) {
		object_bpf_lines_visit(object, start, end, visit, ctx);
		return;
	}
	struct object_lines *lines = need_lines(object);
	while (lines->jitdump && start < end) {
		const struct jitdump_row *row = jitdump_table_find(lines->jitdump, start);
		uint64_t piece_end = MIN(end, jitdump_table_piece_end(lines->jitdump, start));
		if (row && !visit(ctx, start, piece_end, &(struct source_line){ row->file, row->line })) return;
		start = piece_end;
	}
	while (lines->file && start < end) {
		const char *file;
		uint32_t number;
		uint64_t vaddr = to_vaddr(object, lines, start),
			 piece_end = debug_frames_line_end(lines->file, vaddr, vaddr + (end - start));
		if (piece_end <= vaddr) return;
		if (debug_frames_line(lines->file, vaddr, &file, &number)) {
			struct source_line line = { file, number };
			if (!visit(ctx, start, start + (piece_end - vaddr), &line)) return;
		}
		start += piece_end - vaddr;
	}
}

void *object_lines_make_kept(struct object *object, bool lines_only, uint64_t *ret_key, size_t *ret_size_bytes)
{
	struct object_lines *lines = atomic_load_explicit(&object->lines, memory_order_acquire);
	if (!lines || !lines->file) return NULL;
	*ret_key = lines->memory.key;
	return line_memory_make(&lines->memory, lines->file, lines_only, ret_size_bytes);
}

const char *object_lines_path(struct object *object)
{
	const struct object_lines *lines = need_lines(object);
	if (lines->file) return lines->file->file.path;
	return lines->jitdump ? object_source_path(object) : NULL;
}
