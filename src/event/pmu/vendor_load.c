/* Which files of a directory of tables are about a CPU.
 *
 *     mapfile.csv           GenuineIntel-6-55-[01234],v1.32,skylakex,core     pattern, version, path, type
 *     skylakex/cache.json   the model's tables: all *.json of the folder, "cache" being the topic
 *     common.json           beside mapfile.csv: architected events, for models that name them
 *     sys/                  tables of system PMUs, which say by Compat whom they fit
 *
 * The directory may be one that the user downloaded: sizes, depth and paths are bounded. */
#include "event/pmu/vendor_private.h"

#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* Bounds for a file, in bytes, and for folders within folders. */
enum { FILE_MAX = 64 << 20, FOLDER_DEPTH_MAX = 4 };

/* A whole regular file; NULL with errno. The caller frees. */
static char *read_file(const char *path, size_t *ret_size)
{
	int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
	struct stat st;
	if (fd < 0) return NULL;
	char *text = NULL;
	if (fstat(fd, &st) == 0 && S_ISREG(st.st_mode) && st.st_size <= FILE_MAX) {
		size_t size = (size_t)st.st_size, have = 0;
		text = xmalloc(size + 1);
		for (ssize_t n; have < size && (n = read(fd, text + have, size - have)) > 0;) have += (size_t)n;
		text[have] = '\0';
		*ret_size = have;
	} else {
		errno = EINVAL;
	}
	close(fd);
	return text;
}

/* By the name's end. */
static bool is_json(const char *name)
{
	size_t size = strlen(name);
	return size > 5 && strcmp(name + size - 5, ".json") == 0;
}

/* "floating-point.json" -> "floating point"; the caller frees. */
static char *topic_of(const char *path)
{
	const char *slash = strrchr(path, '/');
	char *topic = xstrdup(slash ? slash + 1 : path);
	topic[strlen(topic) - 5] = '\0';
	for (char *c = topic; *c; c++)
		if (*c == '-') *c = ' ';
	return topic;
}

/* What cannot be read is a warning, and the other files count. */
static void add_file(struct vendor_tables *tables, const char *path, bool is_standard, struct warnings *warnings)
{
	size_t size;
	_free_ char *text = read_file(path, &size), *topic = topic_of(path);
	if (!text) warnings_add(warnings, "event table", "%s: %s", path, strerror(errno));
	else vendor_tables_add_json(tables, text, size, topic, is_standard, warnings);
}

/* For scandir(3): no hidden files. */
static int visible(const struct dirent *entry) { return entry->d_name[0] != '.'; }

/* All JSON files of a folder in order of name; those of folders within it too, unless it is the top (is_standard). */
static void add_folder(struct vendor_tables *tables, const char *path, bool is_standard, int depth,
		       struct warnings *warnings)
{
	struct dirent **entries;
	int count = scandir(path, &entries, visible, alphasort);
	for (int i = 0; i < count; i++) {
		_free_ char *inner = xasprintf("%s/%s", path, entries[i]->d_name);
		struct stat st;
		if (is_json(entries[i]->d_name)) add_file(tables, inner, is_standard, warnings);
		else if (!is_standard && depth < FOLDER_DEPTH_MAX && stat(inner, &st) == 0 && S_ISDIR(st.st_mode))
			add_folder(tables, inner, false, depth + 1, warnings);
		free(entries[i]);
	}
	if (count >= 0) free(entries);
}

/* Cuts the next cell of a line of mapfile.csv; NULL behind the last one. A pattern may hold commas only in quotes. */
static char *next_cell(char **line)
{
	char *cell = *line, *end;
	if (!cell) return NULL;
	if (*cell == '"' && (end = strchr(cell + 1, '"'))) {
		*end++ = '\0';
		cell++;
	} else {
		end = cell;
	}
	end += strcspn(end, ",");
	*line = *end ? end + 1 : NULL;
	*end = '\0';
	while (isspace((unsigned char)*cell)) cell++;
	for (size_t size = strlen(cell); size && isspace((unsigned char)cell[size - 1]);) cell[--size] = '\0';
	return cell;
}

/* A line "pattern,version,path,type,...". */
static void add_line(struct vendor_tables *tables, const char *dir, char *line, const char *cpuid,
		     struct warnings *warnings)
{
	const char *pattern = next_cell(&line), *version = next_cell(&line), *path = next_cell(&line);
	/* A path must stay within the directory. */
	if (!pattern || !*pattern || *pattern == '#' || !version || !path || !*path || strstr(path, "..")) return;
	if (!vendor_cpuid_matches(pattern, cpuid)) return;
	_free_ char *full = xasprintf("%s/%s", dir, path);
	if (is_json(path)) add_file(tables, full, false, warnings);
	else add_folder(tables, full, false, 0, warnings);
}

/* All lines of the mapfile that match the CPU. */
static void add_model(struct vendor_tables *tables, const char *dir, const char *map, const char *cpuid,
		      struct warnings *warnings)
{
	_free_ char *copy = xstrdup(map);
	for (char *line = copy, *end; line; line = end) {
		end = strchr(line, '\n');
		if (end) *end++ = '\0';
		add_line(tables, dir, line, cpuid, warnings);
	}
}

struct vendor_tables *vendor_tables_load(const char *dir, const char *cpuid, struct warnings *warnings, struct err *err)
{
	const struct vendor_core core = { NULL, cpuid };
	return vendor_tables_load_cores(dir, &core, cpuid != NULL, warnings, err);
}

/* The order matters: architected events first, as models refer to them; sorting last, as look-ups need it. */
struct vendor_tables *vendor_tables_load_cores(const char *dir, const struct vendor_core *cores, size_t count,
					       struct warnings *warnings, struct err *err)
{
	_free_ char *map_path = xasprintf("%s/mapfile.csv", dir);
	size_t size;
	_free_ char *map = read_file(map_path, &size);
	if (!map) {
		err_set_errno(err, -errno, "cannot read %s", map_path);
		return NULL;
	}
	struct vendor_tables *tables = vendor_tables_new();
	/* files beside mapfile.csv: architected events, before the models that refer to them */
	add_folder(tables, dir, true, 0, warnings);
	for (size_t i = 0; i < count; i++) {
		tables->core_pmu = cores[i].pmu ? arena_strdup(&tables->arena, cores[i].pmu) : NULL;
		add_model(tables, dir, map, cores[i].cpuid, warnings);
	}
	tables->core_pmu = NULL;
	/* tables of system PMUs, which say themselves what they fit */
	_free_ char *system = xasprintf("%s/sys", dir);
	add_folder(tables, system, false, 0, warnings);
	vendor_tables_sort(tables);
	return tables;
}
