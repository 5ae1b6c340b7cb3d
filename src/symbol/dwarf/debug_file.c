/* A file with debug information: its sections, opened when first asked for, and its abbreviations, shared by the units.
 *
 * Several threads ask at once. A section or table is made under a lock and published by an atomic flag or pointer,
 * which readers look at without one. What hostile input could make endless (abbreviations read again for each unit,
 * range lists that overlap) is paid from budgets in proportion to the file's size; when they are spent, the rest reads
 * as if it were not there. */
#include "symbol/dwarf/debug_file.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <zlib.h>

#define SECTION_UNPACKED_MAX (1u << 30)
#define UNPACKED_MAX ((uint64_t)2 << 30) /* of one file's sections together */
/* Bounds and budgets, in bytes. */
#define SEARCH_BYTES (64 << 20)

/* Names by enum debug_section_id; in_split: with ".dwo" behind it in split files. */
static const struct {
	const char *name;
	bool in_split;
} section_names[NR_DEBUG_SECTIONS] = {
	[DEBUG_INFO] = { ".debug_info", true },          [DEBUG_ABBREV] = { ".debug_abbrev", true },
	[DEBUG_LINE] = { ".debug_line", true },          [DEBUG_STR] = { ".debug_str", true },
	[DEBUG_LINE_STR] = { ".debug_line_str", false }, [DEBUG_STR_OFFSETS] = { ".debug_str_offsets", true },
	[DEBUG_ADDR] = { ".debug_addr", false },         [DEBUG_RANGES] = { ".debug_ranges", false },
	[DEBUG_RNGLISTS] = { ".debug_rnglists", true },  [DEBUG_ARANGES] = { ".debug_aranges", false },
	[DEBUG_CU_INDEX] = { ".debug_cu_index", false }, [DEBUG_LOC] = { ".debug_loc", true },
	[DEBUG_LOCLISTS] = { ".debug_loclists", true },
};

/* Compressed the way it was done before ELF knew of it: ".zdebug_info". "ZLIB", the unpacked size as 8 bytes
 * big-endian, and a zlib stream. A size that zlib cannot reach (its best is about 1000 to 1) is refused before memory
 * is taken. */
static void unpack_zdebug(struct bytes *bytes)
{
	uint64_t size = 0;
	if (bytes->size < 12 || memcmp(bytes->data, "ZLIB", 4) != 0) return;
	for (int i = 4; i < 12; i++) size = size << 8 | bytes->data[i];
	_free_ uint8_t *unpacked = size <= SECTION_UNPACKED_MAX && size / 2000 <= bytes->size ? xmalloc(size + 1)
											      : NULL;
	uLongf got = size;
	if (!unpacked || uncompress(unpacked, &got, bytes->data + 12, bytes->size - 12) != Z_OK || got != size) {
		bytes_done(bytes);
		bytes->data = (const uint8_t *)"";
		return;
	}
	unpacked[size] = 0;
	bytes_done(bytes);
	*bytes = (struct bytes){ unpacked, size, take(unpacked) };
}

/* Not linked files have more than one section of a name: type units are in groups, of which the linker keeps one of
 * each. They are not what is wanted. */
static const struct image_section *section_of_name(const struct image *image, const char *name)
{
	const struct image_section *first = NULL;
	for (size_t i = 0; i < image->nr_sections; i++) {
		const struct image_section *s = &image->sections[i];
		if (strcmp(s->name, name) != 0) continue;
		if (!(s->flags & SHF_GROUP)) return s;
		if (!first) first = s;
	}
	return first;
}

/* *ret_old_packing: the section is compressed in the old way (".zdebug_*"). */
static const struct image_section *find_section(const struct debug_file *file, enum debug_section_id id,
						bool *ret_old_packing)
{
	char name[40], packed[48];
	bool suffix = file->kind == DEBUG_FILE_SPLIT && section_names[id].in_split;
	const struct image *image = &file->file.image;
	(void)!snprintf(name, sizeof(name), "%s%s", section_names[id].name, suffix ? ".dwo" : "");
	(void)!snprintf(packed, sizeof(packed), ".z%s", name + 1);
	const struct image_section *section = section_of_name(image, name);
	*ret_old_packing = !section;
	return section ? section : section_of_name(image, packed);
}

/* In .dwo files each type unit has a section of its own, all of one name (gcc, DWARF 5): one behind the other, as a
 * linker would put them. */
static bool join_sections(const struct image *image, const char *name, struct bytes *ret)
{
	struct bytes joined = BYTES_INIT;
	uint8_t *data = NULL;
	size_t nr_parts = 0;
	for (size_t i = 0; i < image->nr_sections; i++) nr_parts += strcmp(image->sections[i].name, name) == 0;
	if (nr_parts < 2) return false;
	for (size_t i = 0; i < image->nr_sections; i++) {
		_bytes_done_ struct bytes part = BYTES_INIT;
		if (strcmp(image->sections[i].name, name) != 0 ||
		    image_section_data(image, &image->sections[i], &part) < 0)
			continue;
		/* sections that overlap in the file could make more than the file has */
		if (part.size > UNPACKED_MAX - joined.size || joined.size + part.size > image->blob.size_bytes * 20)
			break;
		data = xrealloc(data, joined.size + part.size + 1);
		if (part.size) memcpy(data + joined.size, part.data, part.size);
		joined.size += part.size;
		data[joined.size] = 0;
	}
	if (!data) return false;
	*ret = (struct bytes){ data, joined.size, data };
	return true;
}

/* Sections as they are get read in pieces; joined, compressed and relocated ones as a whole. */
static void section_open(struct debug_file *file, enum debug_section_id id)
{
	const struct image *image = &file->file.image;
	struct debug_section *section = &file->sections[id];
	bool old_packing;
	const struct image_section *place = find_section(file, id, &old_packing);

	*section = (struct debug_section){ .data = (const uint8_t *)"" };
	if (!place) return;
	struct bytes joined = BYTES_INIT;
	if (id == DEBUG_INFO && file->kind == DEBUG_FILE_SPLIT && join_sections(image, place->name, &joined)) {
		debug_section_of_bytes(section, &joined);
		return;
	}
	if (!old_packing && !file->section_vaddrs && !(place->flags & SHF_COMPRESSED)) {
		debug_section_open(section, image, place);
		return;
	}
	if (file->unpacked_bytes >= UNPACKED_MAX) return;
	struct bytes bytes = BYTES_INIT;
	if (image_section_data(image, place, &bytes) < 0) return;
	if (old_packing) unpack_zdebug(&bytes);
	if (file->section_vaddrs) debug_reloc_apply(file, (size_t)(place - image->sections), &bytes);
	file->unpacked_bytes += bytes.size;
	debug_section_of_bytes(section, &bytes);
}

struct debug_section *debug_file_section_slow(struct debug_file *file, enum debug_section_id id)
{
	pthread_mutex_lock(&file->section_lock);
	if (!atomic_load_explicit(&file->section_ready[id], memory_order_relaxed)) {
		section_open(file, id);
		atomic_store_explicit(&file->section_ready[id], true, memory_order_release);
	}
	pthread_mutex_unlock(&file->section_lock);
	return &file->sections[id];
}

bool debug_file_has_info(const struct debug_file *file)
{
	static const enum debug_section_id needed[] = { DEBUG_INFO, DEBUG_LINE };
	for (size_t i = 0; i < ARRAY_SIZE(needed); i++) {
		bool old_packing;
		const struct image_section *section = find_section(file, needed[i], &old_packing);
		if (section && section->type != SHT_NOBITS && section->size_bytes) return true;
	}
	return false;
}

static int compare_ranges(const void *a, const void *b)
{
	const struct debug_range *x = a, *y = b;
	return x->start < y->start ? -1 : x->start > y->start;
}

/* Sections with code, as the file has them or as the loader would lay them out. Fills in file->code, and for
 * relocatable files section_vaddrs: the layout that the kernel's loader is assumed to make. */
static void find_code(struct debug_file *file)
{
	const struct image *image = &file->file.image;
	uint64_t next = DEBUG_MODULE_VADDR;

	if (image->type == ET_REL && file->kind == DEBUG_FILE_MAIN)
		file->section_vaddrs = xcalloc(image->nr_sections, sizeof(*file->section_vaddrs));
	file->code = xcalloc(image->nr_sections + image->nr_segments + 1, sizeof(*file->code));
	/* .text first: addresses of modules count from it */
	for (int pass = 0; pass < 2; pass++) {
		for (size_t i = 0; i < image->nr_sections; i++) {
			const struct image_section *s = &image->sections[i];
			bool is_text = strcmp(s->name, ".text") == 0;
			if (!(s->flags & SHF_EXECINSTR) || !(s->flags & SHF_ALLOC) || !s->size_bytes ||
			    is_text != (pass == 0))
				continue;
			uint64_t vaddr = s->vaddr;
			if (file->section_vaddrs) {
				uint64_t align = MAX(MIN(s->align, (uint64_t)1 << 20), (uint64_t)1);
				next = (next + align - 1) / align * align;
				vaddr = next;
				next += s->size_bytes;
				file->section_vaddrs[i] = vaddr;
			}
			if (vaddr + s->size_bytes < vaddr) continue;
			file->code[file->nr_code++] = (struct debug_range){ vaddr, vaddr + s->size_bytes };
		}
	}
	for (size_t i = 0; i < image->nr_segments && !file->section_vaddrs && !file->nr_code; i++) {
		const struct image_segment *s = &image->segments[i];
		if (s->type == PT_LOAD && (s->flags & PF_X) && s->vaddr + s->mem_size_bytes > s->vaddr)
			file->code[file->nr_code++] = (struct debug_range){ s->vaddr, s->vaddr + s->mem_size_bytes };
	}
	if (file->nr_code) qsort(file->code, file->nr_code, sizeof(*file->code), compare_ranges);
	/* neighbours as one: programs have a handful, files compiled for garbage collection of sections have thousands
	 */
	size_t kept = 0;
	for (size_t i = 1; i < file->nr_code; i++) {
		struct debug_range *last = &file->code[kept], *r = &file->code[i];
		if (r->start <= last->end) last->end = MAX(last->end, r->end);
		else file->code[++kept] = *r;
	}
	if (file->nr_code) file->nr_code = kept + 1;
}

/* Binary search in the merged ranges. */
bool debug_file_is_code(const struct debug_file *file, uint64_t vaddr)
{
	size_t low = 0, high = file->nr_code;
	while (low < high) {
		size_t middle = (low + high) / 2;
		if (file->code[middle].start <= vaddr) low = middle + 1;
		else high = middle;
	}
	return low && vaddr < file->code[low - 1].end;
}

/* A budget in proportion to the section's size, plus 1 MiB for small files. In bytes of the section, read `times` over.
 */
static int64_t budget_of(const struct debug_file *file, enum debug_section_id id, int64_t times)
{
	bool old_packing;
	const struct image_section *section = find_section(file, id, &old_packing);
	uint64_t size = section ? MIN(section->size_bytes, (uint64_t)1 << 40) : 0;
	/* compressed ones are larger than they say; 20 is a lot */
	if (section && (old_packing || (section->flags & SHF_COMPRESSED))) size *= 20;
	return (1 << 20) + times * (int64_t)size;
}

/* Opens no section, but looks at section headers for the code's ranges and the budgets. */
struct debug_file *debug_file_new(enum debug_file_kind kind, struct symbol_file *symbol_file,
				  const struct target_files *files, struct debug_names *names)
{
	struct debug_file *file = xcalloc(1, sizeof(*file));
	file->kind = kind;
	file->file = *symbol_file;
	*symbol_file = (struct symbol_file){ .image = IMAGE_INIT };
	file->files = files;
	file->names = names;
	file->swap = file->file.image.swap;
	pthread_mutex_init(&file->lock, NULL);
	pthread_mutex_init(&file->section_lock, NULL);
	pthread_mutex_init(&file->map_lock, NULL);
	arena_init(&file->arena);
	find_code(file);
	atomic_store(&file->abbrev_budget, budget_of(file, DEBUG_ABBREV, 4));
	atomic_store(&file->search_budget, SEARCH_BYTES + budget_of(file, DEBUG_INFO, 16));
	atomic_store(&file->line_budget, budget_of(file, DEBUG_LINE, 2));
	atomic_store(&file->range_budget, budget_of(file, DEBUG_RANGES, 6) + budget_of(file, DEBUG_RNGLISTS, 6));
	return file;
}

/* Frees neither units' trees nor lines, nor other files: debug_file_free does that first. */
void debug_file_close(struct debug_file *file)
{
	uint64_t key, value;
	if (!file) return;
	vec_done(&file->opened);
	for (size_t pos = 0; u64map_next(&file->abbrevs, &pos, &key, &value);)
		debug_abbrevs_free((struct debug_abbrevs *)(uintptr_t)value);
	u64map_done(&file->abbrevs);
	for (int i = 0; i < NR_DEBUG_SECTIONS; i++)
		if (file->section_ready[i]) debug_section_done(&file->sections[i]);
	arena_done(&file->arena);
	free(file->object_path);
	free(file->code);
	free(file->section_vaddrs);
	pthread_mutex_destroy(&file->lock);
	pthread_mutex_destroy(&file->section_lock);
	pthread_mutex_destroy(&file->map_lock);
	symbol_file_close(&file->file);
	free(file);
}

/* Compiles without the lock: of two threads at one place the first wins. Spends the budget by what was made. */
const struct debug_abbrevs *debug_file_abbrevs(struct debug_file *file, uint64_t offset,
					       const struct debug_encoding *encoding)
{
	/* All that sizes of forms depend on, see debug_form_size. */
	uint64_t key = offset << 8 | (uint64_t)(encoding->version <= 2) << 7 | (uint64_t)encoding->address_size << 4 |
		       encoding->offset_size;
	pthread_mutex_lock(&file->map_lock);
	uint64_t *known = u64map_find(&file->abbrevs, key);
	struct debug_abbrevs *abbrevs = known ? (struct debug_abbrevs *)(uintptr_t)*known : NULL;
	pthread_mutex_unlock(&file->map_lock);
	if (abbrevs) return abbrevs;

	struct debug_section *section = debug_file_section(file, DEBUG_ABBREV);
	debug_section_need(section, 0, section->size_bytes);
	bool affordable = atomic_load_explicit(&file->abbrev_budget, memory_order_relaxed) > 0;
	struct debug_abbrevs *made = debug_abbrevs_new(
		debug_section_cursor(section, affordable ? offset : UINT64_MAX, UINT64_MAX, file->swap), encoding);
	atomic_fetch_sub_explicit(&file->abbrev_budget, (int64_t)(made->steps.count + made->items.count),
				  memory_order_relaxed);
	pthread_mutex_lock(&file->map_lock);
	uint64_t *value = u64map_put(&file->abbrevs, key, NULL);
	if (!*value) *value = (uintptr_t)take(made);
	abbrevs = (struct debug_abbrevs *)(uintptr_t)*value;
	pthread_mutex_unlock(&file->map_lock);
	debug_abbrevs_free(made);
	return abbrevs;
}

void debug_names_init(struct debug_names *names)
{
	pthread_mutex_init(&names->lock, NULL);
	intern_init(&names->intern);
}

void debug_names_done(struct debug_names *names)
{
	intern_done(&names->intern);
	pthread_mutex_destroy(&names->lock);
}

const char *debug_names_text(struct debug_names *names, const char *text)
{
	pthread_mutex_lock(&names->lock);
	const char *interned = intern_string(&names->intern, text);
	pthread_mutex_unlock(&names->lock);
	return interned;
}

/* The file is noted in of->opened before it is known whether it is of use: an answer also depends on files that are
 * missing. */
struct debug_file *debug_file_open(enum debug_file_kind kind, const char *path, struct debug_file *of)
{
	struct symbol_file symbol_file = { .image = IMAGE_INIT };
	_free_ char *opened = xstrdup(path);
	bool found = symbol_file_open(&opened, &symbol_file) >= 0;

	pthread_mutex_lock(&of->map_lock);
	struct file_identity identity = { 0 };
	vec_push(&of->opened,
		 ((struct kept_dependency){ arena_strdup(&of->arena, path), found ? symbol_file.identity : identity }));
	pthread_mutex_unlock(&of->map_lock);
	return found ? debug_file_new(kind, &symbol_file, of->files, of->names) : NULL;
}
