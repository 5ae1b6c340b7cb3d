/* Records of Arm SPE out of bytes at random: every call moves on, and none goes behind the end. */
#include <stdlib.h>
#include "hwtrace/arm_spe/spe_data_source.h"
#include "hwtrace/arm_spe/spe_info.h"
#include "tests/fuzz/fuzz.h"

static uint64_t seen;

/* The same bytes as what a recording says of its trace. */
static void read_info(const uint8_t *data, size_t size)
{
	const size_t nr_words = size / sizeof(uint64_t);
	uint64_t *words = malloc(size + 1);
	if (!words) abort();
	memcpy(words, data, size);
	seen += spe_info_pmu_type(words, nr_words) + spe_info_midr(words, nr_words, 1) +
		spe_info_midr(words, nr_words, UINT32_MAX);
	free(words);
}

FUZZ(data, size)
{
	read_info(data, size);
	for (size_t at = 0; at < size;) {
		struct spe_record record;
		bool whole;
		size_t used = spe_record_decode(data + at, data + size, at, &record, &whole);
		if (!used || used > size - at) abort();
		seen += record.ip + spe_data_source(&record, at & 1 ? 0x410fd0c0 : 0);
		at += used;
	}
}
