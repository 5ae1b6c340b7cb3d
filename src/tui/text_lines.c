/* Two threads: the reader moves bytes from the pipe into the file and counts lines; whoever shows them reads the file.
 * What they share is behind the lock: counts, the index, how much is wanted. Bytes of complete lines never change. */
#include "tui/text_lines.h"
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <string.h>
#include <time.h>
#include <unistd.h>
#include "base/strbuf.h"
#include "base/unlinked_file.h"
#include "base/vec.h"
#include "tui/screen.h"

enum { BLOCK_LINES = 64, LINE_BYTES = 64 << 10, CHUNK_BYTES = 256 << 10 };

struct text_lines {
	int pipe_fd, file_fd;
	int stop_fds[2]; /* closed to stop the reader */
	struct screen *screen;
	pthread_t reader;

	pthread_mutex_t lock;
	pthread_cond_t changed; /* wanted, stops: for the reader; the others: for those who wait */
	size_t wanted, nr_lines;
	VEC(uint64_t) blocks; /* where line 0, 64, 128 ... begin in the file */
	uint64_t size;        /* of the file */
	bool stops, ended;
	int error;

	/* of the thread that shows: the lines of one block */
	size_t cached_block, nr_cached;
	struct strbuf cached[BLOCK_LINES];
};

/* In the reader: the bytes are in the file; counts their lines. */
static void count_lines(struct text_lines *lines, const char *bytes, size_t size)
{
	const char *at = bytes, *end = bytes + size, *newline;
	while (at < end && (newline = memchr(at, '\n', (size_t)(end - at)))) {
		at = newline + 1;
		if (++lines->nr_lines % BLOCK_LINES == 0)
			vec_push(&lines->blocks, lines->size + (uint64_t)(at - bytes));
	}
	lines->size += size;
}

/* Whether all of it is written; -errno. */
static int write_all(int fd, const char *bytes, size_t size, uint64_t offset)
{
	while (size) {
		ssize_t n = pwrite(fd, bytes, size, (off_t)offset);
		if (n < 0 && errno == EINTR) continue;
		if (n < 0) return -errno;
		bytes += n;
		size -= (size_t)n;
		offset += (uint64_t)n;
	}
	return 0;
}

/* The next bytes of the pipe; 0: it ended, or the reader is to stop. */
static size_t read_some(struct text_lines *lines, char *bytes)
{
	struct pollfd fds[] = { { .fd = lines->pipe_fd, .events = POLLIN },
				{ .fd = lines->stop_fds[0], .events = POLLIN } };
	for (;;) {
		if (poll(fds, ARRAY_SIZE(fds), -1) < 0 && errno != EINTR) return 0;
		if (fds[1].revents) return 0;
		if (!fds[0].revents) continue;
		ssize_t n = read(lines->pipe_fd, bytes, CHUNK_BYTES);
		if (n < 0 && (errno == EINTR || errno == EAGAIN)) continue;
		return n > 0 ? (size_t)n : 0;
	}
}

static void end_text(struct text_lines *lines, int error)
{
	char last = '\n';
	lines->ended = true;
	lines->error = error;
	/* a last line without a newline is a line */
	if (lines->size && pread(lines->file_fd, &last, 1, (off_t)lines->size - 1) == 1 && last != '\n')
		lines->nr_lines++;
}

static void *text_lines_read(void *arg)
{
	struct text_lines *lines = arg;
	char *bytes = xmalloc(CHUNK_BYTES);
	pthread_mutex_lock(&lines->lock);
	while (!lines->ended) {
		while (!lines->stops && lines->nr_lines >= lines->wanted)
			pthread_cond_wait(&lines->changed, &lines->lock);
		if (lines->stops) break;
		uint64_t offset = lines->size;
		pthread_mutex_unlock(&lines->lock);
		size_t size = read_some(lines, bytes);
		int error = size ? write_all(lines->file_fd, bytes, size, offset) : 0;
		pthread_mutex_lock(&lines->lock);
		if (!error) count_lines(lines, bytes, size);
		if (error || !size) end_text(lines, error);
		pthread_cond_broadcast(&lines->changed);
		if (lines->screen) screen_wake(lines->screen);
	}
	pthread_mutex_unlock(&lines->lock);
	free(bytes);
	return NULL;
}

/* Signals are the other thread's. */
static int start_reader(struct text_lines *lines)
{
	sigset_t all, before;
	sigfillset(&all);
	pthread_sigmask(SIG_SETMASK, &all, &before);
	int error = pthread_create(&lines->reader, NULL, text_lines_read, lines);
	pthread_sigmask(SIG_SETMASK, &before, NULL);
	return -error;
}

static void close_fds(struct text_lines *lines)
{
	const int fds[] = { lines->pipe_fd, lines->file_fd, lines->stop_fds[0], lines->stop_fds[1] };
	for (size_t i = 0; i < ARRAY_SIZE(fds); i++)
		if (fds[i] >= 0) close(fds[i]);
}

int text_lines_new(int fd, struct screen *screen, struct text_lines **ret, struct err *err)
{
	struct text_lines *lines = xcalloc(1, sizeof(*lines));
	lines->screen = screen;
	lines->pipe_fd = fd;
	lines->stop_fds[0] = lines->stop_fds[1] = -1;
	lines->cached_block = SIZE_MAX;
	lines->file_fd = unlinked_file_open("perf-text");
	pthread_mutex_init(&lines->lock, NULL);
	pthread_cond_init(&lines->changed, NULL);
	vec_push(&lines->blocks, 0);
	int r = lines->file_fd < 0 || pipe2(lines->stop_fds, O_CLOEXEC) < 0 ? -errno : start_reader(lines);
	if (r < 0) {
		close_fds(lines);
		vec_done(&lines->blocks);
		free(lines);
		return err_set_errno(err, r, "cannot keep the text in a temporary file (TMPDIR names a directory)");
	}
	*ret = lines;
	return 0;
}

void text_lines_free(struct text_lines *lines)
{
	if (!lines) return;
	pthread_mutex_lock(&lines->lock);
	lines->stops = true;
	pthread_cond_broadcast(&lines->changed);
	pthread_mutex_unlock(&lines->lock);
	close(lines->stop_fds[1]);
	lines->stop_fds[1] = -1;
	pthread_join(lines->reader, NULL);
	close_fds(lines);
	vec_done(&lines->blocks);
	for (size_t i = 0; i < BLOCK_LINES; i++) strbuf_done(&lines->cached[i]);
	pthread_mutex_destroy(&lines->lock);
	pthread_cond_destroy(&lines->changed);
	free(lines);
}

void text_lines_want(struct text_lines *lines, size_t nr_lines)
{
	pthread_mutex_lock(&lines->lock);
	lines->wanted = nr_lines;
	pthread_cond_broadcast(&lines->changed);
	pthread_mutex_unlock(&lines->lock);
}

void text_lines_wait(struct text_lines *lines, size_t nr_lines, unsigned timeout_ms)
{
	struct timespec until;
	int error = 0;
	clock_gettime(CLOCK_REALTIME, &until);
	until.tv_nsec += (long)(timeout_ms % 1000) * 1000000;
	until.tv_sec += timeout_ms / 1000 + until.tv_nsec / 1000000000;
	until.tv_nsec %= 1000000000;
	pthread_mutex_lock(&lines->lock);
	while (!error && !lines->ended && lines->nr_lines < nr_lines)
		error = pthread_cond_timedwait(&lines->changed, &lines->lock, &until);
	pthread_mutex_unlock(&lines->lock);
}

size_t text_lines_count(struct text_lines *lines)
{
	pthread_mutex_lock(&lines->lock);
	size_t count = lines->nr_lines;
	pthread_mutex_unlock(&lines->lock);
	return count;
}

bool text_lines_ended(struct text_lines *lines, int *ret_error)
{
	pthread_mutex_lock(&lines->lock);
	bool ended = lines->ended;
	if (ret_error) *ret_error = lines->error;
	pthread_mutex_unlock(&lines->lock);
	return ended;
}

/* Reads the lines of a block that are there by now into the cache. */
static void load_block(struct text_lines *lines, size_t block)
{
	char bytes[16 << 10];
	pthread_mutex_lock(&lines->lock);
	uint64_t offset = block < lines->blocks.count ? lines->blocks.items[block] : lines->size;
	size_t count = lines->nr_lines > block * BLOCK_LINES ? lines->nr_lines - block * BLOCK_LINES : 0;
	uint64_t size = lines->size;
	pthread_mutex_unlock(&lines->lock);
	lines->cached_block = block;
	lines->nr_cached = MIN(count, (size_t)BLOCK_LINES);
	for (size_t i = 0; i < BLOCK_LINES; i++) strbuf_clear(&lines->cached[i]);
	for (size_t line = 0; line < lines->nr_cached && offset < size;) {
		ssize_t n = pread(lines->file_fd, bytes, MIN(sizeof(bytes), size - offset), (off_t)offset);
		if (n <= 0) return;
		offset += (uint64_t)n;
		for (char *at = bytes; at < bytes + n && line < lines->nr_cached;) {
			char *newline = memchr(at, '\n', (size_t)(bytes + n - at)),
			     *end = newline ? newline : bytes + n;
			struct strbuf *text = &lines->cached[line];
			strbuf_add(text, at, MIN((size_t)(end - at), LINE_BYTES - MIN(text->size, LINE_BYTES)));
			if (newline) line++;
			at = newline ? newline + 1 : end;
		}
	}
}

const char *text_lines_get(struct text_lines *lines, size_t line)
{
	size_t block = line / BLOCK_LINES, at = line % BLOCK_LINES;
	if (block != lines->cached_block || (at >= lines->nr_cached && line < text_lines_count(lines)))
		load_block(lines, block);
	return at < lines->nr_cached ? strbuf_text(&lines->cached[at]) : "";
}
