/* Sections in pieces. The mapping of a section is anonymous memory as large as the section, into which a piece is read
 * when somebody needs it; what nobody needs costs no memory. Pages of the file itself are not mapped: a file that is
 * cut short while it is read would end the program (SIGBUS). */
#include "symbol/dwarf/debug_section.h"

#include <errno.h>
#include <sched.h>
#include <sys/mman.h>
#include <unistd.h>

/* States of a piece: absent -> claimed by one thread, which reads it -> ready, published with release order. */
enum { PIECE_ABSENT, PIECE_CLAIMED, PIECE_READY };
/* A page: smaller pieces would save no memory. Texts are read in larger ones. */
#define PIECE_BITS 12
#define TEXT_PIECE_BITS 15 /* names that are asked for stand close together */
/* From this size on, huge pages are asked for. */
#define HUGE_BYTES (4u << 20)
#define WHOLE_BYTES (64u << 10) /* up to here pieces are not worth it */

void debug_section_of_bytes(struct debug_section *section, struct bytes *bytes)
{
	*section = (struct debug_section){ .data = bytes->data, .size_bytes = bytes->size, .bytes = *bytes };
	*bytes = (struct bytes)BYTES_INIT;
}

void debug_section_open(struct debug_section *section, const struct image *image, const struct image_section *place)
{
	const struct blob *blob = &image->blob;
	uint64_t size = place->size_bytes;

	*section = (struct debug_section){ .data = (const uint8_t *)"" };
	if (place->type == SHT_NOBITS || !size) return;
	if (!blob->memory && size > WHOLE_BYTES && !(place->flags & SHF_COMPRESSED)) {
		if (place->file_off > blob->size_bytes || size > blob->size_bytes - place->file_off) return;
		void *mapping = mmap(NULL, size + 1, PROT_READ | PROT_WRITE,
				     MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
		if (mapping == MAP_FAILED) return;
		section->mapping = mapping;
		section->data = mapping;
		section->size_bytes = size;
		section->piece_bits = place->flags & SHF_STRINGS ? TEXT_PIECE_BITS : PIECE_BITS;
		section->have = xcalloc((size >> section->piece_bits) + 1, sizeof(*section->have));
		section->blob = blob;
		section->file_off = place->file_off;
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

static size_t piece_bytes(const struct debug_section *section) { return (size_t)1 << section->piece_bits; }

/* What cannot be read stays zero: the file got shorter. Reads claimed pieces first..last in one go, and publishes
 * them. */
static void read_pieces(const struct debug_section *section, size_t first, size_t last)
{
	size_t from = first << section->piece_bits, end = MIN((last + 1) << section->piece_bits, section->size_bytes);
	if (end - from >= HUGE_BYTES)
		(void)madvise((uint8_t *)section->mapping + from, end - from, MADV_HUGEPAGE); /* fewer page faults */
	while (from < end) {
		ssize_t n = pread(section->blob->fd, (uint8_t *)section->mapping + from, end - from,
				  (off_t)(section->file_off + from));
		if (n < 0 && errno == EINTR) continue;
		if (n <= 0) break;
		from += (size_t)n;
	}
	for (size_t i = first; i <= last; i++)
		atomic_store_explicit(&section->have[i], PIECE_READY, memory_order_release);
}

/* True for one thread of all that try. */
static bool claim_piece(const struct debug_section *section, size_t i)
{
	uint8_t nobody = PIECE_ABSENT;
	return atomic_compare_exchange_strong_explicit(&section->have[i], &nobody, PIECE_CLAIMED, memory_order_acquire,
						       memory_order_relaxed);
}

static uint8_t piece_state(const struct debug_section *section, size_t i)
{
	return atomic_load_explicit(&section->have[i], memory_order_acquire);
}

/* Each piece is read by who claims it first; the others wait for it after they have read theirs. Adjacent pieces that
 * this thread claimed are read at once. No deadlock: a thread waits only when it has nothing claimed, and pieces do not
 * depend on each other. `all` sets complete, after which nothing is looked at any more. */
void debug_section_fetch(struct debug_section *section, uint64_t offset, uint64_t size_bytes)
{
	bool all = !offset && size_bytes >= section->size_bytes;
	if (offset >= section->size_bytes || !size_bytes) return;
	size_bytes = MIN(size_bytes, section->size_bytes - offset);
	size_t begin = offset >> section->piece_bits, last = (offset + size_bytes - 1) >> section->piece_bits;
	for (size_t i = begin; i <= last;) {
		size_t first = i;
		while (i <= last && piece_state(section, i) == PIECE_ABSENT && claim_piece(section, i)) i++;
		if (i > first) read_pieces(section, first, i - 1);
		else i++;
	}
	for (size_t i = begin; i <= last; i++)
		while (piece_state(section, i) != PIECE_READY) sched_yield();
	if (all) atomic_store_explicit(&section->complete, true, memory_order_release);
}

/* Reads from the file, whether or not the bytes are in the mapping already. Only for sections in pieces: the others are
 * in memory, and false sends the caller there. */
bool debug_section_peek(const struct debug_section *section, uint64_t offset, void *to, size_t size_bytes)
{
	if (offset > section->size_bytes || size_bytes > section->size_bytes - offset || !section->have) return false;
	for (size_t done = 0; done < size_bytes;) {
		ssize_t n = pread(section->blob->fd, (uint8_t *)to + done, size_bytes - done,
				  (off_t)(section->file_off + offset + done));
		if (n < 0 && errno == EINTR) continue;
		if (n <= 0) return false;
		done += (size_t)n;
	}
	return true;
}

/* Ends at the NUL behind the section at the latest. */
const char *debug_section_text(struct debug_section *section, uint64_t offset)
{
	if (offset >= section->size_bytes) return NULL;
	const char *text = (const char *)section->data + offset;
	if (!section->have) return text;
	/* piece by piece, up to the one with the end of the text */
	for (uint64_t at = offset; at < section->size_bytes;) {
		uint64_t piece_end = MIN((at / piece_bytes(section) + 1) * piece_bytes(section), section->size_bytes);
		debug_section_fetch(section, at, piece_end - at);
		if (memchr(section->data + at, 0, piece_end - at)) break;
		at = piece_end;
	}
	return text;
}
