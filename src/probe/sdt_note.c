/* Reads .note.stapsdt: ELF notes of the owner "stapsdt", type 3, each with three addresses and three texts:
 *
 *     namesz, descsz, type     32 bits each; name and description are padded to 4 bytes
 *     pc, base, semaphore      as wide as the file's addresses
 *     provider, name, args     NUL-terminated
 *
 * `base` is where .stapsdt.base was when the file was linked. Prelinking moves sections, but does not change notes: the
 * distance to where that section is now is added to the addresses. */
#include "probe/sdt_note.h"

#include <errno.h>
#include <string.h>
#include "base/cursor.h"

/* Texts are bounded for damaged files; real ones have some dozen characters. */
enum { NT_STAPSDT_TYPE = 3, NAME_MAX_BYTES = 4096 };

static uint64_t read_address(const struct image *image, struct cursor *c)
{
	return image->is64 ? cursor_u64(c) : cursor_u32(c);
}

/* One note's description. Without provider and name nothing is added; one that is cut off leaves c in error. */
static void read_note(const struct image *image, struct cursor *c, const struct image_section *base,
		      struct sdt_notes *ret)
{
	uint64_t pc = read_address(image, c), linked_base = read_address(image, c), semaphore = read_address(image, c);
	uint64_t moved = base && linked_base ? base->vaddr - linked_base : 0;
	const char *provider = cursor_string(c, NAME_MAX_BYTES), *name = cursor_string(c, NAME_MAX_BYTES);
	const char *args = cursor_left(c) ? cursor_string(c, NAME_MAX_BYTES) : "";
	if (!provider || !name) return;
	struct sdt_note note = {
		.provider = arena_strdup(&ret->arena, provider),
		.name = arena_strdup(&ret->arena, name),
		.args = arena_strdup(&ret->arena, args ? args : ""),
		.elf_addr = pc + moved,
		.semaphore_addr = semaphore ? semaphore + moved : 0,
	};
	if (!image->is64) { /* sums of 32-bit addresses wrap */
		note.elf_addr = (uint32_t)note.elf_addr;
		note.semaphore_addr = (uint32_t)note.semaphore_addr;
	}
	vec_push(&ret->items, note);
}

/* Notes of other owners or types are passed over. Padding at the end of the section may be missing. */
int sdt_notes_read(const struct image *image, struct sdt_notes *ret)
{
	*ret = (struct sdt_notes){ .items = VEC_INIT };
	arena_init(&ret->arena);
	const struct image_section *section = image_section(image, ".note.stapsdt"),
				   *base = image_section(image, ".stapsdt.base");
	if (!section) return 0;
	_bytes_done_ struct bytes bytes = BYTES_INIT;
	int r = image_section_data(image, section, &bytes);
	if (r < 0) return r;
	struct cursor c = cursor_of(bytes.data, bytes.size, image->swap);
	while (cursor_left(&c) >= 12 && cursor_ok(&c)) {
		uint32_t name_size = cursor_u32(&c), desc_size = cursor_u32(&c), type = cursor_u32(&c);
		if (name_size > bytes.size || desc_size > bytes.size) return -EBADMSG;
		const char *owner = cursor_bytes(&c, (name_size + 3u) & ~3u);
		struct cursor desc = cursor_sub(&c, desc_size);
		if (!cursor_ok(&c)) return -EBADMSG;
		if (type == NT_STAPSDT_TYPE && name_size == sizeof("stapsdt") &&
		    memcmp(owner, "stapsdt", name_size) == 0) {
			read_note(image, &desc, base, ret);
			if (!cursor_ok(&desc)) return -EBADMSG;
		}
		cursor_skip(&c, MIN((4 - desc_size % 4) % 4, cursor_left(&c)));
	}
	return 0;
}

void sdt_notes_done(struct sdt_notes *notes)
{
	vec_done(&notes->items);
	arena_done(&notes->arena);
}
