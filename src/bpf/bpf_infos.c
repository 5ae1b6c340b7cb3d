/* BPF_OBJ_GET_INFO_BY_FD is asked twice of each program: how large its arrays are, then with room for them. */
#include "bpf/bpf_infos.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include "bpf/bpf_call.h"

/* More than that no program has; what a recording keeps of all of them. */
enum { ARRAYS_MAX = 16 << 20, ALL_MAX = 256 << 20, BLOBS_MAX = 1 << 16 };

/* The arrays by their bits: where struct bpf_prog_info has how many items there are, how large one is (0: size_bytes),
 * and the pointer. */
static const struct {
	unsigned bit;
	size_t count, item_size, pointer;
	uint32_t size_bytes;
} arrays[] = {
#define MEMBER(name) offsetof(struct bpf_prog_info, name)
	{ 0, MEMBER(jited_prog_len), 0, MEMBER(jited_prog_insns), 1 },
	{ 3, MEMBER(nr_jited_ksyms), 0, MEMBER(jited_ksyms), 8 },
	{ 4, MEMBER(nr_jited_func_lens), 0, MEMBER(jited_func_lens), 4 },
	{ 5, MEMBER(nr_func_info), MEMBER(func_info_rec_size), MEMBER(func_info), 0 },
	{ 6, MEMBER(nr_line_info), MEMBER(line_info_rec_size), MEMBER(line_info), 0 },
	{ 7, MEMBER(nr_jited_line_info), MEMBER(jited_line_info_rec_size), MEMBER(jited_line_info), 0 },
	{ 8, MEMBER(nr_prog_tags), 0, MEMBER(prog_tags), BPF_TAG_SIZE },
#undef MEMBER
};

static uint32_t member_u32(const struct bpf_prog_info *info, size_t off)
{
	uint32_t value;
	memcpy(&value, (const uint8_t *)info + off, sizeof(value));
	return value;
}

static void set_u32(struct bpf_prog_info *info, size_t off, uint32_t value)
{
	memcpy((uint8_t *)info + off, &value, sizeof(value));
}

static void set_u64(struct bpf_prog_info *info, size_t off, uint64_t value)
{
	memcpy((uint8_t *)info + off, &value, sizeof(value));
}

static uint64_t array_bytes(const struct bpf_prog_info *info, size_t i)
{
	uint32_t item = arrays[i].item_size ? member_u32(info, arrays[i].item_size) : arrays[i].size_bytes;
	uint64_t size = (uint64_t)member_u32(info, arrays[i].count) * item;
	return (size + 7) & ~(uint64_t)7;
}

/* Asks with what info says. *ret_size: how much of it the kernel knows. */
static int get_info(int fd, void *info, uint32_t size_bytes, uint32_t *ret_size)
{
	union bpf_attr attr = { 0 };
	attr.info.bpf_fd = (uint32_t)fd;
	attr.info.info_len = size_bytes;
	attr.info.info = (uintptr_t)info;
	int r = bpf_call(BPF_OBJ_GET_INFO_BY_FD, &attr);
	if (r == 0) *ret_size = attr.info.info_len;
	return r;
}

/* The counts that the kernel gave become those that are asked for; sizes of items, too. */
static void want_arrays(const struct bpf_prog_info *counts, uint8_t *at, struct bpf_prog_info *ret)
{
	*ret = (struct bpf_prog_info){ 0 };
	for (size_t i = 0; i < ARRAY_SIZE(arrays); i++) {
		set_u32(ret, arrays[i].count, member_u32(counts, arrays[i].count));
		if (arrays[i].item_size) set_u32(ret, arrays[i].item_size, member_u32(counts, arrays[i].item_size));
		set_u64(ret, arrays[i].pointer, (uintptr_t)at);
		at += array_bytes(counts, i);
	}
}

/* In place of the addresses that were asked with, which mean nothing to others. */
static void set_offsets(const struct bpf_prog_info *counts, struct bpf_prog_info *info)
{
	uint64_t at = 0;
	for (size_t i = 0; i < ARRAY_SIZE(arrays); i++) {
		set_u64(info, arrays[i].pointer, at);
		at += array_bytes(counts, i);
	}
}

struct program_head {
	uint32_t info_size, arrays_size;
	uint64_t arrays;
};

/* Puts head, info and arrays into one blob. Nothing is given when the program's arrays grew meanwhile: the id comes
 * again. */
static int program_read(int fd, struct bpf_blob *ret, uint32_t *ret_btf_id)
{
	struct bpf_prog_info counts = { 0 }, info;
	uint32_t size;
	uint64_t total = 0;
	int r = get_info(fd, &counts, sizeof(counts), &size);
	if (r < 0) return r;
	for (size_t i = 0; i < ARRAY_SIZE(arrays); i++) total += array_bytes(&counts, i);
	if (total > ARRAYS_MAX) return -EFBIG;
	struct program_head head = { .info_size = sizeof(info), .arrays_size = (uint32_t)total };
	uint8_t *data = xcalloc(1, sizeof(head) + sizeof(info) + total);
	want_arrays(&counts, data + sizeof(head) + sizeof(info), &info);
	r = get_info(fd, &info, sizeof(info), &size);
	for (size_t i = 0; r == 0 && i < ARRAY_SIZE(arrays); i++)
		if (array_bytes(&info, i) != array_bytes(&counts, i)) r = -EAGAIN;
	if (r < 0) {
		free(data);
		return r;
	}
	set_offsets(&counts, &info);
	for (size_t i = 0; i < ARRAY_SIZE(arrays); i++) head.arrays |= (uint64_t)1 << arrays[i].bit;
	memcpy(data, &head, sizeof(head));
	memcpy(data + sizeof(head), &info, sizeof(info));
	*ret = (struct bpf_blob){ info.id, data, sizeof(head) + sizeof(info) + total };
	*ret_btf_id = info.btf_id;
	return 0;
}

static int btf_read(int fd, uint32_t id, struct bpf_blob *ret)
{
	struct bpf_btf_info info = { 0 };
	uint32_t size;
	int r = get_info(fd, &info, sizeof(info), &size);
	if (r < 0) return r;
	if (info.btf_size > ARRAYS_MAX) return -EFBIG;
	uint32_t data_size = info.btf_size;
	void *data = xcalloc(1, data_size + 1);
	info = (struct bpf_btf_info){ .btf = (uintptr_t)data, .btf_size = data_size };
	r = get_info(fd, &info, sizeof(info), &size);
	if (r < 0) free(data);
	else *ret = (struct bpf_blob){ id, data, MIN(info.btf_size, data_size) };
	return r;
}

/* Where the id stands, or would. */
static size_t place_of(const struct bpf_blobs *blobs, uint32_t id)
{
	size_t low = 0, high = blobs->list.count;
	while (low < high) {
		size_t middle = low + (high - low) / 2;
		if (blobs->list.items[middle].id < id) low = middle + 1;
		else high = middle;
	}
	return low;
}

static bool has_id(const struct bpf_blobs *blobs, uint32_t id)
{
	size_t at = place_of(blobs, id);
	return at < blobs->list.count && blobs->list.items[at].id == id;
}

/* Takes the blob over. */
static void add(struct bpf_blobs *blobs, const struct bpf_blob *blob)
{
	size_t at = place_of(blobs, blob->id), behind = blobs->list.count - at;
	(void)vec_add(&blobs->list);
	memmove(&blobs->list.items[at + 1], &blobs->list.items[at], behind * sizeof(*blob));
	blobs->list.items[at] = *blob;
}

static size_t all_bytes(const struct bpf_blobs *blobs)
{
	size_t sum = 0;
	for (size_t i = 0; i < blobs->list.count; i++) sum += blobs->list.items[i].size_bytes;
	return sum;
}

static void add_btf(struct bpf_infos *infos, uint32_t id)
{
	union bpf_attr attr = { .btf_id = id };
	struct bpf_blob blob;
	if (!id || has_id(&infos->btfs, id)) return;
	int fd = bpf_call(BPF_BTF_GET_FD_BY_ID, &attr);
	if (fd < 0) return;
	if (btf_read(fd, id, &blob) == 0) add(&infos->btfs, &blob);
	close(fd);
}

static void add_program(struct bpf_infos *infos, uint32_t id)
{
	union bpf_attr attr = { .prog_id = id };
	struct bpf_blob blob;
	uint32_t btf_id;
	int fd = bpf_call(BPF_PROG_GET_FD_BY_ID, &attr);
	if (fd < 0) return; /* gone meanwhile */
	if (program_read(fd, &blob, &btf_id) == 0) {
		add(&infos->programs, &blob);
		add_btf(infos, btf_id);
	}
	close(fd);
}

void bpf_infos_collect(struct bpf_infos *infos)
{
	union bpf_attr attr = { 0 };
	size_t bytes = all_bytes(&infos->programs) + all_bytes(&infos->btfs);
	while (bpf_call(BPF_PROG_GET_NEXT_ID, &attr) == 0 && infos->programs.list.count < BLOBS_MAX &&
	       bytes < ALL_MAX) {
		uint32_t id = attr.next_id;
		if (!has_id(&infos->programs, id)) {
			add_program(infos, id);
			bytes = all_bytes(&infos->programs) + all_bytes(&infos->btfs);
		}
		attr = (union bpf_attr){ .start_id = id };
	}
}

static void blobs_done(struct bpf_blobs *blobs)
{
	for (size_t i = 0; i < blobs->list.count; i++) free(blobs->list.items[i].data);
	vec_done(&blobs->list);
}

void bpf_infos_done(struct bpf_infos *infos)
{
	blobs_done(&infos->programs);
	blobs_done(&infos->btfs);
}
