/* Looks for places of names among the bytes of units, whatever attributes they may be of: it may let a unit pass that
 * has no such function, never the other way round. Bytes are compared as they stand in the file, four at a time and at
 * all alignments, which is several times cheaper than walking entries. */
#include "probe/search/unit_filter.h"

#include <string.h>
#include "base/compiler.h"

/* With more places of one name, or a longer name, filtering is not worth it. */
enum { PIECE_BYTES = 1 << 16 /* stays in the processor's cache */, MOST_OFFSETS = 8, LONGEST_NAME = 4096 };

/* How the functions of a unit say what they are called. */
struct naming {
	bool by_text, unclear;
};

/* What cannot be seen in bytes makes the unit unclear. */
static void note_form(struct naming *naming, unsigned attribute, unsigned form)
{
	switch (attribute) {
	case DW_AT_name:
	case DW_AT_linkage_name:
	case DW_AT_MIPS_linkage_name:
		if (form == DW_FORM_string) naming->by_text = true;
		else if (form != DW_FORM_strp) naming->unclear = true;
		break;
	case DW_AT_abstract_origin:
	case DW_AT_specification: /* the other one has the name: of the same unit? */
		if (form != DW_FORM_ref1 && form != DW_FORM_ref2 && form != DW_FORM_ref4 && form != DW_FORM_ref8 &&
		    form != DW_FORM_ref_udata)
			naming->unclear = true;
		break;
	default: break;
	}
}

/* Looks at the forms of names in the unit's abbreviations: only DW_FORM_strp and DW_FORM_string can be seen in bytes.
 */
static struct naming naming_of(struct debug_unit *unit)
{
	const struct debug_abbrevs *abbrevs = debug_unit_abbrevs(unit);
	struct debug_section *section = debug_file_section(unit->file, DEBUG_ABBREV);
	struct naming naming = { 0 };
	for (size_t i = 0; i < abbrevs->items.count; i++) {
		const struct debug_abbrev *abbrev = &abbrevs->items.items[i];
		if (abbrev->tag != DW_TAG_subprogram) continue;
		struct cursor c = debug_section_cursor(section, abbrev->attributes, UINT64_MAX, unit->file->swap);
		unsigned attribute, form;
		int64_t implicit;
		while (debug_abbrev_next(&c, &attribute, &form, &implicit)) note_form(&naming, attribute, form);
	}
	return naming;
}

typedef uint32_t words __attribute__((vector_size(16), aligned(1), may_alias));

/* At any place, aligned or not. 16 bytes at a time at four alignments (GNU C vectors), the rest one by one. */
static bool has_word(const uint8_t *data, size_t size, uint32_t word)
{
	const words wanted = { word, word, word, word };
	words hits = { 0 };
	size_t i = 0;
	for (; size - i >= sizeof(words) + 3; i += sizeof(words))
		for (size_t k = 0; k < 4; k++) hits |= (words)(*(const words *)(data + i + k) == wanted);
	if (hits[0] | hits[1] | hits[2] | hits[3]) return true;
	for (; size - i >= 4; i++)
		if (memcmp(data + i, &word, 4) == 0) return true;
	return false;
}

/* Whether the bytes have a reference to the name, or, by_text, the name with its NUL. */
static bool has_name(const struct unit_filter *filter, bool by_text, size_t text_bytes, const uint8_t *data,
		     size_t size)
{
	for (size_t i = 0; i < filter->nr_offsets; i++) {
		uint32_t word = (uint32_t)filter->offsets[i]; /* of 64-bit DWARF half of it */
		if (has_word(data, size, filter->file->swap ? __builtin_bswap32(word) : word)) return true;
	}
	return by_text && memmem(data, size, filter->name, text_bytes);
}

/* The bytes are read into a buffer of our own (debug_section_peek), so that passing over a unit keeps no memory. */
bool unit_filter_passes(const struct unit_filter *filter, struct debug_unit *unit)
{
	struct debug_section *info = debug_file_section(unit->file, DEBUG_INFO);
	size_t text_bytes = strlen(filter->name) + 1, overlap = MAX(text_bytes, sizeof(uint32_t)) - 1;
	if (unit->file != filter->file || filter->nr_offsets > MOST_OFFSETS || text_bytes > LONGEST_NAME) return true;
	struct naming naming = naming_of(unit);
	if (naming.unclear) return true;
	uint64_t at = unit->info_off, end = MIN(unit->end_off, (uint64_t)info->size_bytes);
	if (!info->have) return at < end && has_name(filter, naming.by_text, text_bytes, info->data + at, end - at);
	uint8_t piece[PIECE_BYTES];
	for (; at < end; at += PIECE_BYTES - overlap) {
		size_t size = MIN(end - at, (uint64_t)PIECE_BYTES);
		if (!debug_section_peek(info, at, piece, size) ||
		    has_name(filter, naming.by_text, text_bytes, piece, size))
			return true;
	}
	return false;
}
