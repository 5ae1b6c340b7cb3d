#include "base/unlinked_file.h"
#include <fcntl.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>
#include "base/compiler.h"
#include "base/user_dirs.h"

int unlinked_file_open(const char *name)
{
	_free_ char *own = user_temporary_dir();
	const char *dirs[] = { own, "/var/tmp", "/tmp" };
	for (size_t i = 0; i < ARRAY_SIZE(dirs); i++) {
		if (!dirs[i]) continue;
		int fd = open(dirs[i], O_TMPFILE | O_RDWR | O_CLOEXEC, 0600);
		if (fd >= 0) return fd;
		_free_ char *path = xasprintf("%s/%s-XXXXXX", dirs[i], name);
		fd = mkostemp(path, O_CLOEXEC);
		if (fd >= 0) {
			unlink(path);
			return fd;
		}
	}
	return memfd_create(name, MFD_CLOEXEC);
}
