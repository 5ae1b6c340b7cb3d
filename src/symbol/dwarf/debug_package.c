/* Packages of split units (.dwp; DWARF 5, section 7.3.5): an index of hash slots by the units' ids, and for each
 * unit which piece of each section is its own.
 *
 *   header: version, columns, units, slots
 *   ids[slots]                 dwo_id
 *   rows[slots]                row + 1 in the tables below; 0: free slot
 *   columns[columns]           DW_SECT_*
 *   offsets[units][columns]
 *   sizes[units][columns] */
#include "symbol/dwarf/debug_package.h"

struct debug_package {
	struct cursor c; /* over all of it */
	uint32_t nr_columns, nr_units, nr_slots;
	size_t ids, rows, columns, offsets, sizes; /* where the tables begin */
};

struct debug_package *debug_package_new(const void *data, size_t size_bytes, bool swap)
{
	struct debug_package p = { .c = cursor_of(data, size_bytes, swap) };
	/* 4 bytes of version before DWARF 5, 2 and 2 of padding since */
	uint32_t version = cursor_u32(&p.c);
	if (version != 2) {
		cursor_seek(&p.c, 0);
		version = cursor_u16(&p.c);
		cursor_skip(&p.c, 2);
	}
	p.nr_columns = cursor_u32(&p.c);
	p.nr_units = cursor_u32(&p.c);
	p.nr_slots = cursor_u32(&p.c);
	if (!cursor_ok(&p.c) || (version != 2 && version != 5) || p.nr_columns > 64 || !p.nr_slots ||
	    (p.nr_slots & (p.nr_slots - 1)))
		return NULL;
	p.ids = p.c.pos;
	p.rows = p.ids + (size_t)p.nr_slots * 8;
	p.columns = p.rows + (size_t)p.nr_slots * 4;
	p.offsets = p.columns + (size_t)p.nr_columns * 4;
	p.sizes = p.offsets + (size_t)p.nr_units * p.nr_columns * 4;
	if (p.sizes + (size_t)p.nr_units * p.nr_columns * 4 > size_bytes) return NULL;
	struct debug_package *package = xmalloc(sizeof(*package));
	*package = p;
	return package;
}

void debug_package_free(struct debug_package *package) { free(package); }

static uint32_t word_at(const struct debug_package *package, size_t pos)
{
	struct cursor c = package->c;
	cursor_seek(&c, pos);
	return cursor_u32(&c);
}

static uint64_t id_at(const struct debug_package *package, uint32_t slot)
{
	struct cursor c = package->c;
	cursor_seek(&c, package->ids + (size_t)slot * 8);
	return cursor_u64(&c);
}

/* Open addressing with double hashing, as the standard says: the low half of the id is the slot, the high half the
 * step. */
bool debug_package_find(const struct debug_package *package, uint64_t dwo_id,
			struct debug_package_part ret[DEBUG_PACKAGE_COLUMNS])
{
	uint32_t mask = package->nr_slots - 1, slot = (uint32_t)dwo_id & mask,
		 step = ((uint32_t)(dwo_id >> 32) & mask) | 1;
	for (uint32_t tries = 0; tries < package->nr_slots; tries++, slot = (slot + step) & mask) {
		uint32_t row = word_at(package, package->rows + (size_t)slot * 4);
		if (!row) return false;
		if (id_at(package, slot) != dwo_id) continue;
		if (row > package->nr_units) return false;
		for (int i = 0; i < DEBUG_PACKAGE_COLUMNS; i++) ret[i] = (struct debug_package_part){ 0, 0 };
		for (uint32_t i = 0; i < package->nr_columns; i++) {
			uint32_t column = word_at(package, package->columns + (size_t)i * 4);
			size_t cell = ((size_t)(row - 1) * package->nr_columns + i) * 4;
			if (column < DEBUG_PACKAGE_COLUMNS)
				ret[column] = (struct debug_package_part){ word_at(package, package->offsets + cell),
									   word_at(package, package->sizes + cell) };
		}
		return true;
	}
	return false;
}
