/* Hash functions. */
#ifndef BASE_HASH_H
#define BASE_HASH_H

#include <stddef.h>
#include <stdint.h>

static inline uint64_t hash_u64(uint64_t v)
{
	v ^= v >> 32;
	v *= 0xd6e8feb86659fd93u;
	v ^= v >> 32;
	v *= 0xd6e8feb86659fd93u;
	v ^= v >> 32;
	return v;
}
static inline uint64_t hash_pair(uint64_t a, uint64_t b) { return hash_u64(a ^ (hash_u64(b) * 0x9e3779b97f4a7c15u)); }
uint64_t hash_bytes(const void *data, size_t size_bytes);
uint64_t hash_words(const uint64_t *words, size_t count);

#endif
