/* Counts and offsets are the file's: each array is taken through a cursor that ends with the arrays. */
#include "symbol/bpf_jited.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "base/arena.h"
#include "base/cursor.h"
#include "base/vec.h"

/* Offsets in struct bpf_prog_info. It grows at its end, so that these stay. */
enum {
	INFO_TAG = 8,
	INFO_CODE_SIZE = 16,
	INFO_CODE = 24,
	INFO_NAME = 64,
	INFO_NR_STARTS = 104,
	INFO_NR_SIZES = 108,
	INFO_STARTS = 112,
	INFO_SIZES = 120,
	INFO_MIN = 128,
	INFO_NR_TAGS = 180,
	INFO_TAGS = 184,
	INFO_TAGS_END = 192,
};
/* Bits that say which arrays there are. */
enum { HAS_CODE = 1 << 0, HAS_STARTS = 1 << 3, HAS_SIZES = 1 << 4, HAS_TAGS = 1 << 8 };
enum { TAG_BYTES = 8, NAME_BYTES = 16, TAG_DIGITS = 2 * TAG_BYTES };
#define NAME_PREFIX "bpf_prog_"

struct bpf_jited {
	VEC(struct bpf_jited_function) functions;
	struct bpf_strings strings;
	struct arena arena;
};

/* A program's parts; arrays are cursors by value, so that a seek leaves the others where they are. */
struct program {
	struct cursor info, arrays;
	uint64_t has;
};

struct bpf_jited *bpf_jited_new(void)
{
	struct bpf_jited *code = xcalloc(1, sizeof(*code));
	arena_init(&code->arena);
	return code;
}

void bpf_jited_free(struct bpf_jited *code)
{
	if (!code) return;
	vec_done(&code->functions);
	vec_done(&code->strings);
	arena_done(&code->arena);
	free(code);
}

static uint32_t info_u32(struct cursor info, size_t off)
{
	cursor_seek(&info, off);
	return cursor_u32(&info);
}

/* The array that a pointer of the info stands for. */
static struct cursor array_at(const struct program *program, size_t off)
{
	struct cursor info = program->info, array = program->arrays;
	cursor_seek(&info, off);
	uint64_t at = cursor_u64(&info);
	cursor_seek(&array, at);
	return array;
}

/* Tags of all functions; NULL: not known. A program of one function has its own. */
static const uint8_t *tags_of(const struct program *program, uint32_t count)
{
	bool has_tags = program->has & HAS_TAGS && program->info.size >= INFO_TAGS_END &&
			info_u32(program->info, INFO_NR_TAGS) == count;
	if (has_tags) {
		struct cursor tags = array_at(program, INFO_TAGS);
		const uint8_t *found = cursor_bytes(&tags, (size_t)count * TAG_BYTES);
		if (found) return found;
	}
	return count == 1 ? program->info.data + INFO_TAG : NULL;
}

/* The kernel calls functions that a program calls "F", unless it knows more. */
static const char *function_name(struct bpf_jited *code, const uint8_t *tag, const char *name)
{
	char digits[TAG_DIGITS + 1];
	for (int i = 0; i < TAG_BYTES; i++) snprintf(digits + 2 * i, 3, "%02x", tag[i]);
	return arena_printf(&code->arena, NAME_PREFIX "%s%s%.*s", digits, *name ? "_" : "", NAME_BYTES, name);
}

/* False: the arrays end before their counts do. */
static bool add_functions(struct bpf_jited *code, const struct program *program, uint32_t count)
{
	uint32_t code_size = info_u32(program->info, INFO_CODE_SIZE);
	struct cursor starts = array_at(program, INFO_STARTS), sizes = array_at(program, INFO_SIZES);
	struct cursor bytes = array_at(program, INFO_CODE);
	const char *name = (const char *)program->info.data + INFO_NAME;
	const uint8_t *tags = tags_of(program, count);

	const uint8_t *all = cursor_bytes(&bytes, code_size);
	if (!all) return false;
	all = arena_memdup(&code->arena, all, code_size);
	struct bpf_line_list lines = bpf_lines_read(program->info, program->arrays, program->has, &code->strings,
						    &code->arena);
	/* The functions' code stands one after the other. */
	struct cursor left = cursor_of(all, code_size, false);
	for (uint32_t i = 0; i < count; i++) {
		struct bpf_jited_function function = { .start = cursor_u64(&starts), .size_bytes = cursor_u32(&sizes) };
		function.code = cursor_bytes(&left, function.size_bytes);
		if (!function.code || !cursor_ok(&starts) || !cursor_ok(&sizes)) return false;
		if (!function.start || !function.size_bytes) continue; /* hidden by kptr_restrict */
		if (tags) function.name = function_name(code, tags + (size_t)i * TAG_BYTES, i ? "F" : name);
		function.lines = bpf_lines_within(&lines, function.start, function.start + function.size_bytes);
		vec_push(&code->functions, function);
	}
	return true;
}

void bpf_jited_add_types(struct bpf_jited *code, uint32_t id, const void *data, size_t size_bytes)
{
	bpf_strings_add(&code->strings, &code->arena, id, data, size_bytes);
}

size_t bpf_jited_add(struct bpf_jited *code, const void *data, size_t size_bytes, bool swap)
{
	struct cursor c = cursor_of(data, size_bytes, swap);
	uint32_t info_size = cursor_u32(&c), arrays_size = cursor_u32(&c);
	struct program program = { .has = cursor_u64(&c) };
	size_t before = code->functions.count;
	const uint64_t needed = HAS_CODE | HAS_STARTS | HAS_SIZES;

	program.info = cursor_sub(&c, info_size);
	program.arrays = cursor_sub(&c, arrays_size);
	if (!cursor_ok(&c) || program.info.size < INFO_MIN || (program.has & needed) != needed) return 0;
	uint32_t count = info_u32(program.info, INFO_NR_STARTS);
	if (count != info_u32(program.info, INFO_NR_SIZES) || count > program.arrays.size / 8) return 0;
	if (!add_functions(code, &program, count)) code->functions.count = before;
	return code->functions.count - before;
}

size_t bpf_jited_count(const struct bpf_jited *code) { return code->functions.count; }

const struct bpf_jited_function *bpf_jited_at(const struct bpf_jited *code, size_t i)
{
	return &code->functions.items[i];
}

/* Whether both have a tag, and another one. */
static bool is_other(const char *a, const char *b)
{
	size_t prefix = strlen(NAME_PREFIX);
	if (!a || strncmp(a, NAME_PREFIX, prefix) != 0 || strncmp(b, NAME_PREFIX, prefix) != 0) return false;
	return strncmp(a + prefix, b + prefix, TAG_DIGITS) != 0;
}

const struct bpf_jited_function *bpf_jited_find(const struct bpf_jited *code, const char *name, uint64_t addr)
{
	for (size_t i = 0; i < code->functions.count; i++) {
		const struct bpf_jited_function *function = &code->functions.items[i];
		if (addr - function->start < function->size_bytes && !is_other(function->name, name)) return function;
	}
	return NULL;
}
