/* BPF_PROG_INFO: what the kernel told of each loaded BPF program: struct bpf_prog_info (kernel UAPI linux/bpf.h), in
 * which pointers are offsets into the arrays that follow it. A recording's program is copied as bytes (h->bpf_progs)
 * and written as it came, while what is printed of it is decoded aside (own[bit]). The pointers are file data like
 * anything else: each is taken through a cursor that ends with the arrays. */
#include <errno.h>
#include <inttypes.h>
#include "perfdata/feature/header_feature.h"

/* Of one program what is printed: its functions' addresses and sizes. Kept in own[FEATURE_BPF_PROG_INFO]. */
struct prog {
	uint32_t id;
	const char *name;
	uint64_t nr_subs;
	uint64_t *addrs;
	uint32_t *lens;
};
struct progs {
	uint32_t count;
	struct prog items[];
};

/* Offsets in struct bpf_prog_info. The struct grows at its end with new kernels, so that these stay; what is shorter
 * than INFO_MIN has none of the arrays that are asked for. */
enum {
	INFO_ID = 4,
	INFO_TAG = 8,
	INFO_NAME = 64,
	INFO_NR_KSYMS = 104,
	INFO_NR_LENS = 108,
	INFO_KSYMS = 112,
	INFO_LENS = 120,
	INFO_MIN = 128
};

/* info is a cursor by value: seeking in it leaves the caller's where it is. */
static uint32_t info_u32(struct cursor info, size_t off)
{
	cursor_seek(&info, off);
	return cursor_u32(&info);
}
static uint64_t info_u64(struct cursor info, size_t off)
{
	cursor_seek(&info, off);
	return cursor_u64(&info);
}

/* info: struct bpf_prog_info, data: the arrays behind it. What is damaged leaves nr_subs 0: nothing is printed of it.
 */
static void decode_prog(struct cursor info, struct cursor data, struct perf_header *h, struct prog *prog)
{
	if (info.size < INFO_MIN) return;
	const uint8_t *tag = info.data + INFO_TAG;
	const char *name = (const char *)info.data + INFO_NAME;
	prog->id = info_u32(info, INFO_ID);
	prog->name = arena_printf(&h->arena, "bpf_prog_%02x%02x%02x%02x%02x%02x%02x%02x%s%.16s", tag[0], tag[1], tag[2],
				  tag[3], tag[4], tag[5], tag[6], tag[7], name[0] ? "_" : "", name);
	uint32_t nr = info_u32(info, INFO_NR_KSYMS);
	if (nr != info_u32(info, INFO_NR_LENS) || nr > data.size / 8) return;
	struct cursor addrs = data, lens = data;
	cursor_seek(&addrs, info_u64(info, INFO_KSYMS));
	cursor_seek(&lens, info_u64(info, INFO_LENS));
	prog->addrs = arena_alloc(&h->arena, nr * sizeof(*prog->addrs));
	prog->lens = arena_alloc(&h->arena, nr * sizeof(*prog->lens));
	for (uint32_t i = 0; i < nr; i++) {
		prog->addrs[i] = cursor_u64(&addrs);
		prog->lens[i] = cursor_u32(&lens);
	}
	if (cursor_ok(&addrs) && cursor_ok(&lens)) prog->nr_subs = nr;
}

static int decode(struct cursor *c, struct perf_header *h)
{
	uint32_t count = feature_get_count(c, 16);
	struct progs *progs = arena_zalloc(&h->arena, sizeof(*progs) + count * sizeof(progs->items[0]));
	struct header_blob *blobs = arena_zalloc(&h->arena, count * sizeof(*blobs));
	for (uint32_t i = 0; i < count; i++) {
		/* u32 info size, u32 data size, u64 bitmap of the arrays, info, data. */
		size_t start = c->pos;
		uint32_t info_size = cursor_u32(c), data_size = cursor_u32(c);
		cursor_u64(c); /* which arrays are there */
		struct cursor info = cursor_sub(c, info_size), data = cursor_sub(c, data_size);
		if (!cursor_ok(c)) return -EBADMSG;
		decode_prog(info, data, h, &progs->items[i]);
		blobs[i] = (struct header_blob){ .id = progs->items[i].id,
						 .data = c->data + start,
						 .size = c->pos - start };
	}
	progs->count = count;
	h->own[FEATURE_BPF_PROG_INFO] = progs;
	h->bpf_progs = blobs;
	h->nr_bpf_progs = count;
	return 0;
}

static void encode(const struct perf_header *h, struct outbuf *out)
{
	out_u32(out, h->nr_bpf_progs);
	for (uint32_t i = 0; i < h->nr_bpf_progs; i++) out_mem(out, h->bpf_progs[i].data, h->bpf_progs[i].size);
}

/* "# bpf_prog_info 8: bpf_prog_6deef7357e7b4530_name addr 0xffffffffc0001234 size 66"; a program of several functions
 * has a line "# \tsub_prog N: ..." for each. Without addresses a program is left out. */
static void print(const struct perf_header *h, struct outbuf *out)
{
	const struct progs *progs = h->own[FEATURE_BPF_PROG_INFO];
	for (uint32_t i = 0; i < progs->count; i++) {
		const struct prog *p = &progs->items[i];
		if (!p->nr_subs) continue;
		out_printf(out, "# bpf_prog_info %u:", p->id);
		if (p->nr_subs > 1) out_char(out, '\n');
		for (uint64_t k = 0; k < p->nr_subs; k++) {
			if (p->nr_subs > 1) out_printf(out, "# \tsub_prog %" PRIu64 ":", k);
			out_printf(out, " %s addr 0x%" PRIx64 " size %u\n", p->name, p->addrs[k], p->lens[k]);
		}
	}
}

const struct feature_desc feature_bpf_prog_info = { .decode = decode, .encode = encode, .print = print };
