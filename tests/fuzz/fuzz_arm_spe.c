/* Records of Arm SPE out of bytes at random: every call moves on, and none goes behind the end. */
#include <stdlib.h>
#include "hwtrace/arm_spe/spe_data_source.h"
#include "tests/fuzz/fuzz.h"

static uint64_t seen;

FUZZ(data, size)
{
	for (size_t at = 0; at < size;) {
		struct spe_record record;
		bool whole;
		size_t used = spe_record_decode(data + at, data + size, at, &record, &whole);
		if (!used || used > size - at) abort();
		seen += record.ip + spe_data_source(&record, at & 1 ? 0x410fd0c0 : 0);
		at += used;
	}
}
