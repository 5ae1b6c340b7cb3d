/* The one place where files of the profiled machine are opened: below --symfs where it is given. The build-id cache is
 * of this machine and is never below symfs. */
#ifndef SYMBOL_FILE_TARGET_FILE_H
#define SYMBOL_FILE_TARGET_FILE_H

#include <stdbool.h>
#include "symbol/file/blob.h"

struct bundle;

struct target_files {
	char *symfs; /* "" when there is none */
	/* All files are in that one directory, whatever their paths were. */
	bool symfs_flat;
	char *build_id_dir; /* "/root/.debug" */
	/* What debuginfod clients have downloaded: "/root/.cache/debuginfod_client". */
	char *fetched_dir;
	/* What the recording carries, which is what ran: asked first, but for files below symfs. Borrowed; NULL: it
	 * carries nothing. */
	struct bundle *bundle;
};

/* symfs NULL: none; build_id_dir NULL: ~/.debug. symfs "DIR,flat" is a directory with the files themselves;
 * "DIR,hierarchy" is as "DIR". Strings are copied. Everything else here only reads the struct: thread safe. */
void target_files_init(struct target_files *files, const char *symfs, const char *build_id_dir);
void target_files_done(struct target_files *files);
/* Path on this machine of a path of the profiled one; caller frees. */
char *target_file_path(const struct target_files *files, const char *path);
/* The same of a file as a running process sees it, below its own root directory, and of the file that it has mapped
 * there, whatever its name is now. NULL: the process is no more, or nobody may look; caller frees. */
char *target_file_of_process(int32_t pid, const char *path);
char *target_file_mapped(int32_t pid, uint64_t start, uint64_t end);
/* Has a running process just that mapping, of that file? */
struct target_mapping {
	uint64_t start, end;
	uint32_t maj, min;
	uint64_t inode;
	const char *path;
};
bool target_file_is_mapped(int32_t pid, const struct target_mapping *mapping);
/* Memory of a running process: how much of it there was to read, 0 when nobody may. */
size_t target_file_memory(int32_t pid, uint64_t vaddr, void *to, size_t size_bytes);
/* A process's number in its innermost namespace, which is the one it knows; pid itself when the process is no more. */
int32_t target_file_inner_pid(int32_t pid);
/* Path on this machine of a file that process pid wrote for its profiler, as `path` of its own root directory. Looked
 * for there first when the process is in another pid namespace (is_inner), else last; below symfs alone when there is
 * one. Never NULL: where no such file is, the path where it should be; caller frees. */
char *target_file_written(const struct target_files *files, int32_t pid, const char *path, bool is_inner);
/* Path in the build-id cache of the content called kind ("elf", "kallsyms", "vdso", "kcore", "debug"), or NULL when the
 * cache has none; caller frees. Not one that has the mark of another user's (S_ISVTX): that is for files of its own
 * name. Both layouts are known: .build-id/xx/yyyy is a directory (link) with the content in it, or, as old versions
 * wrote it, a link to the content itself. */
char *target_file_cached(const struct target_files *files, const uint8_t *build_id, size_t build_id_size,
			 const char *kind);
/* The same of what was cached under that very path: two files may say one build-id. */
char *target_file_cached_as(const struct target_files *files, const char *path, const uint8_t *build_id,
			    size_t build_id_size, const char *kind);
/* Path of what a debuginfod client (this one or another program's) has downloaded for the build-id: kind "debuginfo" or
 * "executable"; or NULL; caller frees. Such files are content-addressed: nothing is asked of any server here. */
char *target_file_fetched(const struct target_files *files, const uint8_t *build_id, size_t build_id_size,
			  const char *kind);
/* Which file, and which content of it: whoever changes it changes one of these. All 0: not known (memory, procfs). */
struct file_identity {
	uint64_t device, inode, size_bytes, mtime_ns, ctime_ns;
};
/* The identity of an open file, or of the one at a path; all 0 when it cannot be had. */
void target_file_identity(int fd, struct file_identity *ret);
void target_path_identity(const char *host_path, struct file_identity *ret);
static inline bool file_identity_known(const struct file_identity *identity) { return identity->inode; }
/* Opens a path of this machine (one that target_file_path or target_file_cached gave). Never blocks on FIFOs and
 * devices: those are refused. */
int target_file_open(const char *host_path, struct blob *ret) _warn_unused_;

#endif
