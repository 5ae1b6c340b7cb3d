/* Files that compilers wrote about code they made while a program ran: perf maps and jitdumps. Anybody can put one with
 * the number of another's process into /tmp, before it runs or when it is over, so those of other users are only
 * believed when asked for. */
#include <errno.h>
#include <sys/stat.h>
#include <unistd.h>
#include "symbol/object_private.h"

int object_open_generated(const struct object *object, const char *path, struct blob *ret)
{
	const struct symbol_options *options = &object->store->options;
	_blob_close_ struct blob blob = BLOB_INIT;
	struct stat st;
	int code = target_file_open(path, &blob);

	if (code < 0) return code;
	if (fstat(blob.fd, &st) < 0) return -errno;
	if (!options->any_owner && st.st_uid != 0 && st.st_uid != geteuid()) {
		warnings_add(options->warnings, "generated code of others",
			     "File %s not owned by current user or root, ignoring it: its functions have no names (use "
			     "-f to override)",
			     path);
		return -EPERM;
	}
	*ret = blob;
	blob = (struct blob)BLOB_INIT;
	return 0;
}
