/* The forms that values are stored in (DWARF 5, section 7.5.6, and GNU's): how large each is, and what it holds. A
 * new form needs a line in debug_form_size, or in debug_form_read if its size varies; if it means an address, a text
 * or a reference, also in debug_unit.c or debug_unit_parts.c. */
#include "symbol/dwarf/debug_form.h"

/* Sizes other than 1, 2, 4 and 8 (DW_FORM_strx3, addrx3) are put together byte by byte. */
uint64_t debug_number(struct cursor *c, unsigned size_bytes)
{
	switch (size_bytes) {
	case 1: return cursor_u8(c);
	case 2: return cursor_u16(c);
	case 4: return cursor_u32(c);
	case 8: return cursor_u64(c);
	default: break;
	}
	const uint8_t *p = cursor_bytes(c, size_bytes);
	uint64_t value = 0;
	bool big = (__BYTE_ORDER__ == __ORDER_BIG_ENDIAN__) != c->swap;
	for (unsigned i = 0; p && i < size_bytes && i < 8; i++)
		value |= (uint64_t)p[big ? size_bytes - 1 - i : i] << 8 * i;
	return value;
}

/* 32-bit DWARF has the length in 4 bytes; 64-bit DWARF has 0xffffffff there and the length behind it. From 0xfffffff0
 * on all else is reserved. */
uint64_t debug_initial_length(struct cursor *c, uint8_t *ret_offset_size)
{
	uint64_t length = cursor_u32(c);
	*ret_offset_size = 4;
	if (length == UINT32_MAX) {
		length = cursor_u64(c);
		*ret_offset_size = 8;
	} else if (length >= 0xfffffff0) {
		c->error = true; /* reserved */
	}
	return length;
}

/* A known size lets the walk pass over a value without looking at it (debug_abbrev.c). */
int debug_form_size(unsigned form, const struct debug_encoding *e)
{
	switch (form) {
	case DW_FORM_flag_present:
	case DW_FORM_implicit_const: return 0;
	case DW_FORM_data1:
	case DW_FORM_flag:
	case DW_FORM_ref1:
	case DW_FORM_strx1:
	case DW_FORM_addrx1: return 1;
	case DW_FORM_data2:
	case DW_FORM_ref2:
	case DW_FORM_strx2:
	case DW_FORM_addrx2: return 2;
	case DW_FORM_strx3:
	case DW_FORM_addrx3: return 3;
	case DW_FORM_data4:
	case DW_FORM_ref4:
	case DW_FORM_strx4:
	case DW_FORM_addrx4:
	case DW_FORM_ref_sup4: return 4;
	case DW_FORM_data8:
	case DW_FORM_ref8:
	case DW_FORM_ref_sig8:
	case DW_FORM_ref_sup8: return 8;
	case DW_FORM_data16: return 16;
	case DW_FORM_addr: return e->address_size;
	case DW_FORM_ref_addr: return e->version <= 2 ? e->address_size : e->offset_size;
	case DW_FORM_strp:
	case DW_FORM_line_strp:
	case DW_FORM_sec_offset:
	case DW_FORM_strp_sup:
	case DW_FORM_GNU_ref_alt:
	case DW_FORM_GNU_strp_alt: return e->offset_size;
	default: return -1;
	}
}

/* Blocks are not copied: text points at their first byte in the section. A form that is not known sets the cursor's
 * error: nothing behind it can be read, as its size is not known either. */
void debug_form_read(struct cursor *c, unsigned form, int64_t implicit, const struct debug_encoding *e,
		     struct debug_value *ret)
{
	/* each turn of "indirect" takes a byte, so this ends */
	while (form == DW_FORM_indirect && cursor_ok(c)) form = (unsigned)debug_uleb(c);
	*ret = (struct debug_value){ .form = (uint16_t)form };
	switch (form) {
	case DW_FORM_flag_present: ret->number = 1; return;
	case DW_FORM_implicit_const: ret->number = (uint64_t)implicit; return;
	case DW_FORM_sdata: ret->number = (uint64_t)cursor_sleb128(c); return;
	case DW_FORM_udata:
	case DW_FORM_ref_udata:
	case DW_FORM_strx:
	case DW_FORM_addrx:
	case DW_FORM_loclistx:
	case DW_FORM_rnglistx:
	case DW_FORM_GNU_addr_index:
	case DW_FORM_GNU_str_index: ret->number = debug_uleb(c); return;
	/* An index and a 4-byte offset: LLVM's extension. */
	case DW_FORM_LLVM_addrx_offset:
		ret->number = debug_uleb(c);
		cursor_skip(c, 4);
		return;
	case DW_FORM_string: ret->text = cursor_string(c, SIZE_MAX); return;
	case DW_FORM_block1: ret->text = cursor_bytes(c, ret->number = cursor_u8(c)); return;
	case DW_FORM_block2: ret->text = cursor_bytes(c, ret->number = cursor_u16(c)); return;
	case DW_FORM_block4: ret->text = cursor_bytes(c, ret->number = cursor_u32(c)); return;
	case DW_FORM_block:
	case DW_FORM_exprloc: ret->text = cursor_bytes(c, ret->number = debug_uleb(c)); return;
	case DW_FORM_data16: ret->text = cursor_bytes(c, 16); return;
	default: break;
	}
	int size = debug_form_size(form, e);
	if (size < 0) c->error = true;
	else ret->number = debug_number(c, (unsigned)size);
}
