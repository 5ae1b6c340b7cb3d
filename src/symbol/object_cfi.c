/* Rules for unwinding, by object: reads the sections and compiles them with cfi_new (cfi/cfi.h), on first use, by
 * source.
 *
 * A source is loaded when those before it have no rule for an address: most programs never need more than .eh_frame.
 * Large tables are kept in the user's cache. */
#include <errno.h>
#include <string.h>
#include "base/cursor.h"
#include "symbol/cfi/cfi_flat.h"
#include "symbol/jit/jitdump.h"
#include "symbol/object_files.h"
#include "symbol/object_kept.h"
#include "symbol/object_private.h"

#define EH_FRAME_MAX_BYTES (1u << 30)

/* Compiles bytes, the content of a section at vaddr. layout: the image whose segments say which code is in the file;
 * image's own or, for a debug file, those of the file that ran. */
static int compile(const struct image *image, const struct image *layout, struct bytes bytes, uint64_t vaddr,
		   bool debug_frame, struct cfi **ret)
{
	const struct image_section *text = image_section(image, ".text"), *got = image_section(image, ".got");
	struct cfi_input input = {
		.data = bytes.data,
		.size = bytes.size,
		.vaddr = vaddr,
		.text_vaddr = text ? text->vaddr : 0,
		.data_vaddr = got ? got->vaddr : 0,
		.debug_frame = debug_frame,
		.is64 = image->is64,
		.swap = image->swap,
		.machine = image->machine,
		.segments = layout->segments,
		.nr_segments = layout->nr_segments,
	};
	return cfi_new(&input, ret);
}

/* What a table depends on; layout: whose segments say where code is. */
static uint64_t key_of(const struct object *object, enum cfi_source source, const struct symbol_file *file,
		       const struct symbol_file *layout)
{
	uint64_t key = object_kept_add(object_kept_form(object->store, CFI_FLAT_VERSION), source);
	key = object_kept_add_file(key, &file->identity);
	return layout ? object_kept_add_file(key, &layout->identity) : key;
}

/* True when the table was made before; otherwise it is going to be, and is kept. */
static bool find_kept(const struct object *object, enum cfi_source source, uint64_t key, struct cfi **ret)
{
	struct cache_section section;
	if (object_kept_find(object, CACHE_CFI, source, key, &section) &&
	    cfi_unflatten(section.data, section.size_bytes, ret) == 0)
		return true;
	object->kept->cfi_keys[source] = key;
	return false;
}

static int compile_section(const struct image *image, const struct image *layout, const char *name, struct cfi **ret)
{
	_bytes_done_ struct bytes bytes = BYTES_INIT;
	const struct image_section *section = image_section(image, name);
	int code = section ? image_section_data(image, section, &bytes) : -ENODATA;
	return code < 0 ? code : compile(image, layout, bytes, section->vaddr, strcmp(name, ".debug_frame") == 0, ret);
}

/* Without section headers: .eh_frame_hdr has a segment of its own and says where .eh_frame begins; it goes on to its
 * end mark, which is within the segment that holds it. */
static int compile_by_header(const struct image *image, struct cfi **ret)
{
	for (size_t i = 0; i < image->nr_segments; i++) {
		const struct image_segment *header = &image->segments[i];
		_bytes_done_ struct bytes bytes = BYTES_INIT;
		if (header->type != PT_GNU_EH_FRAME ||
		    blob_read(&image->blob, header->file_off, MIN(header->file_size_bytes, (uint64_t)16), &bytes) < 0)
			continue;
		struct cursor c = cursor_of(bytes.data, bytes.size, image->swap);
		uint8_t version = cursor_u8(&c), encoding = cursor_u8(&c);
		cursor_skip(&c, 2);
		/* all linkers write a 32-bit distance from here (0x1b) */
		int32_t distance = (int32_t)cursor_u32(&c);
		uint64_t vaddr = header->vaddr + 4 + (uint64_t)(int64_t)distance, file_off;
		if (version != 1 || encoding != 0x1b || !cursor_ok(&c) || !image_file_off(image, vaddr, &file_off))
			return -ENODATA;
		for (size_t j = 0; j < image->nr_segments; j++) {
			const struct image_segment *s = &image->segments[j];
			uint64_t offset = file_off - s->file_off;
			if (s->type != PT_LOAD || offset >= s->file_size_bytes) continue;
			_bytes_done_ struct bytes frames = BYTES_INIT;
			int code = blob_read(&image->blob, file_off,
					     MIN(s->file_size_bytes - offset, (uint64_t)EH_FRAME_MAX_BYTES), &frames);
			return code < 0 ? code : compile(image, image, frames, vaddr, false, ret);
		}
	}
	return -ENODATA;
}

/* By section, or without section headers by segment. */
static void load_own(const struct object *object, struct cfi **ret)
{
	struct symbol_file file = { .image = IMAGE_INIT };
	if (object_open_runtime(object, &file) < 0) return;
	if (!find_kept(object, CFI_OWN, key_of(object, CFI_OWN, &file, NULL), ret) &&
	    compile_section(&file.image, &file.image, ".eh_frame", ret) < 0 && !image_section(&file.image, ".eh_frame"))
		(void)compile_by_header(&file.image, ret);
	symbol_file_close(&file);
}

/* .debug_frame of the file that ran, else of the file with its symbols. The layout is that of the file that ran
 * where there is one: debug files often have no contents, and so no offsets, for segments. */
static void load_debug(const struct object *object, struct cfi **ret)
{
	struct symbol_file own = { .image = IMAGE_INIT }, debug = { .image = IMAGE_INIT };
	bool has_own = object_open_runtime(object, &own) == 0, has_debug = object_open_symbols(object, &debug) == 0;
	uint64_t key = !has_own ? key_of(object, CFI_DEBUG, &debug, NULL)
				: key_of(object, CFI_DEBUG, &own, has_debug ? &debug : NULL);
	if ((has_own || has_debug) && find_kept(object, CFI_DEBUG, key, ret)) {
		/* done */
	} else if (!has_own || compile_section(&own.image, &own.image, ".debug_frame", ret) < 0) {
		if (has_debug)
			(void)compile_section(&debug.image, has_own ? &own.image : &debug.image, ".debug_frame", ret);
	}
	symbol_file_close(&own);
	symbol_file_close(&debug);
}

static struct cfi_input section_input(const struct image *image, const char *name, struct bytes *bytes)
{
	const struct image_section *section = image_section(image, name);
	if (!section || image_section_data(image, section, bytes) < 0) return (struct cfi_input){ 0 };
	return (struct cfi_input){ .data = bytes->data,
				   .size = bytes->size,
				   .vaddr = section->vaddr,
				   .swap = image->swap,
				   .machine = image->machine,
				   .segments = image->segments,
				   .nr_segments = image->nr_segments };
}

/* 32-bit ARM's tables; they are not kept in the cache. */
static void load_arm(const struct object *object, struct cfi **ret)
{
	struct symbol_file file = { .image = IMAGE_INIT };
	_bytes_done_ struct bytes index = BYTES_INIT, table = BYTES_INIT;
	if (object_open_runtime(object, &file) < 0) return;
	struct cfi_input exidx = section_input(&file.image, ".ARM.exidx", &index),
			 extab = section_input(&file.image, ".ARM.extab", &table);
	if (file.image.machine == EM_ARM && exidx.size) (void)!cfi_new_arm(&exidx, &extab, ret);
	symbol_file_close(&file);
}

/* first_load: only the loads from that index on, for dumps that grew. */
static void load_jitdump(const struct jitdump *dump, size_t first_load, struct cfi **ret)
{
	_bytes_done_ struct bytes bytes = BYTES_INIT;
	if (jitdump_eh_frame(dump, first_load, &bytes) < 0) return;
	struct cfi_input input = {
		.data = bytes.data, .size = bytes.size, .is64 = dump->is64, .swap = dump->swap, .machine = dump->machine
	};
	(void)!cfi_new(&input, ret);
}

/* Loads one source, once. The dump is asked for before the lock is taken, as object_jitdump takes it too. */
static void need_slow(struct object *object, enum cfi_source source)
{
	struct cfi *cfi = NULL;
	const struct jitdump *dump = object->identity.kind == OBJECT_JITDUMP ? object_jitdump(object) : NULL;
	pthread_mutex_lock(&object->lock);
	if (!atomic_load_explicit(&object->cfi_loaded[source], memory_order_relaxed)) {
		bool has_file = object->identity.kind == OBJECT_USER || object->identity.kind == OBJECT_VDSO;
		if (dump && source == CFI_OWN) load_jitdump(dump, 0, &cfi);
		else if (has_file && source == CFI_OWN) load_own(object, &cfi);
		else if (has_file && source == CFI_DEBUG) load_debug(object, &cfi);
		else if (has_file) load_arm(object, &cfi);
		object->cfi[source] = cfi;
		if (!cfi || !object_kept_is_worth(object->store, cfi_nr_rows(cfi), KEPT_CFI_ROWS_MIN))
			object->kept->cfi_keys[source] = 0;
		atomic_store_explicit(&object->cfi_loaded[source], true, memory_order_release);
	}
	pthread_mutex_unlock(&object->lock);
}

void object_cfi_grow(struct object *object, size_t first_load)
{
	struct object_grown grown = { .code_off = object->jitdump->loads.items[first_load].code_off };
	/* before anybody has asked, there is one table for all */
	if (!atomic_load_explicit(&object->cfi_loaded[CFI_OWN], memory_order_relaxed)) return;
	load_jitdump(object->jitdump, first_load, &grown.cfi);
	if (grown.cfi) vec_push(&object->grown, grown);
}

/* The last table that begins at addr or before. */
static const struct cfi *grown_at(const struct object *object, uint64_t addr)
{
	size_t low = 0, high = object->grown.count;
	while (low < high) {
		size_t middle = (low + high) / 2;
		if (object->grown.items[middle].code_off <= addr) low = middle + 1;
		else high = middle;
	}
	return low ? object->grown.items[low - 1].cfi : NULL;
}

/* Sources in order; then the tables of loads that were read later. */
const struct cfi_rule *object_cfi_find(struct object *object, uint64_t addr, const struct cfi **ret_cfi)
{
	for (int source = 0; source < NR_CFI_SOURCES; source++) {
		if (unlikely(!atomic_load_explicit(&object->cfi_loaded[source], memory_order_acquire)))
			need_slow(object, (enum cfi_source)source);
		const struct cfi *cfi = object->cfi[source];
		const struct cfi_rule *rule = cfi ? cfi_find(cfi, addr) : NULL;
		if (!rule) continue;
		*ret_cfi = cfi;
		return rule;
	}
	const struct cfi *grown = grown_at(object, addr);
	const struct cfi_rule *rule = grown ? cfi_find(grown, addr) : NULL;
	if (rule) *ret_cfi = grown;
	return rule;
}
