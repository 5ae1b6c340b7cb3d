#include "symbol/debug_section.h"

#include <errno.h>
#include <sys/mman.h>
#include <unistd.h>

#define PIECE_BYTES 4096u
#define WHOLE_BYTES (64u << 10) /* up to here pieces are not worth it */

void debug_section_of_bytes(struct debug_section *section, struct bytes *bytes)
{
	*section = (struct debug_section){ .data = bytes->data, .size_bytes = bytes->size, .bytes = *bytes };
	*bytes = (struct bytes)BYTES_INIT;
}

void debug_section_open(struct debug_section *section, const struct image *image, const struct image_section *place, pthread_mutex_t *lock)
{
	const struct blob *blob = &image->blob;
	uint64_t size = place->size_bytes;

	*section = (struct debug_section){ .data = (const uint8_t *)"" };
	if (place->type == SHT_NOBITS || !size) return;
	if (!blob->memory && size > WHOLE_BYTES && !(place->flags & SHF_COMPRESSED)) {
		if (place->file_off > blob->size_bytes || size > blob->size_bytes - place->file_off) return;
		void *mapping = mmap(NULL, size + 1, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
		if (mapping == MAP_FAILED) return;
		section->mapping = mapping;
		section->data = mapping;
		section->size_bytes = size;
		section->have = xcalloc(size / PIECE_BYTES + 1, sizeof(*section->have));
		section->blob = blob;
		section->file_off = place->file_off;
		section->lock = lock;
		return;
	}
	struct bytes bytes = BYTES_INIT;
	if (image_section_data(image, place, &bytes) >= 0) debug_section_of_bytes(section, &bytes);
}

void debug_section_done(struct debug_section *section)
{
	if (section->mapping) munmap(section->mapping, section->size_bytes + 1);
	free(section->have);
	bytes_done(&section->bytes);
	*section = (struct debug_section){ .data = (const uint8_t *)"" };
}

/* What cannot be read stays zero: the file got shorter. */
static void read_pieces(const struct debug_section *section, size_t first, size_t last)
{
	size_t from = first * PIECE_BYTES, end = MIN((last + 1) * PIECE_BYTES, section->size_bytes);
	while (from < end) {
		ssize_t n = pread(section->blob->fd, (uint8_t *)section->mapping + from, end - from, (off_t)(section->file_off + from));
		if (n < 0 && errno == EINTR) continue;
		if (n <= 0) break;
		from += (size_t)n;
	}
	for (size_t i = first; i <= last; i++) atomic_store_explicit(&section->have[i], 1, memory_order_release);
}

static bool has_piece(const struct debug_section *section, size_t i)
{
	return atomic_load_explicit(&section->have[i], memory_order_acquire);
}

void debug_section_fetch(const struct debug_section *section, uint64_t offset, uint64_t size_bytes)
{
	if (offset >= section->size_bytes || !size_bytes) return;
	size_bytes = MIN(size_bytes, section->size_bytes - offset);
	size_t i = offset / PIECE_BYTES, last = (offset + size_bytes - 1) / PIECE_BYTES;
	while (i <= last && has_piece(section, i)) i++;
	if (i > last) return;
	pthread_mutex_lock(section->lock);
	while (i <= last) {
		size_t first = i;
		while (i <= last && !has_piece(section, i)) i++;
		if (i > first) read_pieces(section, first, i - 1);
		else i++;
	}
	pthread_mutex_unlock(section->lock);
}

const char *debug_section_text(const struct debug_section *section, uint64_t offset)
{
	if (offset >= section->size_bytes) return NULL;
	const char *text = (const char *)section->data + offset;
	if (!section->have) return text;
	/* piece by piece, up to the one with the end of the text */
	for (uint64_t at = offset; at < section->size_bytes;) {
		uint64_t piece_end = MIN((at / PIECE_BYTES + 1) * PIECE_BYTES, section->size_bytes);
		debug_section_fetch(section, at, piece_end - at);
		if (memchr(section->data + at, 0, piece_end - at)) break;
		at = piece_end;
	}
	return text;
}
