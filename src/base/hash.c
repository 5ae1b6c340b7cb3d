/* Hashing of byte strings, by XXH3 (xxhash.com), compiled in from its header. */
#define XXH_INLINE_ALL
#include <xxhash.h>
#include "base/hash.h"

uint64_t hash_bytes(const void *data, size_t size_bytes) { return XXH3_64bits(data, size_bytes); }

uint64_t hash_words(const uint64_t *words, size_t count) { return XXH3_64bits(words, count * sizeof(*words)); }
