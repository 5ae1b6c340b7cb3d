/* /tmp/perf-PID.map text. */
#include "symbol/jit/perf_map.h"
#include "tests/fuzz/fuzz.h"

FUZZ(data, size)
{
	struct symbol_list list;
	symbol_list_init(&list);
	(void)perf_map_parse((const char *)data, size, &list);
	_free_ char *copy = xmalloc(size + 1);
	memcpy(copy, data, size);
	copy[size] = 0;
	(void)perf_map_parse_in_place(copy, size, &list);
	for (size_t i = 0; i < list.symbols.count; i++) (void)strlen(list.symbols.items[i].name);
	symbol_list_done(&list);
}
