/* Where something happened: addresses, symbols, objects, one line a frame in call chains.
 *
 * Most text of perf script is call chains, and most of a chain is that of the thread's sample before. So a frame's
 * line is kept (frame_text), and a thread's last chain is kept as text (chain_text): only the lines of the new inner
 * frames are put in front of what is shared, and the whole is copied out at once. */
#include "base/printable.h"
#include "frame/frame_line.h"
#include "script/script_writer.h"

struct short_name_place script_write_symbol(const struct frame *frame, bool offset, struct outbuf *out)
{
	struct short_name_place place = { .name_at = out->size };
	if (!frame->symbol) {
		out_lit(out, "[unknown]");
		return place;
	}
	out_name(out, frame->symbol->name);
	place.size_bytes = out->size - place.name_at;
	if (offset) {
		out_lit(out, "+0x");
		out_hex(out, frame->object_addr - frame->symbol->start, 0);
	}
	return place;
}

/* Where an address is in an object is not said of kernels known by kallsyms alone. */
static bool has_offset(const struct script_writer *w, const struct dso *dso)
{
	if (dso->kind != DSO_KERNEL && dso->kind != DSO_MODULE && dso->kind != DSO_GUEST_KERNEL &&
	    dso->kind != DSO_GUEST_MODULE)
		return true;
	struct object *object = frame_space_object(w->printer->frames, dso);
	return object_nr_symbols(object) == 0;
}

void script_write_dso(const struct script_writer *w, const struct frame *frame, bool offset, struct outbuf *out)
{
	const struct dso *dso = frame->map ? frame->map->dso : NULL;
	bool shown = unlikely(offset) && dso && has_offset(w, dso);
	out_lit(out, " (");
	if (!dso) out_name(out, "[unknown]");
	else out_name(out, shown && dso->kind == DSO_MODULE ? dso->long_name : dso->name); /* as upstream */
	if (shown) {
		out_lit(out, "+0x");
		out_hex(out, frame->object_addr, 0);
	}
	out_char(out, ')');
}

/* Where no lines are known: the object and the address in it. */
static void write_srcline(const struct script_writer *w, const struct frame *frame, struct outbuf *out)
{
	if (!frame->map) return;
	out_lit(out, "\n  ");
	size_t start = out->size;
	if (!frame_line_text(w->printer->frames, frame, w->printer->options.full_source_path, out))
		frame_line_address(w->printer->frames, frame, out);
	out_name_from(out, start);
}

/* Behind the names of inlined functions, which have no object of their own. */
#define INLINED " (inlined)"

/* A frame as the fields want it, without the end of its line. The name of the function is shortened so that it ends
 * at the column; 0 columns: it is whole. */
static void write_frame(const struct script_writer *w, uint64_t fields, const struct frame *frame, unsigned columns,
			struct outbuf *out)
{
	const bool inlined = frame->symbol && frame->symbol->is_inlined;
	struct short_name_place name = { 0 };
	if (fields & FIELD(IP)) out_hex(out, frame->ip, 16);
	if (fields & FIELD(SYM)) {
		out_char(out, ' ');
		name = script_write_symbol(frame, fields & FIELD(SYMOFF), out);
	}
	if (fields & (FIELD(DSO) | FIELD(DSOFF)) && !inlined) script_write_dso(w, frame, fields & FIELD(DSOFF), out);
	if (unlikely(columns && inlined)) columns -= MIN(columns, (unsigned)strlen(INLINED));
	script_fit_name(name, columns, out);
	if (fields & FIELD(SRCLINE)) write_srcline(w, frame, out);
	if (inlined) out_lit(out, INLINED);
}

void script_write_source_code(struct script_writer *w, const struct frame *frame, struct outbuf *out)
{
	struct source_line line;
	const char *text;
	size_t size;
	if (!frame_line(w->printer->frames, frame, &line)) return;
	while (w->task->thread >= w->last_lines.count) *vec_add(&w->last_lines) = (struct source_line){ 0 };
	struct source_line *last = &w->last_lines.items[w->task->thread];
	if (last->file == line.file && last->line == line.line) return;
	if (!w->source_code) w->source_code = source_code_new(w->printer->options.symfs);
	if (frame->map)
		source_code_set_bundle(w->source_code,
				       object_bundle(frame_space_object(w->printer->frames, frame->map->dso)));
	if (!source_code_line(w->source_code, line.file, line.line, &text, &size)) return;
	*last = line;
	out_char(out, '|');
	size_t before = out->size;
	out_dec(out, line.line, 0);
	if (out->size - before < 8) out_spaces(out, 8 - (out->size - before));
	out_char(out, ' ');
	out_lines(out, text, size);
	out_char(out, '\n');
}

/* Stands in frame_texts for a frame that was met once. */
static const struct frame_text seen_once;

/* A line of text that is valid until the next one is made. */
struct line {
	const char *text;
	size_t size;
};

/* The line of a frame, "\t...\n". text: the frame's item in frame_texts. The line is kept when it is wanted a second
 * time: many frames of a recording are met only once. */
static inline struct line line_of(struct script_writer *w, uint64_t fields, const struct frame *frame,
				  const struct frame_text **text)
{
	if (likely(*text && *text != &seen_once)) return (struct line){ (*text)->text, (*text)->size };
	w->line.size = 0;
	out_char(&w->line, '\t');
	write_frame(w, fields, frame, w->printer->options.columns, &w->line);
	out_char(&w->line, '\n');
	out_reserve(&w->line, 64); /* what copies in fixed sizes may read */
	if (!*text) {
		*text = &seen_once;
	} else {
		struct frame_text *kept = arena_alloc(&w->arena, sizeof(*kept) + w->line.size + 16);
		kept->size = (uint32_t)w->line.size;
		memcpy(kept->text, w->line.data, w->line.size);
		*text = kept;
	}
	return (struct line){ w->line.data, w->line.size };
}

/* Whether these fields are those that kept lines were made with: events may have different ones. */
static bool usual(const struct script_writer *w, uint64_t fields)
{
	return (fields & FRAME_FIELDS) == w->printer->cached_fields;
}

/* --stop-bt: whether the chain is shown up to this frame only. */
static bool stops(const struct script_writer *w, const struct frame *frame)
{
	const struct script_options *o = &w->printer->options;
	for (size_t i = 0; i < o->nr_stop_symbols; i++)
		if (frame->symbol && strcmp(frame->symbol->name, o->stop_symbols[i]) == 0) return true;
	return false;
}

/* Makes the buffer larger; what is used stays at its end. */
static void make_room(struct chain_text *t, size_t used, size_t more)
{
	size_t capacity = MAX(t->capacity * 2, (size_t)4096);
	while (capacity < used + more) capacity *= 2;
	char *data = xmalloc(capacity + 16);
	if (used) memcpy(data + capacity - used, t->data + t->capacity - used, used);
	free(t->data);
	t->data = data;
	t->capacity = capacity;
}

/* The fast way: brings the thread's text up to date and copies it. Returns why the chain ends. */
static struct chain_end write_shared_chain(struct script_writer *w, uint64_t fields, const struct sample *sample,
					   const struct callchain_options *options, struct outbuf *out)
{
	/* Threads whose numbers are equal modulo CHAIN_TEXTS share a text: callchain_update compares addresses, so
	 * that what it calls the same is the same whichever thread came before. */
	struct chain_text *t = &w->chain_texts[w->task->thread % CHAIN_TEXTS];
	size_t same = callchain_update(w->resolver, w->task, sample, options, &t->memo);
	size_t used = same ? t->tails[same - 1] : 0;

	if (unlikely(t->memo.count > t->nr_tails)) {
		t->nr_tails = MAX(t->memo.count, (size_t)32);
		t->tails = xreallocarray(t->tails, t->nr_tails, sizeof(*t->tails));
	}
	/* From here on texts must not move: all frames of the resolver have their items now, so that indexing needs
	 * no check. */
	frame_array_reserve(&w->frame_texts, resolver_nr_frames(w->resolver));
	const struct frame_text **texts = w->frame_texts.items;
	/* Which frames have a line is spread over memory: it is fetched while the first lines are made. */
	for (size_t i = same; i < t->memo.count; i++) __builtin_prefetch(texts[t->memo.frames[i]->id]);
	for (size_t i = same; i < t->memo.count; i++) {
		const struct frame *frame = t->memo.frames[i];
		struct line line = line_of(w, fields, frame, &texts[frame->id]);
		if (unlikely(used + line.size + 64 > t->capacity)) make_room(t, used, line.size + 64);
		memcpy(t->data + t->capacity - used - line.size, line.text, line.size);
		used += line.size;
		t->tails[i] = (uint32_t)used;
	}
	if (used) out_mem(out, t->data + t->capacity - used, used);
	return t->memo.end;
}

/* Field chainend: why unwinding a copied stack ended, below the chain. */
static void write_chain_end(uint64_t fields, struct chain_end end, struct outbuf *out)
{
	if (likely(!(fields & FIELD(CHAINEND))) || end.why == NR_UNWIND_ENDS) return;
	out_lit(out, "\t[chain ends: ");
	out_str(out, unwind_end_name(end.why));
	if (end.scanned_ip) {
		out_lit(out, "; from ");
		out_hex(out, end.scanned_ip, 0);
		out_lit(out, " on found by scanning the stack");
	}
	out_lit(out, "]\n");
}

void script_write_chain(struct script_writer *w, const struct script_event *e, const struct sample *sample,
			struct outbuf *out)
{
	const struct callchain_options options = { .max_stack = w->printer->options.max_stack };

	if (!options.max_stack) return;
	if (likely(usual(w, e->fields) && !w->printer->options.nr_stop_symbols)) {
		write_chain_end(e->fields, write_shared_chain(w, e->fields, sample, &options, out), out);
		return;
	}
	if (callchain_resolve(w->resolver, w->task, sample, &options, &w->chain) < 0) return;
	for (size_t i = 0; i < w->chain.count; i++) {
		out_char(out, '\t');
		write_frame(w, e->fields, w->chain.frames[i], w->printer->options.columns, out);
		out_char(out, '\n');
		if (stops(w, w->chain.frames[i])) return;
	}
	write_chain_end(e->fields, w->chain.end, out);
}

void script_write_place(struct script_writer *w, uint64_t fields, const struct frame *frame, unsigned columns,
			struct outbuf *out)
{
	out_char(out, ' ');
	if (likely(!columns) && usual(w, fields)) {
		struct line line = line_of(w, fields, frame, frame_array_at(&w->frame_texts, frame));
		out_mem(out, line.text + 1, line.size - 2); /* without "\t" and "\n" */
	} else {
		write_frame(w, fields, frame, columns, out);
	}
}
