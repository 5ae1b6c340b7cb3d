/* Machine code: insn, insnlen, and the blocks between the branches of a stack (brstackinsn, brstackinsnlen). A block
 * begins where a branch went and ends with the next branch, so that all of its instructions were executed:
 *
 *     parse+18:
 *             000055d0c3a01122        insn: 85 c0
 *             000055d0c3a01124        insn: 74 0a                     # PRED 12 cycles [12] 0.17 IPC
 *
 * Code is read from objects (symbol/), not from the recording. */
#include "base/printable.h"
#include "frame/frame_line.h"
#include "script/script_writer.h"

enum {
	BLOCK_MAX_BYTES = 16384,   /* longer ones are no blocks: something between was not recorded */
	BEYOND_TARGET_BYTES = 128, /* so much is shown where the sample is not behind the last target */
	TEXT_WIDTH = 30,           /* of "insn: 48 89 c7 " in front of remarks */
};

/* Code between two addresses, and what may follow of its last instruction. bytes has room for the largest block:
 * such structs are allocated, not on the stack. */
struct block {
	const struct frame *frame; /* of its start */
	struct object *object;
	struct insn_set set;
	uint64_t start, size_bytes; /* size: without what follows */
	size_t nr_bytes;            /* there are */
	uint8_t bytes[BLOCK_MAX_BYTES];
};

/* Addresses of the upper half are the kernel's. */
static enum cpumode mode_of(uint64_t ip) { return ip >> 63 ? CPUMODE_KERNEL : CPUMODE_USER; }

/* Reads at most size_bytes of what is executed at a frame, and says from which object and which set of instructions.
 * Returns how many bytes there are; 0: the code is not to be had. */
static size_t read_code(struct script_writer *w, const struct frame *frame, uint8_t *to, size_t size_bytes,
			struct object **ret_object, struct insn_set *ret_set)
{
	if (!frame->map || frame->map->identity) return 0;
	*ret_object = frame_space_object(w->printer->frames, frame->map->dso);
	return object_code(*ret_object, frame->object_addr, to, size_bytes, ret_set);
}

/* " insn: 48 89 c7" */
static void write_bytes(const uint8_t *code, unsigned length, struct outbuf *out)
{
	out_lit(out, " insn:");
	for (unsigned i = 0; i < length; i++) {
		out_char(out, ' ');
		out_hex0(out, code[i], 2);
	}
}

void script_write_insn(struct script_writer *w, uint64_t fields, const struct sample *sample, struct outbuf *out)
{
	const struct frame *frame = resolver_ip(w->resolver, w->task, (enum cpumode)sample->cpumode, sample->ip);
	uint8_t code[INSN_MAX_BYTES];
	struct object *object = NULL;
	struct insn_set set;
	size_t nr_bytes = read_code(w, frame, code, sizeof(code), &object, &set);
	unsigned length = nr_bytes ? insn_length(&set, code, nr_bytes) : 0;
	if (fields & FIELD(INSNLEN)) {
		out_lit(out, " ilen: ");
		out_dec(out, length, 0);
	}
	if (fields & FIELD(INSN) && length) write_bytes(code, length, out);
	if (!(fields & FIELD(DISASM)) || !length) return;
	size_t before = out->size;
	out_lit(out, " \t\t");
	const struct script_insn insn = { .set = set, .code = code, .nr_bytes = nr_bytes, .ip = sample->ip };
	if (script_write_disasm_text(w, object, frame->object_addr, &insn, out)) return;
	out->size = before;
	if (!(fields & FIELD(INSN))) write_bytes(code, length, out);
}

/* Reads the block from start to the instruction at end. False: there is no such code, or it cannot be one block. */
static bool block_read(struct script_writer *w, uint64_t start, uint64_t end, struct block *b)
{
	if (end < start || end - start > BLOCK_MAX_BYTES - INSN_MAX_BYTES || mode_of(start) != mode_of(end))
		return false;
	b->frame = resolver_ip(w->resolver, w->task, mode_of(start), start);
	b->start = start;
	b->size_bytes = end - start;
	b->nr_bytes = read_code(w, b->frame, b->bytes, b->size_bytes + INSN_MAX_BYTES, &b->object, &b->set);
	return b->nr_bytes > 0;
}

/* What the lines of one sample remember from each other. */
struct code_text {
	struct script_writer *w;
	uint64_t fields;
	const struct symbol *symbol; /* the last one named */
	uint64_t total_cycles;
	bool with_length; /* brstackinsnlen */
};

static const struct frame *frame_at(const struct code_text *t, uint64_t ip)
{
	return resolver_ip(t->w->resolver, t->w->task, mode_of(ip), ip);
}

/* Appends `before` and the source line of an address; nothing without field srcline, or where no line is known. */
static void write_line(const struct code_text *t, uint64_t ip, const char *before, struct outbuf *out)
{
	const struct frame *frame = frame_at(t, ip);
	struct source_line line;
	if (!(t->fields & FIELD(SRCLINE)) || !frame->map) return;
	if (!frame_line(t->w->printer->frames, frame, &line)) return;
	out_str(out, before);
	size_t start = out->size;
	frame_line_text(t->w->printer->frames, frame, t->w->printer->options.full_source_path, out);
	out_name_from(out, start);
}

/* The end of an instruction's line. */
static void end_line(const struct code_text *t, uint64_t ip, struct outbuf *out)
{
	out_char(out, '\n');
	if (t->fields & FIELD(SRCCODE)) script_write_source_code(t->w, frame_at(t, ip), out);
}

/* A line that names the function, where it is another one than that of the line before. */
static void write_symbol_line(struct code_text *t, const struct symbol *symbol, uint64_t addr, uint64_t ip,
			      struct outbuf *out)
{
	if (!symbol || symbol == t->symbol) return;
	t->symbol = symbol;
	out_char(out, '\t');
	struct short_name_place name = { .name_at = out->size };
	out_name(out, symbol->name);
	name.size_bytes = out->size - name.name_at;
	uint64_t inside = addr - symbol->start;
	if (inside) {
		out_char(out, '+');
		out_dec(out, inside, 0);
	}
	out_char(out, ':');
	write_line(t, ip, "\t", out);
	script_fit_name(name, t->w->printer->options.columns, out);
	out_char(out, '\n');
}

/* An instruction, at an offset in its block, without the end of its line. Returns its length in bytes; 0 where there
 * is none, "<bad>". remark_follows: padded so that remarks are below each other. */
static unsigned write_one(struct code_text *t, const struct block *b, uint64_t offset, bool remark_follows,
			  struct outbuf *out)
{
	unsigned length = offset < b->nr_bytes ? insn_length(&b->set, b->bytes + offset, b->nr_bytes - offset) : 0;
	uint64_t addr = b->frame->object_addr + offset;
	write_symbol_line(t, object_find(b->object, addr), addr, b->start + offset, out);
	out_char(out, '\t');
	out_hex0(out, b->start + offset, 16);
	out_char(out, '\t');
	size_t before = out->size;
	bool is_written = t->fields & FIELD(BRSTACKDISASM) && length &&
			  script_write_disasm_text(t->w, b->object, addr,
						   &(struct script_insn){ b->set, b->bytes + offset,
									  b->nr_bytes - offset, b->start + offset },
						   out);
	if (!is_written && length) out_lit(out, "insn: ");
	for (unsigned i = 0; i < length && !is_written; i++) {
		out_hex0(out, b->bytes[offset + i], 2);
		out_char(out, ' ');
	}
	if (!length) out_lit(out, "<bad>");
	if (remark_follows && out->size - before < TEXT_WIDTH) out_spaces(out, TEXT_WIDTH - (out->size - before));
	if (t->with_length) {
		out_lit(out, "\tilen: ");
		out_dec(out, length, 0);
	}
	return length;
}

/* The instruction that branched, with what the CPU says of the branch. nr_insns: how many instructions its block
 * has, for the instructions per cycle; 0 when that is not known. */
static void write_branch(struct code_text *t, const struct block *b, uint64_t offset, const struct branch_entry *branch,
			 unsigned nr_insns, struct outbuf *out)
{
	uint64_t cycles = branch->flags >> 4 & 0xffff;
	write_one(t, b, offset, true, out);
	write_line(t, b->start + offset, "\t srcline: ", out);
	out_lit(out, "\t#");
	if (branch->flags & 2) out_lit(out, " PRED");
	if (branch->flags & 1) out_lit(out, " MISPRED");
	if (branch->flags & 4) out_lit(out, " INTX");
	if (branch->flags & 8) out_lit(out, " ABORT");
	if (cycles) {
		t->total_cycles += cycles;
		out_printf(out, " %llu cycles [%llu]", (unsigned long long)cycles, (unsigned long long)t->total_cycles);
		if (nr_insns) out_printf(out, " %.2f IPC", (double)nr_insns / (double)cycles);
	}
	end_line(t, b->start + offset, out);
}

/* The block from where one branch went to the next branch. Where its instructions do not meet the branch, the code
 * is not what was executed then. */
static void write_block(struct code_text *t, const struct block *b, const struct branch_entry *branch,
			struct outbuf *out)
{
	uint64_t offset = 0;
	unsigned nr_insns = 0, length;
	for (; offset < b->size_bytes + INSN_MAX_BYTES && offset < b->nr_bytes; offset += length) {
		nr_insns++;
		if (offset == b->size_bytes) {
			write_branch(t, b, offset, branch, nr_insns, out);
			return;
		}
		length = write_one(t, b, offset, false, out);
		end_line(t, b->start + offset, out);
		if (!length) break;
	}
	out_lit(out, "\tmismatch of LBR data and executable\n");
}

/* The block from the last branch's target to the sample, which need not lie on the way from there. Where that is
 * no block, the sample's own instruction alone. */
static void write_last_block(struct script_writer *w, struct code_text *t, struct block *b, uint64_t start, uint64_t ip,
			     struct outbuf *out)
{
	const struct frame *target = resolver_ip(w->resolver, w->task, mode_of(start), start);
	write_symbol_line(t, target->symbol, target->object_addr, start, out);
	if (ip < start) ip = start + BEYOND_TARGET_BYTES;
	if (!block_read(w, start, ip, b)) {
		if (!block_read(w, ip, ip, b)) return;
		write_one(t, b, 0, false, out);
		end_line(t, b->start, out);
		return;
	}
	unsigned length;
	for (uint64_t offset = 0; offset <= b->size_bytes && offset < b->nr_bytes; offset += length) {
		length = write_one(t, b, offset, false, out);
		end_line(t, b->start + offset, out);
		if (!length) return;
		/* Control left the block here, before the sample: what came between was not recorded. */
		if (offset != b->size_bytes && insn_leaves(&b->set, b->bytes + offset, length)) {
			out_lit(out, "\t... not reaching sample ...\n");
			return;
		}
	}
}

void script_write_branch_code(struct script_writer *w, uint64_t fields, const struct sample *sample, struct outbuf *out)
{
	struct code_text text = { .w = w, .fields = fields, .with_length = fields & FIELD(BRSTACKINSNLEN) };
	const struct branch_entry *branches = sample->branches;
	uint64_t nr = sample->nr_branches, max = w->printer->options.max_blocks;

	if (!nr) return;
	/* One more branch than blocks: it only says where the first block begins. */
	if (max && nr > max + 1) nr = max + 1;
	_free_ struct block *b = xmalloc(sizeof(*b));
	out_char(out, '\n');
	if (block_read(w, branches[nr - 1].from, branches[nr - 1].from, b))
		write_branch(&text, b, 0, &branches[nr - 1], 0, out);
	for (uint64_t i = nr - 1; i-- > 0;)
		if (block_read(w, branches[i + 1].to, branches[i].from, b)) write_block(&text, b, &branches[i], out);
	/* a sample at the branch itself was taken before it */
	if (branches[0].from != sample->ip && !(branches[0].flags & 8))
		write_last_block(w, &text, b, branches[0].to, sample->ip, out);
}
