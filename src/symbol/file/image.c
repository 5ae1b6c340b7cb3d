/* ELF files of both classes and byte orders, read into one form. Whatever header is damaged, the image has what could
 * be read of it; offsets and sizes are checked where bytes are taken. */
#include "symbol/file/image.h"

#include <errno.h>
#include <string.h>
#include <zlib.h>
#include <zstd.h>
#include "base/cursor.h"
#include "symbol/file/build_id.h"

/* Far above what compilers write with -ffunction-sections. */
#define SECTIONS_MAX 1000000
#define SEGMENTS_MAX 1024 /* every symbol is looked up in them */
/* Bounds against files that are made to waste time: size of one note section, how many are looked at, size of a
 * section when unpacked. */
#define NOTES_MAX_BYTES (1u << 20)
#define NOTES_MAX 256
#define UNPACKED_MAX (1u << 30)

/* A field that has the size of an address: Elf32_Word or Elf64_Xword. */
static uint64_t image_word(const struct image *image, struct cursor *c)
{
	return image->is64 ? cursor_u64(c) : cursor_u32(c);
}

/* One header, in the order of Elf64_Shdr and Elf32_Shdr, which differ only in the size of words. */
static void section_decode(const struct image *image, struct cursor *c, struct image_section *ret,
			   uint32_t *ret_name_off)
{
	*ret_name_off = cursor_u32(c);
	ret->type = cursor_u32(c);
	ret->flags = image_word(image, c);
	ret->vaddr = image_word(image, c);
	ret->file_off = image_word(image, c);
	ret->size_bytes = image_word(image, c);
	ret->link = cursor_u32(c);
	ret->info = cursor_u32(c);
	ret->align = image_word(image, c);
	ret->entry_size_bytes = image_word(image, c);
}

/* One header. p_flags is second in Elf64_Phdr and last but one in Elf32_Phdr. */
static void segment_decode(const struct image *image, struct cursor *c, struct image_segment *ret)
{
	ret->type = cursor_u32(c);
	if (image->is64) ret->flags = cursor_u32(c);
	ret->file_off = image_word(image, c);
	ret->vaddr = image_word(image, c);
	(void)image_word(image, c); /* physical address */
	ret->file_size_bytes = image_word(image, c);
	ret->mem_size_bytes = image_word(image, c);
	if (!image->is64) ret->flags = cursor_u32(c);
	(void)image_word(image, c); /* alignment */
}

/* Leaves the image without sections when the table is damaged. A section whose contents are out of bounds stays:
 * reading it fails. */
static void sections_read(struct image *image, uint64_t file_off, uint16_t entry_size, uint64_t count,
			  uint32_t names_index)
{
	size_t size = image->is64 ? sizeof(Elf64_Shdr) : sizeof(Elf32_Shdr);
	_bytes_done_ struct bytes table = BYTES_INIT;
	struct image_section first;
	uint32_t name_off;

	if (!file_off || entry_size != size) return;
	if (blob_read(&image->blob, file_off, size, &table) < 0) return;
	struct cursor c = cursor_of(table.data, table.size, image->swap);
	section_decode(image, &c, &first, &name_off);
	/* counts that do not fit 16 bits stand in the unused section 0 */
	if (!count) count = first.size_bytes;
	if (names_index == SHN_XINDEX) names_index = first.link;
	if (!count || count > SECTIONS_MAX) return;
	bytes_done(&table);
	if (blob_read(&image->blob, file_off, count * size, &table) < 0) return;

	c = cursor_of(table.data, table.size, image->swap);
	_free_ uint32_t *name_offs = xcalloc(count, sizeof(*name_offs));
	image->sections = xcalloc(count, sizeof(*image->sections));
	image->nr_sections = count;
	for (size_t i = 0; i < count; i++) section_decode(image, &c, &image->sections[i], &name_offs[i]);
	if (names_index < count) {
		const struct image_section *names = &image->sections[names_index];
		if (names->type != SHT_NOBITS &&
		    blob_read(&image->blob, names->file_off, names->size_bytes, &image->section_names) < 0)
			image->section_names = (struct bytes)BYTES_INIT;
	}
	for (size_t i = 0; i < count; i++)
		image->sections[i].name = name_offs[i] < image->section_names.size
						  ? (const char *)image->section_names.data + name_offs[i]
						  : "";
}

static void segments_read(struct image *image, uint64_t file_off, uint16_t entry_size, uint64_t count)
{
	size_t size = image->is64 ? sizeof(Elf64_Phdr) : sizeof(Elf32_Phdr);
	_bytes_done_ struct bytes table = BYTES_INIT;

	if (!file_off || entry_size != size) return;
	if (count == PN_XNUM && image->nr_sections) count = image->sections[0].info;
	if (!count || blob_read(&image->blob, file_off, MIN(count, SEGMENTS_MAX) * size, &table) < 0) return;
	count = MIN(count, SEGMENTS_MAX);
	struct cursor c = cursor_of(table.data, table.size, image->swap);
	image->segments = xcalloc(count, sizeof(*image->segments));
	image->nr_segments = count;
	for (size_t i = 0; i < count; i++) segment_decode(image, &c, &image->segments[i]);
}

/* Without section or program headers an image is still good: .o files have no program headers, images from memory often
 * no section headers. */
int image_open(struct blob *blob, struct image *ret)
{
	struct image image = { .blob = *blob };
	*blob = (struct blob)BLOB_INIT;
	_bytes_done_ struct bytes head = BYTES_INIT;
	size_t head_size = MIN(image.blob.size_bytes, sizeof(Elf64_Ehdr));
	int code = blob_read(&image.blob, 0, head_size, &head);

	if (code >= 0 && (head.size < EI_NIDENT || memcmp(head.data, ELFMAG, SELFMAG) != 0)) code = -ENOEXEC;
	if (code >= 0 && ((head.data[EI_CLASS] != ELFCLASS32 && head.data[EI_CLASS] != ELFCLASS64) ||
			  (head.data[EI_DATA] != ELFDATA2LSB && head.data[EI_DATA] != ELFDATA2MSB)))
		code = -EBADMSG;
	if (code < 0) {
		blob_close(&image.blob);
		return code;
	}
	image.is64 = head.data[EI_CLASS] == ELFCLASS64;
	image.swap = (head.data[EI_DATA] == ELFDATA2MSB) != (__BYTE_ORDER__ == __ORDER_BIG_ENDIAN__);
	struct cursor c = cursor_of(head.data, head.size, image.swap);
	cursor_skip(&c, EI_NIDENT);
	image.type = cursor_u16(&c);
	image.machine = cursor_u16(&c);
	(void)cursor_u32(&c);         /* version */
	(void)image_word(&image, &c); /* entry */
	uint64_t segments_off = image_word(&image, &c), sections_off = image_word(&image, &c);
	image.flags = cursor_u32(&c);
	(void)cursor_u16(&c); /* size of this header */
	uint16_t segment_size = cursor_u16(&c), nr_segments = cursor_u16(&c);
	uint16_t section_size = cursor_u16(&c), nr_sections = cursor_u16(&c), names_index = cursor_u16(&c);
	if (!cursor_ok(&c)) {
		blob_close(&image.blob);
		return -EBADMSG;
	}
	sections_read(&image, sections_off, section_size, nr_sections, names_index);
	segments_read(&image, segments_off, segment_size, nr_segments);
	*ret = image;
	return 0;
}

void image_close(struct image *image)
{
	blob_close(&image->blob);
	free(image->sections);
	free(image->segments);
	bytes_done(&image->section_names);
	*image = (struct image)IMAGE_INIT;
}

const struct image_section *image_section(const struct image *image, const char *name)
{
	for (size_t i = 0; i < image->nr_sections; i++)
		if (strcmp(image->sections[i].name, name) == 0) return &image->sections[i];
	return NULL;
}

const struct image_section *image_section_of_type(const struct image *image, uint32_t type)
{
	for (size_t i = 0; i < image->nr_sections; i++)
		if (image->sections[i].type == type) return &image->sections[i];
	return NULL;
}

/* gABI "Section Compression": a header in front says the algorithm and the real size. */
static int section_unpack(const struct image *image, struct bytes *data)
{
	struct cursor c = cursor_of(data->data, data->size, image->swap);
	uint32_t kind = cursor_u32(&c);
	if (image->is64) (void)cursor_u32(&c);
	uint64_t size = image_word(image, &c);
	(void)image_word(image, &c); /* alignment */
	if (!cursor_ok(&c)) return -EBADMSG;
	/* neither algorithm shrinks by more than this: a larger promise is a lie and costs no memory */
	if (size > UNPACKED_MAX || size / 2000 > cursor_left(&c)) return -EFBIG;
	_free_ uint8_t *unpacked = xmalloc(size + 1);
	if (kind == ELFCOMPRESS_ZLIB) {
		uLongf got = size;
		if (uncompress(unpacked, &got, data->data + c.pos, cursor_left(&c)) != Z_OK || got != size)
			return -EBADMSG;
	} else if (kind == 2 /* ELFCOMPRESS_ZSTD */) {
		size_t got = ZSTD_decompress(unpacked, size, data->data + c.pos, cursor_left(&c));
		if (ZSTD_isError(got) || got != size) return -EBADMSG;
	} else {
		return -EOPNOTSUPP;
	}
	unpacked[size] = 0;
	bytes_done(data);
	data->data = unpacked;
	data->size = size;
	data->owned = take(unpacked);
	return 0;
}

int image_section_data(const struct image *image, const struct image_section *section, struct bytes *ret)
{
	if (section->type == SHT_NOBITS) return -ENODATA;
	struct bytes data = BYTES_INIT;
	int code = blob_read(&image->blob, section->file_off, section->size_bytes, &data);
	if (code >= 0 && (section->flags & SHF_COMPRESSED)) code = section_unpack(image, &data);
	if (code < 0) {
		bytes_done(&data);
		return code;
	}
	*ret = data;
	return 0;
}

/* Reads one section or segment of notes; -ENODATA where it is too large or cannot be read. */
static int notes_build_id(const struct image *image, uint64_t file_off, uint64_t size_bytes, uint8_t ret_id[20])
{
	_bytes_done_ struct bytes notes = BYTES_INIT;

	if (size_bytes > NOTES_MAX_BYTES || blob_read(&image->blob, file_off, size_bytes, &notes) < 0) return -ENODATA;
	return build_id_of_notes_ordered(notes.data, notes.size, image->swap, ret_id);
}

/* Sections first, then segments: debug files may have segments without content. */
int image_build_id(const struct image *image, uint8_t ret_id[20])
{
	size_t nr_notes = 0;

	for (size_t i = 0; i < image->nr_sections && nr_notes < NOTES_MAX; i++) {
		const struct image_section *s = &image->sections[i];
		if (s->type != SHT_NOTE || (s->flags & SHF_COMPRESSED)) continue;
		int size = notes_build_id(image, s->file_off, s->size_bytes, ret_id);
		if (size >= 0) return size;
		nr_notes++;
	}
	for (size_t i = 0; i < image->nr_segments; i++) {
		const struct image_segment *s = &image->segments[i];
		if (s->type != PT_NOTE) continue;
		int size = notes_build_id(image, s->file_off, s->file_size_bytes, ret_id);
		if (size >= 0) return size;
	}
	return -ENODATA;
}

bool image_file_off(const struct image *image, uint64_t vaddr, uint64_t *ret_file_off)
{
	for (size_t i = 0; i < image->nr_segments; i++) {
		const struct image_segment *s = &image->segments[i];
		if (s->type != PT_LOAD || vaddr - s->vaddr >= s->mem_size_bytes) continue;
		*ret_file_off = vaddr - s->vaddr + s->file_off;
		return true;
	}
	return false;
}

bool image_vaddr(const struct image *image, uint64_t file_off, uint64_t *ret_vaddr)
{
	for (size_t i = 0; i < image->nr_segments; i++) {
		const struct image_segment *s = &image->segments[i];
		if (s->type != PT_LOAD || file_off - s->file_off >= s->file_size_bytes) continue;
		*ret_vaddr = file_off - s->file_off + s->vaddr;
		return true;
	}
	return false;
}

bool image_constant(const struct image *image, uint64_t vaddr, uint64_t *ret)
{
	uint64_t word = image->is64 ? 8 : 4;
	for (size_t i = 0; i < image->nr_segments; i++) {
		const struct image_segment *s = &image->segments[i];
		uint64_t off = vaddr - s->vaddr;
		if (s->type != PT_LOAD || s->flags & PF_W || vaddr < s->vaddr) continue;
		if (off >= s->file_size_bytes || s->file_size_bytes - off < word) continue;
		struct bytes data;
		if (blob_read(&image->blob, s->file_off + off, word, &data) < 0) return false;
		struct cursor c = cursor_of(data.data, word, image->swap);
		*ret = image->is64 ? cursor_u64(&c) : cursor_u32(&c);
		bytes_done(&data);
		return true;
	}
	return false;
}
