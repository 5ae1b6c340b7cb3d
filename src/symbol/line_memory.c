/* Collects answers while a session runs and turns them into bytes for the cache at its end. Frames and lines alone
 * are kept apart, as they are asked for apart: finding only the line is cheaper. Reading kept answers takes no lock
 * (they are immutable); adding takes memory->lock. */
#include "symbol/line_memory.h"

#include "symbol/object_kept.h"
#include "symbol/object_private.h"

static bool open_kept(const struct object *object, enum cache_kind kind, uint64_t key, struct kept_lines *ret)
{
	struct cache_section section;
	return object_kept_find(object, kind, 0, key, &section) &&
	       kept_lines_open(section.data, section.size_bytes, ret) == 0;
}

void line_memory_init(struct line_memory *memory, const struct object *object, const struct debug_file *file)
{
	*memory = (struct line_memory){ 0 };
	pthread_mutex_init(&memory->lock, NULL);
	if (!file) return;
	memory->key = object_kept_add_file(object_kept_form(object->store, KEPT_LINES_VERSION), &file->file.identity);
	(void)open_kept(object, CACHE_INLINES, memory->key, &memory->frames);
	(void)open_kept(object, CACHE_LINES, memory->key, &memory->lines);
}

void line_memory_done(struct line_memory *memory)
{
	vec_done(&memory->frames_at);
	vec_done(&memory->lines_at);
	vec_done(&memory->new_frames);
	vec_done(&memory->new_lines);
	u64map_done(&memory->seen_lines);
	pthread_mutex_destroy(&memory->lock);
}

/* frames NULL is an answer too: nothing is known there. */
void line_memory_add(struct line_memory *memory, const struct debug_range *where, const struct code_frames *frames)
{
	if (!memory->key) return;
	pthread_mutex_lock(&memory->lock);
	if (memory->frames_at.count < KEPT_PIECES_MAX) {
		vec_push(&memory->frames_at, *where);
		vec_push(&memory->new_frames, frames);
	}
	pthread_mutex_unlock(&memory->lock);
}

void line_memory_add_line(struct line_memory *memory, const struct debug_range *where, const struct source_line *line)
{
	bool is_new;
	if (!memory->key) return;
	pthread_mutex_lock(&memory->lock);
	(void)u64map_put(&memory->seen_lines, where->start, &is_new);
	if (is_new && memory->lines_at.count < KEPT_PIECES_MAX) {
		vec_push(&memory->lines_at, *where);
		vec_push(&memory->new_lines, *line);
	}
	pthread_mutex_unlock(&memory->lock);
}

/* ---- storing */

static void put_frames(struct kept_lines_maker *maker, const struct debug_range *where,
		       const struct code_frames *frames)
{
	kept_frame_list list = VEC_INIT;

	for (uint32_t i = 0; frames && i < frames->count; i++) {
		const struct code_frame *f = &frames->frames[i];
		const char *name = f->function ? object_lines_linkage_name(f->function) : NULL;
		const char *readable = name && f->function->name != name ? f->function->name : NULL;
		vec_push(&list, ((struct kept_frame){ name, readable, f->at.file, f->at.line }));
	}
	kept_lines_put(maker, where->start, where->end, list.items, list.count);
	vec_done(&list);
}

/* Nobody is asked while sessions end: no lock. */
static void add_dependencies(const struct debug_file *file, kept_dependency_list *list)
{
	if (!file) return;
	for (size_t i = 0; i < file->opened.count; i++) vec_push(list, file->opened.items[i]);
	add_dependencies(file->alt, list);
	add_dependencies(file->package, list);
	for (size_t i = 0; i < file->splits.count; i++) add_dependencies(file->splits.items[i], list);
}

void *line_memory_make(struct line_memory *memory, struct debug_file *file, bool lines_only, size_t *ret_size_bytes)
{
	const struct kept_lines *old = lines_only ? &memory->lines : &memory->frames;
	size_t nr_new = lines_only ? memory->lines_at.count : memory->frames_at.count;
	struct kept_lines_maker maker = { 0 };
	kept_dependency_list dependencies = VEC_INIT;

	/* writing it all anew for a few answers more does not pay */
	if (!memory->key || !nr_new || nr_new < old->nr_pieces / 100) return NULL;
	/* answers of debug information that was too much to read */
	if (file->abbrev_budget <= 0 || file->line_budget <= 0 || file->range_budget <= 0) return NULL;
	for (size_t i = 0; i < memory->frames_at.count && !lines_only; i++)
		put_frames(&maker, &memory->frames_at.items[i], memory->new_frames.items[i]);
	for (size_t i = 0; i < memory->lines_at.count && lines_only; i++) {
		struct kept_frame frame = { NULL, NULL, memory->new_lines.items[i].file,
					    memory->new_lines.items[i].line };
		kept_lines_put(&maker, memory->lines_at.items[i].start, memory->lines_at.items[i].end, &frame,
			       frame.file != NULL);
	}
	if (nr_new + old->nr_pieces <= KEPT_PIECES_MAX) kept_lines_put_all(&maker, old, &dependencies);
	add_dependencies(file, &dependencies);
	void *bytes = kept_lines_make(&maker, &dependencies, ret_size_bytes);
	vec_done(&dependencies);
	kept_lines_maker_done(&maker);
	return bytes;
}
