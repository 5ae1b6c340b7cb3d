/* Sections stand one behind the other as in the table below, each at its alignment; those that are mapped have their
 * offset in the file as their address. The one segment is the code. */
#include "symbol/jit/jitted_elf.h"

#include <elf.h>
#include <errno.h>
#include <string.h>
#include "base/cursor.h"
#include "base/hash.h"

enum section {
	NONE,
	TEXT,
	EH_FRAME,
	EH_FRAME_HDR,
	SYMTAB,
	STRTAB,
	BUILD_ID,
	LINE,
	INFO,
	ABBREV,
	SHSTRTAB,
	NR_SECTIONS
};

static const struct section_kind {
	const char *name;
	uint32_t type, flags, align;
} kinds[NR_SECTIONS] = {
	[TEXT] = { ".text", SHT_PROGBITS, SHF_ALLOC | SHF_EXECINSTR, 16 },
	[EH_FRAME] = { ".eh_frame", SHT_PROGBITS, SHF_ALLOC, 8 },
	[EH_FRAME_HDR] = { ".eh_frame_hdr", SHT_PROGBITS, SHF_ALLOC, 4 },
	[SYMTAB] = { ".symtab", SHT_SYMTAB, 0, 8 },
	[STRTAB] = { ".strtab", SHT_STRTAB, 0, 1 },
	[BUILD_ID] = { ".note.gnu.build-id", SHT_NOTE, SHF_ALLOC, 4 },
	[LINE] = { ".debug_line", SHT_PROGBITS, 0, 1 },
	[INFO] = { ".debug_info", SHT_PROGBITS, 0, 1 },
	[ABBREV] = { ".debug_abbrev", SHT_PROGBITS, 0, 1 },
	[SHSTRTAB] = { ".shstrtab", SHT_STRTAB, 0, 1 },
};

/* An object as it is written. start: where it begins in out, which may hold others before it. */
struct object {
	const struct jitdump *dump;
	const struct jitdump_load *load;
	struct outbuf *out;
	size_t start;
	struct place {
		uint64_t offset, size;
		bool is_there;
	} at[NR_SECTIONS];
};

static uint64_t here(const struct object *o) { return o->out->size - o->start; }

static void align(struct object *o, uint64_t bytes) { out_zeros(o->out, (size_t)(-here(o) % bytes)); }

static void begin(struct object *o, enum section section)
{
	align(o, kinds[section].align);
	o->at[section] = (struct place){ .offset = here(o), .is_there = true };
}
static void end(struct object *o, enum section section) { o->at[section].size = here(o) - o->at[section].offset; }

static void put_section(struct object *o, enum section section, const void *data, size_t size_bytes)
{
	if (!size_bytes) return;
	begin(o, section);
	out_mem(o->out, data, size_bytes);
	end(o, section);
}

/* A number as wide as addresses are. */
static void put_word(struct object *o, uint64_t value)
{
	if (o->dump->is64) out_u64(o->out, value);
	else out_u32(o->out, (uint32_t)value);
}

static uint16_t elf_header_bytes(const struct object *o) { return o->dump->is64 ? 64 : 52; }
static uint16_t segment_bytes(const struct object *o) { return o->dump->is64 ? 56 : 32; }
static uint16_t section_bytes(const struct object *o) { return o->dump->is64 ? 64 : 40; }

static unsigned count_sections(const struct object *o)
{
	unsigned count = 1;
	for (unsigned i = 1; i < NR_SECTIONS; i++) count += o->at[i].is_there;
	return count;
}

/* The number of a section in the file, where not all are. */
static uint16_t number_of(const struct object *o, enum section section)
{
	uint16_t number = 1;
	for (unsigned i = 1; i < section; i++) number += o->at[i].is_there;
	return number;
}

/* The file's header and that of its segment. */
static void put_header(struct object *o, uint64_t sections_at)
{
	static const union {
		uint16_t number;
		uint8_t first;
	} order = { .number = 1 };
	bool is_little = (order.first == 1) != o->dump->swap;
	out_mem(o->out, ELFMAG, SELFMAG);
	out_u8(o->out, o->dump->is64 ? ELFCLASS64 : ELFCLASS32);
	out_u8(o->out, is_little ? ELFDATA2LSB : ELFDATA2MSB);
	out_u8(o->out, EV_CURRENT);
	out_zeros(o->out, EI_NIDENT - EI_OSABI);
	out_u16(o->out, ET_DYN);
	out_u16(o->out, o->dump->machine);
	out_u32(o->out, EV_CURRENT);
	put_word(o, JITTED_CODE_AT);
	put_word(o, elf_header_bytes(o));
	put_word(o, sections_at);
	out_u32(o->out, 0);
	out_u16(o->out, elf_header_bytes(o));
	out_u16(o->out, segment_bytes(o));
	out_u16(o->out, 1);
	out_u16(o->out, section_bytes(o));
	out_u16(o->out, (uint16_t)count_sections(o));
	out_u16(o->out, number_of(o, SHSTRTAB));
}

static void put_segment(struct object *o)
{
	out_u32(o->out, PT_LOAD);
	if (o->dump->is64) out_u32(o->out, PF_R | PF_X);
	for (int i = 0; i < 3; i++) put_word(o, JITTED_CODE_AT);
	for (int i = 0; i < 2; i++) put_word(o, o->load->size_bytes);
	if (!o->dump->is64) out_u32(o->out, PF_R | PF_X);
	put_word(o, 8);
}

static void put_section_header(struct object *o, enum section section, uint32_t name)
{
	const struct section_kind *kind = &kinds[section];
	const struct place *at = &o->at[section];
	bool is_symtab = section == SYMTAB;
	uint64_t entry_bytes = o->dump->is64 ? sizeof(Elf64_Sym) : sizeof(Elf32_Sym);
	out_u32(o->out, name);
	out_u32(o->out, kind->type);
	put_word(o, kind->flags);
	put_word(o, kind->flags & SHF_ALLOC ? at->offset : 0);
	put_word(o, at->offset);
	put_word(o, at->size);
	out_u32(o->out, is_symtab ? number_of(o, STRTAB) : 0);
	out_u32(o->out, is_symtab ? 1 : 0); /* the first symbol that is global */
	put_word(o, kind->align);
	put_word(o, is_symtab ? entry_bytes : 0);
}

/* The symbol that there is none, and that of the code. */
static void put_symbols(struct object *o)
{
	uint8_t info = ELF64_ST_INFO(STB_GLOBAL, STT_FUNC);
	begin(o, SYMTAB);
	out_zeros(o->out, o->dump->is64 ? sizeof(Elf64_Sym) : sizeof(Elf32_Sym));
	out_u32(o->out, 1); /* its name's place */
	if (!o->dump->is64) {
		put_word(o, JITTED_CODE_AT);
		put_word(o, o->load->size_bytes);
	}
	out_u8(o->out, info);
	out_u8(o->out, STV_DEFAULT);
	out_u16(o->out, number_of(o, TEXT));
	if (o->dump->is64) {
		put_word(o, JITTED_CODE_AT);
		put_word(o, o->load->size_bytes);
	}
	end(o, SYMTAB);
	begin(o, STRTAB);
	out_u8(o->out, 0);
	out_mem(o->out, o->load->name, strlen(o->load->name) + 1);
	end(o, STRTAB);
}

/* Rules, and the table to look them up by, which has the code's one entry where there is one: that of the first FDE
 * behind the first CIE. */
static void put_rules(struct object *o)
{
	_bytes_done_ struct bytes frames = BYTES_INIT;
	uint64_t at = (here(o) + 7) & ~(uint64_t)7;
	if (at > INT32_MAX || jitdump_load_eh_frame(o->dump, o->load, JITTED_CODE_AT, (uint32_t)at, &frames) < 0)
		return;
	put_section(o, EH_FRAME, frames.data, frames.size);
	out_u32(o->out, 0); /* no more entries */
	end(o, EH_FRAME);
	struct cursor c = cursor_of(frames.data, frames.size, o->dump->swap);
	uint64_t entry = (uint64_t)cursor_u32(&c) + 4, following;
	cursor_seek(&c, entry);
	following = entry + 4 + cursor_u32(&c);
	if (!cursor_ok(&c) || following != frames.size) return; /* more than one: readers walk through them */
	begin(o, EH_FRAME_HDR);
	uint64_t table = o->at[EH_FRAME_HDR].offset;
	out_u8(o->out, 1);
	out_u8(o->out, 0x1b); /* to the frames: relative to itself, 32 bits */
	out_u8(o->out, 0x03); /* the number of entries: 32 bits */
	out_u8(o->out, 0x3b); /* entries: relative to this table, 32 bits */
	out_u32(o->out, (uint32_t)(at - (table + 4)));
	out_u32(o->out, 1);
	out_u32(o->out, (uint32_t)(JITTED_CODE_AT - table));
	out_u32(o->out, (uint32_t)(at + entry - table));
	end(o, EH_FRAME_HDR);
}

static void put_build_id(struct object *o, const uint8_t id[JITTED_BUILD_ID_BYTES])
{
	begin(o, BUILD_ID);
	out_u32(o->out, 4);
	out_u32(o->out, JITTED_BUILD_ID_BYTES);
	out_u32(o->out, NT_GNU_BUILD_ID);
	out_mem(o->out, "GNU", 4);
	out_mem(o->out, id, JITTED_BUILD_ID_BYTES);
	end(o, BUILD_ID);
}

static void put_lines(struct object *o)
{
	struct jitted_lines lines;
	jitted_lines_make(o->dump, o->load, &lines);
	put_section(o, LINE, lines.line.data, lines.line.size);
	put_section(o, INFO, lines.info.data, lines.info.size);
	put_section(o, ABBREV, lines.abbrev.data, lines.abbrev.size);
	jitted_lines_done(&lines);
}

/* The sections' names, and their headers behind them. Returns where these begin. */
static uint64_t put_sections(struct object *o)
{
	uint32_t names[NR_SECTIONS] = { 0 };
	begin(o, SHSTRTAB);
	out_u8(o->out, 0);
	for (unsigned i = 1; i < NR_SECTIONS; i++) {
		names[i] = (uint32_t)(here(o) - o->at[SHSTRTAB].offset);
		out_mem(o->out, kinds[i].name, strlen(kinds[i].name) + 1);
	}
	end(o, SHSTRTAB);
	align(o, 8);
	uint64_t at = here(o);
	out_zeros(o->out, section_bytes(o));
	for (unsigned i = 1; i < NR_SECTIONS; i++)
		if (o->at[i].is_there) put_section_header(o, i, names[i]);
	return at;
}

static void make_build_id(const struct jitdump_load *load, const struct bytes *code, uint8_t *ret)
{
	uint64_t name = hash_bytes(load->name, strlen(load->name)), text = hash_bytes(code->data, code->size);
	const uint64_t parts[] = { hash_pair(name, text), hash_pair(text, load->index), hash_pair(load->vaddr, name) };
	memcpy(ret, parts, JITTED_BUILD_ID_BYTES);
}

int jitted_elf_put(const struct jitdump *dump, const struct jitdump_load *load, struct outbuf *out,
		   uint8_t ret_build_id[JITTED_BUILD_ID_BYTES])
{
	_bytes_done_ struct bytes code = BYTES_INIT;
	int r = blob_read(&dump->blob, load->code_off, load->size_bytes, &code);
	if (r < 0) return r;
	struct object o = { .dump = dump, .load = load, .out = out, .start = out->size };
	out->swap = dump->swap;
	make_build_id(load, &code, ret_build_id);
	out_zeros(out, JITTED_CODE_AT); /* the headers come when all is known */
	put_section(&o, TEXT, code.data, code.size);
	if (!o.at[TEXT].is_there) return -ENODATA;
	put_rules(&o);
	put_symbols(&o);
	put_build_id(&o, ret_build_id);
	put_lines(&o);
	uint64_t sections_at = put_sections(&o);
	struct outbuf head;
	out_init(&head, -1);
	head.swap = dump->swap;
	o.out = &head;
	put_header(&o, sections_at);
	put_segment(&o);
	memcpy(out->data + o.start, head.data, head.size);
	out_done(&head);
	return 0;
}
