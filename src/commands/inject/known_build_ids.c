/* --known-build-ids: pairs of a build-id and a path. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include "base/descriptor.h"
#include "base/printable.h"
#include "base/file_map.h"
#include "base/regular_file.h"
#include "commands/inject/inject_objects.h"
#include "record/build_id/build_id_place.h"

/* One pair; a build-id of fewer than 20 bytes may be filled up with zeros, as perf buildid-list prints it. */
static int parse_pair(known_build_id_vec *ret, const char *pair, struct err *err)
{
	struct known_build_id known = { 0 };
	size_t hex = strcspn(pair, " \t");
	_free_ char *id = xasprintf("%.*s", (int)MIN(hex, 1000u), pair);
	const char *path = pair + hex + strspn(pair + hex, " \t");
	if (!build_id_of_hex(id, &known.id) || !*path)
		return err_set(err, -EINVAL,
			       "--known-build-ids: '%s' is no pair of a build-id and a path, as perf buildid-list "
			       "prints them",
			       pair);
	known.path = xstrdup(path);
	vec_push(ret, known);
	return 0;
}

/* The text of a file; NULL with err set when it cannot be read. */
static char *content_of(const char *path, struct err *err)
{
	struct stat st;
	struct file_map map;
	_close_ int fd = regular_file_open(path);
	int r = fd;
	if (r >= 0) r = fstat(fd, &st) < 0 ? -errno : 0;
	if (r >= 0 && !st.st_size) return xstrdup("");
	if (r >= 0) r = file_map_open(fd, (size_t)st.st_size, &map);
	if (r < 0) {
		(void)err_set_errno(err, r, "failed to read %s", path);
		return NULL;
	}
	char *text = xstrndup((const char *)map.data, (size_t)st.st_size);
	file_map_close(&map);
	return text;
}

int known_build_ids_parse(known_build_id_vec *ret, const char *text, struct err *err)
{
	_free_ char *content = NULL;
	const char *separators = ",";
	int r = 0;
	if (strncmp(text, "file://", 7) == 0) {
		separators = "\n";
		content = content_of(text + 7, err);
		if (!content) return -EINVAL;
	} else {
		content = xstrdup(text);
	}
	char *rest = content, *pair;
	while (r >= 0 && (pair = strsep(&rest, separators)))
		if (*pair) r = parse_pair(ret, pair, err);
	return r;
}

void known_build_ids_done(known_build_id_vec *known)
{
	for (size_t i = 0; i < known->count; i++) free(known->items[i].path);
	vec_done(known);
}
