#include "analysis/coverage/coverage_files.h"

#include <stdlib.h>
#include <string.h>

static bool add_piece(void *ctx, uint64_t start, uint64_t end, const struct source_line *line)
{
	struct coverage_files *files = ctx;
	if (line->file && line->line)
		vec_push(&files->pieces, ((struct coverage_piece){ line->file, line->line, start, end, 0 }));
	return true;
}

static size_t need_file(struct coverage_files *files, const char *path)
{
	bool is_new;
	uint64_t *index = u64map_put(&files->file_of, (uintptr_t)path, &is_new);
	if (is_new) {
		*index = files->result->files.count;
		vec_push(&files->result->files, (struct coverage_file){ .path = path });
	}
	return (size_t)*index;
}

/* What the piece's instructions say: its count, and the jumps among them, which become branches of its file. */
static void look_at(struct coverage_files *files, struct coverage_piece *piece, const struct coverage_code *code,
		    struct coverage_function *function)
{
	size_t file_index = need_file(files, piece->path);
	struct coverage_file *file = &files->result->files.items[file_index];
	for (size_t i = coverage_code_find(code, piece->start); i < code->insns.count; i++) {
		const struct coverage_insn *insn = &code->insns.items[i];
		if (insn->address >= piece->end) break;
		piece->count = MAX(piece->count, insn->count);
		if (!insn->is_conditional) continue;
		uint64_t taken = MIN(insn->taken, insn->count), passed = insn->count - taken;
		vec_push(&file->branches,
			 ((struct coverage_branch){ piece->line, (uint32_t)file->branches.count, taken, passed }));
		function->branches.all += 2;
		function->branches.hit += (taken > 0) + (passed > 0);
	}
}

static int compare_pieces(const void *pa, const void *pb)
{
	const struct coverage_piece *a = pa, *b = pb;
	if (a->path != b->path) return (uintptr_t)a->path < (uintptr_t)b->path ? -1 : 1;
	return (a->line > b->line) - (a->line < b->line);
}

/* Pieces of one line and function count once: as often as the one that was executed most. */
static void add_lines(struct coverage_files *files, const char *path, struct coverage_function *function)
{
	qsort(files->pieces.items, files->pieces.count, sizeof(*files->pieces.items), compare_pieces);
	for (size_t i = 0, next; i < files->pieces.count; i = next) {
		const struct coverage_piece *piece = &files->pieces.items[i];
		uint64_t count = 0;
		for (next = i; next < files->pieces.count && !compare_pieces(piece, &files->pieces.items[next]); next++)
			count = MAX(count, files->pieces.items[next].count);
		uint64_t file_index = *u64map_find(&files->file_of, (uintptr_t)piece->path);
		struct coverage_file *file = &files->result->files.items[file_index];
		bool is_new;
		uint64_t *index = u64map_put(&files->line_of, file_index << 32 | piece->line, &is_new);
		if (is_new) {
			*index = file->lines.count;
			vec_push(&file->lines, ((struct coverage_line){ .line = piece->line }));
		}
		file->lines.items[*index].count += count;
		if (piece->path != path) continue; /* of an inlined function of another file */
		function->lines.all++;
		function->lines.hit += count > 0;
	}
}

bool coverage_files_add(struct coverage_files *files, struct object *object, const struct coverage_function *named,
			uint64_t start, uint64_t end, const struct coverage_code *code)
{
	struct coverage_function function = *named;
	struct source_line entry = { 0 };
	vec_clear(&files->pieces);
	object_lines_visit(object, start, end, add_piece, files);
	if (!files->pieces.count) return false;
	if (!object_line(object, start, &entry) || !entry.file || !entry.line) {
		entry.file = files->pieces.items[0].path;
		entry.line = files->pieces.items[0].line;
	}
	function.line = entry.line;
	if (code->insns.count && code->insns.items[0].address == start) function.count = code->insns.items[0].count;
	for (size_t i = 0; i < code->insns.count; i++) function.is_hit |= code->insns.items[i].count > 0;
	for (size_t i = 0; i < files->pieces.count; i++) look_at(files, &files->pieces.items[i], code, &function);
	add_lines(files, entry.file, &function);
	vec_push(&files->result->files.items[need_file(files, entry.file)].functions, function);
	return true;
}

static int compare_lines(const void *pa, const void *pb)
{
	const struct coverage_line *a = pa, *b = pb;
	return (a->line > b->line) - (a->line < b->line);
}

static int compare_branches(const void *pa, const void *pb)
{
	const struct coverage_branch *a = pa, *b = pb;
	if (a->line != b->line) return a->line < b->line ? -1 : 1;
	return (a->order > b->order) - (a->order < b->order);
}

static int compare_functions(const void *pa, const void *pb)
{
	const struct coverage_function *a = pa, *b = pb;
	if (a->line != b->line) return a->line < b->line ? -1 : 1;
	int order = strcmp(a->name, b->name);
	return order ? order : strcmp(a->object, b->object);
}

static int compare_files(const void *pa, const void *pb)
{
	const struct coverage_file *a = pa, *b = pb;
	return strcmp(a->path, b->path);
}

static void add_share(struct coverage_share *to, const struct coverage_share *share)
{
	to->hit += share->hit;
	to->all += share->all;
}

static void sum_up(struct coverage_file *file)
{
	struct coverage_sums *sums = &file->sums;
	sums->lines.all = file->lines.count;
	sums->functions.all = file->functions.count;
	sums->branches.all = 2 * file->branches.count;
	for (size_t i = 0; i < file->lines.count; i++) sums->lines.hit += file->lines.items[i].count > 0;
	for (size_t i = 0; i < file->functions.count; i++) sums->functions.hit += file->functions.items[i].is_hit;
	for (size_t i = 0; i < file->branches.count; i++)
		sums->branches.hit += (file->branches.items[i].taken > 0) + (file->branches.items[i].passed > 0);
}

#define SORT(vec, compare) \
	if ((vec)->count > 1) qsort((vec)->items, (vec)->count, sizeof(*(vec)->items), compare)

void coverage_files_finish(struct coverage_files *files)
{
	struct coverage *result = files->result;
	for (size_t i = 0; i < result->files.count; i++) {
		struct coverage_file *file = &result->files.items[i];
		SORT(&file->lines, compare_lines);
		SORT(&file->branches, compare_branches);
		SORT(&file->functions, compare_functions);
		sum_up(file);
		add_share(&result->sums.lines, &file->sums.lines);
		add_share(&result->sums.functions, &file->sums.functions);
		add_share(&result->sums.branches, &file->sums.branches);
	}
	SORT(&result->files, compare_files);
	u64map_done(&files->file_of);
	u64map_done(&files->line_of);
	vec_done(&files->pieces);
}
