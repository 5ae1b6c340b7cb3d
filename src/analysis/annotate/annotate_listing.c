/* Makes listings:
 *
 *     annotate_listing_make    code bytes, disassembler, pieces of code by source line
 *     add_insns                one line an instruction, names where it goes to; in front of it
 *     add_program              the same of what another program says (annotate_program.h)
 *     annotate_source_put      the source lines that objdump -S would show
 *     add_samples              counts of addresses to the instructions that they are in
 *     annotate_cycles_put      cycles of branch stacks to the branches
 *     annotate_branches_put    how often branches were taken, to them and to what they lead to
 *     annotate_hot_lines       sums by source line */
#include "analysis/annotate/annotate_listing.h"

#include <elf.h>
#include <errno.h>
#include <string.h>
#include "analysis/annotate/annotate_branches.h"
#include "analysis/annotate/annotate_cycles.h"
#include "analysis/annotate/annotate_program.h"
#include "analysis/annotate/annotate_source.h"

/* A function that is longer is a damaged symbol: its first part is shown. */
enum { MAX_CODE_BYTES = 4 << 20 };

struct annotate_reader {
	const struct annotate_listing_options *options;
	struct annotate_source *source;
	struct disasm *disasm; /* of the machine below; NULL: none yet */
	struct disasm *thumb;  /* 32-bit Arm: of its other set of instructions; NULL: none yet */
	struct insn_set set;
	bool is_big_endian;
};

/* What is at hand while one listing is made. */
struct listing_maker {
	struct annotate_reader *reader;
	struct object *object;
	const struct symbol *symbol;
	struct object_code_place place;
	struct code_listing *listing;
	const uint8_t *code;
	size_t size_bytes;
	uint64_t next_name; /* where the next function begins, of what the symbol covers */
};

struct annotate_reader *annotate_reader_new(const struct annotate_listing_options *options)
{
	struct annotate_reader *reader = xcalloc(1, sizeof(*reader));
	reader->options = options;
	reader->source = annotate_source_new(options);
	return reader;
}

void annotate_reader_free(struct annotate_reader *reader)
{
	if (!reader) return;
	disasm_close(reader->disasm);
	disasm_close(reader->thumb);
	annotate_source_free(reader->source);
	free(reader);
}

/* The disassembler for the code at hand: the one of the function before, mostly. */
static int need_disasm(struct annotate_reader *reader, const struct object_code_place *place, struct err *err)
{
	bool is_same = reader->disasm && reader->set.machine == place->set.machine &&
		       reader->set.is64 == place->set.is64 && reader->is_big_endian == place->is_big_endian;
	if (is_same) {
		disasm_restart(reader->disasm);
		return 0;
	}
	disasm_close(reader->disasm);
	disasm_close(reader->thumb);
	reader->disasm = reader->thumb = NULL;
	reader->set = place->set;
	reader->is_big_endian = place->is_big_endian;
	struct disasm_options options = { .set = place->set,
					  .is_big_endian = place->is_big_endian,
					  .syntax = reader->options->syntax };
	int r = disasm_open(&options, &reader->disasm, err);
	options.is_thumb = true;
	if (r == 0 && place->set.machine == EM_ARM) r = disasm_open(&options, &reader->thumb, err);
	return r;
}

static int no_code(struct object *object, const struct symbol *symbol, struct err *err)
{
	const struct object_identity *identity = object_identity(object);
	_free_ char *why = identity->kind == OBJECT_PERF_MAP ? object_process_why(object, symbol->start)
							     : object_code_why(object);
	int r = err_set(err, -ENOENT, "The code of %s is not at hand: %s", symbol->name, why);
	switch (identity->kind) {
	case OBJECT_KERNEL:
		err_hint(err,
			 "Name the kernel's uncompressed image (--vmlinux FILE), put it into the cache (perf "
			 "buildid-cache -vu FILE),\ninstall the kernel's debug package, or keep the code that runs: "
			 "record --kcore, or perf buildid-cache\n--kcore /proc/kcore in the same boot.");
		break;
	case OBJECT_PERF_MAP:
		err_set(err, -ENOENT, "The code of %s is not at hand: a perf map has names only, and %s", symbol->name,
			why);
		err_hint(err, "Annotate while the program runs, or let the program that makes the code write a "
			      "jitdump, which has the code, too "
			      "(docs/howto/profile-generated-code.md).");
		break;
	case OBJECT_BPF:
		err_set(err, -ENOENT, "The code of %s is not at hand: the recording does not have it", symbol->name);
		err_hint(err, "Record as root, without --no-bpf-event, while the program is loaded.");
		break;
	case OBJECT_JITDUMP: err_hint(err, "Keep the jitdump file beside the recording."); break;
	default:
		err_hint(err, "Keep the program, or put it into the build-id cache when recording (perf "
			      "buildid-cache -a FILE).");
	}
	return r;
}

/* objdump's words in front of the code. */
static void add_heading(struct listing_maker *maker, const char *text)
{
	struct code_line *line = code_add_line(maker->listing);
	line->kind = CODE_HEADING;
	line->text = text;
}

static void add_name_heading(struct listing_maker *maker, uint64_t vaddr, const char *name)
{
	add_heading(maker, "");
	add_heading(maker, arena_printf(&maker->listing->arena, "%016llx <%s>:", (unsigned long long)vaddr, name));
}

static void add_headings(struct listing_maker *maker)
{
	const char *section = maker->place.section ? maker->place.section : ".text";
	uint64_t offset = 0;
	const char *name = object_name_at(maker->object, maker->place.vaddr, &offset);
	for (int i = 0; i < 3; i++) add_heading(maker, "");
	add_heading(maker, arena_printf(&maker->listing->arena, "Disassembly of section %s:", section));
	if (name && !offset) name = arena_strdup(&maker->listing->arena, name);
	else name = maker->symbol->name;
	add_name_heading(maker, maker->place.vaddr, name);
}

/* "<puts@plt>", "<branch_63+0x10>": what objdump writes behind an address. NULL: there is no name. */
static const char *name_of(struct listing_maker *maker, uint64_t vaddr, const char **ret_symbol, uint64_t *ret_offset)
{
	uint64_t offset = 0;
	const char *name = object_name_at(maker->object, vaddr, &offset);
	if (!name) {
		const struct object_code_place *place = &maker->place;
		uint64_t addr = vaddr + place->bias;
		bool is_elsewhere = place->piece_start && (addr < place->piece_start || addr >= place->section_end);
		bool is_jitdump = object_identity(maker->object)->kind == OBJECT_JITDUMP;
		const struct symbol *symbol = is_elsewhere ? NULL : object_find(maker->object, addr);
		if (symbol) {
			name = symbol->name;
			offset = addr - symbol->start;
		} else if (is_elsewhere && is_jitdump) {
			name = object_jitdump_name(maker->object, vaddr, &offset);
		}
		if (!name) return NULL;
	}
	*ret_symbol = arena_strdup(&maker->listing->arena, name);
	*ret_offset = offset;
	if (!offset) return arena_printf(&maker->listing->arena, "<%s>", name);
	return arena_printf(&maker->listing->arena, "<%s+0x%llx>", name, (unsigned long long)offset);
}

enum code_flow annotate_flow_of(enum disasm_kind kind)
{
	switch (kind) {
	case DISASM_CALL: return CODE_CALL;
	case DISASM_JUMP: return CODE_JUMP;
	case DISASM_CONDITIONAL_JUMP: return CODE_CONDITIONAL_JUMP;
	case DISASM_RETURN: return CODE_RETURN;
	default: return CODE_GOES_ON;
	}
}

/* The text: mnemonic, arguments, and names of what they point to. */
static void put_text(struct listing_maker *maker, const struct disasm_insn *insn, struct code_line *line)
{
	struct arena *arena = &maker->listing->arena;
	char text[256];
	const char *symbol;
	uint64_t offset;

	disasm_format(maker->reader->disasm, insn, text, sizeof(text));
	line->mnemonic = arena_strdup(arena, insn->mnemonic);
	line->arguments = arena_strdup(arena, insn->arguments);
	const char *whole = NULL, *remark = insn->comment;
	if (insn->has_target) {
		line->has_target = true;
		line->target_vaddr = insn->target;
		const char *name = name_of(maker, insn->target, &line->target_name, &line->target_offset);
		if (name && !insn->has_data) {
			whole = arena_printf(arena, "%s %s%s", text, name, insn->comment);
			line->arguments = arena_printf(arena, "%s %s", insn->arguments, name);
		}
	}
	if (insn->has_data) {
		const char *name = name_of(maker, insn->data_vaddr, &symbol, &offset);
		unsigned long long vaddr = insn->data_vaddr;
		const char *mark = disasm_comment(maker->reader->disasm);
		if (strchr(mark, '#')) {
			line->comment = arena_printf(arena, "# %llx%s%s", vaddr, name ? " " : "", name ? name : "");
			whole = arena_printf(arena, "%s%s%s", text, mark, line->comment + 2);
		} else if (name) {
			/* in the remark's brackets, where it has some */
			size_t length = strlen(insn->comment);
			bool has_end = length && insn->comment[length - 1] == ')';
			remark = arena_printf(arena, "%.*s %s%s", (int)(length - has_end), insn->comment, name,
					      has_end ? ")" : "");
		}
		line->data_name = name ? name : NULL;
	}
	if (!line->comment && *remark) line->comment = arena_strdup(arena, remark + strspn(remark, " \t"));
	code_line_set_text(maker->listing, line, whole ? whole : arena_printf(arena, "%s%s", text, remark));
}

static void add_insn(struct listing_maker *maker, const struct disasm_insn *insn, enum insn_code kind)
{
	struct code_line *line = code_add_line(maker->listing);
	line->kind = CODE_INSN;
	line->flow = annotate_flow_of(insn->kind);
	line->is_nop = strncmp(insn->mnemonic, "nop", 3) == 0;
	line->is_move = insn->kind == DISASM_MOVE || insn->kind == DISASM_ADDRESS_OF;
	line->vaddr = insn->vaddr;
	line->length = insn->length;
	line->unit_bytes = (uint8_t)disasm_unit_bytes(&maker->place.set);
	if (kind == INSN_CODE_THUMB) line->unit_bytes = 2;
	line->code = arena_memdup(&maker->listing->arena, maker->code + (insn->vaddr - maker->place.vaddr),
				  insn->length);
	put_text(maker, insn, line);
}

/* What stands in front of an instruction. Several functions may begin in what the symbol covers, as in code of
 * assemblers: each has its heading. The instruction's own source line is returned. */
static struct source_line put_before(struct listing_maker *maker, uint64_t vaddr)
{
	struct source_line at = { 0 };
	uint64_t offset;
	if (vaddr >= maker->next_name) {
		const char *name = NULL;
		if (vaddr == maker->next_name) name = object_name_at(maker->object, vaddr, &offset);
		if (name) add_name_heading(maker, vaddr, arena_strdup(&maker->listing->arena, name));
		maker->next_name = object_next_name(maker->object, vaddr);
	}
	annotate_source_put(maker->reader->source, vaddr + maker->place.bias, maker->listing, &at.file, &at.line);
	return at;
}

static void set_source(struct code_line *line, struct source_line at)
{
	line->file = at.file;
	line->file_line = at.line;
}

static bool read_insn(struct listing_maker *maker, enum insn_code kind, uint64_t vaddr, size_t left,
		      struct disasm_insn *ret)
{
	const struct annotate_reader *reader = maker->reader;
	const uint8_t *code = maker->code + (vaddr - maker->place.vaddr);
	if (kind == INSN_CODE_DATA) disasm_data(reader->disasm, code, left, vaddr, ret);
	bool is_thumb = kind == INSN_CODE_THUMB && reader->thumb;
	return kind == INSN_CODE_DATA || disasm_next(is_thumb ? reader->thumb : reader->disasm, code, left, vaddr, ret);
}

static void add_insns(struct listing_maker *maker)
{
	uint64_t kind_end = 0;
	enum insn_code kind = INSN_CODE_PLAIN;
	struct disasm_insn insn;
	for (size_t at = 0; at < maker->size_bytes; at += insn.length) {
		uint64_t vaddr = maker->place.vaddr + at;
		struct source_line source = put_before(maker, vaddr);
		if (vaddr >= kind_end) kind = object_code_kind(maker->object, vaddr, &kind_end);
		size_t left = (size_t)MIN(maker->size_bytes - at, kind_end - vaddr);
		if (!read_insn(maker, kind, vaddr, left, &insn)) break;
		add_insn(maker, &insn, kind);
		set_source(vec_last(&maker->listing->lines), source);
	}
}

/* An instruction reaches to where the next one begins. */
static void end_insn(struct listing_maker *maker, size_t line, uint64_t end)
{
	struct code_line *insn = &maker->listing->lines.items[line];
	insn->length = (uint8_t)MIN(end - insn->vaddr, (uint64_t)UINT8_MAX);
	insn->unit_bytes = (uint8_t)disasm_unit_bytes(&maker->place.set);
	insn->code = arena_memdup(&maker->listing->arena, maker->code + (insn->vaddr - maker->place.vaddr),
				  insn->length);
}

/* As add_insns, of what another program says. */
static int add_program(struct listing_maker *maker, struct err *err)
{
	const struct annotate_listing_options *options = maker->reader->options;
	const struct object_code_place *place = &maker->place;
	uint64_t end = place->vaddr + maker->size_bytes;
	struct annotate_program program;
	struct objdump_line found;
	size_t last = SIZE_MAX, size_bytes;
	char *text;

	int r = options->read_insns(options->read_insns_ctx, place, maker->size_bytes, &text, &size_bytes, err);
	if (r < 0) return r;
	annotate_program_begin(&program, text, size_bytes, place->vaddr, end);
	while (annotate_program_next(&program, &found)) {
		if (last != SIZE_MAX) end_insn(maker, last, found.vaddr);
		struct source_line source = put_before(maker, found.vaddr);
		struct code_line *line = code_add_line(maker->listing);
		annotate_program_put(&found, place->set.machine, &maker->listing->arena, line);
		code_line_set_text(maker->listing, line, line->text);
		set_source(line, source);
		last = maker->listing->lines.count - 1;
	}
	annotate_program_done(&program);
	if (last != SIZE_MAX) end_insn(maker, last, end);
	else err_set(err, r = -ENODATA, "the program that should read instructions wrote none of %s", place->path);
	return r;
}

/* Code that is in no file of its own is never given to another program. */
static bool is_by_program(const struct listing_maker *maker)
{
	enum object_kind kind = object_identity(maker->object)->kind;
	bool has_file = kind != OBJECT_JITDUMP && kind != OBJECT_BPF && kind != OBJECT_PERF_MAP;
	return maker->reader->options->read_insns && has_file;
}

/* A sample in the middle of an instruction is that instruction's. Both are in order of address. */
static void add_samples(struct listing_maker *maker, const struct annotate_samples *samples)
{
	struct code_listing *listing = maker->listing;
	const struct annotate_function *function = samples->function;
	size_t line = 0;
	uint32_t event = UINT32_MAX;

	for (size_t i = 0; function && i < function->nr_counts; i++) {
		const struct annotate_count *count = &function->counts[i];
		if (count->event < samples->event || count->event >= samples->event + samples->nr_events) continue;
		if (count->event != event) line = 0;
		event = count->event;
		uint64_t vaddr = count->addr - maker->place.bias;
		while (line < listing->lines.count &&
		       (listing->lines.items[line].kind != CODE_INSN ||
			listing->lines.items[line].vaddr + listing->lines.items[line].length <= vaddr))
			line++;
		if (line >= listing->lines.count || listing->lines.items[line].vaddr > vaddr) continue;
		struct code_cell *cell = code_cell(listing, line, event - samples->event);
		cell->nr_samples += count->weight.nr_samples;
		cell->period += count->weight.period;
	}
}

static void add_events(struct code_listing *listing, const struct annotate_samples *samples)
{
	for (size_t i = samples->event; i < samples->event + samples->nr_events; i++) {
		struct annotate_weight all = annotate_total(samples->annotate, i), own = { 0 };
		if (samples->function) own = samples->function->weights[i];
		struct code_event event = { .name = annotate_events(samples->annotate)->items[i]->name,
					    .nr_samples = own.nr_samples,
					    .period = own.period,
					    .all_samples = all.nr_samples,
					    .all_period = all.period };
		vec_push(&listing->events, event);
	}
}

int annotate_listing_make(struct annotate_reader *reader, struct object *object, const struct symbol *symbol,
			  const struct annotate_samples *samples, struct code_listing *listing, struct err *err)
{
	struct listing_maker maker = { .reader = reader, .object = object, .symbol = symbol, .listing = listing };
	struct insn_set set;

	if (symbol->end <= symbol->start || !object_code_place(object, symbol->start, &maker.place))
		return no_code(object, symbol, err);
	bool by_program = is_by_program(&maker);
	int r = by_program ? 0 : need_disasm(reader, &maker.place, err);
	if (r < 0) return r;
	if (!by_program) disasm_set_global_pointer(reader->disasm, object_global_pointer(object));
	size_t wanted = (size_t)MIN(symbol->end - symbol->start, MAX_CODE_BYTES);
	_free_ uint8_t *code = xmalloc(wanted);
	maker.code = code;
	maker.size_bytes = object_code(object, symbol->start, code, wanted, &set);
	if (!maker.size_bytes) return no_code(object, symbol, err);
	/* listings may outlive objects */
	listing->symbol = arena_strdup(&listing->arena, symbol->name);
	listing->object = arena_strdup(&listing->arena, object_identity(object)->path);
	listing->code_path = maker.place.path ? arena_strdup(&listing->arena, maker.place.path) : NULL;
	listing->start = maker.place.vaddr;
	listing->bias = maker.place.bias;
	listing->end = maker.place.vaddr + maker.size_bytes;
	listing->dump_width = disasm_dump_width(&maker.place.set);
	maker.next_name = object_next_name(object, maker.place.vaddr);
	add_events(listing, samples);
	annotate_source_begin(reader->source, object, symbol->start, symbol->start + maker.size_bytes);
	add_headings(&maker);
	if (by_program) r = add_program(&maker, err);
	else add_insns(&maker);
	if (r < 0) return r;
	add_samples(&maker, samples);
	annotate_cycles_put(annotate_cycles(samples->annotate), symbol, maker.place.bias, listing);
	annotate_branches_put(annotate_branches(samples->annotate), symbol, maker.place.bias, listing);
	code_find_jumps(listing);
	if (reader->options->with_types) annotate_put_types(object, symbol, listing);
	if (reader->options->hot_lines) annotate_hot_lines(reader->options, listing);
	return 0;
}
