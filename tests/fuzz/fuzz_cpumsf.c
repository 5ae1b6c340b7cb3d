/* Sampling data of s390 out of bytes at random: the text of them, and entries as the session looks at them. The input
 * is repeated up to whole blocks, as a fuzzer seldom makes that many bytes. */
#include <stdlib.h>
#include "base/outbuf.h"
#include "hwtrace/s390_cpumsf/cpumsf_block.h"
#include "hwtrace/s390_cpumsf/cpumsf_dump.h"
#include "tests/fuzz/fuzz.h"

enum { BLOCKS = 2 };
static uint64_t seen;

static void fill(uint8_t *blocks, const uint8_t *data, size_t size)
{
	enum { TRAILER = CPUMSF_BLOCK_BYTES - CPUMSF_TRAILER_BYTES };
	for (size_t i = 0; i < (size_t)BLOCKS * CPUMSF_BLOCK_BYTES; i++) blocks[i] = data[i % size];
	/* the first bytes are the first trailer's, too: they say how long entries are */
	for (size_t i = 0; i < CPUMSF_TRAILER_BYTES; i++) blocks[TRAILER + i] = data[i % size];
}

static void walk(const uint8_t *block, const struct cpumsf_sizes *sizes)
{
	const struct cpumsf_trailer trailer = cpumsf_trailer_decode(block);
	seen += cpumsf_time_ns(&trailer);
	for (unsigned n = 0; n < cpumsf_nr_entries(sizes); n++) {
		const struct cpumsf_basic basic = cpumsf_basic_decode(block +
								      n * ((size_t)sizes->basic + sizes->diagnostic));
		seen += cpumsf_is_guest(&basic) + basic.ip;
	}
}

static void dump(const uint8_t *bytes, size_t size)
{
	struct outbuf out;
	out_init(&out, -1);
	cpumsf_dump(bytes, size, "IBM,2964", &out);
	out_done(&out);
}

FUZZ(data, size)
{
	static uint8_t blocks[BLOCKS * CPUMSF_BLOCK_BYTES];
	struct cpumsf_sizes sizes;
	if (!size) return;
	fill(blocks, data, size);
	dump(data, size);
	dump(blocks, sizeof(blocks));
	if (cpumsf_sizes_find(blocks, data[0], &sizes))
		for (size_t i = 0; i < BLOCKS; i++) walk(blocks + i * CPUMSF_BLOCK_BYTES, &sizes);
}
