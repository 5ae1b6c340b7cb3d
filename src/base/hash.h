/* Hash functions. Values are the same on all runs of one machine, with no random seed; hash_bytes and hash_words depend
 * on the byte order of the data. They are stored in files of the cache (cache/), so changing a function needs a new
 * version there. */
#ifndef BASE_HASH_H
#define BASE_HASH_H

#include <stddef.h>
#include <stdint.h>

/* Mixes the bits of a number; one to one, so different numbers have different hashes. All bits of the result are
 * usable. */
static inline uint64_t hash_u64(uint64_t v)
{
	v ^= v >> 32;
	v *= 0xd6e8feb86659fd93u;
	v ^= v >> 32;
	v *= 0xd6e8feb86659fd93u;
	v ^= v >> 32;
	return v;
}
/* Of two numbers, whose order matters. */
static inline uint64_t hash_pair(uint64_t a, uint64_t b) { return hash_u64(a ^ (hash_u64(b) * 0x9e3779b97f4a7c15u)); }
/* XXH3 of bytes, and of an array of `count` numbers. */
uint64_t hash_bytes(const void *data, size_t size_bytes);
uint64_t hash_words(const uint64_t *words, size_t count);

#endif
