/* Split units (DWARF 5, section 7.3.2): -gsplit-dwarf leaves a skeleton in the program, with addresses and the id
 * (dwo_id); the entries are in a .dwo file, or in a package of all of them (.dwp). Looked for in the package beside
 * the file, else in the .dwo file that the skeleton names. A file whose unit has another id is not taken. */
#include "symbol/dwarf/debug_file.h"

#include <string.h>
#include "symbol/dwarf/debug_package.h"

/* Makes the split unit as it is used: of the split file, but linked to its skeleton, and with the parts of a
 * package. It lives as long as the main file. */
static struct debug_unit *adopt(const struct debug_unit *found, struct debug_unit *skeleton,
				const struct debug_package_part *parts)
{
	struct debug_file *main = skeleton->file;
	pthread_mutex_lock(&main->map_lock);
	struct debug_unit *unit = arena_zalloc(&main->arena, sizeof(*unit));
	pthread_mutex_unlock(&main->map_lock);
	unit->file = found->file;
	unit->info_off = found->info_off;
	unit->end_off = found->end_off;
	unit->first_entry_off = found->first_entry_off;
	unit->abbrev_off = found->abbrev_off;
	unit->encoding = found->encoding;
	unit->type = found->type;
	unit->dwo_id = skeleton->dwo_id;
	unit->skeleton = skeleton;
	if (parts) {
		unit->abbrev_start = parts[DW_SECT_ABBREV].offset;
		unit->line_start = parts[DW_SECT_LINE].offset;
		unit->str_offsets_start = parts[DW_SECT_STR_OFFSETS].offset;
		if (unit->encoding.version >= 5) unit->rnglists_start = parts[DW_SECT_RNGLISTS].offset;
		unit->loclists_start = parts[DW_SECT_LOCLISTS].offset;
	}
	pthread_mutex_init(&unit->lock, NULL);
	return unit;
}

/* The package of all split units lies beside the program, or beside the file its debug information was moved to. */
static struct debug_file *open_package(struct debug_file *main)
{
	const char *own = main->file.path, *object = main->object_path;
	size_t own_size = strlen(own);
	_free_ char *beside = xasprintf("%s.dwp", own);
	struct debug_file *package = debug_file_open(DEBUG_FILE_SPLIT, beside, main);
	if (!package && own_size > 6 && strcmp(own + own_size - 6, ".debug") == 0) {
		_free_ char *without = xasprintf("%.*s.dwp", (int)(own_size - 6), own);
		package = debug_file_open(DEBUG_FILE_SPLIT, without, main);
	}
	if (!package && object && strcmp(object, own) != 0) {
		_free_ char *of_object = xasprintf("%s.dwp", object);
		package = debug_file_open(DEBUG_FILE_SPLIT, of_object, main);
	}
	return package;
}

/* The package's index is read whole: it is small, and is looked up for every skeleton. */
static void need_package(struct debug_file *main)
{
	if (atomic_load_explicit(&main->package_ready, memory_order_acquire)) return;
	pthread_mutex_lock(&main->section_lock);
	if (!atomic_load_explicit(&main->package_ready, memory_order_relaxed)) {
		main->package = open_package(main);
		if (main->package) {
			struct debug_section *index = debug_file_section(main->package, DEBUG_CU_INDEX);
			debug_section_need(index, 0, index->size_bytes);
			main->package_index = debug_package_new(index->data, index->size_bytes, main->package->swap);
		}
		atomic_store_explicit(&main->package_ready, true, memory_order_release);
	}
	pthread_mutex_unlock(&main->section_lock);
}

/* The index says where the unit is in each section of the package, so the headers of the other units need not be read.
 */
static struct debug_unit *find_in_package(struct debug_unit *skeleton)
{
	struct debug_file *main = skeleton->file;
	struct debug_package_part parts[DEBUG_PACKAGE_COLUMNS];
	struct debug_unit unit;
	need_package(main);
	if (!main->package_index || !debug_package_find(main->package_index, skeleton->dwo_id, parts)) return NULL;
	if (debug_unit_read(main->package, parts[DW_SECT_INFO].offset, &unit) != 0) return NULL;
	return adopt(&unit, skeleton, parts);
}

/* A .dwo file may hold several units: the id decides. */
static struct debug_unit *find_in_file(struct debug_file *split, struct debug_unit *skeleton)
{
	debug_file_need_units(split);
	for (size_t i = 0; i < split->units.count; i++) {
		struct debug_unit *unit = split->units.items[i];
		if (!unit->has_dwo_id) debug_unit_need_root(unit); /* DWARF 4 has it there */
		if (unit->has_dwo_id && unit->dwo_id == skeleton->dwo_id) return adopt(unit, skeleton, NULL);
	}
	return NULL;
}

/* Opens the file and looks for the unit; the file is kept if it has it. */
static struct debug_unit *try_file(struct debug_unit *skeleton, const char *host_path)
{
	struct debug_file *main = skeleton->file, *split = debug_file_open(DEBUG_FILE_SPLIT, host_path, main);
	struct debug_unit *unit = split ? find_in_file(split, skeleton) : NULL;
	if (!unit) {
		debug_file_free(split);
		return NULL;
	}
	pthread_mutex_lock(&main->map_lock);
	vec_push(&main->splits, split);
	pthread_mutex_unlock(&main->map_lock);
	return unit;
}

/* `name` in the directory of `object`, which is on this machine. */
static struct debug_unit *try_beside(struct debug_unit *skeleton, const char *object, const char *name)
{
	const char *slash = object ? strrchr(object, '/') : NULL;
	if (!slash) return NULL;
	_free_ char *path = xasprintf("%.*s/%s", (int)(slash - object), object, name);
	return try_file(skeleton, path);
}

/* Paths of the profiled machine are looked up through target_files, those beside a file are on this machine already. */
struct debug_unit *debug_split_find(struct debug_unit *skeleton)
{
	struct debug_unit *unit = find_in_package(skeleton);
	const char *name = skeleton->dwo_name, *slash = strrchr(name, '/'), *base = slash ? slash + 1 : name;
	struct debug_file *main = skeleton->file;
	if (unit || !*base) return unit;
	/* where the compiler put it, and then, as programs and their build directories are moved together, beside the
	 * program */
	_free_ char *path = *name == '/' || !skeleton->comp_dir ? xstrdup(name)
								: xasprintf("%s/%s", skeleton->comp_dir, name);
	if (*path == '/') {
		_free_ char *host_path = target_file_path(main->files, path);
		unit = try_file(skeleton, host_path);
	}
	if (!unit && *name != '/') unit = try_beside(skeleton, main->file.path, name);
	if (!unit) unit = try_beside(skeleton, main->file.path, base);
	if (!unit && main->object_path) unit = try_beside(skeleton, main->object_path, base);
	return unit;
}
