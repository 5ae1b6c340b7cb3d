/* Layout of the archive, with what is read of it:
 *
 *   local header, name, bytes     of each member: its length of name and extra
 *   central directory             of each: method, checksum, sizes, offset, name
 *   end record, comment           where the directory is; the last bytes of the file
 *
 * Limits: a member unpacks to at most 1 GiB and not to more than deflate can make of its bytes, all that are unpacked
 * together to at most 4 GiB; the directory has at most 64 MiB. */
#define ZLIB_CONST
#include "symbol/file/bundle.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>
#include <zlib.h>
#include "base/cursor.h"
#include "base/strbuf.h"
#include "base/vec.h"
#include "symbol/file/bundle_format.h"
#include "symbol/file/target_file.h"

enum { DIRECTORY_MAX_BYTES = 64 << 20, PIECE_BYTES = 256 << 10, DEFLATE_MOST = 1032 };
#define MEMBER_MAX_BYTES ((uint64_t)1 << 30)
#define ALL_MAX_BYTES ((uint64_t)4 << 30)

struct member {
	char *name;
	uint64_t offset, packed_bytes, size_bytes;
	uint32_t checksum;
	bool is_packed;
	bool is_refused; /* of sizes that nothing of ours has */
	int fd;          /* unpacked; -1: not yet, -2: that failed */
};
struct bundle {
	struct blob blob;
	uint64_t offset;
	VEC(struct member) members; /* by name */
	pthread_mutex_t lock;       /* of fd of members and of unpacked_bytes */
	uint64_t unpacked_bytes;
	void (*on_damage)(void *ctx, const char *name); /* NULL: nobody wants to know */
	void *on_damage_ctx;
};

static struct cursor little(const void *data, size_t size)
{
	return cursor_of(data, size, __BYTE_ORDER__ != __ORDER_LITTLE_ENDIAN__);
}

/* ---- the directory */

static int compare_members(const void *a, const void *b)
{
	return strcmp(((const struct member *)a)->name, ((const struct member *)b)->name);
}

/* One record. False: the directory is damaged here. */
static bool read_member(struct bundle *bundle, struct cursor *c)
{
	struct member member = { .fd = -1 };
	if (cursor_left(c) < BUNDLE_CENTRAL_BYTES || cursor_u32(c) != BUNDLE_CENTRAL_MAGIC) return false;
	cursor_skip(c, 6);
	uint16_t method = cursor_u16(c);
	cursor_skip(c, 4);
	member.checksum = cursor_u32(c);
	member.packed_bytes = cursor_u32(c);
	member.size_bytes = cursor_u32(c);
	uint16_t name = cursor_u16(c), extra = cursor_u16(c), comment = cursor_u16(c);
	cursor_skip(c, 8);
	member.offset = cursor_u32(c);
	const void *text = cursor_bytes(c, name);
	cursor_skip(c, (size_t)extra + comment);
	if (!cursor_ok(c) || !text) return false;
	member.is_packed = method == BUNDLE_DEFLATED;
	bool fits = member.size_bytes <= MEMBER_MAX_BYTES &&
		    member.size_bytes <= (member.packed_bytes + 1) * DEFLATE_MOST &&
		    (member.is_packed || member.packed_bytes == member.size_bytes);
	if ((method && !member.is_packed) || !name || memchr(text, 0, name)) return true; /* none of ours */
	member.is_refused = !fits;
	member.name = xstrndup(text, name);
	vec_push(&bundle->members, member);
	return true;
}

/* 0, -ENOENT: nothing of ours stands at the end, -EBADMSG. */
static int read_directory(struct bundle *bundle)
{
	enum { TAIL_BYTES = BUNDLE_END_BYTES + sizeof(BUNDLE_COMMENT) - 1 };
	_bytes_done_ struct bytes tail = BYTES_INIT, directory = BYTES_INIT;
	uint64_t end = bundle->blob.size_bytes - TAIL_BYTES;
	if (bundle->blob.size_bytes < TAIL_BYTES || blob_read(&bundle->blob, end, TAIL_BYTES, &tail) < 0)
		return -ENOENT;
	if (memcmp(tail.data + BUNDLE_END_BYTES, BUNDLE_COMMENT, sizeof(BUNDLE_COMMENT) - 1) != 0) return -ENOENT;
	struct cursor c = little(tail.data, BUNDLE_END_BYTES);
	if (cursor_u32(&c) != BUNDLE_END_MAGIC) return -ENOENT;
	cursor_skip(&c, 8);
	uint64_t size = cursor_u32(&c), offset = cursor_u32(&c);
	if (size > DIRECTORY_MAX_BYTES || size + offset > end) return -EBADMSG;
	bundle->offset = end - size - offset;
	if (blob_read(&bundle->blob, end - size, size, &directory) < 0) return -EBADMSG;
	c = little(directory.data, directory.size);
	while (cursor_left(&c))
		if (!read_member(bundle, &c)) return -EBADMSG;
	if (bundle->members.count)
		qsort(bundle->members.items, bundle->members.count, sizeof(*bundle->members.items), compare_members);
	return 0;
}

int bundle_of_blob(struct blob *blob, struct bundle **ret)
{
	struct bundle *bundle = xcalloc(1, sizeof(*bundle));
	bundle->blob = *blob;
	*blob = (struct blob)BLOB_INIT;
	pthread_mutex_init(&bundle->lock, NULL);
	int code = read_directory(bundle);
	if (code < 0) bundle_free(take(bundle));
	if (code < 0 && code != -ENOENT) return code;
	*ret = bundle;
	return 0;
}

int bundle_open(const char *path, struct bundle **ret)
{
	struct blob blob = BLOB_INIT;
	int code = target_file_open(path, &blob);
	return code < 0 ? code : bundle_of_blob(&blob, ret);
}

void bundle_free(struct bundle *bundle)
{
	if (!bundle) return;
	for (size_t i = 0; i < bundle->members.count; i++) {
		free(bundle->members.items[i].name);
		if (bundle->members.items[i].fd >= 0) close(bundle->members.items[i].fd);
	}
	vec_done(&bundle->members);
	blob_close(&bundle->blob);
	pthread_mutex_destroy(&bundle->lock);
	free(bundle);
}

uint64_t bundle_offset(const struct bundle *bundle) { return bundle->offset; }

void bundle_on_damage(struct bundle *bundle, void (*told)(void *ctx, const char *name), void *ctx)
{
	if (!bundle) return;
	bundle->on_damage = told;
	bundle->on_damage_ctx = ctx;
}

/* ---- members */

static bool write_all(int fd, const uint8_t *data, size_t size)
{
	while (size) {
		ssize_t n = write(fd, data, size);
		if (n < 0 && errno == EINTR) continue;
		if (n <= 0) return false;
		data += n;
		size -= (size_t)n;
	}
	return true;
}

/* Where the member's bytes begin, which only its local header says. */
static bool find_data(const struct bundle *bundle, const struct member *member, uint64_t *ret_offset)
{
	_bytes_done_ struct bytes local = BYTES_INIT;
	uint64_t at = bundle->offset + member->offset;
	if (blob_read(&bundle->blob, at, BUNDLE_LOCAL_BYTES, &local) < 0) return false;
	struct cursor c = little(local.data, local.size);
	if (cursor_u32(&c) != BUNDLE_LOCAL_MAGIC) return false;
	cursor_seek(&c, 26);
	uint16_t name = cursor_u16(&c), extra = cursor_u16(&c);
	*ret_offset = at + BUNDLE_LOCAL_BYTES + name + extra;
	return cursor_ok(&c);
}

/* Gives the stream the next piece of the member. False: there is none, or it cannot be read. */
static bool feed(const struct bundle *bundle, z_stream *stream, uint64_t *at, uint64_t *left, struct bytes *piece)
{
	size_t size = (size_t)MIN(*left, (uint64_t)PIECE_BYTES);
	bytes_done(piece);
	if (!size || blob_read(&bundle->blob, *at, size, piece) < 0) return false;
	*at += size;
	*left -= size;
	stream->next_in = piece->data;
	stream->avail_in = (unsigned)size;
	return true;
}

/* The bytes as they are, through the same buffer as packed ones. */
static int copy_out(z_stream *stream)
{
	unsigned n = MIN(stream->avail_in, stream->avail_out);
	memcpy(stream->next_out, stream->next_in, n);
	stream->next_in += n;
	stream->avail_in -= n;
	stream->next_out += n;
	stream->avail_out -= n;
	return Z_OK;
}

/* Writes the member's content to fd. False: it is damaged, or there is no memory. */
static bool unpack(const struct bundle *bundle, const struct member *member, int fd)
{
	z_stream stream = { 0 };
	uint64_t at, left = member->packed_bytes, written = 0;
	uint32_t checksum = 0;
	int state = Z_OK;
	if (!find_data(bundle, member, &at)) return false;
	if (member->is_packed && inflateInit2(&stream, -MAX_WBITS) != Z_OK) return false;
	_free_ uint8_t *out = xmalloc(PIECE_BYTES);
	_bytes_done_ struct bytes piece = BYTES_INIT;
	while (state == Z_OK && written < member->size_bytes) {
		if (!stream.avail_in && !feed(bundle, &stream, &at, &left, &piece)) break;
		stream.next_out = out;
		stream.avail_out = PIECE_BYTES;
		state = member->is_packed ? inflate(&stream, Z_NO_FLUSH) : copy_out(&stream);
		size_t size = PIECE_BYTES - stream.avail_out;
		written += size;
		checksum = (uint32_t)crc32(checksum, out, (unsigned)size);
		if (written > member->size_bytes || !write_all(fd, out, size)) state = Z_BUF_ERROR;
	}
	if (member->is_packed) inflateEnd(&stream);
	return (state == Z_OK || state == Z_STREAM_END) && written == member->size_bytes &&
	       checksum == member->checksum;
}

/* Sealed: who maps it is safe from changes. Its identity is not known to caches, as it is memory. */
static int open_member(struct bundle *bundle, const struct member *member)
{
	if (member->is_refused || bundle->unpacked_bytes + member->size_bytes > ALL_MAX_BYTES) return -2;
	int fd = memfd_create("perf-portable", MFD_CLOEXEC | MFD_ALLOW_SEALING);
	if (fd < 0) return -2;
	if (!unpack(bundle, member, fd)) {
		close(fd);
		return -2;
	}
	(void)fcntl(fd, F_ADD_SEALS, F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_WRITE | F_SEAL_SEAL);
	bundle->unpacked_bytes += member->size_bytes;
	return fd;
}

static struct member *find(struct bundle *bundle, const char *name)
{
	struct member key = { .name = (char *)(uintptr_t)name };
	if (!bundle || !bundle->members.count) return NULL;
	return bsearch(&key, bundle->members.items, bundle->members.count, sizeof(*bundle->members.items),
		       compare_members);
}

char *bundle_path(struct bundle *bundle, const char *name)
{
	struct member *member = find(bundle, name);
	if (!member) return NULL;
	pthread_mutex_lock(&bundle->lock);
	if (member->fd == -1) {
		member->fd = open_member(bundle, member);
		if (member->fd < 0 && bundle->on_damage) bundle->on_damage(bundle->on_damage_ctx, name);
	}
	int fd = member->fd;
	pthread_mutex_unlock(&bundle->lock);
	/* not /proc/self: a program that is started to look at it has other descriptors */
	return fd < 0 ? NULL : xasprintf("/proc/%d/fd/%d", (int)getpid(), fd);
}

char *bundle_cached(struct bundle *bundle, const uint8_t *build_id, size_t build_id_size, const char *kind)
{
	_strbuf_done_ struct strbuf name = STRBUF_INIT;
	if (!bundle || build_id_size < 2) return NULL;
	strbuf_printf(&name, ".build-id/%02x/", build_id[0]);
	for (size_t i = 1; i < build_id_size; i++) strbuf_printf(&name, "%02x", build_id[i]);
	strbuf_printf(&name, "/%s", kind);
	return bundle_path(bundle, strbuf_text(&name));
}

char *bundle_root(struct bundle *bundle, const char *path)
{
	if (!bundle || *path != '/') return NULL;
	_free_ char *name = xasprintf("root%s", path);
	return bundle_path(bundle, name);
}

bool bundle_has_root(struct bundle *bundle, const char *path)
{
	if (!bundle || *path != '/') return false;
	_free_ char *name = xasprintf("root%s", path);
	return find(bundle, name) != NULL;
}

void bundle_visit(const struct bundle *bundle, bool (*visit)(void *ctx, const char *name, uint64_t size_bytes),
		  void *ctx)
{
	for (size_t i = 0; bundle && i < bundle->members.count; i++)
		if (!visit(ctx, bundle->members.items[i].name, bundle->members.items[i].size_bytes)) break;
}
