/* Archives. */
#include "symbol/file/zip.h"
#include "tests/fuzz/fuzz.h"

struct whole {
	const uint8_t *data;
	uint64_t size;
};
static bool inside(void *ctx, uint64_t file_off, uint64_t size_bytes)
{
	const struct whole *whole = ctx;
	if (file_off > whole->size || size_bytes > whole->size - file_off) abort();
	return true;
}

FUZZ(data, size)
{
	struct blob blob = blob_of_memory(data, size);
	struct whole whole = { data, size };
	(void)!zip_visit_stored(&blob, inside, &whole);
}
