/* A parser of kallsyms text in pieces. Lines are parsed where they are; only a line that spans two pieces is copied
 * (`rest`). Types are those of nm(1): upper case is global. Sizes are unknown: symbol_table_init sets the ends. */
#include "symbol/kallsyms.h"

#include <elf.h>
#include <string.h>

/* Value of a hexadecimal digit plus 1; 0: no digit. */
static const uint8_t nibbles[256] = {
	['0'] = 1,  ['1'] = 2,  ['2'] = 3,  ['3'] = 4,  ['4'] = 5,  ['5'] = 6,  ['6'] = 7,  ['7'] = 8,
	['8'] = 9,  ['9'] = 10, ['a'] = 11, ['b'] = 12, ['c'] = 13, ['d'] = 14, ['e'] = 15, ['f'] = 16,
	['A'] = 11, ['B'] = 12, ['C'] = 13, ['D'] = 14, ['E'] = 15, ['F'] = 16,
};

/* Text, weak, data and bss, in upper and lower case; others (read-only data, absolute per-CPU offsets) name no code. */
static bool type_is_symbol(char type)
{
	switch (type | 0x20) {
	case 't':
	case 'w':
	case 'd':
	case 'b': return true;
	default: return false;
	}
}

static uint8_t type_binding(char type)
{
	if (type == 'W') return STB_WEAK;
	return type >= 'A' && type <= 'Z' ? STB_GLOBAL : STB_LOCAL;
}

/* Lines that are not of the form are skipped: lists from elsewhere may have anything in them. */
static void line_parse(struct kallsyms_parser *p, const char *line, const char *end)
{
	uint64_t vaddr = 0;
	const char *at = line;

	for (uint8_t n; at < end && (n = nibbles[(uint8_t)*at]) != 0; at++) vaddr = vaddr << 4 | (uint64_t)(n - 1);
	if (at == line || at - line > 16 || end - at < 4 || at[0] != ' ' || at[2] != ' ') return;
	char type = at[1];
	const char *name = at + 3, *name_end = name;
	while (name_end < end && *name_end != '\t') name_end++; /* RISC-V has names with blanks: ".L0 " */
	if (name_end == name) return;
	p->nr_symbols++;
	if (!vaddr) p->nr_zero++;
	if (!type_is_symbol(type) || *name == '$') return; /* "$x": a mark for disassemblers */

	const char *module = name_end;
	while (module < end && (*module == '\t' || *module == ' ')) module++;
	bool of_module = module < end && *module == '[';
	if (p->module) {
		size_t size = strlen(p->module);
		if (!of_module || (size_t)(end - module) < size + 2 || memcmp(module + 1, p->module, size) != 0 ||
		    module[size + 1] != ']')
			return;
	} else if (of_module && p->no_modules) {
		return;
	}
	uint8_t elf_type = (type | 0x20) == 't' || (type | 0x20) == 'w' ? STT_FUNC : STT_OBJECT;
	symbol_list_add(p->list,
			(struct raw_symbol){ .start = vaddr,
					     .end = vaddr,
					     .name = arena_strndup(&p->list->arena, name, (size_t)(name_end - name)),
					     .binding = type_binding(type),
					     .type = elf_type,
					     .flags = of_module ? RAW_MODULE : 0 });
}

/* First completes the line left over from the last piece, then parses whole lines, then keeps what is left. */
void kallsyms_parse(struct kallsyms_parser *p, const char *text, size_t size_bytes)
{
	const char *end = text + size_bytes;

	if (!size_bytes) {
		line_parse(p, p->rest, p->rest + p->rest_size);
		p->rest_size = 0;
		return;
	}
	if (p->rest_size) {
		const char *newline = memchr(text, '\n', size_bytes);
		size_t take_bytes = newline ? (size_t)(newline - text) : size_bytes;
		size_t fits = MIN(take_bytes, sizeof(p->rest) - p->rest_size); /* a longer line is cut */
		memcpy(p->rest + p->rest_size, text, fits);
		p->rest_size += fits;
		if (!newline) return;
		line_parse(p, p->rest, p->rest + p->rest_size);
		p->rest_size = 0;
		text = newline + 1;
	}
	while (text < end) {
		const char *newline = memchr(text, '\n', (size_t)(end - text));
		if (!newline) {
			p->rest_size = MIN((size_t)(end - text), sizeof(p->rest));
			memcpy(p->rest, text, p->rest_size);
			return;
		}
		line_parse(p, text, newline);
		text = newline + 1;
	}
}
