/* kallsyms text, in one piece and in pieces: the same symbols either way. */
#include "symbol/kallsyms.h"
#include "tests/fuzz/fuzz.h"

static size_t parse(const uint8_t *data, size_t size, size_t piece, const char *module)
{
	struct symbol_list list;
	symbol_list_init(&list);
	struct kallsyms_parser parser = { .list = &list, .module = module };
	for (size_t at = 0; at < size; at += piece)
		kallsyms_parse(&parser, (const char *)data + at, size - at < piece ? size - at : piece);
	kallsyms_parse(&parser, "", 0);
	size_t count = list.symbols.count;
	symbol_list_done(&list);
	return count;
}

FUZZ(data, size)
{
	size_t whole = parse(data, size, size ? size : 1, NULL);
	if (parse(data, size, 7, NULL) != whole) abort();
	(void)parse(data, size, 64, "mod");
}
