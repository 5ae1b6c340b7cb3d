/* Where something happened: addresses, symbols, objects, one line a frame in call chains. */
#include "script/script_writer.h"

static const char *base_name(const char *path)
{
	const char *slash = strrchr(path, '/');
	return slash && slash[1] ? slash + 1 : path;
}

void script_write_symbol(const struct frame *frame, bool offset, struct outbuf *out)
{
	if (!frame->symbol) {
		out_lit(out, "[unknown]");
		return;
	}
	out_str(out, frame->symbol->name);
	if (offset) {
		out_lit(out, "+0x");
		out_hex(out, frame->object_addr - frame->symbol->start, 0);
	}
}

/* Where an address is in an object is not said of kernels known by kallsyms alone. */
static bool has_offset(const struct script_writer *w, const struct dso *dso)
{
	if (dso->kind != DSO_KERNEL && dso->kind != DSO_MODULE && dso->kind != DSO_GUEST_KERNEL && dso->kind != DSO_GUEST_MODULE) return true;
	struct object *object = frame_space_object(w->printer->frames, dso);
	return object_nr_symbols(object) == 0;
}

void script_write_dso(const struct script_writer *w, const struct frame *frame, bool offset, struct outbuf *out)
{
	out_lit(out, " (");
	out_str(out, frame->map ? frame->map->dso->name : "[unknown]");
	if (unlikely(offset) && frame->map && has_offset(w, frame->map->dso)) {
		out_lit(out, "+0x");
		out_hex(out, frame->object_addr, 0);
	}
	out_char(out, ')');
}

/* Without source lines: the object and the address in it. */
static void write_no_srcline(const struct frame *frame, struct outbuf *out)
{
	if (!frame->map) return;
	out_lit(out, "\n  ");
	out_str(out, base_name(frame->map->dso->name));
	out_char(out, '[');
	out_hex(out, frame->object_addr, 0);
	out_char(out, ']');
}

static void write_frame(const struct script_writer *w, uint64_t fields, const struct frame *frame, struct outbuf *out)
{
	if (fields & FIELD(IP)) out_hex(out, frame->ip, 16);
	if (fields & FIELD(SYM)) {
		out_char(out, ' ');
		script_write_symbol(frame, fields & FIELD(SYMOFF), out);
	}
	if (fields & (FIELD(DSO) | FIELD(DSOFF))) script_write_dso(w, frame, fields & FIELD(DSOFF), out);
	if (fields & FIELD(SRCLINE)) write_no_srcline(frame, out);
}

static const struct frame_text *make_text(struct script_writer *w, uint64_t fields, const struct frame *frame)
{
	struct outbuf line;
	out_init(&line, -1);
	out_char(&line, '\t');
	write_frame(w, fields, frame, &line);
	out_char(&line, '\n');
	/* the copying below moves whole words: 16 bytes of slack */
	struct frame_text *text = arena_alloc(&w->arena, sizeof(*text) + line.size + 16);
	text->size = (uint32_t)line.size;
	memcpy(text->text, line.data, line.size);
	out_done(&line);
	((struct frame *)frame)->user = text;
	return text;
}

/* "\t...\n", kept in the frame while the fields are the writer's usual ones. */
static inline const struct frame_text *text_of(struct script_writer *w, uint64_t fields, const struct frame *frame)
{
	return likely(frame->user != NULL) ? frame->user : make_text(w, fields, frame);
}

static bool usual(const struct script_writer *w, uint64_t fields)
{
	return (fields & FRAME_FIELDS) == w->printer->cached_fields;
}

static bool stops(const struct script_writer *w, const struct frame *frame)
{
	const struct script_options *o = &w->printer->options;
	for (size_t i = 0; i < o->nr_stop_symbols; i++)
		if (frame->symbol && strcmp(frame->symbol->name, o->stop_symbols[i]) == 0) return true;
	return false;
}

static inline void put_text(struct outbuf *out, const struct frame_text *text)
{
	/* most lines are a few dozen bytes: fixed-size copies are quicker than memcpy's choosing */
	char *to = out_reserve(out, text->size + 64);
	const char *from = text->text;
	if (likely(text->size <= 64)) {
		memcpy(to, from, 16);
		if (text->size > 16) memcpy(to + 16, from + 16, 16);
		if (text->size > 32) memcpy(to + 32, from + 32, 16);
		if (text->size > 48) memcpy(to + 48, from + 48, 16);
	} else {
		memcpy(to, from, text->size);
	}
	out->size += text->size;
}

void script_write_chain(struct script_writer *w, const struct script_event *e, const struct sample *sample, struct outbuf *out)
{
	const struct callchain_options options = { .max_stack = w->printer->options.max_stack };
	const bool cached = usual(w, e->fields), may_stop = w->printer->options.nr_stop_symbols > 0;

	if (!options.max_stack) return;
	callchain_resolve(w->resolver, w->task, sample, &options, &w->chain);
	for (size_t i = 0; i < w->chain.count; i++) {
		const struct frame *frame = w->chain.frames[i];
		if (likely(cached)) {
			put_text(out, text_of(w, e->fields, frame));
		} else {
			out_char(out, '\t');
			write_frame(w, e->fields, frame, out);
			out_char(out, '\n');
		}
		if (unlikely(may_stop) && stops(w, frame)) break;
	}
}

void script_write_place(struct script_writer *w, uint64_t fields, const struct frame *frame, struct outbuf *out)
{
	out_char(out, ' ');
	if (usual(w, fields)) {
		const struct frame_text *text = text_of(w, fields, frame);
		out_mem(out, text->text + 1, text->size - 2);
	} else {
		write_frame(w, fields, frame, out);
	}
}
