/* Storing: what is there of the object and what is new become a new file, which replaces the old one.
 *
 *     old file (mapped) + new sections -> .new-0123... -> rename -> 3f0c...8a.perf-object
 *
 * Readers that have the old file mapped keep it: a rename takes the name away, not the bytes. Nothing is synced to the
 * disk: a file that a crash of the machine leaves damaged fails its checksums and counts as not there. */
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <sys/random.h>
#include <sys/statvfs.h>
#include <sys/uio.h>
#include <time.h>
#include <unistd.h>
#include "cache/cache_private.h"

/* The sections of the file to be, new ones first. */
struct merge {
	VEC(struct cache_section) sections;
	VEC(uint64_t) stored_s;
};

static void merge_done(struct merge *merge)
{
	vec_done(&merge->sections);
	vec_done(&merge->stored_s);
}

/* An old section stays unless a new one takes its place, or enough others with newer keys are there. */
static bool old_stays(const struct cache_file *old, size_t at, const struct cache_section *sections, size_t count)
{
	const struct cache_file_section *s = &old->sections[at];
	unsigned nr_newer = 0;

	for (size_t i = 0; i < count; i++) {
		if (sections[i].kind != s->kind || sections[i].part != s->part) continue;
		if (sections[i].key == s->key) return false;
		nr_newer++;
	}
	/* those of one kind and part stand together */
	for (size_t i = at; i-- > 0 && old->sections[i].kind == s->kind && old->sections[i].part == s->part;)
		nr_newer += old->sections[i].stored_s > s->stored_s;
	for (size_t i = at + 1;
	     i < old->nr_sections && old->sections[i].kind == s->kind && old->sections[i].part == s->part; i++)
		nr_newer += old->sections[i].stored_s >= s->stored_s;
	return nr_newer < CACHE_KEYS_KEPT;
}

/* Old sections stay where they are mapped; those that are damaged are left out. */
static void merge_fill(struct merge *merge, struct cache_file *old, const struct cache_section *sections, size_t count)
{
	uint64_t now_s = (uint64_t)time(NULL);

	for (size_t i = 0; i < count; i++) {
		vec_push(&merge->sections, sections[i]);
		vec_push(&merge->stored_s, now_s);
	}
	for (size_t i = 0; old && i < old->nr_sections; i++) {
		struct cache_section section;
		if (!old_stays(old, i, sections, count) || !cache_file_get(old, i, &section)) continue;
		vec_push(&merge->sections, section);
		vec_push(&merge->stored_s, old->sections[i].stored_s);
	}
}

/* Writes all pieces at the descriptor's offset; pieces are used up. At most 512 a call, below the kernel's IOV_MAX. */
static int write_all(int fd, struct iovec *pieces, size_t count)
{
	while (count) {
		ssize_t n = writev(fd, pieces, (int)MIN(count, (size_t)512));
		if (n < 0 && errno == EINTR) continue;
		if (n < 0) return -errno;
		for (; count && (size_t)n >= pieces->iov_len; pieces++, count--) n -= (ssize_t)pieces->iov_len;
		if (!count) break;
		pieces->iov_base = (uint8_t *)pieces->iov_base + n;
		pieces->iov_len -= (size_t)n;
	}
	return 0;
}

/* Head, table, label, and each section with zeros before it, as one writev. */
static int write_file(int fd, const struct cache_section *sections, const uint64_t *stored_s, size_t count,
		      const char *label, uint64_t *ret_size)
{
	static const uint8_t zeros[CACHE_ALIGN];
	_free_ struct cache_file_section *table = xreallocarray(NULL, count + 1, sizeof(*table));
	_free_ uint32_t *order = xreallocarray(NULL, count + 1, sizeof(*order));
	_free_ struct iovec *pieces = xreallocarray(NULL, 2 * count + 5, sizeof(*pieces));
	struct cache_file_layout layout = { .table = table, .order = order };
	size_t nr = 0;
	uint64_t at, size = cache_file_lay_out(sections, stored_s, count, label, &layout);

	pieces[nr++] = (struct iovec){ &layout.head, sizeof(layout.head) };
	pieces[nr++] = (struct iovec){ table, count * sizeof(*table) };
	pieces[nr++] = (struct iovec){ (void *)label, layout.head.label_size - 1 };
	pieces[nr++] = (struct iovec){ (void *)zeros, 1 };
	at = sizeof(layout.head) + count * sizeof(*table) + layout.head.label_size;
	for (size_t i = 0; i <= count; i++) {
		uint64_t next = i < count ? table[i].offset : size;
		pieces[nr++] = (struct iovec){ (void *)zeros, (size_t)(next - at) };
		if (i == count) break;
		pieces[nr++] = (struct iovec){ (void *)sections[order[i]].data, (size_t)table[i].size_bytes };
		at = table[i].offset + table[i].size_bytes;
	}
	*ret_size = size;
	return write_all(fd, pieces, nr);
}

/* A file gets at most a quarter of what the file system has free: the cache leaves most of it to others. */
static bool has_room(int directory_fd, uint64_t size_bytes)
{
	struct statvfs fs;
	return fstatvfs(directory_fd, &fs) < 0 || (uint64_t)fs.f_bavail * fs.f_frsize / 4 >= size_bytes;
}

/* A new file for writing, its name random so that other writers have others. Returns the descriptor. */
static int open_temporary(int directory_fd, char name[static 64])
{
	uint64_t number;

	if (getrandom(&number, sizeof(number), GRND_NONBLOCK) != sizeof(number))
		number = (uint64_t)getpid() ^ (uint64_t)time(NULL) << 32;
	snprintf(name, 64, CACHE_TEMPORARY "%016" PRIx64, number);
	int fd = openat(directory_fd, name, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600);
	return fd < 0 ? -errno : fd;
}

/* Bounds first: a file may be no larger than half of the cache or of CACHE_FILE_MAX_BYTES. The sum counts two
 * alignments for each section, one for its row and one for what fills it up. */
static int store_merged(struct cache *cache, int directory_fd, const char *name, const char *label,
			const struct merge *merge)
{
	char temporary[64];
	uint64_t size = 0;

	for (size_t i = 0; i < merge->sections.count; i++)
		size += merge->sections.items[i].size_bytes + 2 * CACHE_ALIGN;
	if (size > cache->max_bytes / 2 || size > CACHE_FILE_MAX_BYTES / 2 || merge->sections.count > UINT32_MAX / 2)
		return -EFBIG;
	if (!has_room(directory_fd, size)) return -ENOSPC;
	int fd = open_temporary(directory_fd, temporary);
	if (fd < 0) return fd;
	int code = write_file(fd, merge->sections.items, merge->stored_s.items, merge->sections.count, label, &size);
	if (close(fd) < 0 && code == 0) code = -errno;
	if (code == 0 && renameat(directory_fd, temporary, directory_fd, name) < 0) code = -errno;
	if (code < 0) (void)!unlinkat(directory_fd, temporary, 0);
	else atomic_fetch_add(&cache->stored_bytes, size);
	return code;
}

int cache_store(struct cache *cache, const struct cache_name *name, const char *label,
		const struct cache_section *sections, size_t count)
{
	struct cache_file *old = NULL;
	struct merge merge = { VEC_INIT, VEC_INIT };
	struct stat st;
	int directory_fd = cache_directory_open(cache, true);

	if (directory_fd < 0) return directory_fd;
	int fd = cache_file_fd(directory_fd, name->text, &st);
	if (fd >= 0) {
		if (cache_file_map(fd, (uint64_t)st.st_size, &old) < 0) old = NULL; /* damaged: is replaced */
		close(fd);
	}
	merge_fill(&merge, old, sections, count);
	int code = store_merged(cache, directory_fd, name->text, label, &merge);
	merge_done(&merge);
	cache_file_free(old);
	close(directory_fd);
	return code;
}
