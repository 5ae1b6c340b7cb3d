/* The file itself: at the recorded path, or as a process that has it mapped sees it, which may be in a container or
 * a mount namespace, or run a file that is gone by its name. Attempts are steps of a list; which list depends on
 * whether the processes are asked about live or out of a recording. */
#include <errno.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include "symbol/source/symbol_source.h"

enum place {
	AT_PATH,           /* where it was recorded */
	AT_PATH_AT_FIRST,  /* the same, unless another file is there now, as far as the inode tells */
	AT_PATH_AFTER_ALL, /* the same when that one was passed over, and nothing better was found */
	BELOW_ROOT,        /* of a process */
	MAPPING,           /* of a process */
};
/* One attempt: a place, and which of the two processes in object_mapped it is about. */
struct step {
	enum place place;
	unsigned mapper;
};
/* Of running processes it is their files that are wanted. */
static const struct step of_live[] = { { BELOW_ROOT, 0 }, { MAPPING, 0 }, { AT_PATH, 0 } };
static const struct step of_recorded[] = {
	{ AT_PATH_AT_FIRST, 0 }, { BELOW_ROOT, 0 }, { MAPPING, 0 },
	{ BELOW_ROOT, 1 },       { MAPPING, 1 },    { AT_PATH_AFTER_ALL, 0 },
};

/* Without a build-id, device and inode say whether the file is the one that was mapped. False also where that is not
 * known. */
static bool is_other_file(const struct source_query *q, const char *path)
{
	struct stat st;
	if (q->build_id_recorded || !q->mapped->inode || stat(path, &st) < 0) return false;
	return st.st_ino != q->mapped->inode || st.st_dev != makedev(q->mapped->maj, q->mapped->min);
}

/* Is the process that has this number now worth asking? A file with the recorded build-id is the right one, whoever
 * sees it; without a build-id, the process has to have the very mapping that was recorded. */
static bool may_ask(const struct source_query *q, const struct object_mapper *by)
{
	const struct object_mapped *mapped = q->mapped;
	if (by->pid <= 0 || *q->files->symfs) return false;
	if (mapped->is_live || q->build_id_recorded) return true;
	const struct target_mapping mapping = { by->start, by->end, mapped->maj, mapped->min, mapped->inode, q->path };
	return mapped->inode && target_file_is_mapped(by->pid, &mapping);
}

/* NULL: the process may not be asked, or has no such file. The caller frees. */
static char *path_of_process(const struct source_query *q, const struct step *step)
{
	const struct object_mapper *by = &q->mapped->by[step->mapper];
	const struct object_mapper *before = step->mapper ? &q->mapped->by[0] : NULL;
	if (before && before->pid == by->pid && before->start == by->start) return NULL;
	if (!may_ask(q, by)) return NULL;
	if (step->place == MAPPING) return target_file_mapped(by->pid, by->start, by->end);
	char *path = target_file_of_process(by->pid, q->path);
	struct stat st;
	bool is_it = q->mapped->is_live || q->build_id_recorded ||
		     (path && stat(path, &st) == 0 && st.st_ino == q->mapped->inode);
	if (is_it) return path;
	free(path);
	return NULL;
}

/* Only absolute paths are files: "[vdso]", "//anon" and the like have other sources or none. */
int symbol_source_own_path(const struct source_query *q, unsigned attempt, char **ret_path)
{
	const struct step *steps = q->mapped->is_live ? of_live : of_recorded;
	size_t nr_steps = q->mapped->is_live ? ARRAY_SIZE(of_live) : ARRAY_SIZE(of_recorded);

	if (attempt >= nr_steps || *q->path != '/') return -ENOENT;
	const struct step *step = &steps[attempt];
	bool is_path = step->place <= AT_PATH_AFTER_ALL;
	char *path = is_path ? target_file_path(q->files, q->path) : path_of_process(q, step);
	bool passed_over = path && is_path && step->place != AT_PATH &&
			   is_other_file(q, path) != (step->place == AT_PATH_AFTER_ALL);
	if (path && !passed_over) {
		*ret_path = path;
		return 0;
	}
	free(path);
	return -ENXIO;
}

static int own_file_open(const struct source_query *q, unsigned attempt, struct symbol_file *ret)
{
	_free_ char *path = NULL;
	int code = symbol_source_own_path(q, attempt, &path);
	if (code < 0) return code;
	code = symbol_file_open(&path, ret);
	return code == -ENOENT ? -ENXIO : code;
}

const struct symbol_source symbol_source_own_file = {
	.name = "object file",
	.letter = 'd',
	.runtime = true,
	.kinds = 1 << OBJECT_USER | 1 << OBJECT_MODULE,
	.open = own_file_open,
};
