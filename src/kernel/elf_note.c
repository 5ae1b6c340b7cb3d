/* A note is three numbers (namesz, descsz, type), the name and the descriptor, each padded. Kernels export notes as
 * files (/sys/kernel/notes), programs have them in segments, modules and debug files in sections. */
#include "kernel/elf_note.h"

#include <elf.h>
#include <unistd.h>
#include "base/cursor.h"
#include "base/regular_file.h"
#include "kernel/elf_view.h"

/* Of a segment or section of notes no more is read: a build-id is among the first. */
#define NOTES_MAX (1u << 16)

bool elf_note_build_id(const void *notes, size_t size_bytes, size_t align, bool swap, struct build_id *ret)
{
	struct cursor c = cursor_of(notes, size_bytes, swap);
	size_t mask = align == 8 ? 7 : 3;
	/* namesz, descsz, type */
	while (cursor_left(&c) >= 12) {
		uint32_t name_size = cursor_u32(&c), desc_size = cursor_u32(&c), type = cursor_u32(&c);
		/* With 8-byte alignment the padding is that of the offset from the start of the note, whose head has
		 * 12 bytes. */
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

/* Sizes are cut to what is there: the last note may be incomplete. */
static bool notes_at(const struct elf_view *elf, uint64_t file_off, uint64_t size_bytes, uint64_t align,
		     struct build_id *ret)
{
	if (!size_bytes) return false;
	size_bytes = MIN(size_bytes, (uint64_t)NOTES_MAX);
	_free_ uint8_t *notes = xmalloc(size_bytes);
	return elf_note_build_id(notes, elf_view_read(elf, notes, size_bytes, file_off), align == 8 ? 8 : 4, elf->swap,
				 ret);
}

/* Segments first, as stripped files keep them. */
static bool view_build_id(struct elf_view elf, struct build_id *ret)
{
	size_t nr_segments, nr_sections;
	if (!elf_view_init(&elf)) return false;
	_free_ struct elf_segment *segments = elf_view_segments(&elf, &nr_segments);
	for (size_t i = 0; i < nr_segments; i++) {
		const struct elf_segment *s = &segments[i];
		if (s->type == PT_NOTE && notes_at(&elf, s->file_off, s->file_size_bytes, s->align, ret)) return true;
	}
	/* modules and debug files may have the note in a section only */
	_free_ struct elf_section *sections = elf_view_sections(&elf, &nr_sections);
	for (size_t i = 0; i < nr_sections; i++)
		if (sections[i].type == SHT_NOTE &&
		    notes_at(&elf, sections[i].file_off, sections[i].size_bytes, 4, ret))
			return true;
	return false;
}

bool elf_file_build_id(const char *path, struct build_id *ret)
{
	int fd = regular_file_open(path);
	if (fd < 0) return false;
	bool found = elf_fd_build_id(fd, ret);
	close(fd);
	return found;
}

bool elf_fd_build_id(int fd, struct build_id *ret) { return view_build_id((struct elf_view){ .fd = fd }, ret); }

bool elf_image_build_id(const void *image, size_t size_bytes, struct build_id *ret)
{
	return view_build_id((struct elf_view){ .fd = -1, .image = image, .image_size_bytes = size_bytes }, ret);
}
