/* The archive behind a portable recording. The first byte chooses whether the comment that it is recognised by is put
 * behind it, which chance would not find. */
#include "symbol/file/bundle.h"
#include "tests/fuzz/fuzz.h"

static bool unpack(void *ctx, const char *name, uint64_t size_bytes)
{
	_free_ char *path = bundle_path(ctx, name);
	if (path && size_bytes > (uint64_t)1 << 30) abort();
	return true;
}

FUZZ(data, size)
{
	struct bundle *bundle = NULL;
	if (!size) return;
	size_t comment = data[0] & 1 ? strlen(BUNDLE_COMMENT) : 0;
	_free_ uint8_t *bytes = xmalloc(size + comment);
	memcpy(bytes, data + 1, size - 1);
	memcpy(bytes + size - 1, BUNDLE_COMMENT, comment);
	struct blob blob = blob_of_memory(bytes, size - 1 + comment);
	if (bundle_of_blob(&blob, &bundle) < 0) return;
	bundle_visit(bundle, unpack, bundle);
	bundle_free(bundle);
}
