/* Debug information written by hand: what compilers do not write every day, and what nobody should. */
#include "tests/unit/test.h"

#include <time.h>
#include "symbol/dwarf/debug_frames.h"
#include "symbol/dwarf/debug_lines.h"
#include "symbol/dwarf/debug_package.h"
#include "symbol/dwarf/debug_tree.h"
#include "tests/unit/symbol/debug_builder.h"

/* 1: unit with lines, low, high. 2: function with name, low, high and children. 3: inlined call of an origin, low,
 * high, call file and line, children. 4: function with a name only. 5: unit that says nothing but where its lines are.
 * 6: function that is a copy of another. 7: block. */
static void put_abbrevs(struct out *o)
{
	PUT(o, 1, 0x11, 1, 0x10, 0x17, 0x11, 0x01, 0x12, 0x07, 0, 0);
	PUT(o, 2, 0x2e, 1, 0x03, 0x08, 0x11, 0x01, 0x12, 0x07, 0, 0);
	PUT(o, 3, 0x1d, 1, 0x31, 0x13, 0x11, 0x01, 0x12, 0x07, 0x58, 0x0b, 0x59, 0x0b, 0, 0);
	PUT(o, 4, 0x2e, 0, 0x03, 0x08, 0, 0);
	PUT(o, 5, 0x11, 1, 0x10, 0x17, 0, 0);
	PUT(o, 6, 0x2e, 0, 0x31, 0x13, 0x11, 0x01, 0x12, 0x07, 0, 0);
	PUT(o, 7, 0x0b, 1, 0, 0);
	PUT(o, 0);
}

static size_t begin_unit(struct out *o)
{
	size_t start = o->size;
	put(o, 0, 4);
	put(o, 4, 2); /* DWARF 4 */
	put(o, 0, 4);
	put(o, 8, 1);
	return start;
}
static void end_unit(struct out *o, size_t start) { set32(o, start, o->size - start - 4); }

static void put_root(struct out *o, uint64_t low, uint64_t size)
{
	put(o, 1, 1);
	put(o, 0, 4);
	put(o, low, 8);
	put(o, size, 8);
}
static void put_function(struct out *o, const char *name, uint64_t low, uint64_t size)
{
	put(o, 2, 1);
	put_text(o, name);
	put(o, low, 8);
	put(o, size, 8);
}
static void put_inlined(struct out *o, uint32_t origin, uint64_t low, uint64_t size, uint8_t line)
{
	put(o, 3, 1);
	put(o, origin, 4);
	put(o, low, 8);
	put(o, size, 8);
	put(o, 1, 1);
	put(o, line, 1);
}

/* Lines of version 4: line_base -3, line_range 12, opcode_base 13; the program is what is put afterwards. */
static size_t begin_lines(struct out *o, uint8_t min_instruction_bytes)
{
	size_t start = o->size;
	put(o, 0, 4);
	put(o, 4, 2);
	put(o, 0, 4);
	size_t header = o->size;
	PUT(o, min_instruction_bytes, 1, 1, (uint8_t)-3, 12, 13, 0, 1, 1, 1, 1, 0, 0, 0, 1, 0, 0, 1);
	put_text(o, "dir");
	put(o, 0, 1);
	put_text(o, "a.c");
	PUT(o, 1, 0, 0);
	put_text(o, "/abs/b.c");
	PUT(o, 0, 0, 0);
	put(o, 0, 1);
	set32(o, start + 6, o->size - header);
	return start;
}
static void put_address(struct out *o, uint64_t vaddr)
{
	PUT(o, 0, 9, 2);
	put(o, vaddr, 8);
}
static uint8_t special(unsigned operations, int lines)
{
	return (uint8_t)(13 + operations * 12 + (unsigned)(lines + 3));
}

static void check_line(struct made *m, uint64_t vaddr, const char *want_file, uint32_t want_line)
{
	const char *file = NULL;
	uint32_t line = 0;
	bool found = debug_frames_line(m->file, vaddr, &file, &line);
	CHECK_STR(found ? file : NULL, want_file);
	CHECK_INT(line, want_line);
}

TEST(line_programs)
{
	struct made m = { 0 };
	put_abbrevs(&m.abbrev);
	size_t unit = begin_unit(&m.info);
	put_root(&m.info, 0x1000, 0x2000);
	put(&m.info, 0, 1);
	end_unit(&m.info, unit);
	size_t lines = begin_lines(&m.line, 4);
	put_address(&m.line, 0x1000);
	PUT(&m.line, special(0, 4));             /* 0x1000: 5 */
	PUT(&m.line, special(2, -2));            /* 0x1008: 3 */
	PUT(&m.line, 2, 5, 3, 0x78, 1);          /* advance pc by 20, line by -8: wraps, copy */
	PUT(&m.line, 3, 0x0d, 4, 2, 1);          /* the same address: line 8, file 2 */
	PUT(&m.line, 8, special(0, 1));          /* const_add_pc: (255 - 13) / 12 = 20 operations, 80 bytes */
	PUT(&m.line, 9, 0x10, 0, 1);             /* fixed advance: 16 bytes; the line goes on */
	PUT(&m.line, 5, 7, 6, 7, 10, 11, 12, 1); /* nothing that matters */
	PUT(&m.line, 2, 1, 0, 1, 1);             /* end of the sequence 4 bytes on */
	put_address(&m.line, 0x2000);            /* rows out of order */
	PUT(&m.line, special(4, 1));             /* 0x2010: 2 */
	put_address(&m.line, 0x2000);
	PUT(&m.line, special(0, 7)); /* 0x2000: 9 */
	put_address(&m.line, 0x2020);
	PUT(&m.line, 0, 1, 1);
	put_address(&m.line, 0); /* dropped by the linker */
	PUT(&m.line, special(4, 1), 2, 8, 0, 1, 1);
	put_address(&m.line, 0x2100); /* file that is not there, then line 0 */
	PUT(&m.line, 4, 9, special(0, 1), 4, 1, 2, 1, 3, 0x7e, 1, 2, 1, 0, 1, 1);
	set32(&m.line, lines, m.line.size - lines - 4);
	open_made(&m);
	check_line(&m, 0x0fff, NULL, 0);
	check_line(&m, 0x1000, "dir/a.c", 5);
	check_line(&m, 0x1007, "dir/a.c", 5);
	check_line(&m, 0x1008, "dir/a.c", 3);
	check_line(&m, 0x101c, "/abs/b.c", 8);
	check_line(&m, 0x106c, "/abs/b.c", 9);
	check_line(&m, 0x107f, "/abs/b.c", 9);
	check_line(&m, 0x1080, NULL, 0);
	check_line(&m, 0x2000, "dir/a.c", 9);
	check_line(&m, 0x2010, "dir/a.c", 2);
	check_line(&m, 0x2020, NULL, 0);
	check_line(&m, 0x2104, "dir/a.c", 0);
	CHECK_INT(debug_frames_line_end(m.file, 0x1009, UINT64_MAX), 0x101c);
	CHECK_INT(debug_frames_line_end(m.file, 0x1009, 0x1010), 0x1010);
	CHECK_INT(debug_frames_line_end(m.file, 0x500, UINT64_MAX), 0x1000);
	close_made(&m);
}

TEST(lines_alone)
{
	struct made m = { 0 };
	for (int i = 0; i < 2; i++) {
		size_t lines = begin_lines(&m.line, 1);
		put_address(&m.line, 0x1000 + 0x100u * (unsigned)i);
		PUT(&m.line, special(0, 4 + i), 2, 16, 0, 1, 1);
		set32(&m.line, lines, m.line.size - lines - 4);
	}
	open_made(&m);
	CHECK(debug_file_has_info(m.file));
	check_line(&m, 0x1008, "dir/a.c", 5);
	check_line(&m, 0x1108, "dir/a.c", 6);
	check_line(&m, 0x1110, NULL, 0);
	debug_frame_list frames = VEC_INIT;
	CHECK(debug_frames_find(m.file, 0x1008, &frames) && frames.count == 1 && !frames.items[0].unit);
	vec_done(&frames);
	close_made(&m);
}

static const char *name_at(struct made *m, uint64_t vaddr, uint32_t depth)
{
	static debug_frame_list frames;
	frames.count = 0;
	if (!debug_frames_find(m->file, vaddr, &frames) || depth >= frames.count || !frames.items[depth].unit)
		return NULL;
	return debug_unit_function_name(frames.items[depth].unit, frames.items[depth].entry);
}

TEST(overlapping_functions)
{
	struct made m = { 0 };
	put_abbrevs(&m.abbrev);
	size_t unit = begin_unit(&m.info);
	put_root(&m.info, 0x1000, 0x2000);
	put_function(&m.info, "outer", 0x1000, 0x100);
	uint32_t origin = (uint32_t)m.info.size;
	put(&m.info, 4, 1);
	put_text(&m.info, "small");
	put_inlined(&m.info, origin, 0x1040, 0x20, 7);
	put_inlined(&m.info, origin, 0x1040, 0x20, 8); /* as large as what it is in */
	PUT(&m.info, 0, 0, 0);
	put_function(&m.info, "late", 0x10f0, 0x40); /* begins in the other, ends behind it */
	PUT(&m.info, 0, 0);
	end_unit(&m.info, unit);
	open_made(&m);
	CHECK_STR(name_at(&m, 0x1000, 0), "outer");
	CHECK_STR(name_at(&m, 0x1040, 0), "small");
	CHECK_STR(name_at(&m, 0x1040, 2), "outer");
	CHECK_STR(name_at(&m, 0x1060, 0), "outer");
	CHECK_STR(name_at(&m, 0x10ef, 0), "outer");
	CHECK_STR(name_at(&m, 0x10f0, 0), "late");
	CHECK_STR(name_at(&m, 0x112f, 0), "late");
	CHECK_STR(name_at(&m, 0x1130, 0), NULL);
	close_made(&m);
}

TEST(units_that_do_not_say_where)
{
	struct made m = { 0 };
	put_abbrevs(&m.abbrev);
	for (int i = 0; i < 3; i++) {
		size_t unit = begin_unit(&m.info);
		put(&m.info, 5, 1);
		put(&m.info, 0, 4);
		put_function(&m.info,
			     i == 0   ? "first"
			     : i == 1 ? "second"
				      : "third",
			     0x1000 + 0x100u * (unsigned)i, 0x80);
		PUT(&m.info, 0, 0);
		end_unit(&m.info, unit);
		if (i != 1) continue;
		/* .debug_aranges has one of them */
		put(&m.aranges, 44, 4);
		put(&m.aranges, 2, 2);
		put(&m.aranges, unit, 4);
		PUT(&m.aranges, 8, 0, 0, 0, 0, 0);
		put(&m.aranges, 0x1100, 8);
		put(&m.aranges, 0x80, 8);
		put(&m.aranges, 0, 8);
		put(&m.aranges, 0, 8);
	}
	open_made(&m);
	CHECK_STR(name_at(&m, 0x1110, 0), "second");
	CHECK_INT(m.file->unplaced.count, 2);
	CHECK_STR(name_at(&m, 0x1010, 0), "first");
	CHECK_STR(name_at(&m, 0x1210, 0), "third");
	CHECK_STR(name_at(&m, 0x1090, 0), NULL);
	close_made(&m);
}

TEST(names_in_circles)
{
	struct made m = { 0 };
	put_abbrevs(&m.abbrev);
	size_t unit = begin_unit(&m.info);
	put_root(&m.info, 0x1000, 0x2000);
	put(&m.info, 6, 1);
	put(&m.info, m.info.size - 1 - unit, 4); /* a copy of itself */
	put(&m.info, 0x1000, 8);
	put(&m.info, 0x10, 8);
	put(&m.info, 6, 1);
	put(&m.info, 0x7fffffff, 4); /* of nothing */
	put(&m.info, 0x1010, 8);
	put(&m.info, 0x10, 8);
	put(&m.info, 0, 1);
	end_unit(&m.info, unit);
	open_made(&m);
	CHECK_STR(name_at(&m, 0x1000, 0), NULL);
	CHECK_STR(name_at(&m, 0x1010, 0), NULL);
	debug_frame_list frames = VEC_INIT;
	CHECK(debug_frames_find(m.file, 0x1000, &frames) && frames.count == 1);
	vec_done(&frames);
	close_made(&m);
}

static double seconds(void)
{
	struct timespec t;
	clock_gettime(CLOCK_MONOTONIC, &t);
	return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

TEST(deep_nesting)
{
	enum { DEPTH = 300000 };
	struct made m = { 0 };
	put_abbrevs(&m.abbrev);
	size_t unit = begin_unit(&m.info);
	put_root(&m.info, 0x1000, 0x2000);
	put_function(&m.info, "outer", 0x1000, 0x1000);
	for (int i = 0; i < DEPTH; i++) put_inlined(&m.info, 11, 0x1000, 0x1000, 1);
	for (int i = 0; i < DEPTH; i++) PUT(&m.info, 7); /* blocks, never ended */
	end_unit(&m.info, unit);
	open_made(&m);
	double start = seconds();
	debug_frame_list frames = VEC_INIT;
	CHECK(debug_frames_find(m.file, 0x1000, &frames));
	CHECK(frames.count <= 1001);
	CHECK(seconds() - start < 5);
	vec_done(&frames);
	close_made(&m);
}

/* Many units that all refer to one large table: the work must not be their product. */
TEST(much_work_from_few_bytes)
{
	enum { UNITS = 20000, ROWS = 100000 };
	struct made m = { 0 };
	put_abbrevs(&m.abbrev);
	m.abbrev.size--;                                                                /* it goes on */
	for (unsigned i = 0; i < UNITS; i++) PUT(&m.abbrev, 0xff, 0x7f, 0x34, 0, 0, 0); /* takes long to search */
	size_t lines = begin_lines(&m.line, 1);
	put_address(&m.line, 0x1000);
	for (unsigned i = 0; i < ROWS; i++) PUT(&m.line, special(1, i % 2 ? 1 : -1));
	PUT(&m.line, 0, 1, 1);
	set32(&m.line, lines, m.line.size - lines - 4);
	for (unsigned i = 0; i < UNITS; i++) {
		size_t unit = begin_unit(&m.info);
		put(&m.info, i % 3 ? 5 : 99, 1);
		put(&m.info, i % 40, 4); /* each a little different: no two are the same table */
		PUT(&m.info, 0);
		end_unit(&m.info, unit);
		if (i % 2) set32(&m.info, unit + 6, i % 7 * 10); /* abbreviations */
	}
	open_made(&m);
	double start = seconds();
	CHECK_STR(name_at(&m, 0x500000, 0), NULL);
	CHECK(seconds() - start < 10);
	close_made(&m);
}

TEST(packages)
{
	struct out o = { 0 };
	struct debug_package_part parts[DEBUG_PACKAGE_COLUMNS];
	put(&o, 5, 2);
	put(&o, 0, 2);
	put(&o, 2, 4); /* columns: info, abbrev */
	put(&o, 2, 4); /* units */
	put(&o, 4, 4); /* slots */
	/* both begin at slot 1; the second goes on by 3, to slot 0 */
	put(&o, 0x0000000600000001, 8);
	put(&o, 0x0000000200000001, 8);
	put(&o, 0, 8);
	put(&o, 0, 8);
	PUT(&o, 2, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0);
	put(&o, DW_SECT_INFO, 4);
	put(&o, DW_SECT_ABBREV, 4);
	for (unsigned i = 0; i < 8; i++) put(&o, 100 + i, 4);
	struct debug_package *package = debug_package_new(o.data, o.size, __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__);
	CHECK(package != NULL);
	if (package) {
		CHECK(debug_package_find(package, 0x0000000200000001, parts));
		CHECK_INT(parts[DW_SECT_INFO].offset, 100);
		CHECK_INT(parts[DW_SECT_ABBREV].size_bytes, 105);
		CHECK(!debug_package_find(package, 0x0000000300000002, parts));
		CHECK(debug_package_find(package, 0x0000000600000001, parts));
		CHECK_INT(parts[DW_SECT_INFO].offset, 102);
		CHECK(!debug_package_find(package, 77, parts));
	}
	debug_package_free(package);
	for (size_t size = 0; size < o.size; size++) CHECK(debug_package_new(o.data, size, false) == NULL);
	free(o.data);
}

TEST_MAIN
