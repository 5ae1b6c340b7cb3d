/* Common information entries (CIE) and frame description entries (FDE): which functions there are and where their
 * programs stand. Entries follow each other, each with its length in front. An FDE names its CIE: in .debug_frame by
 * the offset in the section, in .eh_frame by the distance back from the field. A CIE is read when the first FDE asks
 * for it. */
#include <string.h>
#include "symbol/cfi/cfi_private.h"

/* Linkers merge equal ones: real objects have less than a hundred. */
#define MAX_CIES 65536

/* DW_EH_PE_*: how pointers of .eh_frame are stored (low 4 bits), and what they are relative to (LSB 5.0, section
 * 10.5.1). */
enum {
	PE_ABSPTR = 0x00,
	PE_ULEB128 = 0x01,
	PE_UDATA2 = 0x02,
	PE_UDATA4 = 0x03,
	PE_UDATA8 = 0x04,
	PE_SLEB128 = 0x09,
	PE_SDATA2 = 0x0a,
	PE_SDATA4 = 0x0b,
	PE_SDATA8 = 0x0c,
	PE_PCREL = 0x10,
	PE_TEXTREL = 0x20,
	PE_DATAREL = 0x30,
	PE_FUNCREL = 0x40,
	PE_ALIGNED = 0x50,
	PE_INDIRECT = 0x80,
	PE_OMIT = 0xff
};

/* size: 2, 4 or 8 bytes. */
static uint64_t read_word(struct cursor *c, unsigned size)
{
	if (size == 8) return cursor_u64(c);
	return size == 4 ? cursor_u32(c) : cursor_u16(c);
}

/* Indirect pointers (PE_INDIRECT) are read as they stand: those that matter here, to code, never are. Relative ones are
 * relative to where the pointer itself stands in memory (input->vaddr + c->pos). */
bool cfi_read_pointer(const struct cfi_input *input, struct cursor *c, uint8_t encoding, uint8_t address_size,
		      uint64_t *ret)
{
	if (encoding == PE_OMIT) return false;
	if ((encoding & 0x70) == PE_ALIGNED) {
		uint64_t at = input->vaddr + c->pos, aligned = (at + address_size - 1) & ~(uint64_t)(address_size - 1);
		cursor_skip(c, (size_t)(aligned - at));
		*ret = read_word(c, address_size);
		return cursor_ok(c);
	}
	uint64_t here = input->vaddr + c->pos, value;
	switch (encoding & 0x0f) {
	case PE_ABSPTR: value = read_word(c, address_size); break;
	case PE_ULEB128: value = cursor_uleb128(c); break;
	case PE_UDATA2: value = cursor_u16(c); break;
	case PE_UDATA4: value = cursor_u32(c); break;
	case PE_UDATA8:
	case PE_SDATA8: value = cursor_u64(c); break;
	case PE_SLEB128: value = (uint64_t)cursor_sleb128(c); break;
	case PE_SDATA2: value = (uint64_t)(int16_t)cursor_u16(c); break;
	case PE_SDATA4: value = (uint64_t)(int32_t)cursor_u32(c); break;
	default: return false;
	}
	switch (encoding & 0x70) {
	case PE_PCREL: value += here; break;
	case PE_TEXTREL: value += input->text_vaddr; break;
	case PE_DATAREL: value += input->data_vaddr; break;
	case 0: break;
	default: return false;
	}
	if (!input->is64) value = (uint32_t)value;
	*ret = value;
	return cursor_ok(c);
}

/* Steps over a pointer of which only the length matters. */
static bool skip_pointer(const struct cfi_input *input, struct cursor *c, uint8_t encoding, uint8_t address_size)
{
	uint64_t ignored;
	return encoding == PE_OMIT ||
	       cfi_read_pointer(input, c, encoding & (uint8_t)~PE_INDIRECT, address_size, &ignored);
}

/* c: behind the entry's id, ends with the entry. The augmentation string says which fields a CIE has: z (their
 * length in front), R (encoding of pointers), P (personality), L (encoding of language data), S (signal frame).
 * False: of no use. */
static bool read_cie(const struct cfi_input *input, struct cursor *c, struct cfi_cie *cie)
{
	uint8_t version = cursor_u8(c);
	const char *augmentation = cursor_string(c, 64);
	if (!augmentation || version == 0 || version == 2 || version > 4) return false;
	*cie = (struct cfi_cie){ .address_size = input->is64 ? 8 : 4 };
	if (strcmp(augmentation, "eh") == 0) cursor_skip(c, cie->address_size); /* of gcc 2 */
	if (version == 4) {
		cie->address_size = cursor_u8(c);
		cie->segment_size = cursor_u8(c);
		if (cie->address_size != 2 && cie->address_size != 4 && cie->address_size != 8) return false;
	}
	cie->code_align = cursor_uleb128(c);
	cie->data_align = cursor_sleb128(c);
	cie->return_column = version == 1 ? cursor_u8(c) : cursor_uleb128(c);
	size_t augmented_until = 0;
	if (*augmentation == 'z') {
		uint64_t length = cursor_uleb128(c);
		if (!cursor_ok(c) || length > cursor_left(c)) return false;
		augmented_until = c->pos + (size_t)length;
		cie->has_augmentation_data = true;
		augmentation++;
	}
	for (; *augmentation; augmentation++) {
		switch (*augmentation) {
		case 'R': cie->pointer_encoding = cursor_u8(c); continue;
		case 'P': {
			uint8_t encoding = cursor_u8(c);
			if (!skip_pointer(input, c, encoding, cie->address_size)) return false;
			continue;
		}
		case 'L': (void)cursor_u8(c); continue;
		case 'S': cie->signal_frame = true; continue;
		case 'B':
		case 'G':
		case 'e':
		case 'h': continue; /* key B signs return addresses; memory is tagged; "eh" was seen above */
		default: break;
		}
		/* with a length, what is not known can be left out */
		if (!cie->has_augmentation_data) return false;
		break;
	}
	if (augmented_until) cursor_seek(c, augmented_until);
	if (!cursor_ok(c)) return false;
	cie->program = c->pos;
	cie->program_end = c->size;
	return cie->return_column < CFI_COLUMNS;
}

/* An entry's head at *pos, which goes on to the next. id tells a CIE from an FDE, and of an FDE which CIE it has; id_at
 * and end are offsets in the input. */
struct entry {
	size_t offset, id_at, end;
	uint64_t id;
	bool wide;
};

/* False: there is no more, or the rest is damaged. The length counts from behind itself; 0xffffffff says that 8 bytes
 * of length follow (64-bit format). */
static bool entry_next(const struct cfi_input *input, size_t *pos, struct entry *ret)
{
	struct cursor c = cursor_of(input->data, input->size, input->swap);
	cursor_seek(&c, *pos);
	uint64_t length = cursor_u32(&c);
	ret->offset = *pos;
	ret->wide = length == UINT32_MAX;
	if (ret->wide) length = cursor_u64(&c);
	if (!cursor_ok(&c) || length > cursor_left(&c)) return false;
	ret->id_at = c.pos;
	ret->end = c.pos + (size_t)length;
	*pos = ret->end;
	/* an empty one ends .eh_frame; when objects were linked in a strange order, there is more behind it */
	ret->id = 0;
	if (length < 4) return true;
	ret->id = input->debug_frame && ret->wide ? cursor_u64(&c) : cursor_u32(&c);
	return cursor_ok(&c);
}

/* 0 in .eh_frame, all ones in .debug_frame. */
static bool is_cie(const struct cfi_input *input, const struct entry *entry)
{
	if (!input->debug_frame) return entry->id == 0;
	return entry->id == (entry->wide ? UINT64_MAX : UINT32_MAX);
}

/* Behind the id, up to the end of the entry. */
static struct cursor entry_cursor(const struct cfi_input *input, const struct entry *entry)
{
	struct cursor c = cursor_of(input->data, entry->end, input->swap);
	cursor_seek(&c, entry->id_at + (input->debug_frame && entry->wide ? 8 : 4));
	return c;
}

/* The number of the common entry at offset, UINT32_MAX when there is none of use. Each is read once; damaged ones
 * are remembered as 0. */
static uint32_t cie_of(struct cfi_compiler *compiler, uint64_t offset)
{
	const struct cfi_input *input = compiler->input;
	bool is_new;
	if (offset >= input->size || compiler->cies.count >= MAX_CIES) {
		uint64_t *known = u64map_find(&compiler->cie_at, offset);
		return known ? (uint32_t)(*known - 1) : UINT32_MAX;
	}
	uint64_t *slot = u64map_put(&compiler->cie_at, offset, &is_new);
	if (!is_new) return (uint32_t)(*slot - 1);
	*slot = 0;
	struct entry entry;
	size_t pos = (size_t)offset;
	if (!entry_next(input, &pos, &entry) || entry.end - entry.id_at < 4 || !is_cie(input, &entry))
		return UINT32_MAX;
	struct cursor c = entry_cursor(input, &entry);
	struct cfi_cie cie;
	if (!read_cie(input, &c, &cie)) return UINT32_MAX;
	cfi_run_initial(compiler, &cie);
	vec_push(&compiler->cies, cie);
	*slot = compiler->cies.count;
	return (uint32_t)(compiler->cies.count - 1);
}

/* Only executable segments: data is never unwound from. */
bool cfi_place(const struct cfi_input *input, uint64_t vaddr, uint64_t *ret)
{
	*ret = vaddr;
	if (!input->segments) return true;
	for (size_t i = 0; i < input->nr_segments; i++) {
		const struct image_segment *s = &input->segments[i];
		if (s->type != PT_LOAD || !(s->flags & PF_X) || vaddr - s->vaddr >= s->file_size_bytes) continue;
		*ret = vaddr - s->vaddr + s->file_off;
		return true;
	}
	return false;
}

/* Adds the function, if its CIE is of use and its code is in a segment. The length of the code is an absolute number
 * whatever the start is relative to, so that only the low 4 bits of the encoding count. */
static void read_fde(struct cfi_compiler *compiler, const struct entry *entry)
{
	const struct cfi_input *input = compiler->input;
	uint64_t cie_offset = input->debug_frame ? entry->id : entry->id_at - entry->id;
	uint32_t number = cie_of(compiler, cie_offset);
	if (number == UINT32_MAX) return;
	const struct cfi_cie *cie = &compiler->cies.items[number];
	struct cursor c = entry_cursor(input, entry);
	uint64_t start, length;
	if (cie->segment_size) cursor_skip(&c, cie->segment_size);
	if (!cfi_read_pointer(input, &c, input->debug_frame ? PE_ABSPTR : cie->pointer_encoding, cie->address_size,
			      &start))
		return;
	if (!cfi_read_pointer(input, &c, input->debug_frame ? PE_ABSPTR : cie->pointer_encoding & 0x0f,
			      cie->address_size, &length))
		return;
	if (cie->has_augmentation_data) {
		uint64_t skip = cursor_uleb128(&c);
		if (skip > cursor_left(&c)) return;
		cursor_skip(&c, (size_t)skip);
	}
	struct cfi_fde fde = { .program = c.pos, .program_end = c.size, .cie = number };
	if (!cursor_ok(&c) || !length || !cfi_place(input, start, &fde.start)) return;
	fde.end = fde.start + length;
	if (fde.end > fde.start) vec_push(&compiler->fdes, fde);
}

void cfi_read_entries(struct cfi_compiler *compiler)
{
	struct entry entry;
	for (size_t pos = 0; entry_next(compiler->input, &pos, &entry);)
		if (entry.end - entry.id_at >= 4 && !is_cie(compiler->input, &entry)) read_fde(compiler, &entry);
}
