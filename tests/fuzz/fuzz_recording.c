/* A whole recording: header, features, records, samples. */
#include "tests/fuzz/fuzz.h"
#include "tests/fuzz/memfile.h"
#include "tests/fuzz/read_all.h"

FUZZ(data, size)
{
	struct memfile file = memfile_open(data, size);
	(void)read_all(file.path, size);
	memfile_close(&file);
}
