#include "commands/option/numbered_file.h"
#include <errno.h>
#include <fcntl.h>
#include <unistd.h>
#include "base/compiler.h"

enum { NUMBERS_MAX = 10000 };

int numbered_file_create(void *ctx, const char *name, struct outbuf *ret_out, char **ret_path, struct err *err)
{
	(void)ctx;
	for (unsigned n = 0; n < NUMBERS_MAX; n++) {
		_free_ char *path = xasprintf("%s.%u", name, n);
		int fd = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0666);
		if (fd < 0 && errno == EEXIST) continue;
		if (fd < 0) return err_set_errno(err, -errno, "Cannot make %s", path);
		out_init(ret_out, fd);
		*ret_path = take(path);
		return 0;
	}
	return err_set(err, -EEXIST, "There are too many files %s.N here", name);
}

int numbered_file_close(void *ctx, struct outbuf *out, const char *path, struct err *err)
{
	(void)ctx;
	int fd = out->fd, r = out_flush(out);
	out_done(out);
	if (close(fd) < 0 && r == 0) r = -errno;
	return r < 0 ? err_set_errno(err, r, "Cannot write %s", path) : 0;
}

int numbered_file_write(void *ctx, const char *name, const struct outbuf *text, char **ret_path, struct err *err)
{
	struct outbuf out;
	_free_ char *path = NULL;
	int r = numbered_file_create(ctx, name, &out, &path, err);
	if (r < 0) return r;
	out_mem(&out, text->data, text->size);
	r = numbered_file_close(ctx, &out, path, err);
	if (r == 0) *ret_path = take(path);
	return r;
}
