/* Which source lines stand where: objdump's rules. When the line of the code changes, the lines from the last one that
 * was shown of the file, at most five before, up to it; a line that was shown before is shown again by itself. */
#include "analysis/annotate/annotate_source.h"

#include <ctype.h>
#include <inttypes.h>
#include <string.h>
#include "base/u64map.h"
#include "symbol/source_code.h"

enum { CONTEXT_LINES = 5 };
/* Instructions below that are not summed up by line: upstream's limit. */
#define MIN_HOT_PERCENT 0.5

/* Code of one line. */
struct source_piece {
	uint64_t start, end;
	struct source_line at;
};

/* A source file, with what was shown of it in the function at hand. */
struct shown_file {
	const char *path; /* where it is looked for */
	uint32_t last, max;
	uint32_t function; /* which these are of */
};

struct annotate_source {
	const struct annotate_listing_options *options;
	struct source_code *code;
	VEC(struct source_piece) pieces;
	size_t next_piece;
	uint32_t function;        /* counts functions */
	struct u64map file_index; /* path as interned -> index in files */
	VEC(struct shown_file) files;
	struct arena arena; /* paths with another beginning */
};

struct annotate_source *annotate_source_new(const struct annotate_listing_options *options)
{
	struct annotate_source *source = xcalloc(1, sizeof(*source));
	source->options = options;
	source->code = source_code_new(options->symfs);
	arena_init(&source->arena);
	return source;
}

void annotate_source_free(struct annotate_source *source)
{
	if (!source) return;
	source_code_free(source->code);
	vec_done(&source->pieces);
	vec_done(&source->files);
	u64map_done(&source->file_index);
	arena_done(&source->arena);
	free(source);
}

static bool add_piece(void *ctx, uint64_t start, uint64_t end, const struct source_line *line)
{
	struct annotate_source *source = ctx;
	vec_push(&source->pieces, ((struct source_piece){ start, end, *line }));
	return true;
}

void annotate_source_begin(struct annotate_source *source, struct object *object, uint64_t start, uint64_t end)
{
	source_code_set_bundle(source->code, object_bundle(object));
	vec_clear(&source->pieces);
	source->next_piece = 0;
	source->function++;
	if (source->options->without_source && !source->options->hot_lines) return;
	object_lines_visit(object, start, end, add_piece, source);
}

/* --prefix, --prefix-strip: the path without its first names, behind the prefix. */
static const char *prefixed(struct annotate_source *source, const char *path)
{
	const char *rest = path;
	if (!source->options->prefix || *path != '/') return path;
	for (unsigned i = 0; i < source->options->prefix_strip && *rest; i++) {
		const char *slash = strchr(rest + 1, '/');
		if (!slash) break;
		rest = slash;
	}
	return arena_printf(&source->arena, "%s%s", source->options->prefix, rest);
}

static struct shown_file *file_of(struct annotate_source *source, const char *path)
{
	bool is_new;
	uint64_t *index = u64map_put(&source->file_index, (uintptr_t)path, &is_new);
	if (is_new) {
		*index = source->files.count;
		vec_push(&source->files, ((struct shown_file){ .path = prefixed(source, path) }));
	}
	struct shown_file *file = &source->files.items[*index];
	if (file->function != source->function) *file = (struct shown_file){ file->path, 0, 0, source->function };
	return file;
}

/* Without blanks at both ends; tabs inside become blanks up to the next multiple of eight. */
static const char *shown_text(struct arena *arena, const char *text, size_t size)
{
	size_t nr_tabs = 0, used = 0;
	for (; size && isspace((unsigned char)*text); text++) size--;
	while (size && isspace((unsigned char)text[size - 1])) size--;
	for (size_t i = 0; i < size; i++) nr_tabs += text[i] == '\t';
	if (!nr_tabs) return arena_strndup(arena, text, size);
	char *to = arena_alloc(arena, size + nr_tabs * 7 + 1);
	for (size_t i = 0; i < size; i++) {
		size_t width = text[i] == '\t' ? 8 - used % 8 : 1;
		memset(to + used, text[i] == '\t' ? ' ' : text[i], width);
		used += width;
	}
	to[used] = 0;
	return to;
}

static void add_source_line(struct code_listing *listing, const char *text, const char *path, uint32_t number)
{
	struct code_line *line = code_add_line(listing);
	line->kind = CODE_SOURCE;
	line->text = text;
	line->file = path;
	line->file_line = number;
}

static void put_line(struct annotate_source *source, const struct shown_file *file, uint32_t number, const char *path,
		     struct code_listing *listing)
{
	const char *text;
	size_t size;
	if (!source_code_line(source->code, file->path, number, &text, &size)) return;
	add_source_line(listing, shown_text(&listing->arena, text, size), path, number);
}

void annotate_source_put(struct annotate_source *source, uint64_t addr, struct code_listing *listing,
			 const char **ret_file, uint32_t *ret_line)
{
	while (source->next_piece < source->pieces.count && source->pieces.items[source->next_piece].end <= addr)
		source->next_piece++;
	if (source->next_piece >= source->pieces.count) return;
	const struct source_piece *piece = &source->pieces.items[source->next_piece];
	uint32_t number = piece->at.line;
	if (piece->start > addr || !piece->at.file) return;
	*ret_file = piece->at.file;
	*ret_line = number;
	if (source->options->without_source || !number) return;
	struct shown_file *file = file_of(source, piece->at.file);
	if (file->last == number) return;
	if (piece->at.text) {
		add_source_line(listing, shown_text(&listing->arena, piece->at.text, strlen(piece->at.text)),
				piece->at.file, number);
		file->last = number;
		return;
	}
	uint32_t first = number > CONTEXT_LINES ? number - CONTEXT_LINES : 1;
	if (file->max >= first) first = file->max < number ? file->max + 1 : number;
	for (uint32_t i = first; i <= number; i++) put_line(source, file, i, piece->at.file, listing);
	file->last = number;
	file->max = MAX(file->max, number);
}

/* ---- sums by source line */

/* "file.c:12"; "prog[401260]" of an instruction whose line is not known, which so stands for itself. */
static const char *place_of(const struct annotate_listing_options *options, const struct code_listing *listing,
			    const struct code_line *line, struct arena *arena)
{
	if (!line->file || !line->file_line) {
		const char *name = strrchr(listing->object, '/');
		return arena_printf(arena, "%s[%" PRIx64 "]", name ? name + 1 : listing->object, line->vaddr);
	}
	const char *slash = options->full_paths ? NULL : strrchr(line->file, '/');
	return arena_printf(arena, "%s:%u", slash ? slash + 1 : line->file, line->file_line);
}

static struct code_hot_line *hot_line_of(struct code_listing *listing, const char *place)
{
	for (size_t i = 0; i < listing->hot_lines.count; i++)
		if (strcmp(listing->hot_lines.items[i].place, place) == 0) return &listing->hot_lines.items[i];
	struct code_hot_line hot = {
		.place = place, .percents = arena_zalloc(&listing->arena, listing->events.count * sizeof(double))
	};
	vec_push(&listing->hot_lines, hot);
	return vec_last(&listing->hot_lines);
}

static int compare_hot_lines(const void *a, const void *b)
{
	const struct code_hot_line *x = a, *y = b;
	if (x->percents[0] != y->percents[0]) return x->percents[0] > y->percents[0] ? -1 : 1;
	return strcmp(x->place, y->place);
}

void annotate_hot_lines(const struct annotate_listing_options *options, struct code_listing *listing)
{
	for (size_t i = 0; i < listing->lines.count; i++) {
		struct code_line *line = &listing->lines.items[i];
		if (line->kind != CODE_INSN) continue;
		bool is_hot = false;
		for (size_t j = 0; j < listing->events.count; j++)
			is_hot |= code_percent(listing, code_cell(listing, i, j), j, options->hot_kind) >
				  MIN_HOT_PERCENT;
		if (!is_hot) continue;
		line->hot_place = place_of(options, listing, line, &listing->arena);
		struct code_hot_line *hot = hot_line_of(listing, line->hot_place);
		for (size_t j = 0; j < listing->events.count; j++)
			hot->percents[j] += code_percent(listing, code_cell(listing, i, j), j, options->hot_kind);
	}
	if (listing->hot_lines.count)
		qsort(listing->hot_lines.items, listing->hot_lines.count, sizeof(*listing->hot_lines.items),
		      compare_hot_lines);
}
