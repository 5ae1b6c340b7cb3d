/* Mangled names. */
#include "symbol/demangle.h"
#include "tests/fuzz/fuzz.h"

FUZZ(data, size)
{
	if (size > 4096)
		return;
	char *text = fuzz_text(data, size);
	free(demangle(text));
	free(text);
}
