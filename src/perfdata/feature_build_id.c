/* BUILD_ID: identities of the objects that had samples: records of type 0 {header; s32 pid; u8 id[20], id size, 3 pad; filename}. */
#include <errno.h>
#include "base/vec.h"
#include "perfdata/header_feature.h"

#define MISC_BUILD_ID_SIZE (1 << 15) /* the size byte behind the id is valid */

/* Writers of Linux 2.6.33 had no pid: the file name then seems to begin four bytes too late. */
static bool lacks_pid(const struct header_build_id *id) { return strncmp(id->filename, "nel.kallsyms]", 13) == 0; }

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
	b.filename = arena_strndup(&h->arena, name, strnlen(name, cursor_left(&body)));
	*ret = b;
	return 0;
}

static int decode_all(struct cursor c, struct perf_header *h, bool with_pid)
{
	VEC(struct header_build_id) ids = VEC_INIT;
	bool again = false;
	while (cursor_left(&c) >= 8) {
		struct header_build_id id;
		if (feature_decode_build_id(&c, h, with_pid, &id) < 0) break; /* what was read is kept */
		if (with_pid && lacks_pid(&id)) { again = true; break; }
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

static void encode(const struct perf_header *h, struct outbuf *out)
{
	static const char zeroes[64];
	for (uint32_t i = 0; i < h->nr_build_ids; i++) {
		const struct header_build_id *b = &h->build_ids[i];
		size_t length = strlen(b->filename) + 1, padded = (length + 63) & ~(size_t)63;
		uint16_t misc = b->misc | MISC_BUILD_ID_SIZE, size = (uint16_t)(8 + 4 + 24 + padded);
		if (padded > UINT16_MAX - 36) continue;
		feature_put_u32(out, 0);
		out_mem(out, &misc, 2);
		out_mem(out, &size, 2);
		feature_put_u32(out, (uint32_t)b->pid);
		uint8_t id[24] = { 0 };
		memcpy(id, b->id.bytes, b->id.size);
		id[20] = b->id.size;
		out_mem(out, id, sizeof(id));
		out_mem(out, b->filename, length);
		out_mem(out, zeroes, padded - length);
	}
}

const struct feature_desc feature_build_id = { .decode = decode, .encode = encode };
