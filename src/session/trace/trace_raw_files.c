#include "session/trace/trace_raw_files.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>
#include "base/outbuf.h"
#include "base/strbuf.h"

static bool is_directory(const char *path)
{
	struct stat st;
	return path && *path && stat(path, &st) == 0 && S_ISDIR(st.st_mode);
}

static int write_queue(const struct trace_queue *queue, const char *path, struct err *err)
{
	const int fd = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0666);
	if (fd < 0) return err_set_errno(err, -errno, "cannot write the trace to %s", path);
	struct outbuf out;
	out_init(&out, fd);
	for (size_t i = 0; i < queue->buffers.count && !out.error; i++) {
		out_mem(&out, queue->buffers.items[i].bytes, queue->buffers.items[i].size_bytes);
		(void)out_flush_some(&out);
	}
	int r = out_flush(&out);
	out_done(&out);
	if (close(fd) < 0 && r >= 0) r = -errno;
	return r < 0 ? err_set_errno(err, r, "cannot write the trace to %s", path) : 0;
}

int trace_raw_files_write(const struct trace_input *input, const char *dir, const char *name, struct err *err)
{
	_strbuf_done_ struct strbuf path = STRBUF_INIT;
	int r = 0;
	if (!is_directory(dir)) dir = ".";
	for (size_t i = 0; i < input->queues.count && r >= 0; i++) {
		const struct trace_queue *queue = input->queues.items[i];
		strbuf_clear(&path);
		strbuf_printf(&path, "%s/%s.%02x", dir, name, queue->cpu);
		r = write_queue(queue, strbuf_text(&path), err);
	}
	return r;
}
