/* A whole recording through the session. */
#include "tests/fuzz/fuzz.h"
#include "tests/fuzz/memfile.h"
#include "tests/fuzz/resolve_all.h"

FUZZ(data, size)
{
	struct memfile file = memfile_open(data, size);
	resolve_all(file.path, 1);
	memfile_close(&file);
}
