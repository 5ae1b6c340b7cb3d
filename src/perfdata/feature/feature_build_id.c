/* BUILD_ID: identities of the objects that had samples: records of type 0 {header; s32 pid; u8 id[20], id size, 3 pad;
 * filename}.
 *
 * File names end with NUL and are padded with NULs to a multiple of 64. Where objects of one name have different
 * identities, the file's device and inode stand at the end of that padding, where other readers do not look: {"inod";
 * u32 major, minor, 0; u64 inode}. */
#include <errno.h>
#include "base/vec.h"
#include "perfdata/feature/header_feature.h"

#define MISC_BUILD_ID_SIZE (1 << 15) /* the size byte behind the id is valid */

#define INODE_MARK 0x646f6e69u /* "inod" of a little-endian machine */
#define INODE_BYTES 24

/* Writers of Linux 2.6.33 had no pid: the file name then seems to begin four bytes too late. */
static bool lacks_pid(const struct header_build_id *id) { return strncmp(id->filename, "nel.kallsyms]", 13) == 0; }

/* What encode() hides behind the name; nothing when there is no room for it or it has no mark. A name's padding is all
 * NULs otherwise. With swapped bytes the cursor has turned the mark round, too. */
static void decode_inode(struct cursor c, size_t name_size, struct header_build_id *b)
{
	if (cursor_left(&c) < name_size + 1 + INODE_BYTES) return;
	cursor_skip(&c, cursor_left(&c) - INODE_BYTES);
	if (cursor_u32(&c) != INODE_MARK) return;
	uint32_t maj = cursor_u32(&c), min = cursor_u32(&c);
	cursor_skip(&c, 4);
	uint64_t ino = cursor_u64(&c);
	if (!cursor_ok(&c)) return;
	b->maj = maj;
	b->min = min;
	b->ino = ino;
}

int feature_decode_build_id(struct cursor *c, struct perf_header *h, bool with_pid, struct header_build_id *ret)
{
	struct header_build_id b = { .pid = -1 };
	cursor_skip(c, 4);
	b.misc = cursor_u16(c);
	uint16_t size = cursor_u16(c);
	if (!cursor_ok(c) || size < 8) return -EBADMSG;
	struct cursor body = cursor_sub(c, size - 8u);
	if (with_pid) b.pid = (int32_t)cursor_u32(&body);
	const uint8_t *bytes = cursor_bytes(&body, 24);
	if (!bytes) return -EBADMSG;
	b.id.size = b.misc & MISC_BUILD_ID_SIZE ? MIN(bytes[20], BUILD_ID_MAX) : BUILD_ID_MAX;
	memcpy(b.id.bytes, bytes, b.id.size);
	const char *name = (const char *)body.data + body.pos;
	size_t name_size = strnlen(name, cursor_left(&body));
	b.filename = arena_strndup(&h->arena, name, name_size);
	decode_inode(body, name_size, &b);
	*ret = b;
	return 0;
}

/* All records of the section. Where the first layout does not fit (lacks_pid), everything is read once more without
 * pid; the second round cannot ask for a third. */
static int decode_all(struct cursor c, struct perf_header *h, bool with_pid)
{
	VEC(struct header_build_id) ids = VEC_INIT;
	bool again = false;
	while (cursor_left(&c) >= 8) {
		struct header_build_id id;
		if (feature_decode_build_id(&c, h, with_pid, &id) < 0) break; /* what was read is kept */
		if (with_pid && lacks_pid(&id)) {
			again = true;
			break;
		}
		vec_push(&ids, id);
	}
	if (!again) {
		h->build_ids = arena_memdup(&h->arena, ids.items, ids.count * sizeof(*ids.items));
		h->nr_build_ids = (uint32_t)ids.count;
	}
	vec_done(&ids);
	return again ? decode_all(cursor_of(c.data, c.size, c.swap), h, false) : 0;
}

static int decode(struct cursor *c, struct perf_header *h) { return decode_all(*c, h, true); }

/* The id is always written with its size, in the header's misc as well, so that ids shorter than 20 bytes keep their
 * length. A name too long for the record's u16 size is left out. */
void feature_encode_build_id(uint32_t type, const struct header_build_id *b, struct outbuf *out)
{
	size_t length = strlen(b->filename) + 1, extra = b->ino ? INODE_BYTES : 0,
	       padded = (length + extra + 63) & ~(size_t)63;
	uint8_t id[24] = { 0 };
	if (type) padded += 4; /* records are of 8 bytes' multiples, which readers of Linux 7 insist on */
	if (padded > UINT16_MAX - 36) return;
	out_u32(out, type);
	out_u16(out, b->misc | MISC_BUILD_ID_SIZE);
	out_u16(out, (uint16_t)(8 + 4 + 24 + padded));
	out_u32(out, (uint32_t)b->pid);
	memcpy(id, b->id.bytes, b->id.size);
	id[20] = b->id.size;
	out_mem(out, id, sizeof(id));
	out_mem(out, b->filename, length);
	out_zeros(out, padded - length - extra);
	if (!extra) return;
	out_u32(out, INODE_MARK);
	out_u32(out, b->maj);
	out_u32(out, b->min);
	out_u32(out, 0);
	out_u64(out, b->ino);
}

static void encode(const struct perf_header *h, struct outbuf *out)
{
	for (uint32_t i = 0; i < h->nr_build_ids; i++) feature_encode_build_id(0, &h->build_ids[i], out);
}

const struct feature_desc feature_build_id = { .decode = decode, .encode = encode };
