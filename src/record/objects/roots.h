/* Processes that see other files than the recorder: in containers, chroots and mount namespaces. The file that
 * "/usr/lib/libc.so.6" is to them is found through /proc/PID/root, but only while they live. So their root is looked
 * at when they map code (roots_see), and their root directory and mount namespace are held open: what was recorded can
 * then be identified and copied at the end (roots_open), whatever became of the process. */
#ifndef RECORD_OBJECTS_ROOTS_H
#define RECORD_OBJECTS_ROOTS_H

#include <pthread.h>
#include "base/u64map.h"
#include "base/vec.h"
#include "kernel/kernelfs.h"
#include "perfdata/record/record.h"

/* fd: of the root directory; top_fd: of the namespace's, where that is another one (chroot): paths of /proc/PID/maps
 * begin there, those that the kernel records at the first. ns_fd keeps the namespace. */
struct root {
	uint64_t dev, ino, mount_ns;
	int fd, top_fd, ns_fd;
};

/* All roots that were seen, each once; as many processes may share one. The lock protects others and by_pid: roots_see
 * may be called by the threads that drain. */
struct roots {
	const struct kernelfs *fs; /* borrowed */
	struct root own;           /* the recorder's; nothing is open */
	pthread_mutex_t lock;
	VEC(struct root) others;
	/* the index in others where a process was seen last; those that share the recorder's files are not in it */
	struct u64map by_pid;
};

/* fs is borrowed. roots_done closes all that is held; it may be called again. */
void roots_init(struct roots *roots, const struct kernelfs *fs);
void roots_done(struct roots *roots);
/* The process maps code now. Thread safe. */
void roots_see(struct roots *roots, int32_t pid);
/* The same of all processes with MMAP2 records in data (whole records, in host byte order). */
void roots_see_all(struct roots *roots, const void *data, size_t size_bytes);
/* What is known of a file that was mapped: 0 and size 0 where nothing is. The build-id decides where there is one. */
struct roots_wanted {
	uint32_t maj, min;
	uint64_t ino;
	struct build_id id;
};
/* The file that path was to a process, opened for reading: as it was seen, else as it is now, else the recorder's own;
 * of several, the one with that build-id or inode. -ENOENT, and -ESTALE when what is there is another file. */
int roots_open(struct roots *roots, int32_t pid, const char *path, const struct roots_wanted *wanted);

#endif
