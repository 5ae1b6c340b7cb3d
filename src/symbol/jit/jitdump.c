/* Reader of jitdump files: one pass over the records, which keeps where things are, not their bytes.
 *
 *   file header
 *   record: id, size, time; body      JIT_CODE_LOAD, _MOVE, _DEBUG_INFO, _UNWINDING_INFO, _CLOSE
 *
 * Lines and unwinding information come before the load that they are about: the scan holds them until then. A file
 * that is being written ends anywhere; the scan stops before the first record that is not whole (next_off) and goes
 * on there when it has grown. */
#include "symbol/jit/jitdump.h"

#include <elf.h>
#include <errno.h>
#include <stdlib.h>
#include "base/cursor.h"

#define JITDUMP_MAGIC 0x4a695444u
enum { JIT_CODE_LOAD, JIT_CODE_MOVE, JIT_CODE_DEBUG_INFO, JIT_CODE_CLOSE, JIT_CODE_UNWINDING_INFO };
#define JIT_FLAGS_ARCH_TIMESTAMP 1u

/* Sizes of the format, then bounds for files that are made to waste memory. */
#define HEADER_BYTES JITDUMP_HEADER_BYTES
#define PREFIX_BYTES 16 /* id, size, time of a record */
#define LOAD_BYTES 40   /* fields of a load before its name */
#define NAME_MAX_BYTES (64u << 10)
#define PIECE_BYTES (256u << 10)
#define LOADS_MAX (1u << 26)
#define LINES_MAX_BYTES (64u << 20) /* of one load */
#define V8_ELF_HEADER_BYTES 0x40

/* Reading on through the file, a piece at a time: code bytes, which are most of it, are not touched where they are
 * large. */
struct jitdump_scan {
	struct jitdump *dump;
	struct bytes piece;
	uint64_t piece_off;
	/* Said of the next load: lines (for the address lines_vaddr) and unwinding information; size 0: nothing was
	 * said. */
	uint64_t lines_off, lines_vaddr, unwind_off;
	uint32_t lines_size, unwind_size;
	/* how far behind the code's start the first line is, at least */
	uint64_t first_line;
	bool has_lines;
	/* A hash table with open addressing: the compiler's number of a load -> its index + 1; 0: free. */
	struct {
		uint64_t index;
		uint32_t load;
	} * slots;
	size_t mask, nr_slots;
	uint64_t next_off; /* of the first record that was not whole yet */
};

/* size_bytes from file_off on; NULL when the file ends before. Valid until the next call. */
static const uint8_t *scan_bytes(struct jitdump_scan *scan, uint64_t file_off, size_t size_bytes)
{
	const struct blob *blob = &scan->dump->blob;
	if (file_off > blob->size_bytes || size_bytes > blob->size_bytes - file_off) return NULL;
	if (file_off < scan->piece_off || file_off - scan->piece_off > scan->piece.size ||
	    size_bytes > scan->piece.size - (size_t)(file_off - scan->piece_off)) {
		bytes_done(&scan->piece);
		uint64_t size = MIN(MAX((uint64_t)size_bytes, (uint64_t)PIECE_BYTES), blob->size_bytes - file_off);
		if (blob_read(blob, file_off, size, &scan->piece) < 0) {
			scan->piece = (struct bytes)BYTES_INIT;
			return NULL;
		}
		scan->piece_off = file_off;
	}
	return scan->piece.data + (file_off - scan->piece_off);
}

/* The slot of a number, or the free one where it belongs. Linear probing; at most half of the slots are in use. */
static size_t slot_of(const struct jitdump_scan *scan, uint64_t index)
{
	size_t at = (size_t)(index * 0x9e3779b97f4a7c15u >> 20) & scan->mask;
	while (scan->slots[at].load && scan->slots[at].index != index) at = (at + 1) & scan->mask;
	return at;
}

/* Remembers the load of that number: the last one that had it. */
static void number_load(struct jitdump_scan *scan, uint64_t index, uint32_t load)
{
	if ((scan->nr_slots + 1) * 2 > scan->mask) {
		size_t old_size = scan->mask ? scan->mask + 1 : 0, size = MAX(old_size * 2, (size_t)1024);
		void *old = scan->slots;
		typeof(scan->slots) from = old;
		scan->slots = xcalloc(size, sizeof(*scan->slots));
		scan->mask = size - 1;
		for (size_t i = 0; i < old_size; i++)
			if (from[i].load) scan->slots[slot_of(scan, from[i].index)] = from[i];
		free(old);
	}
	size_t at = slot_of(scan, index);
	scan->nr_slots += !scan->slots[at].load;
	scan->slots[at].index = index;
	scan->slots[at].load = load + 1;
}

/* `order` keeps the file's order among equal times when places are sorted. */
static void add_place(struct jitdump *dump, uint64_t time_ns, uint64_t vaddr, uint32_t load)
{
	struct jitdump_place place = {
		.time_ns = time_ns, .vaddr = vaddr, .load = load, .order = (uint32_t)dump->places.count
	};
	vec_push(&dump->places, place);
}

/* JIT_CODE_LOAD: pid, tid, vma, code_addr, code_size, code_index, name, code. False: the record makes no sense. */
static bool scan_load(struct jitdump_scan *scan, uint64_t body_off, uint64_t body_size, uint64_t time_ns)
{
	struct jitdump *dump = scan->dump;
	const uint8_t *fields = body_size >= LOAD_BYTES ? scan_bytes(scan, body_off, LOAD_BYTES) : NULL;
	if (!fields) return false;
	struct cursor c = cursor_of(fields, LOAD_BYTES, dump->swap);
	/* pid, tid, and where the code would be without being told otherwise. */
	cursor_skip(&c, 16);
	uint64_t vaddr = cursor_u64(&c), size = cursor_u64(&c), index = cursor_u64(&c);
	/* the name takes what the code leaves */
	if (size > body_size - LOAD_BYTES || body_size - LOAD_BYTES - size > NAME_MAX_BYTES || vaddr + size < vaddr)
		return false;
	size_t room = (size_t)(body_size - LOAD_BYTES - size);
	const char *name = room ? (const char *)scan_bytes(scan, body_off + LOAD_BYTES, room) : NULL;
	const char *end = name ? memchr(name, 0, room) : NULL;
	if (room && !end) return false;
	struct jitdump_load load = { .time_ns = time_ns,
				     .vaddr = vaddr,
				     .size_bytes = size,
				     .index = index,
				     .code_off = body_off + body_size - size };
	/* nothing is said of padding behind a name: the code is right behind it */
	if (name) load.code_off = body_off + LOAD_BYTES + (uint64_t)(end - name) + 1;
	load.name = name ? arena_strndup(&dump->arena, name, (size_t)(end - name)) : "";
	if (scan->lines_size && scan->lines_vaddr == vaddr) {
		load.lines_off = scan->lines_off;
		load.lines_size_bytes = scan->lines_size;
	}
	load.unwind_off = scan->unwind_off;
	load.unwind_size_bytes = scan->unwind_size;
	scan->lines_size = scan->unwind_size = 0;
	if (!size || dump->loads.count >= LOADS_MAX) return true;
	number_load(scan, index, (uint32_t)dump->loads.count);
	add_place(dump, time_ns, vaddr, (uint32_t)dump->loads.count);
	vec_push(&dump->loads, load);
	return true;
}

/* JIT_CODE_MOVE: the load of that number is at another address from now on. False: no such load. */
static bool scan_move(struct jitdump_scan *scan, uint64_t body_off, uint64_t body_size, uint64_t time_ns)
{
	struct jitdump *dump = scan->dump;
	const uint8_t *fields = body_size >= 48 ? scan_bytes(scan, body_off, 48) : NULL;
	if (!fields) return false;
	struct cursor c = cursor_of(fields, 48, dump->swap);
	cursor_skip(&c, 16 + 8);
	uint64_t vaddr = cursor_u64(&c);
	cursor_skip(&c, 8);
	uint64_t index = cursor_u64(&c);
	if (!scan->mask || dump->places.count >= LOADS_MAX) return false;
	uint32_t load = scan->slots[slot_of(scan, index)].load;
	if (!load || vaddr + dump->loads.items[load - 1].size_bytes < vaddr) return false;
	add_place(dump, time_ns, vaddr, load - 1);
	return true;
}

/* JIT_CODE_DEBUG_INFO: address, number of lines, lines. Only remembered: jitdump_lines reads them when somebody
 * asks. */
static bool scan_lines(struct jitdump_scan *scan, uint64_t body_off, uint64_t body_size)
{
	const uint8_t *fields = body_size >= 16 ? scan_bytes(scan, body_off, 16) : NULL;
	if (!fields || body_size > LINES_MAX_BYTES) return false;
	struct cursor c = cursor_of(fields, 16, scan->dump->swap);
	scan->lines_vaddr = cursor_u64(&c);
	uint64_t count = cursor_u64(&c);
	scan->lines_off = body_off;
	scan->lines_size = (uint32_t)body_size;
	fields = count && body_size >= 24 ? scan_bytes(scan, body_off + 16, 8) : NULL;
	if (!fields) return true;
	c = cursor_of(fields, 8, scan->dump->swap);
	uint64_t first = cursor_u64(&c) - scan->lines_vaddr;
	scan->first_line = scan->has_lines ? MIN(scan->first_line, first) : first;
	scan->has_lines = true;
	return true;
}

static int places_compare(const void *a, const void *b)
{
	const struct jitdump_place *x = a, *y = b;
	if (x->time_ns != y->time_ns) return x->time_ns < y->time_ns ? -1 : 1;
	return x->order < y->order ? -1 : x->order > y->order;
}

/* In order of time; of equal times the one first in the file counts first. Files are nearly always in order as they
 * are. */
static void sort_places(struct jitdump *dump)
{
	size_t count = dump->places.count;
	struct jitdump_place *places = dump->places.items;
	bool sorted = true;
	for (size_t i = 1; i < count && sorted; i++) sorted = places[i - 1].time_ns <= places[i].time_ns;
	if (!sorted) qsort(places, count, sizeof(*places), places_compare);
}

/* magic, version, size, ELF machine, padding, pid, time, flags. The magic's byte order is that of the file. The
 * header does not say the class: it follows from the machine. */
static int scan_header(struct jitdump *dump, uint64_t *ret_size)
{
	_bytes_done_ struct bytes bytes = BYTES_INIT;
	if (dump->blob.size_bytes < HEADER_BYTES) return -ENOEXEC;
	int code = blob_read(&dump->blob, 0, HEADER_BYTES, &bytes);
	if (code < 0) return code;
	struct cursor c = cursor_of(bytes.data, bytes.size, false);
	uint32_t magic = cursor_u32(&c);
	if (magic != JITDUMP_MAGIC && magic != __builtin_bswap32(JITDUMP_MAGIC)) return -ENOEXEC;
	dump->swap = c.swap = magic != JITDUMP_MAGIC;
	uint32_t version = cursor_u32(&c);
	*ret_size = cursor_u32(&c);
	dump->machine = (uint16_t)cursor_u32(&c);
	cursor_skip(&c, 4);
	dump->pid = cursor_u32(&c);
	cursor_skip(&c, 8);
	dump->arch_timestamp = cursor_u64(&c) & JIT_FLAGS_ARCH_TIMESTAMP;
	dump->is64 = dump->machine != EM_386 && dump->machine != EM_ARM && dump->machine != EM_PPC &&
		     dump->machine != EM_MIPS && dump->machine != EM_SPARC;
	return !version || *ret_size < HEADER_BYTES ? -EBADMSG : 0;
}

/* Reads records from next_off on. Stops before one of impossible size, as nothing says where the next one begins. */
static void scan_records(struct jitdump_scan *scan)
{
	struct jitdump *dump = scan->dump;
	uint64_t size;
	for (; scan->next_off < dump->blob.size_bytes; scan->next_off += size) {
		uint64_t file_off = scan->next_off;
		const uint8_t *prefix = scan_bytes(scan, file_off, PREFIX_BYTES);
		if (!prefix) {
			dump->truncated = true;
			return;
		}
		struct cursor c = cursor_of(prefix, PREFIX_BYTES, dump->swap);
		uint32_t id = cursor_u32(&c);
		size = cursor_u32(&c);
		uint64_t time_ns = cursor_u64(&c), body_off = file_off + PREFIX_BYTES, body_size = size - PREFIX_BYTES;
		bool good = true;
		if (size < PREFIX_BYTES) {
			/* a file that grows by whole pages ends in zeroes; anything else here is damage, with no way to
			 * find the next record */
			dump->truncated = true;
			dump->nr_damaged += id || size || time_ns;
			return;
		}
		if (size > dump->blob.size_bytes - file_off) {
			dump->truncated = true;
			return;
		}
		switch (id) {
		case JIT_CODE_LOAD: good = scan_load(scan, body_off, body_size, time_ns); break;
		case JIT_CODE_MOVE: good = scan_move(scan, body_off, body_size, time_ns); break;
		case JIT_CODE_DEBUG_INFO: good = scan_lines(scan, body_off, body_size); break;
		case JIT_CODE_CLOSE: dump->closed = true; break;
		case JIT_CODE_UNWINDING_INFO:
			scan->unwind_off = body_off;
			scan->unwind_size = (uint32_t)MIN(body_size, (uint64_t)UINT32_MAX);
			break;
		default: break; /* of a later version: its size is all one has to know */
		}
		dump->nr_damaged += !good;
	}
}

/* Scans what is new. If every line table's first line is at least an ELF header's size behind its code, the writer
 * is V8, which counts that header: lines_bias takes it out again. */
static void read_on(struct jitdump *dump)
{
	struct jitdump_scan *scan = dump->scan;
	dump->truncated = false;
	scan_records(scan);
	bytes_done(&scan->piece);
	scan->piece = (struct bytes)BYTES_INIT;
	scan->piece_off = 0;
	if (scan->has_lines && scan->first_line >= V8_ELF_HEADER_BYTES && scan->first_line < 1u << 20)
		dump->lines_bias = V8_ELF_HEADER_BYTES;
}

/* The scan goes on with the new blob; what was found in the old one keeps its offsets, as dumps are only appended
 * to. */
void jitdump_grow(struct jitdump *dump, struct blob *blob)
{
	blob_close(&dump->blob);
	dump->blob = *blob;
	*blob = (struct blob)BLOB_INIT;
	read_on(dump);
}

int jitdump_new(struct blob *blob, struct jitdump **ret)
{
	struct jitdump *dump = xcalloc(1, sizeof(*dump));
	uint64_t header_size = 0;
	dump->blob = *blob;
	*blob = (struct blob)BLOB_INIT;
	arena_init(&dump->arena);
	int code = scan_header(dump, &header_size);
	if (code < 0) {
		jitdump_free(dump);
		return code;
	}
	struct jitdump_scan *scan = dump->scan = xcalloc(1, sizeof(*scan));
	*scan = (struct jitdump_scan){ .dump = dump, .piece = BYTES_INIT, .next_off = header_size };
	read_on(dump);
	sort_places(dump);
	*ret = dump;
	return 0;
}

void jitdump_free(struct jitdump *dump)
{
	if (!dump) return;
	blob_close(&dump->blob);
	if (dump->scan) free(dump->scan->slots);
	free(dump->scan);
	vec_done(&dump->loads);
	vec_done(&dump->places);
	arena_done(&dump->arena);
	free(dump);
}

/* Loads are by code_off, as the file is read from its start to its end. */
const struct jitdump_load *jitdump_load_at(const struct jitdump *dump, uint64_t code_off)
{
	size_t low = 0, high = dump->loads.count;
	while (low < high) {
		size_t middle = (low + high) / 2;
		if (dump->loads.items[middle].code_off <= code_off) low = middle + 1;
		else high = middle;
	}
	const struct jitdump_load *load = low ? &dump->loads.items[low - 1] : NULL;
	return load && code_off - load->code_off < load->size_bytes ? load : NULL;
}

/* Each line: address, line, discriminator, file name; a name of "\xff" repeats the one before. */
void jitdump_lines(const struct jitdump *dump, const struct jitdump_load *load,
		   bool (*visit)(void *ctx, uint64_t code_off, const char *file, uint32_t line, uint32_t discriminator),
		   void *ctx)
{
	_bytes_done_ struct bytes bytes = BYTES_INIT;
	if (!load->lines_size_bytes || blob_read(&dump->blob, load->lines_off, load->lines_size_bytes, &bytes) < 0)
		return;
	struct cursor c = cursor_of(bytes.data, bytes.size, dump->swap);
	uint64_t base = cursor_u64(&c), count = cursor_u64(&c);
	const char *file = "";
	for (uint64_t i = 0; i < count; i++) {
		uint64_t distance = cursor_u64(&c) - base - dump->lines_bias;
		uint32_t line = cursor_u32(&c), discriminator = cursor_u32(&c);
		const char *name = cursor_string(&c, cursor_left(&c));
		if (!cursor_ok(&c)) return;
		if (strcmp(name, "\xff") != 0) file = name; /* else: the file of the line before */
		if (distance >= load->size_bytes) continue;
		if (!visit(ctx, load->code_off + distance, file, line, discriminator)) return;
	}
}

/* Where the first pointer of each FDE is, and how many bytes whole entries take. In a jitdump it is relative to itself
 * in 32 bits (0x1b), and relative to where an ELF file made of the record would have it: only the distance between two
 * is of use. */
struct frames {
	size_t pos, end, size;
};

/* The next FDE of .eh_frame: where its pointer to code (pc_begin) is. f->end follows the last whole entry. */
static bool frames_next(struct frames *f, const uint8_t *data, bool swap, size_t *ret_pointer)
{
	while (f->pos + 8 <= f->size) {
		struct cursor c = cursor_of(data + f->pos, f->size - f->pos, swap);
		uint32_t length = cursor_u32(&c), cie = cursor_u32(&c);
		if (length < 4 || length > f->size - f->pos - 4) return false;
		size_t entry = f->pos;
		f->pos = f->end = entry + 4 + length;
		if (!cie || length < 12) continue;
		*ret_pointer = entry + 8;
		return true;
	}
	return false;
}

static int32_t pointer_at(const uint8_t *data, bool swap)
{
	uint32_t value;
	memcpy(&value, data, sizeof(value));
	return (int32_t)(swap ? __builtin_bswap32(value) : value);
}

static void pointer_put(uint8_t *data, bool swap, int64_t value)
{
	uint32_t stored = swap ? __builtin_bswap32((uint32_t)value) : (uint32_t)value;
	memcpy(data, &stored, sizeof(stored));
}

#define EH_FRAME_MAX_BYTES (1u << 29)

typedef VEC(uint8_t) frame_bytes;

/* Appends the load's frames as they are where its code is at code_at, and the first byte of out at frames_at. */
static void append_frames(const struct jitdump *dump, const struct jitdump_load *load, int64_t code_at,
			  int64_t frames_at, frame_bytes *out)
{
	_bytes_done_ struct bytes bytes = BYTES_INIT;
	if (load->unwind_size_bytes < 24 ||
	    blob_read(&dump->blob, load->unwind_off, load->unwind_size_bytes, &bytes) < 0)
		return;
	struct cursor c = cursor_of(bytes.data, bytes.size, dump->swap);
	uint64_t size = cursor_u64(&c), header_size = cursor_u64(&c);
	cursor_skip(&c, 8);
	if (size > cursor_left(&c) || header_size >= size || out->count + size > EH_FRAME_MAX_BYTES) return;
	/* The specification puts .eh_frame_hdr first; V8 writes it last. It begins with its version and how its
	 * first pointer is written, the frames with the length of their first entry. */
	const uint8_t *data = bytes.data + c.pos;
	bool header_first = header_size >= 4 && data[0] == 1 && data[1] == 0x1b;
	const uint8_t *from = header_first ? data + header_size : data;
	struct frames frames = { .size = (size_t)(size - header_size) };
	vec_reserve(out, out->count + frames.size);
	uint8_t *to = out->items + out->count;
	memcpy(to, from, frames.size);
	size_t pointer;
	int64_t first = 0;
	for (bool is_first = true; frames_next(&frames, from, dump->swap, &pointer); is_first = false) {
		int64_t target = (int64_t)pointer + pointer_at(from + pointer, dump->swap);
		if (is_first) first = target;
		pointer_put(to + pointer, dump->swap,
			    code_at + target - first - (frames_at + (int64_t)(out->count + pointer)));
	}
	out->count += frames.end; /* without an end mark, which would end all */
}

uint64_t jitdump_load_mapped_bytes(const struct jitdump *dump, const struct jitdump_load *load)
{
	_bytes_done_ struct bytes bytes = BYTES_INIT;
	if (load->unwind_size_bytes < 24 || blob_read(&dump->blob, load->unwind_off, 24, &bytes) < 0)
		return load->size_bytes;
	struct cursor c = cursor_of(bytes.data, bytes.size, dump->swap);
	cursor_skip(&c, 16);
	uint64_t mapped = cursor_u64(&c);
	return mapped && mapped <= load->unwind_size_bytes ? ((load->size_bytes + 7) & ~(uint64_t)7) + mapped
							   : load->size_bytes;
}

static int give_frames(frame_bytes *out, struct bytes *ret)
{
	if (!out->count) {
		vec_done(out);
		return -ENODATA;
	}
	*ret = (struct bytes){ .data = out->items, .size = out->count, .owned = out->items };
	return 0;
}

int jitdump_eh_frame(const struct jitdump *dump, size_t first_load, struct bytes *ret)
{
	frame_bytes out = VEC_INIT;
	for (size_t i = first_load; i < dump->loads.count; i++) {
		const struct jitdump_load *load = &dump->loads.items[i];
		if (load->code_off <= INT32_MAX / 2) append_frames(dump, load, (int64_t)load->code_off, 0, &out);
	}
	return give_frames(&out, ret);
}

int jitdump_load_eh_frame(const struct jitdump *dump, const struct jitdump_load *load, uint32_t code_at,
			  uint32_t frames_at, struct bytes *ret)
{
	frame_bytes out = VEC_INIT;
	append_frames(dump, load, code_at, frames_at, &out);
	return give_frames(&out, ret);
}
