#include "kernel/elf_note.h"

#include <elf.h>
#include <unistd.h>
#include "base/regular_file.h"

#define NOTES_MAX (1u << 16)

bool elf_note_build_id(const void *notes, size_t size_bytes, size_t align, bool swap, struct build_id *ret)
{
	struct cursor c = cursor_of(notes, size_bytes, swap);
	size_t mask = align == 8 ? 7 : 3;
	while (cursor_left(&c) >= 12) {
		uint32_t name_size = cursor_u32(&c), desc_size = cursor_u32(&c), type = cursor_u32(&c);
		size_t name_padded = (name_size + (size_t)3) & ~(size_t)3;
		if (mask == 7) name_padded = ((12 + name_size + (size_t)7) & ~(size_t)7) - 12;
		const char *name = cursor_bytes(&c, name_padded);
		const uint8_t *desc = cursor_bytes(&c, desc_size);
		if (!cursor_ok(&c)) return false;
		if (type == NT_GNU_BUILD_ID && name_size == 4 && memcmp(name, "GNU", 4) == 0 && desc_size > 0) {
			*ret = (struct build_id){ .size = (uint8_t)MIN(desc_size, (uint32_t)BUILD_ID_MAX) };
			memcpy(ret->bytes, desc, ret->size);
			return true;
		}
		size_t padded = ((desc_size + mask) & ~mask) - desc_size;
		if (padded > cursor_left(&c)) return false;
		cursor_skip(&c, padded);
	}
	return false;
}

/* A file, or an image in memory when fd is -1. */
struct elf_view { int fd; const uint8_t *image; size_t image_size; bool swap, is64; };
struct segment { uint32_t type; uint64_t file_off, size, align; };

/* Up to size bytes: how many there were. */
static size_t read_some(const struct elf_view *elf, void *data, size_t size, uint64_t off)
{
	if (elf->fd >= 0) {
		ssize_t n = pread(elf->fd, data, size, (off_t)off);
		return n > 0 ? (size_t)n : 0;
	}
	if (off >= elf->image_size) return 0;
	size = MIN(size, elf->image_size - (size_t)off);
	memcpy(data, elf->image + off, size);
	return size;
}

static bool decode_segment(const struct elf_view *elf, struct cursor *c, struct segment *ret)
{
	ret->type = cursor_u32(c);
	if (elf->is64) {
		cursor_skip(c, 4);
		ret->file_off = cursor_u64(c);
		cursor_skip(c, 16);
		ret->size = cursor_u64(c);
		cursor_skip(c, 8);
		ret->align = cursor_u64(c);
	} else {
		ret->file_off = cursor_u32(c);
		cursor_skip(c, 8);
		ret->size = cursor_u32(c);
		cursor_skip(c, 8);
		ret->align = cursor_u32(c);
	}
	return cursor_ok(c);
}

static bool notes_at(const struct elf_view *elf, uint64_t file_off, uint64_t size, uint64_t align, struct build_id *ret)
{
	if (!size) return false;
	size = MIN(size, (uint64_t)NOTES_MAX);
	_free_ uint8_t *notes = xmalloc(size);
	return elf_note_build_id(notes, read_some(elf, notes, size, file_off), align == 8 ? 8 : 4, elf->swap, ret);
}

/* Modules and debug files may have the note in a section only. */
static bool section_build_id(const struct elf_view *elf, uint64_t off, unsigned entry_size, unsigned count, struct build_id *ret)
{
	size_t need = elf->is64 ? 64 : 40;
	if (entry_size < need || count > 4096) return false;
	_free_ uint8_t *table = xmalloc((size_t)count * entry_size + 1);
	if (read_some(elf, table, (size_t)count * entry_size, off) != (size_t)count * entry_size) return false;
	for (unsigned i = 0; i < count; i++) {
		struct cursor c = cursor_of(table + (size_t)i * entry_size, entry_size, elf->swap);
		cursor_skip(&c, 4);
		if (cursor_u32(&c) != SHT_NOTE) continue;
		uint64_t file_off, size;
		if (elf->is64) {
			cursor_skip(&c, 16);
			file_off = cursor_u64(&c);
			size = cursor_u64(&c);
		} else {
			cursor_skip(&c, 8);
			file_off = cursor_u32(&c);
			size = cursor_u32(&c);
		}
		if (notes_at(elf, file_off, size, 4, ret)) return true;
	}
	return false;
}

static bool view_build_id(struct elf_view elf, struct build_id *ret)
{
	uint8_t head[64] = { 0 };
	if (read_some(&elf, head, sizeof(head), 0) < 52 || memcmp(head, ELFMAG, SELFMAG) != 0) return false;
	elf.is64 = head[EI_CLASS] == ELFCLASS64;
	elf.swap = head[EI_DATA] != (__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__ ? ELFDATA2LSB : ELFDATA2MSB);
	struct cursor c = cursor_of(head, sizeof(head), elf.swap);
	cursor_seek(&c, elf.is64 ? 32 : 28);
	uint64_t segments = elf.is64 ? cursor_u64(&c) : cursor_u32(&c);
	uint64_t sections = elf.is64 ? cursor_u64(&c) : cursor_u32(&c);
	cursor_skip(&c, 6); /* e_flags, e_ehsize */
	unsigned segment_size = cursor_u16(&c), nr_segments = cursor_u16(&c), section_size = cursor_u16(&c), nr_sections = cursor_u16(&c);
	if (segment_size >= (elf.is64 ? 56u : 32u) && nr_segments && nr_segments < 1024) {
		_free_ uint8_t *table = xmalloc((size_t)nr_segments * segment_size);
		if (read_some(&elf, table, (size_t)nr_segments * segment_size, segments) != (size_t)nr_segments * segment_size)
			return false;
		for (unsigned i = 0; i < nr_segments; i++) {
			struct cursor s = cursor_of(table + (size_t)i * segment_size, segment_size, elf.swap);
			struct segment segment;
			if (!decode_segment(&elf, &s, &segment) || segment.type != PT_NOTE) continue;
			if (notes_at(&elf, segment.file_off, segment.size, segment.align, ret)) return true;
		}
	}
	return sections && section_build_id(&elf, sections, section_size, nr_sections, ret);
}

bool elf_file_build_id(const char *path, struct build_id *ret)
{
	int fd = regular_file_open(path);
	if (fd < 0) return false;
	bool found = view_build_id((struct elf_view){ .fd = fd }, ret);
	close(fd);
	return found;
}

bool elf_fd_build_id(int fd, struct build_id *ret) { return view_build_id((struct elf_view){ .fd = fd }, ret); }

bool elf_image_build_id(const void *image, size_t size_bytes, struct build_id *ret)
{
	return view_build_id((struct elf_view){ .fd = -1, .image = image, .image_size = size_bytes }, ret);
}
