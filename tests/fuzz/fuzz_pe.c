/* Windows' programs. */
#include "symbol/file/pe.h"
#include "tests/fuzz/fuzz.h"

FUZZ(data, size)
{
	struct blob blob = blob_of_memory(data, size);
	struct image_segment *segments = NULL;
	size_t nr_segments, sum = 0;
	struct symbol_list list;
	symbol_list_init(&list);
	if (pe_symbols_add(&blob, &list, &segments, &nr_segments) == 0) free(segments);
	for (size_t i = 0; i < list.symbols.count; i++) sum += strlen(list.symbols.items[i].name);
	(void)sum;
	symbol_list_done(&list);
}
